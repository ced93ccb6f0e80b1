import type { Me } from '@wattyard/console-kit'
import { expect, test } from 'vitest'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import zh from '../locales/zh.json' with { type: 'json' }
import { crumbsOf, menuOf, searchMenu } from '../layout/menu-tree.ts'
import { isAllowed } from './access.ts'
import { CONTRACT_ROUTES, GROUPS, routeAt } from './contract-routes.ts'
import { builtRoutes, MODULES, PAGES, pagesOf } from './modules.ts'

const someone = (over: Partial<Me> = {}): Me => ({
  user: { id: '7', name: 'Li', loginName: 'li' },
  menus: [],
  roles: [],
  permissions: [],
  company: null,
  ...over,
})
const routes = (...paths: string[]) => CONTRACT_ROUTES.filter(route => paths.includes(route.path))
const may = (path: string, me: Me | null): boolean => routes(path).every(route => isAllowed(route, me))

test('every route of the contract is there once, with a title in three languages', () => {
  const paths = CONTRACT_ROUTES.map(route => route.path)
  expect(new Set(paths).size).toBe(paths.length)
  // Counted by hand in the contract: 12 public, 14 + 27 + 26 + 22 + 29 + 2 + 1 + 2 + 19 + 1 of the groups, 11 alternative.
  expect(
    ['public', 'main', 'alternative'].map(set => CONTRACT_ROUTES.filter(route => route.set === set).length),
  ).toEqual([12, 143, 11])
  for (const words of [zh, en, es]) {
    expect(Object.keys(words.route).sort()).toEqual([...paths].sort())
    expect(Object.keys(words.group).sort()).toEqual([...GROUPS].sort())
    expect(Object.values(words.route).filter(title => title.trim() === '')).toEqual([])
  }
})

test('what is built (printed for whoever asks how far we are)', () => {
  const built = builtRoutes()
  // oxlint-disable-next-line no-console -- printing the count is what the test is for
  console.info(
    `routes of the contract: ${built.length} of ${CONTRACT_ROUTES.length} built (${built.map(route => route.path).join(', ')})`,
  )
  for (const path of PAGES.keys()) expect(routeAt(path), `${path} is no route of the contract`).toBeDefined()
  expect(new Set(MODULES.map(module => module.name)).size).toBe(MODULES.length)
})

test('two modules cannot claim one route', () => {
  const door = (name: string) => ({
    name,
    pages: { '/home': { load: async () => ({ Page: () => null }) } },
    locales: {
      zh: async () => ({ default: {} }),
      en: async () => ({ default: {} }),
      es: async () => ({ default: {} }),
    },
  })
  expect(() => pagesOf([door('a'), door('b')])).toThrow('/home is claimed by a and b')
})

test('who gets which route', () => {
  expect(may('/device/station', null)).toBe(false)
  expect(may('/device/station', someone())).toBe(false)
  expect(may('/device/station', someone({ menus: [{ code: 'station' }] }))).toBe(true)
  expect(may('/device/station', someone({ roles: ['admin'] }))).toBe(true)
  expect(may('/device/station', someone({ user: { id: '1', name: 'root', loginName: 'root' } }))).toBe(true)
  expect(may('/investmentUser/chargeRecord', someone({ menus: [{ code: 'chargeRecord' }] }))).toBe(false)
  expect(may('/investmentUser/chargeRecord', someone({ roles: ['vip'] }))).toBe(true)
  expect(may('/basedata/model', someone({ roles: ['vip'] }))).toBe(false)
  expect(may('/basedata/model', someone({ menus: [{ code: 'model' }] }))).toBe(true)
  expect(may('/home', someone())).toBe(true)
  const investor = someone({ roles: ['vip'], menus: [{ code: 'station' }] })
  expect(['/home', '/device/station'].map(path => may(path, investor))).toEqual([false, false])
  expect(may('/console/personalCenter', investor)).toBe(true)
  expect(may('/home', someone({ roles: ['vip', 'admin'] }))).toBe(true)
  expect(may('/statement', null)).toBe(true)
})

test('the menu has only what is built and allowed; empty groups hide; hidden routes stay out', () => {
  const built = routes('/device/station', '/cwdata4/dailyBill', '/fwgl/attachment', '/home')
  expect(
    menuOf(built, someone({ menus: [{ code: 'station' }, { code: 'attachment' }] })).map(({ group, routes: list }) => [
      group,
      list.map(route => route.path),
    ]),
  ).toEqual([['zcgl', ['/device/station']]])
  const all = menuOf(built, someone({ roles: ['admin'] }))
  expect(all.map(({ group }) => group)).toEqual(['zcgl', 'cwfx'])
  const own = routes('/home', '/device/station', '/console/personalCenter', '/investmentUser/chargeRecord')
  expect(menuOf(own, someone({ roles: ['vip'] })).map(({ group }) => group)).toEqual(['inv'])
  const title = (route: { path: string }): string =>
    Object.entries(zh.route).find(([path]) => path === route.path)?.[1] ?? ''
  expect(searchMenu(all, '充电', title, group => zh.group[group]).map(({ group }) => group)).toEqual(['zcgl'])
  expect(
    searchMenu(all, '财务', title, group => zh.group[group]).flatMap(({ routes: list }) =>
      list.map(route => route.path),
    ),
  ).toEqual(['/cwdata4/dailyBill'])
  expect(searchMenu(all, 'nothing', title, group => zh.group[group])).toEqual([])
})

test('the breadcrumb starts at home and does not repeat it', () => {
  const say = (key: string): string => key
  expect(crumbsOf(routeAt('/home'), say)).toEqual([{ title: 'route./home' }])
  expect(crumbsOf(routeAt('/device/station'), say)).toEqual([
    { title: 'route./home', path: '/home' },
    { title: 'group.zcgl' },
    { title: 'route./device/station' },
  ])
})

test('a trailing slash does not matter, an unknown path is unknown', () => {
  expect(routeAt('/device/station/')?.name).toBe('station')
  expect(routeAt('/device')).toBeUndefined()
  expect(routeAt('/')).toBeUndefined()
})
