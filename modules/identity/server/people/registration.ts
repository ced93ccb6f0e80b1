import { type Actor, audit, newId, emit, searchText, type Tx, col } from '@wattyard/server-kit'
import { REGISTRATION_ASKED, type RegistrationAsked } from '../../contract/events.ts'
import { registration } from '../../contract/registration.ts'
import type { PasswordStrength } from '../../contract/password-strength.ts'
import { loginKeyOf } from '../sign-in/login-attempts.ts'
import { networkOf } from '../sign-in/throttle.ts'

const DAY_MS = 24 * 3_600_000
/** How long an application waits for a decision. */
export const REGISTRATION_DAYS = 14
/** Most applications of one network to one tenant per day. */
export const NETWORK_PER_DAY = 3
/** Most waiting applications of one tenant. */
export const MOST_WAITING = 500
/** Retention of decided and expired applications in days; decisions stay in the audit. */
const KEEP_DAYS = 90

export interface Application {
  /** Folded tenant code; null means the home tenant. */
  tenantCode: string | null
  loginName: string
  displayName: string
  phone: string
  email: string | null
  note: string | null
  passwordHash: string
  /** Strength of the password; only the tenant's policy decides whether it suffices. */
  strength: PasswordStrength
  ip: string
}

type Outcome = 'asked' | 'closed' | 'taken' | 'waiting' | 'too-many'

/**
 * Returns the reason that prevents an application; null when there is none. The tenant is locked, so that concurrent ones are
 * counted one after the other.
 */
async function barrier(tx: Tx, tenantId: string, given: Application, now: number): Promise<Outcome | null> {
  const dayAgo = new Date(now - DAY_MS)
  const [row] = await tx.query(
    { taken: col.boolean, waiting: col.boolean, network: col.bigint, all: col.bigint },
    `select exists (select 1 from identity_user where tenant_id = $1 and login_key = $2) as taken,
       exists (select 1 from identity_registration where tenant_id = $1
         and ((state = 'waiting' and login_key = $2)
           or (regexp_replace(phone, '\\D', '', 'g') = $3 and (state = 'waiting' or created_at > $5)))) as waiting,
       (select count(*) from identity_registration where tenant_id = $1 and network = $4 and created_at > $5) as network,
       (select count(*) from identity_registration where tenant_id = $1 and state = 'waiting') as all`,
    [tenantId, loginKeyOf(given.loginName), given.phone.replace(/\D/g, ''), networkOf(given.ip), dayAgo],
  )
  if (!row || row.taken) return 'taken'
  if (row.waiting) return 'waiting'
  return Number(row.network) >= NETWORK_PER_DAY || Number(row.all) >= MOST_WAITING ? 'too-many' : null
}

/** Stores an application if it is allowed. Only the audit shows the result. */
export async function storeApplication(
  tx: Tx,
  given: Application,
  call: { requestId: string; userAgent: string },
  now: number,
): Promise<void> {
  const [tenant] = await tx.query(
    {
      tenant_id: col.uuid,
      registration: col.boolean,
      password_length: col.integer.orNull,
      password_kinds: col.integer.orNull,
    },
    `select tenant_id, registration, password_length, password_kinds from identity_tenant
     where status = 'active' and case when $1::text is null then is_home else lower(code) = $1 end for update`,
    [given.tenantCode],
  )
  if (!tenant) return
  const tenantId = tenant.tenant_id
  const id = newId(now)
  const outcome = tenant.registration ? ((await barrier(tx, tenantId, given, now)) ?? 'asked') : 'closed'
  if (outcome === 'asked') {
    const { minLength, kinds } = given.strength
    const isWeak = minLength < (tenant.password_length ?? 0) || kinds < (tenant.password_kinds ?? 0)
    await insertApplication(tx, tenantId, { id, isWeak }, given, now)
    const body: RegistrationAsked = { loginName: given.loginName, displayName: given.displayName }
    await emit(tx, [{ tenantId, topic: REGISTRATION_ASKED, key: id, body: { ...body } }])
  }
  const actor: Actor = { tenantId, userId: null, name: given.loginName, ip: given.ip, requestId: call.requestId }
  const after = { method: 'registration', result: outcome, userAgent: call.userAgent, loginName: given.loginName }
  const action = outcome === 'asked' ? 'apply' : 'apply-refused'
  const recordId = outcome === 'asked' ? id : ''
  await audit(tx, actor, [{ resource: registration.name, recordId, action, after }], now)
}

async function insertApplication(
  tx: Tx,
  tenantId: string,
  { id, isWeak }: { id: string; isWeak: boolean },
  given: Application,
  now: number,
): Promise<void> {
  const { loginName, displayName, phone, email, note } = given
  const search = searchText(registration, { login_name: loginName, display_name: displayName, phone })
  await tx.execute(
    `insert into identity_registration (tenant_id, id, created_at, updated_at, search_text, login_name, login_key, display_name,
       phone, email, note, password_hash, network, expires_at, password_is_weak)
     values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      tenantId,
      id,
      new Date(now),
      search,
      loginName,
      loginKeyOf(loginName),
      displayName,
      phone,
      email,
      note,
      given.passwordHash,
      networkOf(given.ip),
      new Date(now + REGISTRATION_DAYS * DAY_MS),
      isWeak,
    ],
  )
}

/** Expires undecided applications, and deletes old ones. */
export async function tidyRegistrations(tx: Tx, now: number): Promise<void> {
  await tx.execute(
    `update identity_registration set state = 'expired', password_hash = null, version = version + 1, updated_at = $1
     where state = 'waiting' and expires_at <= $1`,
    [new Date(now)],
  )
  await tx.execute("delete from identity_registration where state <> 'waiting' and expires_at < $1", [
    new Date(now - KEEP_DAYS * DAY_MS),
  ])
}

/** Returns whether any tenant takes applications, which the sign-in page may show. */
export async function takesApplications(tx: Tx): Promise<boolean> {
  const rows = await tx.query("select 1 from identity_tenant where registration and status = 'active' limit 1")
  return rows.length > 0
}
