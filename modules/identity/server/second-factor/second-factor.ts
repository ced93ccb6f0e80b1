import { createHmac, randomInt, randomBytes } from 'node:crypto'
import { type Caller, may, seal, type Tx, unseal, col, type RowIn, type WireRecord } from '@wattyard/server-kit'
import { stepOf, TOTP_DIGITS, TOTP_SECRET_BYTES } from './totp.ts'

/** Wrong codes before a pause, and the time in ms for which they count (trust R-07). */
export const CODE_TRIES = 5
export const CODE_WINDOW_MS = 10 * 60_000
export const RECOVERY_CODES = 10
/** Time after which an unconfirmed secret is deleted. */
const UNCONFIRMED_MS = 60 * 60_000

/** Without letters and digits that look like others. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const RECOVERY_GROUPS = 4
const GROUP = 4
const TOTP_CODE = new RegExp(`^\\d{${TOTP_DIGITS}}$`)

export interface Person {
  tenantId: string
  userId: string
}

/** Result of checking a code. `used` and `wrong` look the same to the outside. */
export type CodeResult = 'totp' | 'recovery-code' | 'wrong-code' | 'used-code' | 'too-many-codes' | 'no-factor'

const FACTOR_ROW = {
  sealed_secret: col.bytes,
  confirmed_at: col.instant.orNull,
  last_step: col.bigint,
  tries: col.integer,
  tries_since: col.instant.orNull,
}

type FactorRow = RowIn<typeof FACTOR_ROW>

const ownerOf = ({ tenantId, userId }: Person): string => `${tenantId}/${userId}`

function recoveryCode(): string {
  const group = () => Array.from({ length: GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return Array.from({ length: RECOVERY_GROUPS }, group).join('-')
}

/** Returns the normal form of a code: blanks, hyphens and case do not matter. */
export function plainCode(code: string): string {
  return code.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '')
}

/** 80 random bits under a key that is not in the database: no list of guesses finds them, so no slow hash is needed. */
function recoveryHash(key: Uint8Array, person: Person, code: string): Buffer {
  return createHmac('sha256', key)
    .update(`recovery ${ownerOf(person)} ${plainCode(code)}`)
    .digest()
}

async function lockFactor(tx: Tx, { tenantId, userId }: Person): Promise<FactorRow | null> {
  const [row] = await tx.query(
    FACTOR_ROW,
    `select sealed_secret, confirmed_at, last_step, tries, tries_since from identity_second_factor
     where tenant_id = $1 and user_id = $2 for update`,
    [tenantId, userId],
  )
  return row ?? null
}

/** Returns whether sign-in asks this person for a code. */
export async function hasFactor(tx: Tx, { tenantId, userId }: Person): Promise<boolean> {
  const rows = await tx.query(
    'select 1 from identity_second_factor where tenant_id = $1 and user_id = $2 and confirmed_at is not null',
    [tenantId, userId],
  )
  return rows.length > 0
}

/** Adds to records of people whether their sign-in takes a second factor; null for callers who may not know it. */
export async function addSecondFactors(tx: Tx, caller: Caller, records: readonly WireRecord[]): Promise<void> {
  if (!may(caller, 'identity.user:resetFactor')) {
    for (const record of records) record.secondFactor = null
    return
  }
  const rows = await tx.query(
    { id: col.uuid },
    'select user_id as id from identity_second_factor where tenant_id = $1 and user_id = any($2::uuid[]) and confirmed_at is not null',
    [tx.tenantId, records.map(record => record.id)],
  )
  const asked = new Set(rows.map(row => row.id))
  for (const record of records) record.secondFactor = asked.has(record.id)
}

export interface FactorState {
  /** Epoch ms; null while there is none. */
  since: number | null
  recoveryLeft: number
}

export async function factorState(tx: Tx, { tenantId, userId }: Person): Promise<FactorState> {
  const [row] = await tx.query(
    { since: col.instant.orNull, left: col.bigint },
    `select f.confirmed_at as since, (select count(*) from identity_recovery_code c
       where c.tenant_id = f.tenant_id and c.user_id = f.user_id and c.used_at is null) as left
     from identity_second_factor f where f.tenant_id = $1 and f.user_id = $2 and f.confirmed_at is not null`,
    [tenantId, userId],
  )
  return { since: row?.since ?? null, recoveryLeft: Number(row?.left ?? 0) }
}

/**
 * Returns a new secret that waits to be confirmed, in the place of an older one that was not. Null when there is a
 * factor already.
 */
export async function proposeFactor(tx: Tx, key: Uint8Array, person: Person, now: number): Promise<Buffer | null> {
  const secret = randomBytes(TOTP_SECRET_BYTES)
  const written = await tx.execute(
    `insert into identity_second_factor as f (tenant_id, user_id, sealed_secret, created_at) values ($1, $2, $3, $4)
     on conflict (tenant_id, user_id) do update set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at
     where f.confirmed_at is null`,
    [person.tenantId, person.userId, seal(key, ownerOf(person), secret), new Date(now)],
  )
  return written === 1 ? secret : null
}

/** Replaces the recovery codes by ten new ones and returns them; only their hashes are stored. */
export async function renewRecoveryCodes(tx: Tx, key: Uint8Array, person: Person): Promise<string[]> {
  const { tenantId, userId } = person
  const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode)
  await tx.execute('delete from identity_recovery_code where tenant_id = $1 and user_id = $2', [tenantId, userId])
  await tx.execute(
    `insert into identity_recovery_code (tenant_id, user_id, code_hash)
     select $1, $2, decode(hash, 'hex') from unnest($3::text[]) as given(hash)`,
    [tenantId, userId, codes.map(code => recoveryHash(key, person, code).toString('hex'))],
  )
  return codes
}

async function useRecoveryCode(
  tx: Tx,
  key: Uint8Array,
  person: Person,
  code: string,
  now: number,
): Promise<CodeResult> {
  const [row] = await tx.query(
    { used_at: col.instant.orNull },
    'select used_at from identity_recovery_code where tenant_id = $1 and user_id = $2 and code_hash = $3',
    [person.tenantId, person.userId, recoveryHash(key, person, code)],
  )
  if (!row) return 'wrong-code'
  if (row.used_at !== null) return 'used-code'
  await tx.execute(
    'update identity_recovery_code set used_at = $4 where tenant_id = $1 and user_id = $2 and code_hash = $3',
    [person.tenantId, person.userId, recoveryHash(key, person, code), new Date(now)],
  )
  return 'recovery-code'
}

async function judge(
  tx: Tx,
  key: Uint8Array,
  person: Person,
  row: FactorRow,
  code: string,
  now: number,
): Promise<CodeResult> {
  if (!TOTP_CODE.test(code))
    return row.confirmed_at === null ? 'wrong-code' : useRecoveryCode(tx, key, person, code, now)
  const step = stepOf(unseal(key, ownerOf(person), row.sealed_secret), code, now)
  if (step === null) return 'wrong-code'
  // Older codes are refused as well: one seen over a shoulder is useless after a newer one was used.
  if (step <= Number(row.last_step)) return 'used-code'
  await tx.execute('update identity_second_factor set last_step = $3 where tenant_id = $1 and user_id = $2', [
    person.tenantId,
    person.userId,
    step,
  ])
  return 'totp'
}

/**
 * Tries a code of the app or a recovery code. The row is locked, so of two tries with one code exactly one succeeds. The failure
 * count must be committed, so the caller has to refuse after its transaction and not inside it.
 *
 * @param wanted `confirmed`: a factor in use; `proposed`: an unconfirmed one, which a right code confirms
 */
export async function tryCode(
  tx: Tx,
  key: Uint8Array,
  person: Person,
  typed: string,
  now: number,
  wanted: 'confirmed' | 'proposed' = 'confirmed',
): Promise<{ result: CodeResult; waitS: number }> {
  const row = await lockFactor(tx, person)
  if (!row || (row.confirmed_at === null) !== (wanted === 'proposed')) return { result: 'no-factor', waitS: 0 }
  const since = row.tries_since !== null && now - row.tries_since < CODE_WINDOW_MS ? row.tries_since : null
  const tries = since === null ? 0 : row.tries
  if (since !== null && tries >= CODE_TRIES)
    return { result: 'too-many-codes', waitS: Math.max(1, Math.ceil((since + CODE_WINDOW_MS - now) / 1000)) }
  const result = await judge(tx, key, person, row, plainCode(typed), now)
  const isGood = result === 'totp' || result === 'recovery-code'
  await tx.execute(
    `update identity_second_factor set tries = $3, tries_since = $4, confirmed_at = coalesce(confirmed_at, $5)
     where tenant_id = $1 and user_id = $2`,
    [
      person.tenantId,
      person.userId,
      isGood ? 0 : tries + 1,
      isGood ? null : new Date(since ?? now),
      isGood ? new Date(now) : null,
    ],
  )
  return { result, waitS: 0 }
}

/** Removes the factor with its recovery codes. Returns false when there was none. */
export async function removeFactor(tx: Tx, { tenantId, userId }: Person): Promise<boolean> {
  return (
    (await tx.execute('delete from identity_second_factor where tenant_id = $1 and user_id = $2', [
      tenantId,
      userId,
    ])) === 1
  )
}

/**
 * Removes the factors that do not open, with their recovery codes: nobody can show them any more. In a transaction of the platform.
 * @returns number of people who had one
 */
export async function removeLostFactors(tx: Tx, key: Uint8Array): Promise<number> {
  const rows = await tx.query(
    { tenantId: col.uuid, userId: col.uuid, sealed: col.bytes, confirmed_at: col.instant.orNull },
    'select tenant_id as "tenantId", user_id as "userId", sealed_secret as sealed, confirmed_at from identity_second_factor',
  )
  const lost = rows.filter(row => {
    try {
      unseal(key, ownerOf(row), row.sealed)
      return false
    } catch {
      return true
    }
  })
  for (const person of lost) await removeFactor(tx, person)
  return lost.filter(row => row.confirmed_at !== null).length
}

export async function removeUnconfirmed(tx: Tx, now: number): Promise<void> {
  await tx.execute('delete from identity_second_factor where confirmed_at is null and created_at < $1', [
    new Date(now - UNCONFIRMED_MS),
  ])
}
