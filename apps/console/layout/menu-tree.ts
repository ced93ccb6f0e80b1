import { matchesText } from '@wattyard/console-kit'
import {
  type ContractRoute,
  CONTRACT_ROUTES,
  DEFAULT_ROLE,
  type Group,
  GROUPS,
  isAllowed,
  isStaff,
  type Visitor,
} from '@wattyard/pages'

export interface MenuGroup {
  readonly group: Group
  readonly routes: readonly ContractRoute[]
  /** The group is an entry by itself: the contract gives it no children (§2.3). */
  readonly leaf?: ContractRoute
}

/** Groups whose only route is their own base path and bears their name. */
const LEAVES: ReadonlyMap<Group, ContractRoute> = new Map(
  GROUPS.flatMap(group => {
    const [only, ...others] = CONTRACT_ROUTES.filter(route => route.meta.group === group)
    return only && others.length === 0 && only.path === `/${group}` ? [[group, only] as const] : []
  }),
)

/**
 * Groups with the routes this person may open. What is not built is not in `built`, and empty groups hide. Who is no staff
 * sees only what is for a role of theirs: what everybody has, such as the personal centre, they reach by the user menu.
 */
export function menuOf(built: readonly ContractRoute[], visitor: Visitor | null): MenuGroup[] {
  const isTheirs = ({ meta }: ContractRoute): boolean =>
    visitor === null || isStaff(visitor) || !(meta.roles ?? [DEFAULT_ROLE]).includes(DEFAULT_ROLE)
  const open = built.filter(route => !route.meta.hidden && isAllowed(route, visitor) && isTheirs(route))
  return GROUPS.map(group => {
    const routes = open.filter(route => route.meta.group === group)
    const leaf = LEAVES.get(group)
    return { group, routes, ...(leaf && routes.includes(leaf) ? { leaf } : {}) }
  }).filter(({ routes }) => routes.length > 0)
}

/** Menu narrowed to entries whose title or group holds the text, as written or by the initials of its pinyin. */
export function searchMenu(
  menu: readonly MenuGroup[],
  text: string,
  titleOf: (route: ContractRoute) => string,
  nameOf: (group: Group) => string,
): MenuGroup[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return [...menu]
  const holds = (title: string): boolean => matchesText(title, wanted)
  return menu
    .map(({ group, routes }) => ({
      group,
      routes: holds(nameOf(group)) ? routes : routes.filter(route => holds(titleOf(route)) || holds(route.path)),
    }))
    .filter(({ routes }) => routes.length > 0)
}

/** Routes of the top bar that this person may open (contract §2.2): visible ones flagged top, by `toptitle` or title. */
export function topRoutesOf(
  built: readonly ContractRoute[],
  visitor: Visitor | null,
): { readonly route: ContractRoute; readonly word: string; readonly newTab: boolean }[] {
  return built
    .filter(route => route.meta.top === true && !route.meta.hidden && isAllowed(route, visitor))
    .map(route => ({
      route,
      word: route.meta.toptitle ?? route.meta.title,
      newTab: route.meta.newTab === true,
    }))
}

export interface Crumb {
  readonly title: string
  readonly path?: string
}

/** Home, group, page; home is not repeated on itself (contract §2.2). The last one is where we are and leads nowhere. */
export function crumbsOf(route: ContractRoute | undefined, say: (key: string) => string): Crumb[] {
  const home = { title: say('route./home'), path: '/home' }
  if (!route || route.path === '/home') return [{ title: home.title }]
  const { group, title } = route.meta
  // A group that is its own page is not said twice.
  const isLeaf = group !== null && LEAVES.get(group) === route
  return [home, ...(group && !isLeaf ? [{ title: say(`group.${group}`) }] : []), { title: say(title) }]
}
