import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { newId, type Tx, col } from '@wattyard/server-kit'

/** How long sessions live, in milliseconds (trust R-09). */
export interface SessionLengths {
  idle_ms: number
  absolute_ms: number
  /** With "remember me". */
  rememberIdle_ms: number
  rememberAbsolute_ms: number
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
export const SESSION_LENGTHS: SessionLengths = {
  idle_ms: 30 * MINUTE,
  absolute_ms: 12 * 60 * MINUTE,
  rememberIdle_ms: 7 * DAY,
  rememberAbsolute_ms: 30 * DAY,
}

/** Most sessions of one person; a further sign-in ends the oldest. */
export const MAX_SESSIONS = 20
/** Ended sessions stay this long, so that their owner hears why instead of just "sign in". */
const KEEP_ENDED_MS = DAY

export type EndReason = 'signed-out' | 'revoked' | 'replaced'

const SECRET_BYTES = 32
const HANDLE_BYTES = 16
const SECRET = /^[A-Za-z0-9_-]{43}$/
const HANDLE = /^[A-Za-z0-9_-]{22}$/

/** The two halves of a session in the browser; one is useless without the other (trust W2). */
export interface SessionHalves {
  /** HttpOnly cookie `sid`. */
  secret: string
  /** Public handle: Admin-Token, `?token=`. */
  handle: string
}

export function newHalves(): SessionHalves {
  return {
    secret: randomBytes(SECRET_BYTES).toString('base64url'),
    handle: randomBytes(HANDLE_BYTES).toString('base64url'),
  }
}

export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Returns the hash of a well-formed secret; null for other texts, which then cost no query. */
export function secretHash(secret: string | undefined): Buffer | null {
  return secret && SECRET.test(secret) ? hashOf(secret) : null
}

export function handleMatches(handle: string | undefined, stored: Uint8Array): boolean {
  return handle !== undefined && HANDLE.test(handle) && timingSafeEqual(hashOf(handle), stored)
}

/** Proofs given in a session. `password` still lacks the second factor and permits only giving it. */
export type Assurance = 'password' | 'full'

/** How long a code may take after the password. */
const OWING_MS = 10 * MINUTE

export interface NewSession {
  tenantId: string
  userId: string
  assurance: Assurance
  remember: boolean
  ip: string
  userAgent: string
  /** Epoch ms. */
  now: number
  /** When the password was given; absent for guests. */
  passwordAt?: number
  /** When a second factor was shown. */
  verifiedAt?: number
  /** Most sessions of this person; `MAX_SESSIONS` when absent. */
  most?: number
}

const instantOrNull = (at: number | undefined): Date | null => (at === undefined ? null : new Date(at))

/** Stores a session for halves that were never seen before; ends the oldest beyond `MAX_SESSIONS`. */
export async function beginSession(
  tx: Tx,
  session: NewSession,
  lengths: SessionLengths,
): Promise<SessionHalves & { id: string }> {
  const halves = newHalves()
  const id = newId(session.now)
  const { tenantId, userId, assurance, remember, ip, userAgent, now } = session
  const whole_ms = remember ? lengths.rememberAbsolute_ms : lengths.absolute_ms
  const expires = now + (assurance === 'full' ? whole_ms : OWING_MS)
  await tx.execute(
    `insert into identity_session (tenant_id, id, user_id, secret_hash, handle_hash, remember, ip, user_agent, created_at, last_seen_at, expires_at, assurance,
       password_at, verified_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11, $12, $13)`,
    [
      tenantId,
      id,
      userId,
      hashOf(halves.secret),
      hashOf(halves.handle),
      remember,
      ip,
      userAgent.slice(0, 300),
      new Date(now),
      new Date(expires),
      assurance,
      instantOrNull(session.passwordAt),
      instantOrNull(session.verifiedAt),
    ],
  )
  await tx.execute(
    `update identity_session set ended_at = $3, end_reason = 'replaced' where tenant_id = $1 and id in (
       select id from identity_session where tenant_id = $1 and user_id = $2 and assurance = $4 and ended_at is null order by id desc offset $5)`,
    // Sessions of each kind only replace their own kind: a thief of the password cannot push out full sessions.
    [tenantId, userId, new Date(now), assurance, session.most ?? MAX_SESSIONS],
  )
  return { ...halves, id }
}

/** Ends the session of a cookie, whatever the handle. Returns its person. */
export async function endSessionOf(
  tx: Tx,
  secret: string | undefined,
  reason: EndReason,
  now: number,
): Promise<{ tenantId: string; userId: string; sessionId: string } | null> {
  const hash = secretHash(secret)
  if (!hash) return null
  const [row] = await tx.query(
    { tenant_id: col.uuid, user_id: col.uuid, id: col.uuid },
    `update identity_session set ended_at = $2, end_reason = $3 where secret_hash = $1 and ended_at is null returning tenant_id, user_id, id`,
    [hash, new Date(now), reason],
  )
  return row ? { tenantId: row.tenant_id, userId: row.user_id, sessionId: row.id } : null
}

/** Ends every session of people, with effect from their next request. */
export async function endSessionsOfUsers(
  tx: Tx,
  userIds: readonly string[],
  now: number,
  tenantId: string | null = tx.tenantId,
): Promise<number> {
  return tx.execute(
    `update identity_session set ended_at = $3, end_reason = 'revoked' where tenant_id = $1 and user_id = any($2::uuid[]) and ended_at is null`,
    [tenantId, userIds, new Date(now)],
  )
}

/** Ends every session of the caller except the present one. */
export async function endOtherSessions(
  tx: Tx,
  { tenantId, userId, sessionId }: { tenantId: string; userId: string; sessionId: string },
  now: number,
): Promise<number> {
  return tx.execute(
    `update identity_session set ended_at = $4, end_reason = 'revoked'
     where tenant_id = $1 and user_id = $2 and id <> $3 and ended_at is null`,
    [tenantId, userId, sessionId, new Date(now)],
  )
}

/** Removes sessions that ended or expired long enough ago. */
export async function removeOldSessions(tx: Tx, now: number): Promise<number> {
  const before = new Date(now - KEEP_ENDED_MS)
  return tx.execute('delete from identity_session where ended_at < $1 or expires_at < $1', [before])
}
