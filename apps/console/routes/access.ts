import { isAllPowerful, type Me } from '@wattyard/console-kit'
import type { ContractRoute } from './contract-routes.ts'

/** Everybody's own, also theirs whose menu has only one group. */
export const PERSONAL_CENTRE = '/console/personalCenter'

/** Investors see the investor menu and nothing else (contract §6); admin and suadmin are not held to that. */
export function isInvestorOnly(me: Me | null): boolean {
  return me !== null && me.roles.includes('vip') && !isAllPowerful(me)
}

/**
 * Whether this person gets a route (contract §5, §6): admin and suadmin everything; `isauthor` and routes without roles by
 * the menu codes that the server sent; others by their roles. It decides what is shown; the server decides what is done.
 */
export function isAllowed(route: ContractRoute, me: Me | null): boolean {
  const { meta, name, path } = route
  if (meta.isOpen || meta.isShell) return true
  if (isInvestorOnly(me)) return path === PERSONAL_CENTRE || (meta.roles?.includes('vip') ?? false)
  if (path === '/home') return true
  if (me === null) return false
  if (isAllPowerful(me)) return true
  if (meta.roles) return meta.roles.some(role => me.roles.includes(role))
  return me.menus.some(({ code }) => code === name || code === path)
}
