import type { AnyCommand } from '@wattyard/resource'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { useCommand } from '../resource/hooks.ts'
import { toast } from '../ui/toasts.tsx'
import { useWords } from '../words/use-words.ts'

export interface DraftSaving {
  readonly isDirty: boolean
  readonly isBusy: boolean
  /** Whether it was stored; the person has been told when not. */
  readonly save: () => Promise<boolean>
}

interface DraftSavingOptions {
  /** `saveDraft` of the definition. */
  readonly command: AnyCommand
  /** The version as it was read. */
  readonly version: { readonly id: string; readonly version: number; readonly note: string | null }
  /** What is edited, the same object as long as nothing changes. */
  readonly edit: unknown
  /** The content as it travels, under its key: `{ plans }`. */
  readonly content: () => Readonly<Record<string, unknown>>
}

/** Revision that a save answers. */
function revisionIn(answer: unknown): number {
  const version = answer !== null && typeof answer === 'object' && 'version' in answer ? answer.version : null
  if (typeof version !== 'number') throw new Error('a saved draft answers its revision')
  return version
}

/** Saves the whole content against the revision that was read; a colleague's save in between is told, never overwritten. */
export function useDraftSaving({ command, version, edit, content }: DraftSavingOptions): DraftSaving {
  const { t } = useWords()
  const [saved, setSaved] = useState({ edit, seen: version.version })
  const run = useCommand(command)
  const save = async (): Promise<boolean> => {
    try {
      const answer = await run.mutateAsync({
        ids: [version.id],
        // Content is JSON already; only its readonly lists keep it from being a payload.
        input: JSON.parse(JSON.stringify({ ...content(), note: version.note, seen: saved.seen })),
      })
      setSaved({ edit, seen: revisionIn(answer) })
      toast.good(t('kit.version.saved'))
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return false // the client has said why
    }
  }
  return { isDirty: edit !== saved.edit, isBusy: run.isPending, save }
}
