import { queryOptions } from '@tanstack/react-query'
import { api, type Figure as ShownFigure } from '@wattyard/console-kit'
import { type Figure, homeLoadProfile, homeFigures, homeTodo, type RowsLink } from '../../contract/index.ts'

const POLL_MS = 30_000
const quiet = { lane: 'page', quiet: true } as const

export const homeQueries = {
  figures: queryOptions({
    queryKey: ['finance.home', 'figures'],
    queryFn: ({ signal }) => api.call(homeFigures, {}, { ...quiet, signal }),
    refetchInterval: POLL_MS,
  }),
  todo: queryOptions({
    queryKey: ['finance.home', 'todo'],
    queryFn: ({ signal }) => api.call(homeTodo, {}, { ...quiet, signal }),
    refetchInterval: POLL_MS,
  }),
  course: queryOptions({
    queryKey: ['finance.homeCourse'],
    queryFn: ({ signal }) => api.call(homeLoadProfile, {}, { ...quiet, signal }),
    refetchInterval: POLL_MS,
  }),
}

export function addressOf({ path, query }: RowsLink): string {
  const search = new URLSearchParams(query).toString()
  return search ? `${path}?${search}` : path
}

const KINDS = { yuan: 'money', kwh: 'energy', watt: 'power', count: 'count' } as const

/** Returns a figure of the home page, or its former value, as a figure of the kit. */
export function shownFigure(unit: Figure['unit'], value: Figure['value']): ShownFigure {
  const kind = KINDS[unit]
  return kind === 'money' || kind === 'energy' ? { kind, value: String(value) } : { kind, value: Number(value) }
}
