import { daysToInstants, type Payload, useTabQuery } from '@wattyard/console-kit'
import { useCallback, useMemo } from 'react'

export const PARTS = ['all', 'unread', 'archive'] as const
export type Part = (typeof PARTS)[number]

/** State of the inbox in the address, so that it survives a reload. */
export interface InboxFilters {
  readonly part: Part
  readonly kind: string
  readonly q: string
  /** Days, both inclusive. */
  readonly from: string
  readonly to: string
}

const KEYS = ['part', 'kind', 'q', 'from', 'to'] as const
const DAY = /^\d{4}-\d{2}-\d{2}$/

export function readFilters(params: URLSearchParams): InboxFilters {
  const text = (key: string, most: number) => (params.get(key) ?? '').slice(0, most)
  const day = (key: string) =>
    DAY.test(text(key, 10)) && !Number.isNaN(Date.parse(text(key, 10))) ? text(key, 10) : ''
  return {
    part: PARTS.find(part => part === params.get('part')) ?? 'all',
    kind: text('kind', 80),
    q: text('q', 100),
    from: day('from'),
    to: day('to'),
  }
}

/** Returns the filters in the server's form. */
export function queryOf({ part, kind, q, from, to }: InboxFilters, zone: string): Payload {
  return {
    box: part === 'archive' ? 'archive' : 'inbox',
    ...(part === 'unread' ? { readFlag: '0' } : {}),
    ...(kind ? { kind } : {}),
    ...(q.trim() ? { q: q.trim() } : {}),
    ...(from ? { from: daysToInstants(from, from, zone).from } : {}),
    ...(to ? { to: daysToInstants(to, to, zone).to } : {}),
  }
}

export const isNarrowed = ({ kind, q, from, to, part }: InboxFilters): boolean =>
  kind + q.trim() + from + to !== '' || part === 'unread'

export function useInboxFilters(): [InboxFilters, (change: Partial<InboxFilters>) => void] {
  const [params, setParams] = useTabQuery()
  const filters = useMemo(() => readFilters(params), [params])
  const change = useCallback(
    (part: Partial<InboxFilters>) =>
      setParams(
        before => {
          const after = new URLSearchParams(before)
          const next = { ...readFilters(before), ...part }
          for (const key of KEYS) {
            if (next[key] && next[key] !== 'all') after.set(key, next[key])
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
