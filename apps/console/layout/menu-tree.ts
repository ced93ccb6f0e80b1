import { matchesText, type Me } from '@wattyard/console-kit'
import { isAllowed, isInvestorOnly } from '../routes/access.ts'
import { type ContractRoute, type Group, GROUPS } from '../routes/contract-routes.ts'

export interface MenuGroup {
  readonly group: Group
  readonly routes: readonly ContractRoute[]
}

/** Groups with the routes this person may open; what is not built is not in `built`, and empty groups hide. */
export function menuOf(built: readonly ContractRoute[], me: Me | null): MenuGroup[] {
  const isShown = (route: ContractRoute) => !isInvestorOnly(me) || route.group === 'inv'
  const open = built.filter(route => !route.meta.hidden && isAllowed(route, me) && isShown(route))
  return GROUPS.map(group => ({ group, routes: open.filter(route => route.group === group) })).filter(
    ({ routes }) => routes.length > 0,
  )
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
  me: Me | null,
): { readonly route: ContractRoute; readonly word: string; readonly newTab: boolean }[] {
  return built
    .filter(route => route.meta.top !== undefined && !route.meta.hidden && isAllowed(route, me))
    .map(route => ({
      route,
      word: typeof route.meta.top === 'string' ? route.meta.top : route.title,
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
  return [home, ...(route.group ? [{ title: say(`group.${route.group}`) }] : []), { title: say(route.title) }]
}
