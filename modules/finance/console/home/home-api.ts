import { queryOptions } from '@tanstack/react-query'
import { api, type Figure as ShownFigure } from '@wattyard/console-kit'
import {
  type Figure,
  homeFigures,
  homeLoadProfile,
  homeStations,
  homeTodo,
  type RowsLink,
} from '../../contract/index.ts'

const POLL_MS = 30_000
const quiet = { lane: 'page', quiet: true } as const

/** Reads of the home page, for the chosen station or all (null). */
export const homeQueries = {
  figures: (atStation: string | null) =>
    queryOptions({
      queryKey: ['finance.home', 'figures', { atStation }],
      queryFn: ({ signal }) => api.call(homeFigures, { atStation }, { ...quiet, signal }),
      refetchInterval: POLL_MS,
    }),
  todo: (atStation: string | null) =>
    queryOptions({
      queryKey: ['finance.home', 'todo', { atStation }],
      queryFn: ({ signal }) => api.call(homeTodo, { atStation }, { ...quiet, signal }),
      refetchInterval: POLL_MS,
    }),
  stations: (atStation: string | null) =>
    queryOptions({
      queryKey: ['finance.home', 'stations', { atStation }],
      queryFn: ({ signal }) => api.call(homeStations, { atStation }, { ...quiet, signal }),
      refetchInterval: POLL_MS,
    }),
  course: (atStation: string | null) =>
    queryOptions({
      queryKey: ['finance.homeCourse', { atStation }],
      queryFn: ({ signal }) => api.call(homeLoadProfile, { atStation }, { ...quiet, signal }),
      refetchInterval: POLL_MS,
    }),
}

export function addressOf({ path, query }: RowsLink): string {
  const search = new URLSearchParams(query).toString()
  return search ? `${path}?${search}` : path
}

const KINDS = { yuan: 'money', kwh: 'energy', watt: 'power', count: 'count', percent: 'percent' } as const

/** Returns a figure of the home page, or its former value, as a figure of the kit: as exact as the rows behind it have it. */
export function shownFigure(unit: Figure['unit'], value: Figure['value']): ShownFigure {
  const kind = KINDS[unit]
  if (kind === 'power' || kind === 'count') return { kind, value: Number(value) }
  return { kind, value: String(value) }
}
