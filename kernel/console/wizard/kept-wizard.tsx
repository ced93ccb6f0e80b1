import { Button } from 'antd'
import { Fragment, type ReactNode, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { When } from '../ui/shown.tsx'
import { useWords } from '../words/use-words.ts'
import type { KeptDraft } from './kept-draft.ts'
import { type DraftKeeper, useKeptDraft } from './use-kept-draft.ts'

/** Initial state of a wizard; passed on to `Wizard` unchanged. */
export interface WizardStart {
  readonly title: string
  /** The draft to continue; null for a new start. */
  readonly draft: KeptDraft | null
  readonly keeper: DraftKeeper
  /** Starts again with the draft that another browser tab has stored. */
  readonly reload: () => void
  readonly onClose: () => void
}

interface KeptWizardProps {
  /** Name of the wizard, such as `assets.newStation`. */
  readonly name: string
  readonly title: string
  readonly onClose: () => void
  /** Draws a `Wizard`; its forms start with the draft's values. */
  readonly children: (start: WizardStart) => ReactNode
}

/** Draws a wizard with a stored draft, which a returning person can continue or discard. */
export function KeptWizard({ name, title, onClose, children }: KeptWizardProps) {
  const { t } = useWords()
  const keeper = useKeptDraft(name)
  const [found, setFound] = useState<KeptDraft | null>(keeper.read)
  const [begun, setBegun] = useState<{ readonly draft: KeptDraft | null; readonly times: number } | null>(() =>
    found === null ? { draft: null, times: 0 } : null,
  )
  const begin = (draft: KeptDraft | null): void => {
    setFound(null)
    keeper.follow()
    setBegun(before => ({ draft, times: (before?.times ?? 0) + 1 }))
  }
  if (begun)
    return (
      <Fragment key={begun.times}>
        {children({ title, draft: begun.draft, keeper, reload: () => begin(keeper.read()), onClose })}
      </Fragment>
    )
  return (
    <Dialog open width={460} title={title} onClose={onClose}>
      <div className="w-form">
        <p>
          {t('kit.wizard.draftOf')} <When at={found?.at ?? null} />
        </p>
        <p className="w-quiet">{t('kit.wizard.draftHint')}</p>
        <div className="w-row w-wrap">
          <Button type="primary" data-autofocus="" onClick={() => begin(keeper.read())}>
            {t('kit.wizard.continue')}
          </Button>
          <Button
            onClick={() => {
              keeper.drop()
              begin(null)
            }}
          >
            {t('kit.wizard.startOver')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
