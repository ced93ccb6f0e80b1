import { IN_SERVICE, NEVER_CONNECTED, sumOfLives } from '@wattyard/assets/contract'
import { countLives, countNeverConnected } from '@wattyard/assets/server'
import type { EventKind } from '@wattyard/gateway/contract'
import { eventsPerSpan, failedCommands } from '@wattyard/gateway/server'
import { may } from '@wattyard/server-kit'
import type { Figure, HomeFigure } from '../../contract/index.ts'
import { cacheFor } from './cache-for.ts'
import { keyOf, pastSpans, type Question, upToNow } from './past.ts'

const keptEvents = cacheFor<readonly number[]>()
const EVENTS_KEPT_MS = 600_000

/** Events of which a small line tells how often they happened per day. */
const EVENT_OF = { faults: 'faulted', offline: 'disconnected' } as const satisfies Partial<
  Record<HomeFigure, EventKind>
>

/** Filters of the list of the piles that never connected, as its address has them. */
const NEVER = { 'f.reported': NEVER_CONNECTED.reported.join(','), 'f.live': NEVER_CONNECTED.live.join(',') }

/**
 * Returns piles by live status. What counts neither as fault nor as offline is named too, with the way to its rows. Piles that never
 * connected are counted whatever the register says: those of a station under construction are `out`, and wait for a technician.
 */
export async function pileFigures(question: Question, top: readonly HomeFigure[]): Promise<Figure[]> {
  const { tx, caller, now } = question
  const counts = await countLives(tx, caller)
  const figure = (key: HomeFigure, value: number, path: string, query: Record<string, string>): Figure => ({
    key,
    value,
    unit: 'count',
    asOf: now,
    link: { path, query },
  })
  const list = '/device/devicePole'
  const wall = '/device/deviceView'
  const figures = [
    figure('piles', sumOfLives(counts, IN_SERVICE), list, { 'f.live': IN_SERVICE.join(',') }),
    figure('faults', counts.fault ?? 0, wall, { state: 'fault' }),
    figure('offline', counts.offline ?? 0, wall, { state: 'offline' }),
    figure('never', await countNeverConnected(tx, caller), list, NEVER),
    figure('out', counts.out ?? 0, list, { 'f.live': 'out' }),
  ]
  const told: Figure[] = []
  for (const one of figures) told.push(top.includes(one.key) ? await withCourse(question, one) : one)
  return told
}

/** Adds how often it happened per day, where the caller may read the events. */
async function withCourse(question: Question, figure: Figure): Promise<Figure> {
  const kind = figure.key === 'faults' || figure.key === 'offline' ? EVENT_OF[figure.key] : null
  const { tx, caller, now } = question
  if (kind === null || !may(caller, 'gateway.event:read')) return figure
  const course = await keptEvents(keyOf(question, kind), {
    now,
    forMs: EVENTS_KEPT_MS,
    make: () => eventsPerSpan(tx, caller, kind, pastSpans(question)),
  })
  return { ...figure, course: [...course] }
}

/** Returns the commands of today that failed, beside those of yesterday up to the same time of day. */
export async function commandFigure(question: Question): Promise<Figure[]> {
  const { tx, caller, now, today } = question
  const spans = [upToNow(question, 0), upToNow(question, 1), ...pastSpans(question)]
  const [value = 0, yesterday = 0, ...course] = await failedCommands(tx, caller, spans)
  const link = { path: '/console/log', query: { part: 'device', group: 'failed', from: today, to: today } }
  return [{ key: 'failedCommands', value, yesterday, unit: 'count', course, asOf: now, link }]
}
