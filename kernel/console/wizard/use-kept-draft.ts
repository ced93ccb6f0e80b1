import { useEffect, useRef, useState } from 'react'
import { useDirty } from '../module/tab.ts'
import { usePersonalKey } from '../session/personal-key.ts'
import { keep } from '../session/settings.ts'
import { draftText, type KeptDraft, readDraft } from './kept-draft.ts'

export interface DraftKeeper {
  /** Returns the draft as it is stored now. */
  readonly read: () => KeptDraft | null
  readonly write: (draft: Omit<KeptDraft, 'at'>) => void
  readonly drop: () => void
  /** Time of the last store, epoch ms; null before the first, and when this browser stores nothing. */
  readonly keptAt: number | null
  /** Whether the browser refused to store the draft; leaving then asks first, as in any form. */
  readonly isRefused: boolean
  /** Whether another browser tab has changed or ended the draft meanwhile. */
  readonly isChangedElsewhere: boolean
  /** Marks the other tab's version as taken over. */
  readonly follow: () => void
}

/** Returns the draft of one wizard, for one person and tenant, in this browser. It survives a reload and sign-out. */
export function useKeptDraft(wizard: string): DraftKeeper {
  const key = usePersonalKey(`draft.${wizard}`)
  const [state, setState] = useState<{ keptAt: number | null; isRefused: boolean }>({ keptAt: null, isRefused: false })
  const [isChangedElsewhere, setChangedElsewhere] = useState(false)
  // Storage events come from other tabs; one may repeat the text that this tab wrote.
  const written = useRef<string | null>(null)
  useDirty(state.isRefused)
  useEffect(() => {
    const onStorage = (event: StorageEvent): void => {
      if (event.key === key && event.newValue !== written.current) setChangedElsewhere(true)
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [key])
  return {
    ...state,
    isChangedElsewhere,
    follow: () => setChangedElsewhere(false),
    read: () => (key === null ? null : readDraft(keep.read(key), Date.now())),
    write(draft) {
      const at = Date.now()
      const text = draftText({ at, ...draft })
      written.current = text
      const isKept = key !== null && text !== null && keep.write(key, text)
      setState({ keptAt: isKept ? at : null, isRefused: !isKept })
    },
    drop() {
      if (key !== null) keep.drop(key)
      written.current = null
      setState({ keptAt: null, isRefused: false })
    },
  }
}
