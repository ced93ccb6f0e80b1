import { type Crumb, matchesText } from '@wattyard/console-kit'
import {
  type Badge,
  type ContractRoute,
  CONTRACT_ROUTES,
  GROUPS,
  type Icon,
  isAllowed,
  type LayoutEntry,
  type LayoutGroup,
  layoutOf,
  menuOfVisitor,
  titleKey,
  type Visitor,
} from '@wattyard/pages'
import type { Wording } from '@wattyard/resource'

/** The person whose menu is drawn, with their tenant's arrangement of it. */
export type MenuVisitor = Visitor & { readonly wording?: Pick<Wording, 'menu'> }

export interface MenuGroup {
  /** Key of a group of the contract, or of one of the tenant's own. */
  readonly group: string
  readonly icon: Icon
  readonly badge?: Badge
  /** Pages and links, in the tenant's order. */
  readonly entries: readonly LayoutEntry[]
  /** The pages among them. */
  readonly routes: readonly ContractRoute[]
  /** The entry that the group itself is, when the contract gives it no children (§2.3). */
  readonly leaf?: LayoutEntry
}

const layouts = new WeakMap<object, LayoutGroup[]>()
const NO_CHANGES: Wording['menu'] = []

/** Returns the tenant's arrangement; it is cached until the tenant changes it. */
function layoutFor(visitor: MenuVisitor | null): LayoutGroup[] {
  const changes = visitor?.wording?.menu ?? NO_CHANGES
  let layout = layouts.get(changes)
  if (!layout) layouts.set(changes, (layout = layoutOf(changes)))
  return layout
}

/** Groups whose only route is their own base path and has their name. */
const LEAVES: ReadonlyMap<string, ContractRoute> = new Map(
  GROUPS.flatMap(group => {
    const [only, ...others] = CONTRACT_ROUTES.filter(route => route.meta.group === group)
    return only && others.length === 0 && only.path === `/${group}` ? [[group, only] as const] : []
  }),
)

/**
 * Returns the groups with the pages that this person may open, as their tenant has arranged them. Pages outside `built` and empty
 * groups are left out.
 */
export function menuOf(built: readonly ContractRoute[], visitor: MenuVisitor | null): MenuGroup[] {
  const menu = menuOfVisitor(layoutFor(visitor), route => built.includes(route), visitor)
  return menu.map(({ key, icon, badge, entries }) => {
    const [only, ...others] = entries
    const isLeaf = only?.route !== undefined && others.length === 0 && LEAVES.get(key) === only.route
    return {
      group: key,
      icon,
      entries,
      routes: entries.flatMap(({ route }) => route ?? []),
      ...(badge ? { badge } : {}),
      ...(isLeaf ? { leaf: { icon, ...only } } : {}),
    }
  })
}

/** Returns the menu narrowed to entries whose title or group contains the text, as written or by pinyin. */
export function searchMenu(menu: readonly MenuGroup[], text: string, say: (key: string) => string): MenuGroup[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return [...menu]
  const holds = (title: string): boolean => matchesText(title, wanted)
  return menu
    .map(group =>
      holds(say(titleKey(group.group)))
        ? group
        : {
            ...group,
            entries: group.entries.filter(({ key, link }) => holds(say(titleKey(key))) || holds(link ?? key)),
          },
    )
    .filter(({ entries }) => entries.length > 0)
}

/**
 * Returns the routes of the top bar that this person may open (contract §2.2): visible ones flagged top, by `toptitle` or title.
 */
export function topRoutesOf(
  built: readonly ContractRoute[],
  visitor: MenuVisitor | null,
): { readonly route: ContractRoute; readonly word: string; readonly newTab: boolean }[] {
  const hidden = new Set(
    layoutFor(visitor).flatMap(group => group.entries.filter(one => group.hidden || one.hidden).map(({ key }) => key)),
  )
  return built
    .filter(route => route.meta.top === true && !hidden.has(route.path) && isAllowed(route, visitor))
    .map(route => ({
      route,
      word: route.meta.toptitle ?? route.meta.title,
      newTab: route.meta.newTab === true,
    }))
}

/**
 * Returns the pages of the user menu that this person may open. A page that the tenant hides goes from here too; the personal
 * centre stays, because people change their password there.
 */
export function userMenuRoutesOf(built: readonly ContractRoute[], visitor: MenuVisitor | null): ContractRoute[] {
  const changes = visitor?.wording?.menu ?? NO_CHANGES
  const isHidden = ({ path }: ContractRoute): boolean =>
    path !== '/console/personalCenter' && changes.some(({ key, hidden }) => key === path && hidden === true)
  return built.filter(route => route.meta.inUserMenu === true && isAllowed(route, visitor) && !isHidden(route))
}

/**
 * Returns home, group and page; home is not repeated on itself (contract §2.2). The last one is the current page and has no link.
 */
export function crumbsOf(
  route: ContractRoute | undefined,
  say: (key: string) => string,
  visitor: MenuVisitor | null = null,
): Crumb[] {
  const home = { title: say('route./home'), path: '/home' }
  if (!route || route.path === '/home') return [{ title: home.title }]
  const { title } = route.meta
  const group =
    route.meta.group && (layoutFor(visitor).find(one => one.entries.some(({ key }) => key === route.path))?.key ?? null)
  // A group that is its own page is not repeated.
  const isLeaf = group !== null && LEAVES.get(group) === route
  return [home, ...(group && !isLeaf ? [{ title: say(titleKey(group)) }] : []), { title: say(title) }]
}
