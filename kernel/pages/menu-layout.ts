import { isAllowed, isStaff, type Visitor } from './access.ts'
import {
  CONTRACT_ROUTES,
  type ContractRoute,
  DEFAULT_ROLE,
  GROUP_ICONS,
  GROUPS,
  type Icon,
  ICONS,
  routeAt,
} from './contract-routes.ts'
import { safeLink } from './external-link.ts'

/** Badges of menu entries; the text of each is at `shell.badge.<badge>`. */
export const BADGES = ['new', 'beta', 'important'] as const
export type Badge = (typeof BADGES)[number]

/**
 * A tenant's change of its menu: of a page (`key` is its path), of a group (its key), or a group or link of its own (`group-…`,
 * `link-…`). Absent fields keep the contract's value. Titles are texts and not part of the layout.
 */
export interface MenuChange {
  readonly key: string
  /** Group that contains the page or link. */
  readonly group?: string
  /** Sort position among the entries of the group that have one, or among groups. Equal positions keep the contract's order. */
  readonly position?: number
  readonly hidden?: boolean
  readonly icon?: string
  readonly badge?: string
  /** Address of a link of the tenant's own. */
  readonly link?: string
}

/** An entry of a group: a page of the contract, or a link of the tenant's own. */
export interface LayoutEntry {
  readonly key: string
  readonly route?: ContractRoute
  /** Address, checked by `safeLink`. */
  readonly link?: string
  readonly icon?: Icon
  readonly badge?: Badge
  readonly hidden: boolean
}

export interface LayoutGroup {
  readonly key: string
  readonly icon: Icon
  readonly badge?: Badge
  readonly hidden: boolean
  readonly entries: readonly LayoutEntry[]
}

const OWN_GROUP = /^group-[0-9a-z]+$/
const OWN_LINK = /^link-[0-9a-z]+$/

/**
 * Returns the kind of a menu key; null for an unknown key. Pages without a group, such as the home page, cannot be moved and give
 * null.
 */
export function kindOfKey(key: string): 'group' | 'page' | 'link' | null {
  if (OWN_LINK.test(key)) return 'link'
  if (OWN_GROUP.test(key) || GROUPS.some(group => group === key)) return 'group'
  const route = routeAt(key)
  return route?.path === key && route.meta.group !== null ? 'page' : null
}

/** Returns the key of the title's text of a menu entry. */
export function titleKey(key: string): string {
  const kind = kindOfKey(key)
  return kind === 'group' ? `group.${key}` : kind === 'link' ? `link.${key}` : `route.${key}`
}

const iconOf = (word: string | undefined): Icon | undefined => ICONS.find(icon => icon === word)
const badgeOf = (word: string | undefined): Badge | undefined => BADGES.find(badge => badge === word)

/** Returns the entries in order: those with a position by it, each other one behind its predecessor in the contract. */
function inOrder<T extends { key: string }>(list: readonly T[], places: ReadonlyMap<string, MenuChange>): T[] {
  const position = (one: T): number | undefined => places.get(one.key)?.position
  const placed = list.filter(one => position(one) !== undefined)
  const sorted = placed.toSorted((a, b) => (position(a) ?? 0) - (position(b) ?? 0))
  // A page added by a later release has no position. It follows its predecessor in the contract, wherever the tenant moved that.
  for (const [index, one] of list.entries()) {
    if (position(one) !== undefined) continue
    const before = list.slice(0, index).findLast(other => sorted.includes(other))
    sorted.splice(before ? sorted.indexOf(before) + 1 : 0, 0, one)
  }
  return sorted
}

function entryOf(key: string, change: MenuChange | undefined, route?: ContractRoute): LayoutEntry {
  const icon = iconOf(change?.icon) ?? route?.meta.icon
  const badge = badgeOf(change?.badge)
  const link = route ? null : safeLink(change?.link ?? '')
  return {
    key,
    hidden: change?.hidden ?? route?.meta.hidden ?? false,
    ...(route ? { route } : {}),
    ...(link === null ? {} : { link }),
    ...(icon ? { icon } : {}),
    ...(badge ? { badge } : {}),
  }
}

/**
 * Returns the whole menu as the tenant has arranged it; hidden parts are included and marked. Every page of the contract that has
 * a group occurs exactly once, whatever the changes contain: a page whose changed group no longer exists stays in its group of
 * the contract.
 */
export function layoutOf(changes: readonly MenuChange[] = []): LayoutGroup[] {
  const byKey = new Map(changes.map(change => [change.key, change]))
  const own = changes.filter(({ key }) => OWN_GROUP.test(key)).map(({ key }) => key)
  const groups = [...GROUPS.map(String), ...own]
  const members = new Map(groups.map(key => [key, [] as LayoutEntry[]]))
  for (const route of CONTRACT_ROUTES) {
    const home = route.meta.group
    if (home === null) continue
    const change = byKey.get(route.path)
    const group = members.get(change?.group ?? home) ?? members.get(home)
    group?.push(entryOf(route.path, change, route))
  }
  for (const change of changes)
    if (OWN_LINK.test(change.key)) {
      const entry = entryOf(change.key, change)
      // A link without a group or without a safe address is left out.
      if (entry.link !== undefined) members.get(change.group ?? '')?.push(entry)
    }
  const list = groups.map((key): LayoutGroup => {
    const change = byKey.get(key)
    const group = GROUPS.find(one => one === key)
    const badge = badgeOf(change?.badge)
    return {
      key,
      icon: iconOf(change?.icon) ?? (group ? GROUP_ICONS[group] : 'appstore'),
      hidden: change?.hidden ?? false,
      entries: inOrder(members.get(key) ?? [], byKey),
      ...(badge ? { badge } : {}),
    }
  })
  return inOrder(list, byKey)
}

/**
 * Returns the layout without hidden parts, without pages that `isTheirs` rejects, and without empty groups. It only removes
 * entries: `isAllowed` and the server's rules decide who may open a page, and menu changes do not affect them.
 */
export function visibleMenu(
  layout: readonly LayoutGroup[],
  isTheirs: (route: ContractRoute) => boolean,
  seesLinks = true,
): LayoutGroup[] {
  return layout
    .filter(group => !group.hidden)
    .map(group => ({
      ...group,
      entries: group.entries.filter(({ hidden, route }) => !hidden && (route ? isTheirs(route) : seesLinks)),
    }))
    .filter(({ entries }) => entries.length > 0)
}

/**
 * Returns a visitor's menu: built pages that the visitor may open and nobody has hidden. People who are not staff see only pages
 * for a role of theirs; pages for everybody, such as the personal centre, they reach by the user menu.
 */
export function menuOfVisitor(
  layout: readonly LayoutGroup[],
  isBuilt: (route: ContractRoute) => boolean,
  visitor: Visitor | null,
): LayoutGroup[] {
  const isWorker = visitor === null || isStaff(visitor)
  const isTheirs = (route: ContractRoute): boolean =>
    isBuilt(route) &&
    isAllowed(route, visitor) &&
    (isWorker || !(route.meta.roles ?? [DEFAULT_ROLE]).includes(DEFAULT_ROLE))
  return visibleMenu(layout, isTheirs, isWorker)
}

/** Returns the group that contains a page in the changed menu; null outside the menu. */
export function groupOfPage(path: string, changes: readonly MenuChange[] = []): string | null {
  return layoutOf(changes).find(({ entries }) => entries.some(({ key }) => key === path))?.key ?? null
}
