import {
  audit,
  type AuditEntry,
  type Caller,
  invalid,
  Refusal,
  searchText,
  type Tx,
  col,
  type RowIn,
} from '@wattyard/server-kit'
import { businessDay, dayRange, localDayOf } from '@wattyard/time'
import { type TenantLimits, type TenantSeen, type TenantHistoryEntry } from '../../contract/calls/tenant.ts'
import { FACTOR_POLICIES } from '../../contract/binding.ts'
import { passwordRule } from '../../contract/password-age.ts'
import { passwordStrength } from '../../contract/password-strength.ts'
import { tenant } from '../../contract/tenant.ts'
import type { PasswordPolicy } from '../passwords/password-policy.ts'
import { TENANT_STATUSES } from '../../contract/tenancy.ts'

/** Counts that other modules provide per tenant; a missing tenant has none. */
export interface TenantFigures {
  stations: number
  piles: number
  orders: number
}

/** Returns the counts, given the start of each tenant's present month. */
export type FiguresOf = (tx: Tx, months: ReadonlyMap<string, Date>) => Promise<ReadonlyMap<string, TenantFigures>>

export const TENANT_ROW = {
  id: col.uuid,
  version: col.integer,
  code: col.text,
  name: col.text,
  profile: col.oneOf(['demo', 'production']),
  status: col.oneOf(TENANT_STATUSES),
  suspended_at: col.instant.orNull,
  suspended_reason: col.text.orNull,
  zone: col.text,
  currency: col.text,
  created_at: col.instant,
  is_home: col.boolean,
  max_people: col.integer.orNull,
  max_stations: col.integer.orNull,
  max_piles: col.integer.orNull,
  registration: col.boolean,
  factor_policy: col.oneOf(FACTOR_POLICIES),
  verify_every_s: col.integer.orNull,
  password_max_age_days: col.integer.orNull,
  password_remembered: col.integer.orNull,
  password_length: col.integer.orNull,
  password_kinds: col.integer.orNull,
}

export type TenantRow = RowIn<typeof TENANT_ROW>

/** Most tenants in one answer; others are found by name. */
export const MOST_TENANTS = 500

const COLUMNS = `id, version, code, name, profile, status, suspended_at, suspended_reason, zone, currency, created_at, is_home,
  max_people, max_stations, max_piles, registration, factor_policy, verify_every_s, password_max_age_days, password_remembered, password_length, password_kinds`

function monthOf(zone: string, now: number): Date {
  return new Date(dayRange(businessDay(`${localDayOf(now, zone).slice(0, 7)}-01`), zone).from)
}

/** Returns every tenant with its figures, in order of code. A transaction of the platform. */
export async function seenTenants(
  tx: Tx,
  q: string,
  { figuresOf, policy }: { figuresOf: FiguresOf; policy: PasswordPolicy },
  now: number,
): Promise<TenantSeen[]> {
  const rows = await tx.query(
    { ...TENANT_ROW, people: col.bigint, last_sign_in_at: col.instant.orNull, deletion_due_at: col.instant.orNull },
    `select ${COLUMNS}, (select count(*) from identity_user u where u.tenant_id = t.tenant_id and u.status = 'active' and u.user_type <> 'guest') as people,
       (select max(last_sign_in_at) from identity_user u where u.tenant_id = t.tenant_id) as last_sign_in_at,
       (select d.due_at from identity_tenant_deletion d where d.subject_id = t.tenant_id and d.state = 'approved') as deletion_due_at
     from identity_tenant t where $1 = '' or search_text like '%' || $1 || '%' order by is_home desc, code limit ${MOST_TENANTS}`,
    [q.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)],
  )
  const figures = await figuresOf(tx, new Map(rows.map(row => [row.id, monthOf(row.zone, now)])))
  return rows.map(row => ({
    id: row.id,
    code: row.code,
    name: row.name,
    profile: row.profile,
    status: row.status,
    suspendedAt: row.suspended_at,
    suspendedReason: row.suspended_reason,
    zone: row.zone,
    currency: row.currency,
    createdAt: row.created_at,
    isHome: row.is_home,
    people: Number(row.people),
    stations: figures.get(row.id)?.stations ?? 0,
    piles: figures.get(row.id)?.piles ?? 0,
    ordersThisMonth: figures.get(row.id)?.orders ?? 0,
    lastSignInAt: row.last_sign_in_at,
    limits: { people: row.max_people, stations: row.max_stations, piles: row.max_piles },
    registration: row.registration,
    factorPolicy: row.factor_policy,
    verifyEvery: row.verify_every_s,
    passwordMaxAge: row.password_max_age_days,
    passwordRemembered: row.password_remembered,
    passwordRule: { ...passwordStrength(row, policy), ...passwordRule(row, policy) },
    deletionDueAt: row.deletion_due_at,
  }))
}

/** Returns a tenant's row, locked. @throws Refusal `kernel.notFound` */
export async function lockedTenant(tx: Tx, id: string): Promise<TenantRow> {
  const [row] = await tx.query(TENANT_ROW, `select ${COLUMNS} from identity_tenant where tenant_id = $1 for update`, [
    id,
  ])
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  return row
}

/** Actor as written to both audit logs. */
export interface TenantActor {
  caller: Caller
  ip: string
  requestId: string
}

/**
 * Audits an action of the platform on a tenant in the tenant's own log and in the platform's. In the tenant's log the person has
 * a name but no id, because it is not one of the tenant's people.
 *
 * @param onlyOwn writes the platform's log only
 */
export async function auditBoth(
  tx: Tx,
  { caller, ip, requestId }: TenantActor,
  tenantId: string,
  entry: Omit<AuditEntry, 'resource' | 'recordId'>,
  now: number,
  { onlyOwn = false }: { onlyOwn?: boolean } = {},
): Promise<void> {
  const written = [{ resource: tenant.name, recordId: tenantId, ...entry }]
  const own = { tenantId: caller.tenantId, userId: caller.userId, name: caller.displayName, ip, requestId }
  await audit(tx, own, written, now)
  if (tenantId !== caller.tenantId && !onlyOwn)
    await audit(tx, { tenantId, userId: null, name: caller.displayName, ip: null, requestId }, written, now)
}

/**
 * Suspends a tenant: its sessions end with their next request, nobody can sign in, and piles start nothing new; running sessions
 * continue, and the books are kept.
 *
 * @throws Refusal `identity.homeStays`, `kernel.notAllowedNow`
 */
export async function suspendTenant(tx: Tx, by: TenantActor, id: string, reason: string, now: number): Promise<void> {
  const row = await lockedTenant(tx, id)
  if (row.is_home) throw new Refusal('identity.homeStays')
  if (row.status !== 'active') throw new Refusal('kernel.notAllowedNow')
  await tx.execute(
    `update identity_tenant set status = 'suspended', suspended_at = $2, suspended_reason = $3, version = version + 1, updated_at = $2 where tenant_id = $1`,
    [id, new Date(now), reason],
  )
  await tx.execute(
    "update identity_session set ended_at = $2, end_reason = 'revoked' where tenant_id = $1 and ended_at is null",
    [id, new Date(now)],
  )
  const change = { before: { status: 'active' }, after: { status: 'suspended', reason } }
  await auditBoth(tx, by, id, { action: 'suspend', ...change }, now)
}

/**
 * Resumes a suspended tenant.
 * @throws Refusal `kernel.notAllowedNow` when it is not suspended, `identity.deletionOpen` while its deletion is not withdrawn
 */
export async function resumeTenant(tx: Tx, by: TenantActor, id: string, now: number): Promise<void> {
  const row = await lockedTenant(tx, id)
  if (row.status !== 'suspended') throw new Refusal('kernel.notAllowedNow')
  const open = await tx.query(
    "select 1 from identity_tenant_deletion where subject_id = $1 and state in ('asked', 'approved')",
    [id],
  )
  if (open.length > 0) throw new Refusal('identity.deletionOpen')
  await tx.execute(
    `update identity_tenant set status = 'active', suspended_at = null, suspended_reason = null, version = version + 1, updated_at = $2 where tenant_id = $1`,
    [id, new Date(now)],
  )
  const change = { before: { status: 'suspended', reason: row.suspended_reason }, after: { status: 'active' } }
  await auditBoth(tx, by, id, { action: 'resume', ...change }, now)
}

/** Properties of a tenant that the platform can change at any time. */
export interface TenantChange extends TenantLimits {
  name: string
  registration: boolean
  factorPolicy: TenantSeen['factorPolicy']
  verifyEvery: number | null
  passwordMaxAge: number | null
  passwordRemembered: number | null
}

/**
 * Changes a tenant. A limit below the present number keeps what exists and allows nothing more.
 * @throws Refusal `kernel.notAllowedNow` for a deleted tenant
 */
export async function changeTenant(tx: Tx, by: TenantActor, id: string, to: TenantChange, now: number): Promise<void> {
  const row = await lockedTenant(tx, id)
  if (row.status === 'deleting' || row.status === 'deleted') throw new Refusal('kernel.notAllowedNow')
  const before: TenantChange = {
    name: row.name,
    people: row.max_people,
    stations: row.max_stations,
    piles: row.max_piles,
    registration: row.registration,
    factorPolicy: row.factor_policy,
    verifyEvery: row.verify_every_s,
    passwordMaxAge: row.password_max_age_days,
    passwordRemembered: row.password_remembered,
  }
  const changed = (Object.keys(before) as (keyof TenantChange)[]).filter(key => before[key] !== to[key])
  if (changed.length === 0) return
  await tx.execute(
    `update identity_tenant set name = $2, search_text = $3, max_people = $4, max_stations = $5, max_piles = $6, registration = $7,
       factor_policy = $8, verify_every_s = $9, password_max_age_days = $10, password_remembered = $11, version = version + 1, updated_at = $12 where tenant_id = $1`,
    [
      id,
      to.name,
      searchText(tenant, { code: row.code, name: to.name }),
      to.people,
      to.stations,
      to.piles,
      to.registration,
      to.factorPolicy,
      to.verifyEvery,
      to.passwordMaxAge,
      to.passwordRemembered,
      new Date(now),
    ],
  )
  const only = (of: TenantChange) => Object.fromEntries(changed.map(key => [key, of[key]]))
  await auditBoth(tx, by, id, { action: 'change', before: only(before), after: only(to) }, now)
}

/**
 * Checks that no other tenant has the code, ignoring case; deleted tenants do not count.
 * @throws Refusal at `code`
 */
export async function mustBeFreeCode(tx: Tx, code: string): Promise<void> {
  const taken = await tx.query("select 1 from identity_tenant where lower(code) = lower($1) and status <> 'deleted'", [
    code,
  ])
  if (taken.length > 0) throw invalid({ code: { key: 'kernel.field.taken' } })
}

const HISTORY_ROW = {
  id: col.text,
  at: col.instant,
  actorName: col.text,
  ip: col.text.orNull,
  action: col.text,
  before: col.json<Record<string, unknown>>().orNull,
  after: col.json<Record<string, unknown>>().orNull,
}

/** Returns the platform's audit entries of a tenant, newest first. */
export async function historyOf(tx: Tx, homeId: string, id: string): Promise<readonly TenantHistoryEntry[]> {
  await mustExist(tx, id)
  return tx.query(
    HISTORY_ROW,
    `select id::text as id, at, actor_name as "actorName", ip, action, before, after from kernel_audit
     where tenant_id = $1 and resource = $2 and record_id = $3 order by id desc limit 200`,
    [homeId, tenant.name, id],
  )
}

/**
 * Checks that a tenant exists.
 * @throws Refusal `kernel.notFound`
 */
export async function mustExist(tx: Tx, id: string): Promise<void> {
  const known = await tx.query('select 1 from identity_tenant where tenant_id = $1', [id])
  if (known.length === 0) throw new Refusal('kernel.notFound', { status: 404 })
}
