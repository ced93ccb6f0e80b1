/** A page of the console and who gets it into the menu. */
export interface MenuRule {
  /** Route name of the contract, sent as a menu code. */
  code: string
  /** One of these permissions opens it; absent means everybody who is signed in. */
  anyOf?: readonly string[]
  /** Roles that do not get it. */
  notFor?: readonly string[]
}

/** The investor menu (contract §2.3 `inv`), by path: other groups have routes of the same names. */
export const INVESTOR_MENUS: readonly MenuRule[] = [
  { code: '/investmentUser/chargeRecord' },
  { code: '/investmentUser/divideRecode' },
]

/** Who holds the role vip has the investor menu and nothing else; only admin beside it widens that again (contract §6). */
export function isInvestorOnly(roles: readonly string[]): boolean {
  return roles.includes('vip') && !roles.includes('admin')
}

/** Menu codes of a caller: presentation only, every route checks its own permission (trust W10). */
export function menuCodes(
  rules: readonly MenuRule[],
  permissions: ReadonlySet<string>,
  roles: readonly string[] = [],
): { code: string }[] {
  const open = ({ anyOf, notFor }: MenuRule) =>
    !notFor?.some(role => roles.includes(role)) &&
    (!anyOf || permissions.has('*') || anyOf.some(permission => permissions.has(permission)))
  return (isInvestorOnly(roles) ? INVESTOR_MENUS : rules).filter(open).map(({ code }) => ({ code }))
}

/** The routes that are built; a page that is not does not appear. */
export const BUILT_MENUS: readonly MenuRule[] = [
  { code: 'home' },
  { code: 'deviceView', anyOf: ['assets.pile:read', 'assets.station:read'] },
  { code: 'station', anyOf: ['assets.station:read'] },
  { code: 'devicePole', anyOf: ['assets.pile:read'] },
  { code: 'operPrice', anyOf: ['pricing.policy:read'] },
  { code: 'polePrice', anyOf: ['pricing.policy:read'] },
  { code: 'orderMonitoring', anyOf: ['charging.order:read'] },
  { code: 'orderDeatil', anyOf: ['charging.order:read'] },
  { code: 'errOrderDetail', anyOf: ['charging.abnormal:read'] },
  { code: 'dailyBill', anyOf: ['finance.dailyBill:read'] },
  // A guest's account is nobody's own.
  { code: 'personalCenter', notFor: ['guest'] },
]
