import type { FileInfo } from '@wattyard/calls'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { messageOf } from '../ui/states.tsx'
import { useWords } from '../words/use-words.ts'
import { FILE_CALLS } from './file-calls.ts'
import { type FileTarget, sendFile } from './send-file.ts'
import type { NamedContent } from './shrink-image.ts'

/** A file that is being sent. */
export interface Upload extends NamedContent {
  readonly key: number
  readonly sent: number
  readonly isWaiting: boolean
  /** Message about why it stopped, in the reader's language; null while it is being sent. */
  readonly problem: string | null
  /** The network was the reason, so the same file can be sent again. */
  readonly mayRetry: boolean
  /** Id of the file that it replaces, when a picture is cropped again. */
  readonly replaces?: string
  /** The picture before it was cropped and scaled. */
  readonly original?: NamedContent
}

let made = 0

/** Sends the files of a control, one after the other, and calls `onDone` for each file that the server has stored. */
export function useUploads(target: FileTarget, onDone: (info: FileInfo, upload: Upload) => void) {
  const { t } = useWords()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const line = useRef<Promise<void>>(Promise.resolve())
  const stops = useRef(new Map<number, AbortController>())
  const done = useRef(onDone)
  useEffect(() => {
    done.current = onDone
  })
  useEffect(() => {
    const running = stops.current
    return () => {
      for (const stop of running.values()) stop.abort()
    }
  }, [])
  const change = (key: number, part: Partial<Upload>): void =>
    setUploads(now => now.map(one => (one.key === key ? { ...one, ...part } : one)))
  const drop = (key: number): void => setUploads(now => now.filter(one => one.key !== key))

  const run = async (upload: Upload, signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return
    const { key } = upload
    try {
      const info = await sendFile(FILE_CALLS, target, upload, { signal, onState: state => change(key, state) })
      if (signal.aborted) return
      drop(key)
      done.current(info, upload)
    } catch (error) {
      if (signal.aborted) return
      const refused = error instanceof ApiError && error.kind === 'business'
      const problem = (error instanceof ApiError && (error.fields.file ?? error.fields.name)) || messageOf(error, t)
      change(key, { problem, mayRetry: !refused, isWaiting: false })
    } finally {
      stops.current.delete(key)
    }
  }
  const start = (upload: Upload): void => {
    const stop = new AbortController()
    stops.current.set(upload.key, stop)
    line.current = line.current.then(() => run(upload, stop.signal))
  }
  return {
    uploads,
    add(file: NamedContent, more: Pick<Upload, 'replaces' | 'original'> = {}): void {
      const upload = { ...file, ...more, key: ++made, sent: 0, isWaiting: false, problem: null, mayRetry: false }
      setUploads(now => [...now, upload])
      start(upload)
    },
    retry(upload: Upload): void {
      const again = { ...upload, problem: null, mayRetry: false }
      change(upload.key, again)
      start(again)
    },
    cancel(key: number): void {
      stops.current.get(key)?.abort()
      stops.current.delete(key)
      drop(key)
    },
  }
}
