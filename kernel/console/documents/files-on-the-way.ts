import { createContext, type FormEvent, useEffect, useMemo, useRef, useState } from 'react'

/** Where the files of a field are: on their way, not arrived for a reason in the reader's language, or neither. */
export type FilesState = 'sending' | { readonly problem: string } | null

/** What controls of files tell the form around them. */
export interface FilesOfForm {
  readonly tell: (field: string, state: FilesState) => void
  /** A person gave a file up: what waited for it must not go on without it. */
  readonly giveUp: () => void
}

/** Reaches the form from a control of files; outside a form nobody listens. */
export const FilesOnTheWay = createContext<FilesOfForm>({ tell: () => {}, giveUp: () => {} })

/** Returns what a form does that waits for its files: `wait`, `go`, or the messages of what did not arrive, by field. */
export function afterFiles(
  states: Readonly<Record<string, FilesState>>,
): 'wait' | 'go' | Readonly<Record<string, string>> {
  const all = Object.entries(states)
  if (all.some(([, state]) => state === 'sending')) return 'wait'
  const failed = all.flatMap(([field, state]) =>
    state !== null && typeof state === 'object' ? [[field, state.problem]] : [],
  )
  return failed.length > 0 ? Object.fromEntries(failed) : 'go'
}

export interface FileWait {
  readonly files: FilesOfForm
  /** The form was submitted and goes on by itself when the last file has arrived. */
  readonly isWaiting: boolean
  /** Runs a submit now, or when the files have arrived that are on their way now. */
  readonly submitWith: (submit: () => Promise<void>) => (event: FormEvent) => void
}

/** Holds the submit of a form back while its files are being sent; a file that fails ends the wait with its message. */
export function useFileWait(refuse: (errors: Readonly<Record<string, string>>) => void): FileWait {
  const [states, setStates] = useState<Readonly<Record<string, FilesState>>>({})
  const [isWaiting, setWaiting] = useState(false)
  // The submit of the newest render, which knows the file that has just arrived.
  const latest = useRef<() => Promise<void>>(async () => {})
  const files = useMemo(
    (): FilesOfForm => ({
      tell: (field, state) => setStates(now => ({ ...now, [field]: state })),
      giveUp: () => setWaiting(false),
    }),
    [],
  )
  useEffect(() => {
    const next = isWaiting ? afterFiles(states) : 'wait'
    if (next === 'wait') return
    setWaiting(false)
    if (next === 'go') void latest.current()
    else refuse(next)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only what arrives ends the wait
  }, [isWaiting, states])
  return {
    files,
    isWaiting,
    submitWith(submit) {
      latest.current = submit
      return event => {
        event.preventDefault()
        if (afterFiles(states) === 'wait') setWaiting(true)
        else void submit()
      }
    },
  }
}
