import { ZERO_ENERGY } from '@wattyard/money'
import { offsetMsAt } from '@wattyard/time'
import type { FileMapping } from '../../contract/calls/import.ts'
import type { DoubtReason, ImportedSession, Row } from './read-rows.ts'
import { durationMsOf } from './read-value.ts'

const DAY_MS = 86_400_000
/** Highest average power in kW that one connector can deliver. */
const MAX_POWER_KW = 400n

interface DoubtContext {
  zone: string
  /** Doubts from the clock. */
  clock: readonly DoubtReason[]
  /** Epoch ms. A zone may shift times by a day. */
  now: number
}

/** Before there were public charge points: a clock that was never set, or a column of other numbers. */
const EARLIEST = Date.UTC(2000, 0, 1)

/** Tolerance of a stated duration; it differs when it is off by more than two minutes and 2 %, because files round to minutes. */
const DURATION_SLACK_MS = 120_000

/** Returns the reasons to doubt a stored session. */
export function doubtsOf(
  session: ImportedSession,
  row: Row,
  format: FileMapping,
  context: DoubtContext,
): DoubtReason[] {
  const doubts: DoubtReason[] = []
  const length = session.endedAt - session.startedAt
  if (length > DAY_MS) doubts.push('longer-than-24h')
  if (session.energy === ZERO_ENERGY) doubts.push('zero-energy')
  doubts.push(...context.clock)
  if (crossesClockChange(session, row, format, context.zone)) doubts.push('clock-change')
  if (session.socStart !== null && session.socEnd !== null && session.socEnd < session.socStart)
    doubts.push('soc-falls')
  if (format.price && !session.price) doubts.push('no-price')
  // energy (1e-4 kWh) above 400 kW × length (ms): both sides in 1e-4 kWh × ms per hour.
  if (length > 0 && session.energy * 3_600_000n > MAX_POWER_KW * 10_000n * BigInt(length))
    doubts.push('implausible-power')
  if (session.startedAt < EARLIEST || session.endedAt > context.now + DAY_MS) doubts.push('implausible-time')
  const duration = durationDoubt(row, format, length)
  if (duration) doubts.push(duration)
  return doubts
}

function durationDoubt(row: Row, { duration, end }: FileMapping, length: number): DoubtReason | null {
  if (!duration || !end) return null
  const text = row[duration.column] ?? ''
  if (text === '') return 'duration-absent'
  const stated = durationMsOf(text, duration)
  // A spreadsheet that took "1,36666667" for a number left "136,666,667": nothing can restore it.
  if (stated === null) return 'duration-damaged'
  return Math.abs(stated - length) > Math.max(DURATION_SLACK_MS, length / 50) ? 'duration-differs' : null
}

/** The offset at the start differs from the one at the end. */
function crossesClockChange(session: ImportedSession, row: Row, format: FileMapping, zone: string): boolean {
  const offsetOf = (columns: readonly string[]) =>
    /([+-]\d{2}:?\d{2}|Z)$/.exec(columns.map(column => row[column] ?? '').join(' '))?.[1]
  if (format.instant.endsWith('Z')) return format.end !== null && offsetOf(format.start) !== offsetOf(format.end)
  return offsetMsAt(session.startedAt, zone) !== offsetMsAt(session.endedAt, zone)
}

/**
 * Marks sessions that begin before the end of the previous one on the same connector, in order of start, shorter ones first. Only
 * neighbours are compared: comparing with the latest end so far, one end that is months off (the Perth file has several) would
 * mark every session until then.
 */
export function markOverlaps(sessions: readonly ImportedSession[]): void {
  const byConnector = Map.groupBy(sessions, session => `${session.station}#${session.connector}`)
  for (const list of byConnector.values()) {
    const ordered = list.toSorted((a, b) => a.startedAt - b.startedAt || a.endedAt - b.endedAt || a.line - b.line)
    ordered.forEach((session, i) => {
      const before = ordered[i - 1]
      if (before !== undefined && session.startedAt < before.endedAt) session.doubts.push('overlap')
    })
  }
}
