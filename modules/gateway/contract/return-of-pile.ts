import { BACK_WITHIN_MS, type FollowedCommand } from './calls/follow.ts'

/** What is known of a pile after a command that interrupts it; instants are epoch ms. */
export interface Interruption {
  /** The command was sent to the pile. */
  readonly sentAt: number
  /** First end of its connection after that. */
  readonly leftAt: number | null
  /** First new connection, or first start without one, after that. */
  readonly backAt: number | null
}

/** Returns what became of the pile by now. A pile that replaces its connection leaves and comes back in one moment. */
export function returnOf({ sentAt, leftAt, backAt }: Interruption, now: number): Omit<FollowedCommand, 'id'> {
  const left = leftAt !== null && backAt !== null && leftAt > backAt ? null : leftAt
  if (backAt !== null)
    return { is: 'back', leftAt: left, backAt, seconds: Math.max(0, Math.round((backAt - (left ?? sentAt)) / 1_000)) }
  const isLate = now - (leftAt ?? sentAt) >= BACK_WITHIN_MS
  const is = leftAt === null ? (isLate ? 'stayed' : 'waits') : isLate ? 'lost' : 'away'
  return { is, leftAt, backAt: null, seconds: null }
}
