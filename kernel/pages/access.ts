import { codeOf, type ContractRoute, DEFAULT_ROLE } from './contract-routes.ts'

/** The part of `/api/employee/me` that decides about routes, in server and console. */
export interface Visitor {
  readonly user: { readonly id: string }
  readonly roles: readonly string[]
  readonly menus: readonly { readonly code: string }[]
}

/** Returns whether a person with these roles passes the route's role check (contract §6); admin passes every check. */
export function keepsRoute({ meta }: ContractRoute, roles: readonly string[]): boolean {
  return roles.includes('admin') || (meta.roles ?? [DEFAULT_ROLE]).some(role => roles.includes(role))
}

/**
 * Returns whether a person may open a route (contract §5, §6). User id 1 may open every enabled route. An `isauthor` route needs
 * only its code among the menus. Any other route needs one of its roles and, except for admin, the code. The result decides what
 * the console shows; the server sends the codes and checks every call itself (trust W10).
 */
export function isAllowed(route: ContractRoute, visitor: Visitor | null): boolean {
  const { meta } = route
  if (meta.disable) return false
  if (meta.isOpen || meta.isShell) return true
  if (visitor === null) return false
  if (visitor.user.id === '1') return true
  const code = codeOf(route)
  const hasCode = visitor.menus.some(menu => menu.code === code)
  if (meta.isauthor) return hasCode
  if (visitor.roles.includes('admin')) return true
  return hasCode && keepsRoute(route, visitor.roles)
}

/**
 * Returns whether the person works in the console, as opposed to people with only the menu of their own role, such as investors.
 */
export function isStaff({ roles }: Pick<Visitor, 'roles'>): boolean {
  return roles.includes('admin') || roles.includes(DEFAULT_ROLE)
}
