import { queryOptions } from '@tanstack/react-query'
import { api } from '@wattyard/console-kit'

/** A way down to rows: a route of the console and the filter it opens with. */
export interface RowsLink {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
}

export type FigureUnit = 'kwh' | 'yuan' | 'count' | 'watt'

/** One figure of today; `yesterday` and `lastWeek` are of the same time of day. */
export interface Figure {
  readonly key: string
  /** Decimal text, or a count. */
  readonly value: string | number
  readonly unit: FigureUnit
  readonly asOf: number
  readonly yesterday?: string | number
  readonly lastWeek?: string | number
  /** Sessions that the figure leaves out, for nobody knows it of them now. */
  readonly silent?: number
  readonly link: RowsLink
}

export interface Todo {
  readonly kind:
    | 'abnormal'
    | 'offline'
    | 'fault'
    | 'draft'
    | 'dayClose'
    | 'approveClose'
    | 'approval'
    | 'pendingPile'
    | 'ledger'
  readonly severity: 'critical' | 'warning' | 'notice'
  readonly count: number
  /** Epoch ms; null when it has no beginning. */
  readonly since: number | null
  readonly subject: string | null
  readonly amount?: string
  readonly examples: readonly string[]
  readonly link: RowsLink
}

/** A day in quarters of an hour; decimal texts. */
export interface DayCourse {
  readonly day: string
  readonly at: readonly number[]
  readonly energy: readonly string[]
  readonly revenue: readonly string[]
}

export interface CourseAnswer {
  readonly today: DayCourse
  readonly yesterday: DayCourse
  readonly asOf: number
}

interface Answer<T> {
  readonly list: readonly T[]
  readonly asOf: number
}

const POLL_MS = 30_000
const quiet = { lane: 'page', quiet: true } as const

export const homeQueries = {
  figures: queryOptions({
    queryKey: ['finance.home', 'figures'],
    queryFn: ({ signal }) => api.get<Answer<Figure>>('/api/home/figures', {}, { ...quiet, signal }),
    refetchInterval: POLL_MS,
  }),
  todo: queryOptions({
    queryKey: ['finance.home', 'todo'],
    queryFn: ({ signal }) => api.get<Answer<Todo>>('/api/home/todo', {}, { ...quiet, signal }),
    refetchInterval: POLL_MS,
  }),
  course: queryOptions({
    queryKey: ['finance.homeCourse'],
    queryFn: ({ signal }) => api.get<CourseAnswer>('/api/home/course', {}, { ...quiet, signal }),
    refetchInterval: POLL_MS,
  }),
}

export function addressOf({ path, query }: RowsLink): string {
  const search = new URLSearchParams(query).toString()
  return search ? `${path}?${search}` : path
}
