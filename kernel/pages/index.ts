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
export { helpTopicOf } from './help-topic.ts'
export {
  type Badge,
  BADGES,
  groupOfPage,
  kindOfKey,
  type LayoutEntry,
  type LayoutGroup,
  layoutOf,
  type MenuChange,
  menuOfVisitor,
  titleKey,
  visibleMenu,
} from './menu-layout.ts'
export { FEW, type MenuRun, runsOf, type Section, SECTIONS } from './menu-sections.ts'
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
