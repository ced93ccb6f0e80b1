import { Button } from 'antd'
import { type ComponentType, type ReactNode, useState } from 'react'
import { showInstant } from '../format/time.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useZone } from '../ui/shown.tsx'
import { toast } from '../ui/toasts.tsx'
import { useWords } from '../words/use-words.ts'
import type { ComparedProps } from './compare-panel.tsx'
import type { Side } from './merge-fields.ts'
import type { DraftSaving, NewerDraft } from './use-draft-saving.ts'
import './version.css'

/** A conflict in words, for the person to decide. */
export interface ShownConflict {
  readonly key: string
  readonly name: ReactNode
  readonly mine: ReactNode
  readonly theirs: ReactNode
}

export interface DraftMerge<E> {
  readonly merged: E
  readonly conflicts: readonly ShownConflict[]
}

export interface DraftSides<E> {
  /** Content that both began with. */
  readonly base: E
  readonly mine: E
  readonly theirs: E
}

interface DraftBehindProps<E> {
  readonly saving: DraftSaving<E>
  readonly edit: E
  /** Returns both sides' changes; in a conflict mine stays unless theirs is chosen by its key. */
  readonly merge: (sides: DraftSides<E>, choices: Readonly<Record<string, Side>>) => DraftMerge<E>
  /** Draws the changes from their content to the merged one. */
  readonly Show: ComponentType<ComparedProps<E>>
}

/** Tells that somebody else saved the draft, and offers the difference, their content, or both merged. Nothing is lost. */
export function DraftBehind<E>({ saving, edit, merge, Show }: DraftBehindProps<E>) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  const zone = useZone()
  const { newer, goOn } = saving
  if (!newer) return null
  const { base, theirs, by } = newer
  const close = () => setOpen(false)
  const take = (): void => {
    close()
    goOn(theirs)
    toast.info(t('kit.version.tookTheirs', { name: by }))
  }
  const keep = (): void => {
    const { merged, conflicts } = merge({ base, mine: edit, theirs }, {})
    if (conflicts.length > 0) return setOpen(true)
    goOn(merged)
    toast.good(t('kit.version.merged', { name: by }))
  }
  return (
    <div className="w-banner w-draft-behind" data-tone="wait" role="alert">
      <span className="w-grow">{t('kit.version.savedBy', { name: by, time: showInstant(newer.at, zone) })}</span>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('kit.version.seeDifference')}
      </Button>
      <Button size="small" onClick={take}>
        {t('kit.version.takeTheirs')}
      </Button>
      <Button size="small" type="primary" onClick={keep}>
        {t('kit.version.keepMine')}
      </Button>
      {isOpen && (
        <MergeDialog
          newer={newer}
          edit={edit}
          merge={merge}
          Show={Show}
          onClose={close}
          onTake={take}
          onMerged={merged => {
            close()
            goOn(merged)
            toast.good(t('kit.version.merged', { name: by }))
          }}
        />
      )}
    </div>
  )
}

interface MergeDialogProps<E> extends Pick<DraftBehindProps<E>, 'edit' | 'merge' | 'Show'> {
  readonly newer: NewerDraft<E>
  readonly onClose: () => void
  readonly onTake: () => void
  readonly onMerged: (merged: E) => void
}

/** Draws what both sides changed differently, side by side to choose from, and what merging changes of their content. */
function MergeDialog<E>({ newer, edit, merge, Show, onClose, onTake, onMerged }: MergeDialogProps<E>) {
  const { t } = useWords()
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({})
  const { base, theirs, by } = newer
  const { merged, conflicts } = merge({ base, mine: edit, theirs }, choices)
  const names: readonly [Side, string][] = [
    ['theirs', by],
    ['mine', t('kit.version.mine')],
  ]
  return (
    <Dialog
      open
      kind="drawer"
      width={860}
      title={t('kit.version.mergeTitle', { name: by })}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onTake}>{t('kit.version.takeTheirs')}</Button>
          <Button type="primary" onClick={() => onMerged(merged)}>
            {t('kit.version.keepMine')}
          </Button>
        </>
      }
    >
      <p className="w-quiet">
        {conflicts.length === 0
          ? t('kit.version.noConflict')
          : t('kit.version.conflicts', { count: conflicts.length, name: by })}
      </p>
      {conflicts.map(one => (
        <fieldset key={one.key} className="w-conflict">
          <legend>{one.name}</legend>
          {names.map(([side, name]) => (
            <label key={side}>
              <input
                type="radio"
                name={one.key}
                checked={(choices[one.key] ?? 'mine') === side}
                onChange={() => setChoices(now => ({ ...now, [one.key]: side }))}
              />
              <span className="w-quiet">{name}</span> <span>{one[side]}</span>
            </label>
          ))}
        </fieldset>
      ))}
      <Show before={theirs} after={merged} beforeName={by} afterName={t('kit.version.mine')} />
    </Dialog>
  )
}
