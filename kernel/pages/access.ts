import { codeOf, type ContractRoute, DEFAULT_ROLE } from './contract-routes.ts'

/** What is known of a person on both sides of the wire: the part of `/api/employee/me` that decides about routes. */
export interface Visitor {
  readonly user: { readonly id: string }
  readonly roles: readonly string[]
  readonly menus: readonly { readonly code: string }[]
}

/** Returns whether a route is kept for somebody with these roles (contract §6): admin passes every check. */
export function keepsRoute({ meta }: ContractRoute, roles: readonly string[]): boolean {
  return roles.includes('admin') || (meta.roles ?? [DEFAULT_ROLE]).some(role => roles.includes(role))
}

/**
 * Returns whether this person gets a route (contract §5, §6). The user with id 1 gets every one; an `isauthor` route
 * takes its code among the menus and nothing else; others a role of theirs and, except for admin, the code. It decides
 * what is shown; the server sends the codes and decides what is done (trust W10).
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

/** Works in the console rather than having only a menu of a role of their own, as investors do. */
export function isStaff({ roles }: Pick<Visitor, 'roles'>): boolean {
  return roles.includes('admin') || roles.includes(DEFAULT_ROLE)
}
