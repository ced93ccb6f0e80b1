import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Caller } from '@wattyard/server-kit'

/** Validity of a ticket in ms. */
export const TICKET_MS = 5 * 60_000

type Holder = Pick<Caller, 'tenantId' | 'userId' | 'sessionId'>

const signOf = (key: Uint8Array, { tenantId, userId, sessionId }: Holder, until: number): Buffer =>
  createHmac('sha256', key).update(`assistant\n${tenantId}\n${userId}\n${sessionId}\n${until}`).digest()

/** Returns a ticket for this person and session. It contains nothing that is usable elsewhere. */
export function issueTicket(key: Uint8Array, holder: Holder, now: number): string {
  const until = now + TICKET_MS
  return `${until.toString(36)}.${signOf(key, holder, until).toString('base64url')}`
}

/** Returns whether the ticket is this person's, of this session, and still good. */
export function isTicketGood(key: Uint8Array, holder: Holder, ticket: string, now: number): boolean {
  const [, time = '', sign = ''] = /^([0-9a-z]{1,11})\.([\w-]{43})$/.exec(ticket) ?? []
  const until = Number.parseInt(time, 36)
  if (!(until > now && until <= now + TICKET_MS)) return false
  const given = Buffer.from(sign, 'base64url')
  const own = signOf(key, holder, until)
  return given.length === own.length && timingSafeEqual(given, own)
}
