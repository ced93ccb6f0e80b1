import { keepsRoute } from './access.ts'
import { codeOf, CONTRACT_ROUTES, DEFAULT_ROLE, routeAt, type RoutePath } from './contract-routes.ts'

/** Who gets a page into the menu: what the server says of it. */
export interface PageRule {
  /** One of these permissions opens it; absent means everybody whose roles keep it. */
  readonly anyOf?: readonly `${string}.${string}:${string}`[]
  /** Only people of the tenant that runs the installation get it, besides. For `isauthor` routes alone (see `joinRules`). */
  readonly platformOnly?: true
  /** Roles that do not get it; admin beside one of them does. */
  readonly notFor?: readonly string[]
}

/** Pages that a module has built. A route without a rule is not built. */
export type PageRules = Readonly<Partial<Record<RoutePath, PageRule>>>

/** What the server knows of a caller when it decides about pages. */
export interface PageCaller {
  readonly roles: readonly string[]
  /** Permissions that can come to something for them: what is for people of the whole company is of no use to others. */
  readonly usable: ReadonlySet<string>
  /** Belongs to the tenant that runs the installation. */
  readonly isPlatform?: boolean
}

/** Holders of vip have the investor menu and nothing else; only admin beside it widens that again (contract §6). */
export function isInvestorOnly(roles: readonly string[]): boolean {
  return roles.includes('vip') && !roles.includes('admin')
}

/** Roles as the contract's client is told them, permissions not yet appended. */
export function consoleRoles(roles: readonly string[]): string[] {
  return isInvestorOnly(roles) ? [...roles] : [...roles, DEFAULT_ROLE]
}

/**
 * Built pages of this caller, in the contract's order. The client comes to the same answer from the codes and roles it is
 * sent; neither opens a call, every call checks its own permission.
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

/** Menu entries of a caller, as the contract's answer carries them. */
export function menuCodes(rules: PageRules, caller: PageCaller): { code: string }[] {
  const open = new Set(openPages(rules, caller))
  return CONTRACT_ROUTES.filter(route => open.has(route.path)).map(route => ({ code: codeOf(route) }))
}

/**
 * Rules of all modules as one.
 *
 * @throws Error when two modules claim one route, or one is for the platform alone that the contract's client gives to
 *   every administrator without asking for its code; both are mistakes of ours, seen at start
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
