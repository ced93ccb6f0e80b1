import { hash } from 'node:crypto'
import type { Transaction } from './transaction.ts'

/**
 * OCPP 2.x: the pile makes the transaction ids and must never give one twice; piles that count from 1 again after a
 * reset do. The session that had the id keeps everything it has and moves to a key of its own content; the id means the
 * new session from then on.
 */

type Start = Pick<Transaction, 'deviceAt' | 'tag' | 'meterStart'>

/** Key under which the session of a start is kept once its id is another's. A replay of the start finds it by this. */
export function formerKeyOf(wireId: string, { deviceAt, tag, meterStart }: Start): string {
  const content = JSON.stringify([deviceAt, tag, meterStart?.toString() ?? null])
  return `~${wireId}^${hash('sha256', content, 'base64url').slice(0, 22)}`
}

/** OCPP identifies cards without regard to case. */
const cardOf = (tag: string): string => tag.trim().toUpperCase()

const FORMER = /^~(.*)\^[\w-]{22}$/s

/** Returns the id on the wire: without what a former session's key has around it. */
export function wireIdOf(transactionId: string): string {
  return FORMER.exec(transactionId)?.[1] ?? transactionId
}

/**
 * Here is a start of a later time, and the id's session has ended, or its end was lost and another card begins. While it
 * has not ended, a second start of its own card is a contradiction inside one session (E-40, E-46): a pile may send its
 * start again with a clock that was put right. It may also do so after the end: what begins before the former one was
 * over, with its card and at its register, is that one.
 */
export function isReuse(known: Transaction, start: Start): boolean {
  if (known.decision === null) return false
  // Another card under an id that is still open: what was decided for the one says nothing of the other.
  const isOtherCard = known.tag !== null && start.tag !== null && cardOf(start.tag) !== cardOf(known.tag)
  if (!known.stopped && !isOtherCard) return false
  if (known.deviceAt === null || start.deviceAt === null || start.deviceAt <= known.deviceAt) return false
  const isBeforeItsEnd = known.stopAt !== null && start.deviceAt < known.stopAt
  return !(isBeforeItsEnd && start.tag === known.tag && start.meterStart === known.meterStart)
}
