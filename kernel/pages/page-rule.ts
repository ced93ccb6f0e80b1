import { keepsRoute } from './access.ts'
import { codeOf, CONTRACT_ROUTES, DEFAULT_ROLE, routeAt, type RoutePath } from './contract-routes.ts'

/** The server's rule for a page: who gets it into the menu. */
export interface PageRule {
  /** Permissions of which one is needed. When absent, everybody who passes the route's role check gets the page. */
  readonly anyOf?: readonly `${string}.${string}:${string}`[]
  /** Only for people of the tenant that runs the installation. Possible on `isauthor` routes only (see `joinRules`). */
  readonly platformOnly?: true
  /** Roles whose holders do not get the page, unless they also have admin. */
  readonly notFor?: readonly string[]
}

/** Rules of the pages that a module has built. A route without a rule is not built. */
export type PageRules = Readonly<Partial<Record<RoutePath, PageRule>>>

/** The caller's properties that decide about pages. */
export interface PageCaller {
  readonly roles: readonly string[]
  /**
   * Permissions that have an effect for the caller: without those for calls that need the whole tenant, if the caller does not
   * see it.
   */
  readonly usable: ReadonlySet<string>
  /** The caller belongs to the tenant that runs the installation. */
  readonly isPlatform?: boolean
}

/** Returns whether the caller gets the investor menu alone: has vip and not admin (contract §6). */
export function isInvestorOnly(roles: readonly string[]): boolean {
  return roles.includes('vip') && !roles.includes('admin')
}

/** Returns the roles as the contract's client gets them, before permissions are appended. */
export function consoleRoles(roles: readonly string[]): string[] {
  return isInvestorOnly(roles) ? [...roles] : [...roles, DEFAULT_ROLE]
}

/**
 * Returns the built pages that a caller gets, in the contract's order. The console derives the same result from the codes and
 * roles that it receives. A page grants no call: every call checks its own permission.
 */
export function openPages(rules: PageRules, { roles, usable, isPlatform = false }: PageCaller): RoutePath[] {
  const told = consoleRoles(roles)
  const isOpen = ({ anyOf, notFor, platformOnly }: PageRule): boolean =>
    (!platformOnly || isPlatform) &&
    (roles.includes('admin') || !notFor?.some(role => roles.includes(role))) &&
    (anyOf === undefined || usable.has('*') || anyOf.some(permission => usable.has(permission)))
  return CONTRACT_ROUTES.flatMap(route => {
    const rule = rules[route.path]
    return rule && !route.meta.disable && keepsRoute(route, told) && isOpen(rule) ? [route.path] : []
  })
}

/** Returns the caller's menu entries in the shape of the contract's answer. */
export function menuCodes(rules: PageRules, caller: PageCaller): { code: string }[] {
  const open = new Set(openPages(rules, caller))
  return CONTRACT_ROUTES.filter(route => open.has(route.path)).map(route => ({ code: codeOf(route) }))
}

/**
 * Returns the rules of all modules as one table.
 * @throws Error when two modules claim a route, or when a route is `platformOnly` that is not `isauthor`: the contract's client
 * gives such routes to every administrator without checking the code. Both are programming errors and show at start
 */
export function joinRules(modules: readonly { readonly name: string; readonly pages?: PageRules }[]): PageRules {
  const owners = new Map<string, string>()
  for (const { name, pages = {} } of modules)
    for (const [path, rule] of Object.entries(pages)) {
      if (rule.platformOnly && !routeAt(path)?.meta.isauthor)
        throw new Error(`${path} cannot be kept from administrators: it is no isauthor route`)
      const other = owners.get(path)
      if (other) throw new Error(`${path} is claimed by ${other} and ${name}`)
      owners.set(path, name)
    }
  return Object.assign({}, ...modules.map(({ pages }) => pages ?? {}))
}
