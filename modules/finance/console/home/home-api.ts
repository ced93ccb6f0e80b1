import { queryOptions } from '@tanstack/react-query'
import { api } from '@wattyard/console-kit'
import { homeCourse, homeFigures, homeTodo, type RowsLink } from '../../contract/index.ts'

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
    queryFn: ({ signal }) => api.call(homeCourse, {}, { ...quiet, signal }),
    refetchInterval: POLL_MS,
  }),
}

export function addressOf({ path, query }: RowsLink): string {
  const search = new URLSearchParams(query).toString()
  return search ? `${path}?${search}` : path
}
