import { useTabQuery } from '@wattyard/console-kit'
import { useCallback, useMemo } from 'react'

export const PARTS = ['operation', 'sign-in'] as const
export type Part = (typeof PARTS)[number]

/** Filters of the log in the URL, so that they survive a reload and can be sent to a colleague. */
export type LogFilters = {
  readonly part: Part
  readonly resource: string
  readonly recordId: string
  readonly action: string
  readonly ip: string
  /** Id of the acting person; `none` for actions without a signed-in person. */
  readonly actorId: string
  readonly q: string
  /** Days, both included. */
  readonly from: string
  readonly to: string
}

const KEYS = ['part', 'resource', 'recordId', 'action', 'ip', 'actorId', 'q', 'from', 'to'] as const
const DAY = /^\d{4}-\d{2}-\d{2}$/

export function readFilters(params: URLSearchParams): LogFilters {
  const text = (key: string) => params.get(key) ?? ''
  const day = (key: string) => (DAY.test(text(key)) && !Number.isNaN(Date.parse(text(key))) ? text(key) : '')
  return {
    part: text('part') === 'sign-in' ? 'sign-in' : 'operation',
    resource: text('resource'),
    recordId: text('recordId'),
    action: text('action'),
    ip: text('ip'),
    actorId: text('actorId'),
    q: text('q'),
    from: day('from'),
    to: day('to'),
  }
}

export function useLogFilters(): [LogFilters, (change: Partial<LogFilters>) => void] {
  const [params, setParams] = useTabQuery()
  const filters = useMemo(() => readFilters(params), [params])
  const change = useCallback(
    (part: Partial<LogFilters>) =>
      setParams(
        before => {
          const after = new URLSearchParams(before)
          const next = { ...readFilters(before), ...part }
          for (const key of KEYS) {
            if (next[key] && next[key] !== 'operation') after.set(key, next[key])
            else after.delete(key)
          }
          return after
        },
        { replace: true },
      ),
    [setParams],
  )
  return [filters, change]
}
