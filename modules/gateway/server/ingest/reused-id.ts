import { hash } from 'node:crypto'
import type { Transaction } from './transaction.ts'

/**
 * OCPP 2.x: the pile makes the transaction ids and must never reuse one; piles that count from 1 again after a reset do. The
 * session that had the id keeps all its data and moves to a key made from its content; from then on the id means the new session.
 */

type Start = Pick<Transaction, 'deviceAt' | 'tag' | 'meterStart'>

/** Key of a session whose id was reused. A repeated start finds its session by this key. */
export function formerKeyOf(wireId: string, { deviceAt, tag, meterStart }: Start): string {
  const content = JSON.stringify([deviceAt, tag, meterStart?.toString() ?? null])
  return `~${wireId}^${hash('sha256', content, 'base64url').slice(0, 22)}`
}

/** OCPP identifies cards without regard to case. */
const cardOf = (tag: string): string => tag.trim().toUpperCase()

const FORMER = /^~(.*)\^[\w-]{22}$/s

/** Returns the transaction id on the wire, without what a former session's key adds to it. */
export function wireIdOf(transactionId: string): string {
  return FORMER.exec(transactionId)?.[1] ?? transactionId
}

/**
 * Whether a start reuses the id of another session: it is later, and the known session has ended, or its end was lost and another
 * card starts.
 *
 * - While the session is open, a second start with its own card is a contradiction inside one session (E-40, E-46): a pile may
 *   repeat its start with a corrected clock.
 * - A pile may also repeat it after the end: a start before the end of the known session, with the same card and register, is the
 *   same session.
 */
export function isReuse(known: Transaction, start: Start): boolean {
  if (known.decision === null) return false
  // Another card under an id that is still open: the decision for one card does not apply to the other.
  const isOtherCard = known.tag !== null && start.tag !== null && cardOf(start.tag) !== cardOf(known.tag)
  if (!known.stopped && !isOtherCard) return false
  if (known.deviceAt === null || start.deviceAt === null || start.deviceAt <= known.deviceAt) return false
  const isBeforeItsEnd = known.stopAt !== null && start.deviceAt < known.stopAt
  return !(isBeforeItsEnd && start.tag === known.tag && start.meterStart === known.meterStart)
}
