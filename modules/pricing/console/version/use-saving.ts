import { ApiError, toast, useCommand, useWords } from '@wattyard/console-kit'
import { useState } from 'react'
import { type DraftPlan, saveVersionDraft } from '../../contract/index.ts'
import type { VersionDetail } from '../../contract/index.ts'
import type { Editor } from '../editor/use-edit.ts'

export interface Saving {
  readonly isDirty: boolean
  readonly isBusy: boolean
  /** Whether it was stored; the person has been told when not. */
  readonly save: () => Promise<boolean>
}

/** Saves the whole set of plans against the revision that was read; a colleague's save in between is told, never overwritten. */
export function useSaving(detail: VersionDetail, editor: Editor, plans: readonly DraftPlan[]): Saving {
  const { t } = useWords()
  const [saved, setSaved] = useState({ edit: editor.edit, seen: detail.version })
  const command = useCommand(saveVersionDraft)
  const save = async (): Promise<boolean> => {
    const { edit } = editor
    try {
      const answer = await command.mutateAsync({
        ids: [detail.id],
        // A plan is JSON already; only its readonly lists keep it from being a payload.
        input: { plans: JSON.parse(JSON.stringify(plans)), note: detail.note, seen: saved.seen },
      })
      setSaved({ edit, seen: answer.version })
      toast.good(t('pricing.editor.saved'))
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return false // the client has said why
    }
  }
  return { isDirty: editor.edit !== saved.edit, isBusy: command.isPending, save }
}
