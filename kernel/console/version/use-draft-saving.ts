import type { AnyCommand } from '@wattyard/resource'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { useCommand } from '../resource/hooks.ts'
import { toast } from '../ui/toasts.tsx'
import { useWords } from '../words/use-words.ts'

export interface DraftSaving {
  readonly isDirty: boolean
  readonly isBusy: boolean
  /** Saves the draft; resolves to whether it was stored. A failure has been shown to the person. */
  readonly save: () => Promise<boolean>
}

interface DraftSavingOptions {
  /** The definition's `saveDraft`. */
  readonly command: AnyCommand
  /** The version as it was read. */
  readonly version: { readonly id: string; readonly version: number; readonly note: string | null }
  /** The edited content; the same object as long as nothing changes. */
  readonly edit: unknown
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

/** Saves the whole content against the revision that was read. A colleague's save in between is reported, never overwritten. */
export function useDraftSaving({ command, version, edit, content }: DraftSavingOptions): DraftSaving {
  const { t } = useWords()
  const [saved, setSaved] = useState({ edit, seen: version.version })
  const run = useCommand(command)
  const save = async (): Promise<boolean> => {
    try {
      const answer = await run.mutateAsync({
        ids: [version.id],
        // The content is JSON already; only its readonly lists keep it from being a Payload.
        input: JSON.parse(JSON.stringify({ ...content(), note: version.note, seen: saved.seen })),
      })
      setSaved({ edit, seen: revisionIn(answer) })
      toast.good(t('kit.version.saved'))
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return false // the API client has shown the reason
    }
  }
  return { isDirty: edit !== saved.edit, isBusy: run.isPending, save }
}
