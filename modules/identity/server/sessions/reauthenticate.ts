import { createHash } from 'node:crypto'
import { audit, type Caller, type Database, invalid, type RawCall, Refusal, col } from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import { readPreLoginCookie } from '../sign-in/cookies.ts'
import type { PasswordHasher } from '../passwords/hash-password.ts'
import { attemptsOf, countFail, forgetFails, useLoginKey } from '../sign-in/login-attempts.ts'
import { decryptPassword, findLoginKey } from '../sign-in/login-key.ts'
import { isLocked } from '../sign-in/throttle.ts'

export interface OwnWorld {
  db: Database
  clock: Clock
  loginSecret: Uint8Array
  hasher: PasswordHasher
  perAccount: <T>(name: string, task: () => Promise<T>) => Promise<T>
}

/**
 * Returns the signed-in caller who may change data, a check that raw routes have to make themselves.
 * @throws Refusal
 */
export function changingCaller({ caller }: Pick<RawCall, 'caller'>): Caller {
  if (!caller) throw new Refusal('identity.notSignedIn', { status: 401 })
  if (caller.readOnly) throw new Refusal('kernel.readOnly', { status: 403 })
  return caller
}

export function actorOfRaw(call: RawCall, caller: Caller) {
  const { tenantId, userId, displayName } = caller
  return { tenantId, userId, name: displayName, ip: call.ip, requestId: call.requestId }
}

/**
 * Returns the passwords of a dialog by field. With a login key they are encrypted, as at sign-in (contract §5); without, they are
 * plain.
 *
 * @throws Refusal `identity.staleDialog` when the key is not this browser's, has expired or was used
 */
export async function openPasswords<K extends string>(
  world: Pick<OwnWorld, 'clock' | 'loginSecret'>,
  call: Pick<RawCall, 'request' | 'db'>,
  named: string,
  given: Readonly<Record<K, string>>,
): Promise<Record<K, string>> {
  if (named === '') return { ...given }
  const stale = () => new Refusal('identity.staleDialog')
  const key = findLoginKey(world.loginSecret, readPreLoginCookie(call.request), named, world.clock.now())
  if (!key) throw stale()
  const plain: Record<string, string> = {}
  for (const [field, text] of Object.entries<string>(given)) {
    const opened = text === '' ? '' : decryptPassword(key.key, text)
    if (opened === null) throw stale()
    plain[field] = opened
  }
  if (!(await call.db.platform(tx => useLoginKey(tx, key.id, key.expiresAt)))) throw stale()
  return plain as Record<K, string> // the same fields that were given
}

/** Returns the counter's name, separate from sign-in: a thief of a session must not be able to lock its owner out. */
function attemptName({ tenantId, userId }: Caller): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(['re-authentication', tenantId, userId]))
    .digest()
}

/**
 * Asks a signed-in person for the password again (trust R-12), with the waiting times of sign-in.
 *
 * @throws Refusal at `field`, or `identity.tooManyTries` (429)
 */
export async function reauthenticate(
  world: OwnWorld,
  call: RawCall,
  password: string,
  field: string,
): Promise<{ caller: Caller; passwordHash: string }> {
  const caller = changingCaller(call)
  const name = attemptName(caller)
  return world.perAccount(name.toString('hex'), async () => {
    const now = world.clock.now()
    const { attempts, hash } = await call.db.platform(async tx => {
      const [row] = await tx.query(
        { password_hash: col.text.orNull },
        'select password_hash from identity_user where tenant_id = $1 and id = $2',
        [caller.tenantId, caller.userId],
      )
      return { attempts: await attemptsOf(tx, name), hash: row?.password_hash ?? null }
    })
    if (attempts?.lockedUntil && isLocked(attempts, now))
      throw new Refusal('identity.tooManyTries', {
        status: 429,
        params: { seconds: Math.ceil((attempts.lockedUntil - now) / 1000) },
      })
    const matches = await world.hasher.verify(hash, password)
    await call.db.platform(async tx => {
      if (matches) return forgetFails(tx, name)
      await countFail(tx, name, now)
      const after = { method: 'password', result: 'wrong-password', userAgent: call.userAgent }
      const entry = { resource: 'identity.session', recordId: caller.userId, action: 're-authentication-failed', after }
      await audit(tx, actorOfRaw(call, caller), [entry], now)
    })
    if (!matches || hash === null) throw invalid({ [field]: { key: 'identity.field.wrongPassword' } })
    return { caller, passwordHash: hash }
  })
}

/** Input of a route that asks for the password again; the password is encrypted with the named key. */
export interface PasswordInput {
  password: string
  key: string
}

/**
 * Returns the caller of a route that asks for the password once more, as `reauthenticate` gives it. @throws as that
 * does
 */
export async function withPassword(world: OwnWorld, call: RawCall<PasswordInput>): Promise<Caller> {
  changingCaller(call)
  const { password } = await openPasswords(world, call, call.input.key, { password: call.input.password })
  return (await reauthenticate(world, call, password, 'password')).caller
}
