/** Menu groups in the contract's order (§2.3). Pages outside the menu have no group. */
export const GROUPS = [
  'zcgl',
  'znyx',
  'znyy',
  'cwfx',
  'se',
  'pv',
  'OperationAndMaintenance',
  'inv',
  'system',
  'apps',
  'datav',
  'cec',
  'vip',
] as const
export type Group = (typeof GROUPS)[number]

/** Icon of each group. */
export const GROUP_ICONS: Readonly<Record<Group, Icon>> = {
  zcgl: 'thunderbolt',
  znyx: 'gift',
  znyy: 'dashboard',
  cwfx: 'account-book',
  se: 'hdd',
  pv: 'sun',
  OperationAndMaintenance: 'tool',
  inv: 'line-chart',
  system: 'setting',
  apps: 'appstore',
  datav: 'screen',
  cec: 'api',
  vip: 'wallet',
}

/**
 * Role of everybody who works in the console. A route without roles is for its holders (contract §6, `adminRole`). The server
 * gives it to everybody but investors; it grants no call.
 */
export const DEFAULT_ROLE = 'adminRole'

/** The contract's list that a route comes from: §2.1, §2.3, or the alternative set at the end of §2.3. */
export type RouteSet = 'public' | 'main' | 'alternative'

/**
 * Routes of the console contract §2.1–2.3: group → base path → children. A child `''` is the base path itself. The spelling is
 * the contract's, odd ones included, because links and stored menus depend on it.
 */
const MAIN = {
  zcgl: {
    '/device': ['deviceView', 'station', 'devicePole', 'bicycle', 'deviceLock', 'deviceMeter', 'DeviceTransformer'],
    '/pricePollcya': ['CECUser', 'StationAudit', 'AuthStation', 'company'],
    '/pricePollcy': ['operPrice', 'intelligentPricing', 'polePrice'],
  },
  znyx: {
    '/market': ['channel', 'cost-trends', 'act-invest', 'vipTrends'],
    '/videos': ['stationTask', 'videoList', 'taskManagement'],
    '/activity': ['act', 'couponDef', 'chargeMoney', 'notice', 'remindActivity', 'messageActivity', 'appletActivity'],
    '/partner': ['merchant', 'clerk', 'goods', 'eatBill', 'insteadBill'],
    '/hyyx': ['agent', 'agent2', 'AgentLogs', 'vipRule', 'marketCost'],
    '/clubCard': ['management'],
    '/advertisement': ['pageRegister', 'bannerSetting'],
  },
  znyy: {
    '/smartOperation': [''],
    '/chargingPoint': [''],
    '/znyy': ['home', 'orderMonitoring'],
    '/yybb': ['PandectReport', 'OperationReportHome', 'MemberAnalyse', 'SiteAnalysis', 'queryReport'],
    '/fwgl': ['notify', 'feedback', 'userComment', 'userInvoice', 'contractTemplate', 'contract', 'attachment'],
    '/minApp': ['AppHome', 'AppPath', 'businessCard'],
    '/enterprise': ['userManagement'],
    '/invest': ['project', 'projectCost', 'projectEarnings', 'investorArticle', 'investor'],
    '/user': ['investor'],
  },
  cwfx: {
    '/cwdata2': ['aggregationOrder', 'orderDeatil', 'poleOrderDeatil', 'errOrderDetail'],
    '/cwdata3': ['aggregationBill', 'inBillHome', 'orderBillHome'],
    '/cwdata4': ['AccountPayable', 'ReceivablePayable', 'TradeNBill', 'dailyBill', 'AdvancePayment'],
    '/wallet': ['VipAccount', 'buyBill', 'refundBill', 'coupon', 'return', 'reward'],
    '/billSeting': ['BillPrice', 'electricityBill'],
    '/investment': ['account', 'investmentDivision'],
  },
  se: {
    '/storedEnergy': ['platformConf', 'stationInfo'],
    '/centerControl': ['stationMonitor', 'stationReport', 'equipmentDeployment'],
    '/bill': ['bill', 'divideRecode'],
    '/storedEnergyPrice': ['price', 'recordPrice', 'chargeRecord', 'template'],
    '/investment': ['divideProportion', 'project', 'proportion', 'stationUserApply'],
    '/projectScheme': [
      'electricityBillParser',
      'powerFile',
      'projectScheme',
      'stationScheme',
      'calculate',
      'stationCalculate',
      'projectSchemeSalesman',
    ],
    '/operator': ['chargeAnalysis', 'recordAnalysis', 'deviceView7', 'deviceView8', 'earningsStatement'],
    '/salesman': ['salesman', 'salesmanTeam'],
  },
  pv: { '/photovoltaic': ['pvMonitor'], '/photovoltaicDeployment': ['photovoltaicMapping'] },
  OperationAndMaintenance: { '/OperationAndMaintenance': [''] },
  inv: { '/investmentUser': ['chargeRecord', 'divideRecode'] },
  system: {
    '/console': ['tenant', 'org', 'employee', 'role', 'menuemanage', 'dict', 'personalCenter', 'log', 'MessageParsing'],
    '/sysconfig': ['cfgSchedule'],
    '/basedata': ['type', 'typetree', 'model', 'protocol', 'manufacture'],
    '/help': ['index', 'about'],
    '/test': ['icon'],
    '/mqtt': [''],
  },
  apps: { '/apps': ['appCenter'] },
} as const satisfies Partial<Record<Group, Readonly<Record<string, readonly string[]>>>>

const ALTERNATIVE = {
  vip: { '/vip': ['collect', 'cashout'] },
  znyy: { '/znyy': ['carMonitor', 'chargingMonitor', 'chargeHistory', 'billItem', 'warnChargeHistory'] },
  cec: { '/cec': [''] },
  datav: { '/sjdp': ['index'], '/datav': ['device', 'finance'] },
} as const satisfies Partial<Record<Group, Readonly<Record<string, readonly string[]>>>>

/** Pages outside the menu (§2.1). */
const PUBLIC = [
  '/home',
  '/login',
  '/auth-redirect',
  '/404',
  '/401',
  '/redirect',
  '/appCenter',
  '/chargeAnalysis',
  '/recordAnalysis',
  '/divideRecodePay',
  '/project',
  '/statement',
] as const

type PathsOf<T> = {
  [G in keyof T]: {
    [B in keyof T[G] & string]: T[G][B] extends readonly (infer C extends string)[]
      ? C extends ''
        ? B
        : `${B}/${C}`
      : never
  }[keyof T[G] & string]
}[keyof T]

/** Path of a route of the contract. */
export type RoutePath = PathsOf<typeof MAIN> | PathsOf<typeof ALTERNATIVE> | (typeof PUBLIC)[number]

/** Icon names of menu entries; the shell maps each to a drawing. */
export const ICONS = [
  'account-book',
  'alert',
  'api',
  'appstore',
  'audit',
  'bank',
  'bar-chart',
  'bell',
  'book',
  'bulb',
  'calendar',
  'camera',
  'car',
  'cloud',
  'cluster',
  'compass',
  'contacts',
  'control',
  'credit-card',
  'customer-service',
  'dashboard',
  'database',
  'deployment-unit',
  'experiment',
  'file-text',
  'flag',
  'fund',
  'gift',
  'global',
  'hdd',
  'heart',
  'home',
  'idcard',
  'inbox',
  'line-chart',
  'link',
  'lock',
  'mail',
  'message',
  'mobile',
  'notification',
  'percentage',
  'phone',
  'pie-chart',
  'printer',
  'profile',
  'project',
  'qrcode',
  'question-circle',
  'rocket',
  'safety',
  'scan',
  'schedule',
  'screen',
  'setting',
  'shop',
  'shopping-cart',
  'solution',
  'star',
  'sun',
  'table',
  'tag',
  'team',
  'thunderbolt',
  'tool',
  'trophy',
  'truck',
  'user',
  'video-camera',
  'wallet',
  'wifi',
] as const
export type Icon = (typeof ICONS)[number]

/** Route meta of the contract (§3), under its names. Fields that start with "Ours" are not in the contract. */
export interface RouteMeta {
  /** Key of the title's text. */
  readonly title: `route.${RoutePath}`
  /** Key of its text in the top navigation, where that differs. */
  readonly toptitle?: `shell.top.${string}`
  /** Icon of the route; that of the group when absent. */
  readonly icon?: Icon
  /** Roles of which one is needed; `DEFAULT_ROLE` when absent. */
  readonly roles?: readonly string[]
  readonly group: Group | null
  /** Colours of the page, overriding the person's choice: wall screens are dark. */
  readonly theme?: 'dark' | 'light'
  /** Nobody can open it, though it may be shown. */
  readonly disable?: true
  /** Opening it makes no tab. */
  readonly nottagview?: true
  /** Not in the menu. */
  readonly hidden?: true
  /** The page is built anew on each visit. */
  readonly noCache?: true
  /** Shown and open only when its code is among the menu codes that the server sent (§6). */
  readonly isauthor?: true
  /** Target outside the console, opened in a tab of its own: a path of this origin or an https address. */
  readonly externalLink?: string
  /** Ours: open without a session (§2.1). */
  readonly isOpen?: true
  /** Ours: the shell itself serves it. */
  readonly isShell?: true
  /** Ours: shown in the top navigation (§2.2 speaks of routes flagged as top). */
  readonly top?: true
  /** Ours: the top navigation opens it in a new browser tab. */
  readonly newTab?: true
  /** Ours: a page of the person or about the product; the user menu has it instead of the sidebar. */
  readonly inUserMenu?: true
  /** Ours: menu entry that is shown as current while this hidden page is open. */
  readonly activeMenu?: RoutePath
}

/** Meta that differs from the default of a route. */
type OwnMeta = Omit<RouteMeta, 'title' | 'group'>

const hidden = { hidden: true } as const
const open = { hidden: true, isOpen: true } as const
const shell = { hidden: true, nottagview: true, isShell: true } as const
const isauthor = { isauthor: true } as const
const vip = { roles: ['vip'] } as const
/** Hidden by the product: an operator shows it again in the menu management. */
const userMenu = { hidden: true, inUserMenu: true } as const
/** A wall screen, for dark and bright rooms. */
const screen = { theme: 'dark' } as const

const META: Partial<Record<RoutePath, OwnMeta>> = {
  // Investors start there too: it holds the business of their own stations (decision 388).
  '/home': { icon: 'home', roles: [DEFAULT_ROLE, 'vip'] },
  '/login': { ...shell, isOpen: true },
  '/auth-redirect': { ...shell, isOpen: true },
  '/404': { ...shell, isOpen: true },
  '/401': shell,
  '/redirect': shell,
  '/appCenter': hidden,
  '/project': hidden,
  '/chargeAnalysis': open,
  '/recordAnalysis': open,
  '/divideRecodePay': open,
  '/statement': open,
  '/device/deviceView': { top: true, toptitle: 'shell.top.devices' },
  '/znyy/orderMonitoring': { top: true, toptitle: 'shell.top.live' },
  '/cwdata2/orderDeatil': { top: true, toptitle: 'shell.top.orders' },
  '/partner/goods': { top: true, newTab: true },
  '/fwgl/attachment': { ...hidden, activeMenu: '/fwgl/contract' },
  '/investment/project': { ...hidden, activeMenu: '/investment/divideProportion' },
  '/investment/proportion': { ...hidden, activeMenu: '/investment/divideProportion' },
  '/projectScheme/calculate': { ...hidden, activeMenu: '/projectScheme/projectScheme' },
  '/projectScheme/stationCalculate': { ...hidden, activeMenu: '/projectScheme/stationScheme' },
  '/operator/chargeAnalysis': hidden,
  '/operator/recordAnalysis': hidden,
  '/test/icon': hidden,
  '/mqtt': hidden,
  '/investmentUser/chargeRecord': vip,
  '/investmentUser/divideRecode': vip,
  // The contract's group without children (§2.3): an entry that leads nowhere is not offered (docs/decisions/0379-one-header-line.md).
  '/OperationAndMaintenance': hidden,
  '/console/personalCenter': { ...userMenu, roles: [DEFAULT_ROLE, 'vip'] },
  '/help/index': userMenu,
  '/help/about': userMenu,
  '/console/tenant': isauthor,
  '/console/employee': isauthor,
  '/basedata/type': isauthor,
  '/basedata/typetree': isauthor,
  '/basedata/model': isauthor,
  '/basedata/protocol': isauthor,
  '/basedata/manufacture': isauthor,
  '/sjdp/index': screen,
  '/datav/device': screen,
  '/datav/finance': screen,
}

export interface ContractRoute {
  readonly path: RoutePath
  /** Route name of the contract; not unique over all groups. */
  readonly name: string
  readonly set: RouteSet
  readonly meta: RouteMeta
}

function routeOf(path: RoutePath, group: Group | null, set: RouteSet): ContractRoute {
  return {
    path,
    name: path.slice(path.lastIndexOf('/') + 1),
    set,
    meta: { title: `route.${path}`, group, ...META[path] },
  }
}

function expand(
  table: Partial<Record<Group, Readonly<Record<string, readonly string[]>>>>,
  set: RouteSet,
): ContractRoute[] {
  return GROUPS.flatMap(group =>
    Object.entries(table[group] ?? {}).flatMap(([base, children]) =>
      // RoutePath is made of exactly these keys and children.
      children.map(child => routeOf((child === '' ? base : `${base}/${child}`) as RoutePath, group, set)),
    ),
  )
}

/** All routes of the contract, built or not. */
export const CONTRACT_ROUTES: readonly ContractRoute[] = [
  ...PUBLIC.map(path => routeOf(path, null, 'public')),
  ...expand(MAIN, 'main'),
  ...expand(ALTERNATIVE, 'alternative'),
]

const byPath: ReadonlyMap<string, ContractRoute> = new Map(CONTRACT_ROUTES.map(route => [route.path, route]))

/** Returns the route of a path without query; undefined when there is none. Trailing slashes are ignored. */
export function routeAt(path: string): ContractRoute | undefined {
  return byPath.get(path.length > 1 ? path.replace(/\/+$/, '') : path)
}

const timesOfName = new Map<string, number>()
for (const { name } of CONTRACT_ROUTES) timesOfName.set(name, (timesOfName.get(name) ?? 0) + 1)

/** Returns the menu code of a route: its name in the contract, or its path where several routes share the name. */
export function codeOf({ name, path }: ContractRoute): string {
  return timesOfName.get(name) === 1 ? name : path
}
