import { isAllPowerful, type Me } from '@wattyard/console-kit'
import type { ContractRoute } from './contract-routes.ts'

/**
 * Whether this person gets a route (contract §5, §6): admin and suadmin everything; `isauthor` and routes without roles by
 * the menu codes that the server sent; others by their roles. It decides what is shown; the server decides what is done.
 */
export function isAllowed(route: ContractRoute, me: Me | null): boolean {
  const { meta, name, path } = route
  if (meta.isOpen || path === '/home' || meta.isShell) return true
  if (me === null) return false
  if (isAllPowerful(me)) return true
  if (meta.roles) return meta.roles.some(role => me.roles.includes(role))
  return me.menus.some(({ code }) => code === name || code === path)
}
