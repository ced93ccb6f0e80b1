import { audit, type Database, Refusal, type Tx, col, type RowIn } from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import type { PasswordHasher } from '../passwords/hash-password.ts'
import {
  accountHash,
  type AccountName,
  accountName,
  attemptsOf,
  countedName,
  countFail,
  forgetFails,
  useLoginKey,
} from './login-attempts.ts'
import { decryptPassword, type FoundKey, findLoginKey, readPreLogin } from './login-key.ts'
import { PICTURE_QUIET_MS, takePicture } from '../picture/picture.ts'
import { hasFactor } from '../second-factor/second-factor.ts'
import {
  type Assurance,
  beginSession,
  endSessionOf,
  type SessionHalves,
  type SessionLengths,
} from '../sessions/sessions.ts'
import { type AddressThrottle, type Attempts, isLocked, type RecentFails } from './throttle.ts'

export interface SignInRequest {
  username: string
  /** Ciphertext, hex or base64. */
  password: string
  rememberMe: boolean
  /** Id of the login key, or the key itself. */
  key: string
  preLoginCookie: string | undefined
  /** Secret of the session this browser holds already; it ends. */
  oldSecret: string | undefined
  ip: string
  userAgent: string
  requestId: string
}

export interface SignInWorld {
  db: Database
  clock: Clock
  loginSecret: Uint8Array
  /** Seals the secrets of second factors, 32 bytes. */
  sealKey: Uint8Array
  hasher: PasswordHasher
  lengths: SessionLengths
  addresses: AddressThrottle
  /** Answers to picture codes by address. */
  answers: AddressThrottle
  /** Failed sign-ins by address, as long as they make the picture code necessary. */
  failures: RecentFails
  /** Failures of an account or address before a picture code is required. */
  pictureAfter: number
  perAccount: <T>(name: string, task: () => Promise<T>) => Promise<T>
}

/** Account columns of the look-up; null when no account has the name. */
const FOUND = {
  tenant_id: col.uuid,
  id: col.uuid.orNull,
  display_name: col.text.orNull,
  login_name: col.text.orNull,
  password_hash: col.text.orNull,
  is_usable: col.boolean.orNull,
}

interface Account {
  tenant_id: string
  id: string
  display_name: string
  login_name: string
  password_hash: string | null
  is_usable: boolean
}

function accountIn({
  tenant_id,
  id,
  display_name,
  login_name,
  password_hash,
  is_usable,
}: RowIn<typeof FOUND>): Account | null {
  if (id === null || display_name === null || login_name === null) return null
  return { tenant_id, id, display_name, login_name, password_hash, is_usable: is_usable === true }
}

/** Why a sign-in failed: for the audit alone, outside all reasons look the same (trust R-02). */
type Reason = 'bad-key' | 'bad-ciphertext' | 'used-key' | 'locked' | 'unknown-user' | 'not-active' | 'wrong-password'

export async function findAccount(
  tx: Tx,
  { loginKey, tenantCode }: AccountName,
): Promise<{ tenantId: string | null; account: Account | null }> {
  const [row] = await tx.query(
    FOUND,
    `select t.tenant_id, u.id, u.display_name, u.login_name, u.password_hash, (u.status = 'active' and t.status = 'active') as is_usable
     from identity_tenant t left join identity_user u on u.tenant_id = t.tenant_id and u.login_key = $1
     where case when $2::text is null then t.is_home else lower(t.code) = $2 and t.status <> 'deleted' end`,
    [loginKey, tenantCode],
  )
  return { tenantId: row?.tenant_id ?? null, account: row ? accountIn(row) : null }
}

/** Returns the tenant that stores the audit of failures without an existing tenant. */
async function homeTenant(tx: Tx): Promise<string | null> {
  const [row] = await tx.query({ id: col.uuid }, 'select id from identity_tenant where is_home')
  return row?.id ?? null
}

/** Returns whether a picture code is required. Accounts that do not exist count too, so that the requirement reveals nothing. */
function needsPicture(world: SignInWorld, attempts: Attempts | null, ip: string, now: number): boolean {
  const byAccount = attempts !== null && now - attempts.lastFailAt < PICTURE_QUIET_MS ? attempts.fails : 0
  return Math.max(byAccount, world.failures.count(ip, now)) >= world.pictureAfter
}

interface Judged {
  tenantId: string | null
  account: Account | null
  reason: Reason | null
}

async function judge(
  world: SignInWorld,
  request: SignInRequest,
  name: AccountName,
  now: number,
): Promise<Judged & { password: string }> {
  const key: FoundKey | null = findLoginKey(world.loginSecret, request.preLoginCookie, request.key, now)
  const password = key ? decryptPassword(key.key, request.password) : null
  const { tenantId, account, attempts, isFresh } = await world.db.platform(async tx => {
    const attempts = await attemptsOf(tx, accountHash(name))
    if (needsPicture(world, attempts, request.ip, now)) {
      const preLogin = readPreLogin(request.preLoginCookie)
      // Nothing is counted: the password has not been looked at.
      if (!preLogin || !(await takePicture(tx, preLogin.browser, now))) throw new Refusal('identity.pictureOwed')
    }
    return {
      ...(await findAccount(tx, name)),
      attempts,
      // Only a key that opened the ciphertext is used up, so that junk leaves no rows.
      isFresh: key && password !== null ? await useLoginKey(tx, key.id, key.expiresAt) : false,
    }
  })
  const reason = ((): Reason | null => {
    if (!key) return 'bad-key'
    if (password === null) return 'bad-ciphertext'
    if (!isFresh) return 'used-key'
    if (isLocked(attempts, now)) return 'locked'
    if (!account) return 'unknown-user'
    return account.is_usable ? null : 'not-active'
  })()
  // Exactly one verification always runs, against a dummy when the sign-in has already failed, so that all outcomes take the same
  // time.
  const matches = await world.hasher.verify(reason === null ? (account?.password_hash ?? null) : null, password ?? '')
  return { tenantId, account, reason: reason ?? (matches ? null : 'wrong-password'), password: password ?? '' }
}

async function refuse(
  world: SignInWorld,
  request: SignInRequest,
  name: AccountName,
  judged: Judged & { reason: Reason },
  now: number,
): Promise<never> {
  await world.db.platform(async tx => {
    // A locked account does not get locked longer by knocking.
    if (judged.reason !== 'locked') await countFail(tx, accountHash(name), now)
    const tenantId = judged.tenantId ?? (await homeTenant(tx))
    if (tenantId)
      await auditSignIn(
        tx,
        request,
        { tenantId, userId: judged.account?.id ?? null, name: request.username },
        judged.reason,
        now,
      )
  })
  world.failures.note(request.ip, now)
  throw new Refusal('identity.signInFailed')
}

async function auditSignIn(
  tx: Tx,
  request: SignInRequest,
  who: { tenantId: string; userId: string | null; name: string },
  result: Reason | 'signed-in' | 'code-owed',
  now: number,
): Promise<void> {
  const { ip, requestId, userAgent, rememberMe } = request
  const action = result === 'signed-in' ? 'sign-in' : result === 'code-owed' ? 'sign-in-password' : 'sign-in-failed'
  const after = { method: 'password', result, userAgent, rememberMe, loginName: request.username }
  await audit(
    tx,
    { ...who, ip, requestId },
    [{ resource: 'identity.session', recordId: who.userId ?? '', action, after }],
    now,
  )
}

/**
 * Signs in by name and encrypted password (contract §5, §7.1; trust W1, R-02, R-04). People with a second factor get a session
 * that still lacks it.
 *
 * @throws Refusal `identity.signInFailed` for every reason alike, `identity.pictureOwed` after some failures,
 *   `identity.tooManySignIns` (429)
 */
export async function signIn(
  world: SignInWorld,
  request: SignInRequest,
): Promise<SessionHalves & { assurance: Assurance }> {
  const began = world.clock.now()
  const wait = world.addresses.take(request.ip, began)
  if (wait > 0) throw new Refusal('identity.tooManySignIns', { status: 429, params: { seconds: wait } })
  const typed = accountName(request.username)
  const name =
    typed.tenantCode === null ? typed : await world.db.platform(tx => countedName(tx, typed), { readOnly: true })
  return world.perAccount(accountHash(name).toString('hex'), async () => {
    const now = world.clock.now()
    const { tenantId, account, reason, password } = await judge(world, request, name, now)
    if (reason !== null || !account)
      return refuse(world, request, name, { tenantId, account, reason: reason ?? 'unknown-user' }, now)
    const stored = account.password_hash
    const rehashed = stored && world.hasher.isOutdated(stored) ? await world.hasher.hash(password) : null
    const session = await world.db.platform(async tx => {
      const person = { tenantId: account.tenant_id, userId: account.id }
      const assurance: Assurance = (await hasFactor(tx, person)) ? 'password' : 'full'
      const touched = await tx.execute(
        `update identity_user set last_sign_in_at = case when $6 then $3 else last_sign_in_at end, password_hash = coalesce($4, password_hash)
         where tenant_id = $1 and id = $2 and password_hash = $5 and status = 'active'`,
        [account.tenant_id, account.id, new Date(now), rehashed, stored, assurance === 'full'],
      )
      // Disabled, or given another password, while this one was being checked.
      if (touched !== 1) throw new Refusal('identity.signInFailed')
      await endSessionOf(tx, request.oldSecret, 'signed-out', now)
      await forgetFails(tx, accountHash(name))
      await auditSignIn(
        tx,
        request,
        { ...person, name: account.display_name },
        assurance === 'full' ? 'signed-in' : 'code-owed',
        now,
      )
      const { ip, userAgent, rememberMe: remember } = request
      const halves = await beginSession(
        tx,
        { ...person, assurance, remember, ip, userAgent, now, passwordAt: now },
        world.lengths,
      )
      return { ...halves, assurance }
    })
    world.addresses.giveBack(request.ip, began)
    return session
  })
}
