import { isInvestorOnly } from '@wattyard/pages'
import { type Caller, type DataScope, type Language, seesWholeTenant, WHOLE_TENANT } from '@wattyard/server-kit'
import type { RowScope } from '../../contract/role.ts'
import type { UserType } from '../../contract/user.ts'

/** What a role grants. */
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
  operators: readonly string[]
  stations: readonly string[]
  investors: readonly string[]
}

/** `admin` passes every check inside its tenant (contract §6); nothing else does, no name and no id (trust R-24). */
export function permissionsOf(grants: readonly Grant[]): ReadonlySet<string> {
  if (grants.some(grant => grant.code === 'admin')) return new Set(['*'])
  return new Set(grants.flatMap(grant => grant.permissions))
}

/**
 * Rows a person sees. Whole tenant when a role says so for everybody and none limits; a single role
 * that limits wins, except over `admin`. A limited person sees the assigned operators and, inside
 * them, only the assigned stations if there are any; nothing assigned means nothing seen.
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

/** What the holder of vip keeps of other roles' permissions: what is about investing (contract §6). */
function narrowed(permissions: ReadonlySet<string>, grants: readonly Grant[]): ReadonlySet<string> {
  if (!isInvestorOnly(grants.map(grant => grant.code))) return permissions
  return new Set([...permissions].filter(permission => permission.startsWith('investors.')))
}

/** What somebody with these roles may do. */
export function heldPermissions(grants: readonly Grant[]): ReadonlySet<string> {
  return narrowed(permissionsOf(grants), grants)
}

/** Routes for everybody who is signed in that are about oneself or one's own stations: all that the holder of vip has. */
const ABOUT_ONESELF =
  /^\/api\/(employee\/me|security\/.+|weixin\/bind\/.+|user\/pwd\/.+|sys\/user\/(pwd|chgPwd)|platform\/view\/.+|msg\/.+|live|device\/station\/list_by_investor)$/

/** Who is asking, from their record and roles as they are now; `permissions` for who has them from these roles already. */
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

/** What is about all tenants is for people of the home tenant, and for those of them alone who see all of their own. */
export function withPlatform(caller: Caller, isHome: boolean): Caller {
  return isHome && seesWholeTenant(caller) ? { ...caller, isPlatform: true } : caller
}
