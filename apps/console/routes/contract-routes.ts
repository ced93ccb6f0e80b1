/** Groups of the menu, in the contract's order (§2.3). `''` stands for pages outside any group. */
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

/** Which of the contract's lists a route comes from: §2.1, §2.3, or the alternative set at its end. */
export type RouteSet = 'public' | 'main' | 'alternative'

/**
 * Every route of the console contract §2.1–2.3: group → base path → children. A child `''` is the base path itself.
 * Spelling is the contract's, odd ones included: links and stored menus depend on it.
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

/** §2.1; pages outside the menu. */
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

/** Path of any route of the contract. */
export type RoutePath = PathsOf<typeof MAIN> | PathsOf<typeof ALTERNATIVE> | (typeof PUBLIC)[number]

/** Route meta of the contract (§3). */
export interface RouteMeta {
  /** Not in the menu. */
  readonly hidden?: true
  /** Page is built anew on each visit. */
  readonly noCache?: true
  /** Makes no tab (the contract's `nottagview`). */
  readonly noTab?: true
  /** Shown and open only when its name is among the menu codes (§6, `isauthor`). */
  readonly isAuthor?: true
  /** Open to holders of one of these roles only. */
  readonly roles?: readonly string[]
  /** Open without a session (§2.1). */
  readonly isOpen?: true
  /** Belongs to the shell itself, which serves it. */
  readonly isShell?: true
  /** In the top bar too (§2.2), under this word when it has one of its own (the contract's `toptitle`). */
  readonly top?: true | `shell.top.${string}`
  /** From the top bar it opens beside the console, in a tab of the browser. */
  readonly newTab?: true
  /** Menu entry that is shown as current while this hidden page is open. */
  readonly activeMenu?: RoutePath
}

const hidden = { hidden: true } as const
const open = { hidden: true, isOpen: true } as const
const shell = { hidden: true, noTab: true, isShell: true } as const
const isAuthor = { isAuthor: true } as const
const vip = { roles: ['vip'] } as const

const META: Partial<Record<RoutePath, RouteMeta>> = {
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
  '/device/deviceView': { top: 'shell.top.devices' },
  '/znyy/orderMonitoring': { top: 'shell.top.live' },
  '/cwdata2/orderDeatil': { top: 'shell.top.orders' },
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
  '/console/tenant': isAuthor,
  '/console/employee': isAuthor,
  '/basedata/type': isAuthor,
  '/basedata/typetree': isAuthor,
  '/basedata/model': isAuthor,
  '/basedata/protocol': isAuthor,
  '/basedata/manufacture': isAuthor,
}

export interface ContractRoute {
  readonly path: RoutePath
  /** Route name of the contract; not unique over all groups. */
  readonly name: string
  readonly group: Group | null
  readonly set: RouteSet
  /** Key of the title's word. */
  readonly title: `route.${RoutePath}`
  readonly meta: RouteMeta
}

function routeOf(path: RoutePath, group: Group | null, set: RouteSet): ContractRoute {
  return {
    path,
    name: path.slice(path.lastIndexOf('/') + 1),
    group,
    set,
    title: `route.${path}`,
    meta: META[path] ?? {},
  }
}

function expand(
  table: Partial<Record<Group, Readonly<Record<string, readonly string[]>>>>,
  set: RouteSet,
): ContractRoute[] {
  return GROUPS.flatMap(group =>
    Object.entries(table[group] ?? {}).flatMap(([base, children]) =>
      // The table's keys and children are what RoutePath is made of.
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

/** Route of a path without query; a trailing slash does not matter. */
export function routeAt(path: string): ContractRoute | undefined {
  return byPath.get(path.length > 1 ? path.replace(/\/+$/, '') : path)
}
