import { noteHand } from './account-hand.ts'
import {
  actorOf,
  audit,
  type CommandCall,
  type CommandHandler,
  invalid,
  may,
  Refusal,
  rowInScope,
  seesWholeTenant,
  serveResource,
  type ServedResource,
  type WholeRow,
} from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import { office } from '../../contract/office.ts'
import { registration } from '../../contract/registration.ts'
import { insertUser } from '../tenants/create-tenant.ts'
import { lockTenant, rolesByIds } from '../rights/guard-grants.ts'
import { type Account, mustReach, reachOf } from '../rights/reach.ts'
import { REGISTRATION_INNER } from '../tables.ts'
import { countPeople, mustKeepLimit } from '../tenants/tenant-limits.ts'

type Row = WholeRow<typeof registration, typeof REGISTRATION_INNER>
type Handler<N extends keyof (typeof registration)['commands']> = CommandHandler<
  typeof registration,
  N,
  typeof REGISTRATION_INNER
>

function onlyOne(rows: readonly Row[]): Row {
  const [row] = rows
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  return row
}

interface Decision {
  state: 'approved' | 'rejected'
  reason?: string
  userId?: string
}

async function decide({ tx, caller }: CommandCall, id: string, decision: Decision, now: number): Promise<void> {
  const { state, reason = null, userId = null } = decision
  await tx.execute(
    `update identity_registration set state = $3, decided_by = $4, decided_at = $5, reason = $6, user_id = $7, password_hash = null,
       version = version + 1, updated_at = $5 where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, state, caller.displayName, new Date(now), reason, userId],
  )
}

/** Account made from an application, without operator and station. */
const NEW_ACCOUNT: Account = {
  user_type: 'staff',
  scope_operator_ids: [],
  scope_station_ids: [],
  scope_investor_ids: [],
}

/**
 * Checks that the caller may create users and has all rights that are granted.
 * @throws Refusal
 */
async function mustBeGrantable(call: CommandCall, roleIds: readonly string[], officeId: string | null): Promise<void> {
  if (!may(call.caller, 'identity.user:create')) throw new Refusal('kernel.forbidden', { status: 403 })
  if (roleIds.length === 0) throw invalid({ roleIds: { key: 'kernel.field.required' } })
  const roles = await rolesByIds(call, roleIds)
  if (roles.length !== new Set(roleIds).size) throw invalid({ roleIds: { key: 'kernel.field.noSuchRecord' } })
  const grants = roles.map(role => ({ code: role.code, permissions: role.permissions, rowScope: role.row_scope }))
  mustReach(call.caller, reachOf(NEW_ACCOUNT, grants))
  if (officeId !== null) await rowInScope(call.tx, call.caller, office, officeId)
  // A caller limited to some operators would create a person whom the caller cannot see.
  else if (!seesWholeTenant(call.caller)) throw invalid({ office: { key: 'kernel.field.required' } })
}

function approve(clock: Clock): Handler<'approve'> {
  return async (call, rows, { roleIds, office: officeId = null }) => {
    const given = onlyOne(rows)
    const now = clock.now()
    await lockTenant(call)
    await mustBeGrantable(call, roleIds, officeId)
    if (given.expires_at <= now || given.password_hash === null) throw new Refusal('identity.registrationOver')
    const taken = await call.tx.query('select 1 from identity_user where tenant_id = $1 and login_key = $2', [
      call.caller.tenantId,
      given.login_key,
    ])
    if (taken.length > 0) throw new Refusal('identity.loginNameTaken')
    const userId = await insertUser(call.tx, call.caller.tenantId, {
      loginName: given.login_name,
      displayName: given.display_name,
      passwordHash: given.password_hash,
      roleIds,
      officeId,
      phone: given.phone,
      mustChangePassword: given.password_is_weak,
      ...(given.email === null ? {} : { email: given.email }),
    })
    // The approver may have made the application under another name.
    await noteHand(call.tx, call.caller.userId, [userId])
    await mustKeepLimit(call.tx, call.caller.tenantId, 'people', countPeople)
    await decide(call, given.id, { state: 'approved', userId }, now)
    const after = { registration: given.id, loginName: given.login_name, roleIds }
    const entry = { resource: 'identity.user', recordId: userId, action: 'create', after }
    await audit(call.tx, actorOf(call), [entry], now)
    return { id: given.id, userId }
  }
}

function reject(clock: Clock): Handler<'reject'> {
  return async (call, rows, { reason }) => {
    const { id } = onlyOne(rows)
    await decide(call, id, { state: 'rejected', reason }, clock.now())
    return { id }
  }
}

export function serveRegistration(clock: Clock): ServedResource {
  return serveResource(registration, {
    inner: REGISTRATION_INNER,
    // An applicant belongs to no office yet: everybody who may decide on applications can do so, into their own offices.
    withinReach: async (_tx, _caller, rows) => new Set(rows.map(row => row.id)),
    allows: (_action, row) => row.state === 'waiting',
    commands: { approve: approve(clock), reject: reject(clock) },
  })
}
