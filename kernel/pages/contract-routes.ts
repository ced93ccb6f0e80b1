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

/** Drawing of each group. */
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
 * Role of whoever works in the console: a route that names no role is for its holders (contract §6, `adminRole`). The
 * server gives it to everybody but investors; it opens no call.
 */
export const DEFAULT_ROLE = 'adminRole'

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

/** Drawing beside an entry of the menu; the shell knows what each word looks like. */
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

/** Route meta of the contract (§3), under its names; what is ours says so. */
export interface RouteMeta {
  /** Key of the title's word. */
  readonly title: `route.${RoutePath}`
  /** Key of its word in the top navigation, where it has one of its own. */
  readonly toptitle?: `shell.top.${string}`
  /** Its own drawing; the group's when absent. */
  readonly icon?: Icon
  /** Open to holders of one of these roles; `DEFAULT_ROLE` when absent. */
  readonly roles?: readonly string[]
  readonly group: Group | null
  /** Colours of the page whatever the person has chosen: screens that hang on a wall are dark. */
  readonly theme?: 'dark' | 'light'
  /** Cannot be opened by anybody, though it may be shown. */
  readonly disable?: true
  /** Makes no tab. */
  readonly nottagview?: true
  /** Not in the menu. */
  readonly hidden?: true
  /** Page is built anew on each visit. */
  readonly noCache?: true
  /** Shown and open only when its code is among the menu codes that the server sent (§6). */
  readonly isauthor?: true
  /** Leads out of the console, in a tab of its own: a path of this origin or an https address. */
  readonly externalLink?: string
  /** Ours: open without a session (§2.1). */
  readonly isOpen?: true
  /** Ours: belongs to the shell itself, which serves it. */
  readonly isShell?: true
  /** Ours: in the top navigation (§2.2 speaks of routes flagged as top). */
  readonly top?: true
  /** Ours: from the top navigation it opens beside the console, in a tab of the browser. */
  readonly newTab?: true
  /** Ours: menu entry that is shown as current while this hidden page is open. */
  readonly activeMenu?: RoutePath
}

/** What most routes say nothing of. */
type OwnMeta = Omit<RouteMeta, 'title' | 'group'>

const hidden = { hidden: true } as const
const open = { hidden: true, isOpen: true } as const
const shell = { hidden: true, nottagview: true, isShell: true } as const
const isauthor = { isauthor: true } as const
const vip = { roles: ['vip'] } as const
/** Hangs on a wall, in a dark room or a bright one. */
const screen = { theme: 'dark' } as const

const META: Partial<Record<RoutePath, OwnMeta>> = {
  '/home': { icon: 'home' },
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
  '/console/personalCenter': { roles: [DEFAULT_ROLE, 'vip'] },
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

const timesOfName = new Map<string, number>()
for (const { name } of CONTRACT_ROUTES) timesOfName.set(name, (timesOfName.get(name) ?? 0) + 1)

/** Menu code of a route: its name as in the contract, or its path where several routes have that name. */
export function codeOf({ name, path }: ContractRoute): string {
  return timesOfName.get(name) === 1 ? name : path
}
