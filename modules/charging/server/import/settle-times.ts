import type { ParsedInstant } from '@wattyard/time'
import type { DoubtReason } from './read-rows.ts'

export interface Times {
  startedAt: number | null
  endedAt: number | null
  doubts: DoubtReason[]
}

/** The first reading: of a time that the clock showed twice the earlier, of one that it skipped the time it showed instead. */
function firstReading(parsed: ParsedInstant | 'absent'): number | null {
  if (parsed === 'absent' || parsed.kind === 'invalid') return null
  if (parsed.kind === 'exact') return parsed.at
  return parsed.kind === 'ambiguous' ? parsed.earlier : parsed.shifted
}

/**
 * Returns the instants of a session whose clock may have been changed meanwhile. A time that the clock showed twice
 * takes its earlier reading; an end takes the later one when only that gives start ≤ end (01:55 → 01:20 in autumn). A
 * time that the clock never showed is moved on by the hour it skipped. Each of these is a doubt, none a refusal.
 */
export function settle(start: ParsedInstant | 'absent', end: ParsedInstant | 'absent'): Times {
  const kinds = [start, end].map(parsed => (parsed === 'absent' ? 'invalid' : parsed.kind))
  const startedAt = firstReading(start)
  let endedAt = firstReading(end)
  const doubts: DoubtReason[] = []
  if (kinds.includes('ambiguous')) doubts.push('ambiguous-time')
  if (kinds.includes('missing')) doubts.push('skipped-time')
  const endsBefore = startedAt !== null && endedAt !== null && endedAt < startedAt
  if (endsBefore && end !== 'absent' && end.kind === 'ambiguous' && end.later >= startedAt) {
    endedAt = end.later
    doubts.push('later-reading')
  }
  return { startedAt, endedAt, doubts }
}
