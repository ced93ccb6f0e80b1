import { isInvestorOnly } from '@wattyard/pages'
import { type Caller, type DataScope, type Language, seesWholeTenant, WHOLE_TENANT } from '@wattyard/server-kit'
import type { RowScope } from '../../contract/role.ts'
import type { UserType } from '../../contract/user.ts'

/** Rights granted by a role. */
export interface Grant {
  code: string
  permissions: readonly string[]
  rowScope: RowScope
}

export interface Person {
  tenantId: string
  userId: string
  loginName: string
  displayName: string
  userType: UserType
  /** Operators in scope: of a person with stations alone, those of the stations (decision 387). */
  operators: readonly string[]
  stations: readonly string[]
  investors: readonly string[]
}

/**
 * Returns the permissions of roles. Only `admin` passes every check inside its tenant (contract §6), never a name or an id (trust
 *
 */
export function permissionsOf(grants: readonly Grant[]): ReadonlySet<string> {
  if (grants.some(grant => grant.code === 'admin')) return new Set(['*'])
  return new Set(grants.flatMap(grant => grant.permissions))
}

/**
 * Returns the rows that a person sees. It is the whole tenant when no role limits; a single limiting role is enough to limit,
 * except beside `admin`. Limited people see the assigned operators and, inside them, only the assigned stations if there are any;
 * without assignments they see nothing. Stations alone are enough, because their operators are in scope by them.
 */
export function scopeOf(
  person: Pick<Person, 'userType' | 'operators' | 'stations' | 'investors'>,
  grants: readonly Grant[],
): DataScope {
  if (grants.some(grant => grant.code === 'admin')) return WHOLE_TENANT
  const limited =
    person.userType === 'investor' || grants.length === 0 || grants.some(grant => grant.rowScope === 'assigned')
  if (!limited) return WHOLE_TENANT
  const given = (ids: readonly string[]) => (ids.length ? ids : null)
  return {
    operators: person.operators,
    stations: given(person.stations),
    investors: person.userType === 'investor' ? person.investors : given(person.investors),
  }
}

/** Returns the permissions that a holder of vip keeps from other roles: those about investing (contract §6). */
function narrowed(permissions: ReadonlySet<string>, grants: readonly Grant[]): ReadonlySet<string> {
  if (!isInvestorOnly(grants.map(grant => grant.code))) return permissions
  return new Set([...permissions].filter(permission => permission.startsWith('investors.')))
}

/** Returns the permissions of a person with these roles. */
export function heldPermissions(grants: readonly Grant[]): ReadonlySet<string> {
  return narrowed(permissionsOf(grants), grants)
}

/** Paths for all signed-in people that concern oneself or one's own stations: the only ones for holders of vip. */
const ABOUT_ONESELF =
  /^\/api\/(employee\/me|security\/.+|weixin\/bind\/.+|user\/pwd\/.+|sys\/user\/(pwd|chgPwd)|platform\/view\/.+|msg\/.+|live|home\/(figures|course|stations)|device\/station\/list_by_investor)$/

/** Returns the caller from the present record and roles; `permissions` when they were already derived from these roles. */
export function callerOf(
  person: Person,
  grants: readonly Grant[],
  sessionId: string,
  language: Language,
  permissions: ReadonlySet<string> = heldPermissions(grants),
): Caller {
  return {
    tenantId: person.tenantId,
    userId: person.userId,
    loginName: person.loginName,
    displayName: person.displayName,
    roles: grants.map(grant => grant.code),
    permissions,
    scope: scopeOf(person, grants),
    language,
    readOnly: person.userType === 'guest' || grants.some(grant => grant.code === 'guest'),
    sessionId,
    ...(isInvestorOnly(grants.map(grant => grant.code)) ? { mayReach: path => ABOUT_ONESELF.test(path) } : {}),
  }
}

/** Marks callers who may act on all tenants: people of the home tenant who see all of it. */
export function withPlatform(caller: Caller, isHome: boolean): Caller {
  return isHome && seesWholeTenant(caller) ? { ...caller, isPlatform: true } : caller
}
