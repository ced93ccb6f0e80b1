import type { AnyCommand } from '@wattyard/resource'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { STALE } from '../resource/follow/stale-save.ts'
import { useCommand, useInvalidate } from '../resource/hooks.ts'
import { toast } from '../ui/toasts.tsx'
import { useWords } from '../words/use-words.ts'

/** A revision that somebody else has saved while the content was edited here. */
export interface NewerDraft<E> {
  readonly by: string
  /** Epoch ms. */
  readonly at: number
  readonly theirs: E
  /** Content that both sides began with. */
  readonly base: E
}

export interface DraftSaving<E = unknown> {
  readonly isDirty: boolean
  readonly isBusy: boolean
  /** Set while the edited content is behind; nothing can be saved then. */
  readonly newer: NewerDraft<E> | null
  /** Revision of the content that the person sees, without what was changed here. */
  readonly seen: number
  /** Saves the draft; resolves to its new revision, 0 when it was not stored. A failure has been shown to the person. */
  readonly save: () => Promise<number>
  /** Goes on from the newer revision, with the content given: theirs, or both merged. */
  readonly goOn: (content: E) => void
}

interface Saved<E> {
  /** The content as it was read or saved last. */
  readonly edit: E
  readonly seen: number
  /** Name of the person whose revision was followed; null when none was. */
  readonly followed: string | null
}

interface DraftSavingOptions<E> {
  /** The definition's `saveDraft`. */
  readonly command: AnyCommand
  /** The version as it was last read. */
  readonly version: {
    readonly id: string
    readonly version: number
    readonly note: string | null
    readonly editedBy: string
    readonly updatedAt: number
  }
  /** Content of the version as it was last read; the same object as long as it is not read again. */
  readonly read: E
  /** The edited content; the same object as long as nothing changes. */
  readonly edit: E
  /** Shows other content in the editor, as one step that can be undone. */
  readonly show: (content: E) => void
  /** Returns the content in wire form, under its key: `{ plans }`. */
  readonly content: () => Readonly<Record<string, unknown>>
}

/**
 * Returns the revision in the answer of a save.
 * @throws Error when there is none
 */
function revisionIn(answer: unknown): number {
  const version = answer !== null && typeof answer === 'object' && 'version' in answer ? answer.version : null
  if (typeof version !== 'number') throw new Error('a saved draft answers its revision')
  return version
}

/**
 * Saves the whole content against the revision that was read. A colleague's save in between is told as soon as it has been read,
 * and is never overwritten unseen: an editor in which nothing was changed follows it, and the others merge (`DraftBehind`).
 */
export function useDraftSaving<E>(options: DraftSavingOptions<E>): DraftSaving<E> {
  const { command, version, read, edit, show, content } = options
  const { t } = useWords()
  const invalidate = useInvalidate()
  const [saved, setSaved] = useState<Saved<E>>({ edit, seen: version.version, followed: null })
  const [isSaving, setSaving] = useState(false)
  const run = useCommand(command)
  // The own save is read again before its answer has been noted.
  const isBehind = !isSaving && version.version > saved.seen
  const isDirty = edit !== saved.edit
  const goOn = (next: E): void => {
    show(next)
    setSaved({ edit: read, seen: version.version, followed: null })
  }
  // Nothing was changed here: the editor follows the newer revision, as a form does.
  if (isBehind && !isDirty) {
    show(read)
    setSaved({ edit: read, seen: version.version, followed: version.editedBy })
  }
  const tell = useEffectEvent((name: string) => toast.info(t('kit.version.followed', { name })))
  useEffect(() => {
    if (saved.followed !== null) tell(saved.followed)
  }, [saved])
  const save = async (): Promise<number> => {
    if (isBehind) {
      toast.info(t('kit.version.mergeFirst', { name: version.editedBy }))
      return 0
    }
    setSaving(true)
    try {
      const answer = await run.mutateAsync({
        ids: [version.id],
        // The content is JSON already; only its readonly lists keep it from being a Payload.
        input: JSON.parse(JSON.stringify({ ...content(), note: version.note, seen: saved.seen })),
      })
      const seen = revisionIn(answer)
      setSaved({ edit, seen, followed: null })
      toast.good(t('kit.version.saved'))
      return seen
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // The API client has shown the reason. A colleague's revision is read, so that it can be merged.
      if (error.code === STALE) await invalidate(command.resource.name)
      return 0
    } finally {
      setSaving(false)
    }
  }
  const newer =
    isBehind && isDirty ? { by: version.editedBy, at: version.updatedAt, theirs: read, base: saved.edit } : null
  return { isDirty, isBusy: run.isPending, newer, seen: saved.seen, save, goOn }
}
