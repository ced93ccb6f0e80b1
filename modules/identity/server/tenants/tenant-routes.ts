import { idInput } from '@wattyard/calls'
import type { CommandRule } from '@wattyard/resource'
import { commandInput, invalid, oncePer, type RawCall, type Route, route, serveCall } from '@wattyard/server-kit'
import { z } from 'zod'
import { listTenants, listTenantHistory, tenantMadeShape } from '../../contract/calls/tenant.ts'
import { SHORTEST_VERIFY_EVERY_S } from '../../contract/binding.ts'
import { type Limited, tenancy, type TenantMade } from '../../contract/tenancy.ts'
import { LOGIN_NAME } from '../../contract/user.ts'
import { createTenant, insertUser } from './create-tenant.ts'
import { insertTemplateRoles } from './template-roles.ts'
import type { PasswordPolicy } from '../passwords/password-policy.ts'
import { readablePassword } from '../passwords/readable-password.ts'
import { changingCaller, type OwnWorld } from '../sessions/reauthenticate.ts'
import {
  auditBoth,
  changeTenant,
  type TenantActor,
  type FiguresOf,
  historyOf,
  mustBeFreeCode,
  resumeTenant,
  seenTenants,
  suspendTenant,
  type TenantChange,
} from './tenant-service.ts'
import type { Profile } from '../second-factor/verification.ts'

/*
 * Calls about all tenants. They run as the platform, over every tenant, so each is for people of the installation's own
 * tenant alone (`platformOnly`), besides its permission.
 */

export interface TenantRouteOptions extends OwnWorld {
  profile: Profile
  figuresOf: FiguresOf
  policy: PasswordPolicy
  /** Every permission that exists, or null before they are registered. */
  permissions(): readonly string[] | null
}

export const ACCESS = 'identity.tenant:govern'
type NewTenantInput = Record<'code' | 'name' | 'zone' | 'currency' | 'loginName' | 'displayName', string> &
  Record<Limited, number | null | undefined>

const inputOfRule = oncePer((rule: CommandRule) =>
  rule.on === 'one' ? commandInput(rule).extend({ id: idInput }) : commandInput(rule),
)
const inputOf = (command: keyof typeof tenancy.commands) => inputOfRule(tenancy.commands[command])

export function tenantActor(call: RawCall): TenantActor {
  return { caller: changingCaller(call), ip: call.ip, requestId: call.requestId }
}

const CURRENCY = /^[A-Z]{3}$/

async function create(
  { db, clock, hasher, profile, permissions }: TenantRouteOptions,
  call: RawCall,
  given: NewTenantInput,
): Promise<TenantMade> {
  const by = tenantActor(call)
  const { code, name, zone, currency, loginName, displayName } = given
  if (!CURRENCY.test(currency)) throw invalid({ currency: { key: 'identity.field.currency' } })
  if (!LOGIN_NAME.test(loginName)) throw invalid({ loginName: { key: 'identity.field.loginName' } })
  const password = readablePassword()
  // Hashing takes its time; no transaction waits for it.
  const passwordHash = await hasher.hash(password)
  const now = clock.now()
  const id = await db.platform(async tx => {
    await tx.query("select pg_advisory_xact_lock(hashtext('identity.createTenant'))")
    await mustBeFreeCode(tx, code)
    const { tenantId, roleIds } = await createTenant(tx, { code, name, zone, currency, profile })
    await insertTemplateRoles(tx, tenantId, permissions() ?? [])
    await tx.execute(
      'update identity_tenant set max_people = $2, max_stations = $3, max_piles = $4 where tenant_id = $1',
      [tenantId, given.people ?? null, given.stations ?? null, given.piles ?? null],
    )
    const roles = [roleIds.admin]
    await insertUser(tx, tenantId, { loginName, displayName, passwordHash, roleIds: roles, mustChangePassword: true })
    await auditBoth(tx, by, tenantId, { action: 'createTenant', after: { code, name, zone, currency, loginName } }, now)
    return tenantId
  })
  return { id, username: `${loginName}@${code}`, password }
}

async function change(
  { db, clock }: TenantRouteOptions,
  call: RawCall,
  given: TenantChange & { id: string },
): Promise<null> {
  const { id, ...rest } = given
  const verifyEvery = rest.verifyEvery ?? null
  if (verifyEvery !== null && verifyEvery < SHORTEST_VERIFY_EVERY_S)
    throw invalid({ verifyEvery: { key: 'identity.field.verifyTooOften', params: { min: SHORTEST_VERIFY_EVERY_S } } })
  const to = {
    ...rest,
    people: rest.people ?? null,
    stations: rest.stations ?? null,
    piles: rest.piles ?? null,
    verifyEvery,
    passwordMaxAge: rest.passwordMaxAge ?? null,
    passwordRemembered: rest.passwordRemembered ?? null,
  }
  await db.platform(tx => changeTenant(tx, tenantActor(call), id, to, clock.now()))
  return null
}

export function tenantRoutes(world: TenantRouteOptions): Route[] {
  const { db, clock } = world
  const common = { access: ACCESS, platformOnly: true, work: 'raw' } as const
  return [
    serveCall(listTenants, {
      work: 'raw',
      handle: async ({ input }) => ({
        list: await db.platform(tx => seenTenants(tx, input.q, world, clock.now()), { readOnly: true }),
      }),
    }),
    serveCall(listTenantHistory, {
      work: 'raw',
      handle: async ({ input, caller }) => ({
        list: await db.platform(tx => historyOf(tx, caller?.tenantId ?? '', input.id), { readOnly: true }),
      }),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/sys/tenants/create',
      input: inputOf('create'),
      output: tenantMadeShape,
      summary: 'a new tenant with its first administrator, whose password is said once',
      // Checked by the fields above.
      handle: (call: RawCall<Record<string, unknown>>) => create(world, call, call.input as unknown as NewTenantInput),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/sys/tenants/change',
      input: inputOf('change'),
      output: z.null(),
      summary: 'name, limits and policies of a tenant',
      handle: (call: RawCall<Record<string, unknown>>) =>
        change(world, call, call.input as unknown as TenantChange & { id: string }), // as above
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/sys/tenants/suspend',
      input: inputOf('suspend'),
      output: z.null(),
      summary: 'ends every session of a tenant and lets nothing new begin',
      async handle(call: RawCall<Record<string, unknown>>) {
        const { id, reason } = call.input
        await db.platform(tx => suspendTenant(tx, tenantActor(call), String(id), String(reason), clock.now()))
        return null
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/sys/tenants/resume',
      input: z.strictObject({ id: idInput }),
      output: z.null(),
      summary: 'lets a suspended tenant work again',
      async handle(call: RawCall<{ id: string }>) {
        await db.platform(tx => resumeTenant(tx, tenantActor(call), call.input.id, clock.now()))
        return null
      },
    }),
  ]
}
