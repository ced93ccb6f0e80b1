import { linkToRecord, type Me, setCanOpen } from '@wattyard/console-kit'
import { CONTRACT_ROUTES, GROUPS, routeAt } from '@wattyard/pages'
import { expect, test } from 'vitest'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import zh from '../locales/zh.json' with { type: 'json' }
import { crumbsOf, menuOf, searchMenu, userMenuRoutesOf } from '../layout/menu-tree.ts'
import { builtRoutes, MODULES, PAGES, pagesOf, REGISTERED, registerModules } from './modules.ts'

const someone = (over: Partial<Me> = {}): Me => ({
  user: { id: '7', name: 'Li', loginName: 'li' },
  menus: [],
  roles: [],
  permissions: [],
  company: null,
  ...over,
})
const routes = (...paths: string[]) => CONTRACT_ROUTES.filter(route => paths.includes(route.path))

test('every route and group of the contract has a title in three languages', () => {
  const paths = CONTRACT_ROUTES.map(route => route.path)
  for (const words of [zh, en, es]) {
    expect(Object.keys(words.route).sort()).toEqual([...paths].sort())
    expect(Object.keys(words.group).sort()).toEqual([...GROUPS].sort())
    expect(Object.values(words.route).filter(title => title.trim() === '')).toEqual([])
  }
})

test('lists the built pages', () => {
  const built = builtRoutes()
  // oxlint-disable-next-line no-console -- printing the count is what the test is for
  console.info(
    `routes of the contract: ${built.length} of ${CONTRACT_ROUTES.length} built (${built.map(route => route.path).join(', ')})`,
  )
  for (const path of PAGES.keys()) expect(routeAt(path), `${path} is no route of the contract`).toBeDefined()
  const names = MODULES.map(module => module.name)
  expect(new Set(names).size).toBe(names.length)
  expect(REGISTERED.map(one => one.name).filter(name => !names.includes(name))).toEqual([])
})

test('a page loads the words of every module that draws something on it', () => {
  registerModules()
  setCanOpen(() => true)
  const missing: string[] = []
  let parts = 0
  for (const { name, details = [], panes = [] } of MODULES) {
    const paths = [
      ...details.map(({ resource }) => linkToRecord(resource, '1') ?? `${resource} has no page`),
      ...panes.map(({ page }) => page),
    ]
    for (const path of paths.map(one => one.split('?')[0] ?? '')) {
      const page = PAGES.get(path)
      // People are drawn on the page of employees, whose path is not theirs.
      if (!page) continue
      parts++
      if (page.module !== name && !page.entry.words?.includes(name)) missing.push(`${path} needs the words of ${name}`)
    }
  }
  expect(parts).toBeGreaterThan(8)
  expect(missing).toEqual([])
})

test('two modules cannot claim one route', () => {
  const pages = { '/home': { load: async () => ({ Page: () => null }), stations: 'notNarrowed' as const } }
  expect(() =>
    pagesOf([
      { name: 'a', pages },
      { name: 'b', pages },
    ]),
  ).toThrow('/home is claimed by a and b')
})

test('the menu has only built and allowed pages; empty groups and hidden routes are left out', () => {
  const built = routes('/device/station', '/cwdata4/dailyBill', '/fwgl/attachment', '/home')
  const staff = someone({ roles: ['adminRole'], menus: [{ code: 'station' }, { code: 'attachment' }] })
  expect(menuOf(built, staff).map(({ group, routes: list }) => [group, list.map(route => route.path)])).toEqual([
    ['zcgl', ['/device/station']],
  ])
  const all = menuOf(built, someone({ roles: ['admin'] }))
  expect(all.map(({ group }) => group)).toEqual(['zcgl', 'cwfx'])
  const words = new Map<string, string>([
    ...Object.entries(zh.route).map(([path, word]) => [`route.${path}`, word] as const),
    ...Object.entries(zh.group).map(([key, word]) => [`group.${key}`, word] as const),
  ])
  const say = (key: string): string => words.get(key) ?? ''
  expect(searchMenu(all, '充电', say).map(({ group }) => group)).toEqual(['zcgl'])
  expect(searchMenu(all, '财务', say).flatMap(({ routes: list }) => list.map(route => route.path))).toEqual([
    '/cwdata4/dailyBill',
  ])
  expect(searchMenu(all, 'nothing', say)).toEqual([])
})

test('investors have their own group, without the pages that everybody has', () => {
  const own = routes('/home', '/device/station', '/console/org', '/investmentUser/chargeRecord')
  const menus = [{ code: '/investmentUser/chargeRecord' }, { code: 'org' }]
  expect(menuOf(own, someone({ roles: ['vip'], menus })).map(({ group }) => group)).toEqual(['inv'])
  expect(menuOf(own, someone({ roles: ['adminRole'], menus })).map(({ group }) => group)).toEqual(['system'])
})

test('a group without children is an entry itself', () => {
  const shown = { menu: [{ key: '/OperationAndMaintenance', hidden: false }] }
  const [group] = menuOf(routes('/OperationAndMaintenance'), { ...someone({ roles: ['admin'] }), wording: shown })
  expect(group).toMatchObject({ group: 'OperationAndMaintenance', leaf: { key: '/OperationAndMaintenance' } })
  expect(menuOf(routes('/cec', '/device/station'), someone({ roles: ['admin'] })).map(one => one.leaf?.key)).toEqual([
    undefined,
    '/cec',
  ])
  expect(menuOf([], someone({ roles: ['admin'] }))).toEqual([])
})

test('nothing in the menu leads nowhere, unless the operator wants it there', () => {
  expect(menuOf(routes('/OperationAndMaintenance'), someone({ roles: ['admin'] }))).toEqual([])
})

test('the user menu has the person’s pages and those about the product; what the operator hides is gone there too', () => {
  const built = routes('/console/personalCenter', '/console/org', '/help/index', '/help/about')
  const admin = someone({ roles: ['admin'] })
  expect(menuOf(built, admin).flatMap(group => group.routes.map(route => route.path))).toEqual(['/console/org'])
  expect(userMenuRoutesOf(built, admin).map(({ path }) => path)).toEqual([
    '/console/personalCenter',
    '/help/index',
    '/help/about',
  ])
  const hidden = ['/console/personalCenter', '/help/about'].map(key => ({ key, hidden: true }))
  expect(userMenuRoutesOf(built, { ...admin, wording: { menu: hidden } }).map(({ path }) => path)).toEqual([
    '/console/personalCenter',
    '/help/index',
  ])
  const back = { menu: [{ key: '/help/index', hidden: false }] }
  expect(menuOf(built, { ...admin, wording: back }).flatMap(group => group.routes.map(route => route.path))).toEqual([
    '/console/org',
    '/help/index',
  ])
  expect(userMenuRoutesOf(built, someone({ menus: [{ code: 'personalCenter' }], roles: ['vip'] }))).toHaveLength(1)
})

test('the breadcrumb starts at home and does not repeat it', () => {
  const say = (key: string): string => key
  expect(crumbsOf(routeAt('/home'), say)).toEqual([{ title: 'route./home' }])
  expect(crumbsOf(routeAt('/device/station'), say)).toEqual([
    { title: 'route./home', path: '/home' },
    { title: 'group.zcgl' },
    { title: 'route./device/station' },
  ])
  expect(crumbsOf(routeAt('/OperationAndMaintenance'), say)).toEqual([
    { title: 'route./home', path: '/home' },
    { title: 'route./OperationAndMaintenance' },
  ])
})
