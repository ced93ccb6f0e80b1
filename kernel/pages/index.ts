export { isAllowed, isStaff, keepsRoute, type Visitor } from './access.ts'
export {
  codeOf,
  CONTRACT_ROUTES,
  type ContractRoute,
  DEFAULT_ROLE,
  type Group,
  GROUP_ICONS,
  GROUPS,
  type Icon,
  ICONS,
  routeAt,
  type RouteMeta,
  type RoutePath,
  type RouteSet,
} from './contract-routes.ts'
export { safeLink } from './external-link.ts'
export {
  consoleRoles,
  isInvestorOnly,
  joinRules,
  menuCodes,
  openPages,
  type PageCaller,
  type PageRule,
  type PageRules,
} from './page-rule.ts'
