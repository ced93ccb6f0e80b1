import { randomInt, timingSafeEqual } from 'node:crypto'
import { seal, type Tx, unseal, col } from '@wattyard/server-kit'
import { type WaitingCode } from '../../contract/calls/person.ts'
import { type Person, plainCode } from '../second-factor/second-factor.ts'

/** Minutes for which a code is valid, wrong tries that it allows, and the pause in ms before another code. */
export const RESET_MINUTES = 10
export const RESET_TRIES = 5
export const RESET_PAUSE_MS = 60_000
const DIGITS = 8

const ownerOf = ({ tenantId, userId }: Person): string => `reset ${tenantId}/${userId}`

/** Returns whether the last code was made a moment ago, so that no other is made and none counted. */
export async function isPausing(tx: Tx, { tenantId, userId }: Person, now: number): Promise<boolean> {
  const rows = await tx.query(
    'select 1 from identity_reset_code where tenant_id = $1 and user_id = $2 and created_at > $3',
    [tenantId, userId, new Date(now - RESET_PAUSE_MS)],
  )
  return rows.length > 0
}

/** Returns a new code in the place of an older one; null when the last was made a moment ago. */
export async function makeResetCode(tx: Tx, key: Uint8Array, person: Person, now: number): Promise<string | null> {
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
  const made = await tx.execute(
    `insert into identity_reset_code as r (tenant_id, user_id, sealed_code, created_at, expires_at) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, user_id) do update
       set sealed_code = excluded.sealed_code, created_at = excluded.created_at, expires_at = excluded.expires_at, tries = 0
       where r.created_at <= $6`,
    [
      person.tenantId,
      person.userId,
      seal(key, ownerOf(person), Buffer.from(code)),
      new Date(now),
      new Date(now + RESET_MINUTES * 60_000),
      new Date(now - RESET_PAUSE_MS),
    ],
  )
  return made === 1 ? code : null
}

/** Returns whether a code is the person's; counted first, so that of many at once no more than five are looked at. */
export async function isResetCode(
  tx: Tx,
  key: Uint8Array,
  person: Person,
  typed: string,
  now: number,
): Promise<boolean> {
  const [row] = await tx.query(
    { sealed_code: col.bytes },
    `update identity_reset_code set tries = tries + 1
     where tenant_id = $1 and user_id = $2 and tries < $3 and expires_at > $4 returning sealed_code`,
    [person.tenantId, person.userId, RESET_TRIES, new Date(now)],
  )
  if (!row) return false
  const expected = unseal(key, ownerOf(person), row.sealed_code)
  const given = Buffer.from(plainCode(typed))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Uses up the code. Returns false when a concurrent request did. */
export async function useResetCode(tx: Tx, { tenantId, userId }: Person): Promise<boolean> {
  return (
    (await tx.execute('delete from identity_reset_code where tenant_id = $1 and user_id = $2', [tenantId, userId])) ===
    1
  )
}

/**
 * Ends the codes of people who got another password, are reached elsewhere or were disabled. The rows are kept as ended ones, so
 * that a new code is not available any sooner.
 */
export async function endResetCodes(tx: Tx, tenantId: string, userIds: readonly string[], now: number): Promise<void> {
  await tx.execute(
    'update identity_reset_code set expires_at = $3 where tenant_id = $1 and user_id = any($2::uuid[]) and expires_at > $3',
    [tenantId, userIds, new Date(now)],
  )
}

/** Returns the code that waits for a person, for an administrator to pass on. */
export async function waitingCode(tx: Tx, key: Uint8Array, person: Person, now: number): Promise<WaitingCode | null> {
  const [row] = await tx.query(
    { sealed_code: col.bytes, created_at: col.instant, expires_at: col.instant },
    `select sealed_code, created_at, expires_at from identity_reset_code
     where tenant_id = $1 and user_id = $2 and expires_at > $3`,
    [person.tenantId, person.userId, new Date(now)],
  )
  if (!row) return null
  const code = unseal(key, ownerOf(person), row.sealed_code).toString()
  return { userId: person.userId, code, createdAt: row.created_at, expiresAt: row.expires_at }
}

export async function removeOldResetCodes(tx: Tx, now: number): Promise<void> {
  await tx.execute('delete from identity_reset_code where expires_at < $1', [new Date(now)])
}
