import { can } from '@wattyard/console-kit'
import type { AnyRecord } from '@wattyard/resource'

/** Waiting requests by who has to decide them. */
export interface WaitingCounts {
  /** Those that the reader can approve or reject. */
  readonly mine: number
  /** Those that wait for somebody else, the reader's own requests among them. */
  readonly others: number
}

/** Counts waiting requests of which the list holds the first ones; what it does not hold counts as waiting for others. */
export function countWaiting(list: readonly Pick<AnyRecord, 'can'>[], total: number): WaitingCounts {
  const mine = list.filter(one => can(one, 'approve') || can(one, 'reject')).length
  return { mine, others: Math.max(total, list.length) - mine }
}
