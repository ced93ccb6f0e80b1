import { useCallback, useRef, useState } from 'react'
import type { Payload } from '../api/encode.ts'
import type { ResourceLike } from '../resource/hooks.ts'
import { downloadExport, type ExportProgress } from './download.ts'

export type ExportState =
  | { readonly step: 'idle' }
  | ({ readonly step: 'running' | 'done' } & ExportProgress)
  | { readonly step: 'failed'; readonly error: unknown }

/** Runs a streaming export of a resource with progress. It continues while other tabs are shown; `cancel` stops it. */
export function useExport(resource: ResourceLike) {
  const [state, setState] = useState<ExportState>({ step: 'idle' })
  const abort = useRef<AbortController | null>(null)

  const cancel = useCallback(() => {
    abort.current?.abort()
    abort.current = null
    setState({ step: 'idle' })
  }, [])

  const run = useCallback(
    async (query: Payload) => {
      abort.current?.abort()
      const mine = new AbortController()
      abort.current = mine
      setState({ step: 'running', total: 0, rows: 0, bytes: 0 })
      try {
        const done = await downloadExport(`/api/${resource.path}/export`, query, mine.signal, progress => {
          if (!mine.signal.aborted) setState({ step: 'running', ...progress })
        })
        if (!mine.signal.aborted) setState({ step: 'done', ...done })
      } catch (error) {
        if (!mine.signal.aborted) setState({ step: 'failed', error })
      }
    },
    [resource.path],
  )

  return { state, run, cancel }
}
