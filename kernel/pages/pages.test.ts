import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  codeOf,
  CONTRACT_ROUTES,
  type ContractRoute,
  consoleRoles,
  GROUP_ICONS,
  GROUPS,
  ICONS,
  isAllowed,
  isStaff,
  joinRules,
  menuCodes,
  openPages,
  type PageRules,
  routeAt,
  type RoutePath,
  safeLink,
  type Visitor,
} from './index.ts'

const someone = (over: Partial<Visitor> = {}): Visitor => ({ user: { id: '7' }, roles: [], menus: [], ...over })
const codes = (...list: string[]) => list.map(code => ({ code }))
function routeOf(path: RoutePath): ContractRoute {
  const route = routeAt(path)
  if (!route) throw new Error(path)
  return route
}
const may = (path: RoutePath, visitor: Visitor | null) => isAllowed(routeOf(path), visitor)

describe('the registry', () => {
  test('has every route of the contract once', () => {
    expect(new Set(CONTRACT_ROUTES.map(route => route.path)).size).toBe(CONTRACT_ROUTES.length)
    // Counted by hand in the contract: 12 public, 14 + 27 + 26 + 22 + 29 + 2 + 1 + 2 + 19 + 1 of the groups, 11 alternative.
    expect(
      ['public', 'main', 'alternative'].map(set => CONTRACT_ROUTES.filter(route => route.set === set).length),
    ).toEqual([12, 143, 11])
  })

  test('hides what the contract marks hidden, in the menu groups', () => {
    const hidden = CONTRACT_ROUTES.filter(({ meta }) => meta.hidden && meta.group).map(({ path }) => path)
    expect(hidden).toEqual([
      '/fwgl/attachment',
      '/investment/project',
      '/investment/proportion',
      '/projectScheme/calculate',
      '/projectScheme/stationCalculate',
      '/operator/chargeAnalysis',
      '/operator/recordAnalysis',
      // Ours: an entry that leads nowhere, and what the user menu has.
      '/OperationAndMaintenance',
      '/console/personalCenter',
      '/help/index',
      '/help/about',
      '/test/icon',
      '/mqtt',
    ])
    expect(CONTRACT_ROUTES.filter(({ meta }) => meta.inUserMenu).map(({ path }) => path)).toEqual([
      '/console/personalCenter',
      '/help/index',
      '/help/about',
    ])
  })

  test('every group has a drawing, every icon is a known one', () => {
    expect(Object.keys(GROUP_ICONS)).toEqual([...GROUPS])
    const used = [...Object.values(GROUP_ICONS), ...CONTRACT_ROUTES.flatMap(({ meta }) => meta.icon ?? [])]
    expect(used.filter(icon => !ICONS.includes(icon))).toEqual([])
  })

  test('a trailing slash does not matter, an unknown path is unknown', () => {
    expect(routeAt('/device/station/')?.name).toBe('station')
    expect(routeAt('/device')).toBeUndefined()
    expect(routeAt('/')).toBeUndefined()
  })

  test('a code says one route: names that several have are said by path', () => {
    const all = CONTRACT_ROUTES.map(codeOf)
    expect(new Set(all).size).toBe(all.length)
    expect(codeOf(routeOf('/device/station'))).toBe('station')
    expect(codeOf(routeOf('/znyy/home'))).toBe('/znyy/home')
    expect(codeOf(routeOf('/investmentUser/chargeRecord'))).toBe('/investmentUser/chargeRecord')
  })
})

describe('who gets which route', () => {
  test('nobody: what is open; the shell serves its own pages', () => {
    expect(may('/device/station', null)).toBe(false)
    expect(may('/home', null)).toBe(false)
    expect([
      '/login',
      '/404',
      '/chargeAnalysis',
      '/recordAnalysis',
      '/divideRecodePay',
      '/statement',
    ] as const).toSatisfy((paths: RoutePath[]) => paths.every(path => may(path, null)))
    expect(may('/appCenter', null)).toBe(false)
    expect(may('/project', null)).toBe(false)
  })

  test('staff: the default role and the code, neither alone', () => {
    expect(may('/device/station', someone({ roles: ['adminRole'] }))).toBe(false)
    expect(may('/device/station', someone({ menus: codes('station') }))).toBe(false)
    expect(may('/device/station', someone({ roles: ['adminRole'], menus: codes('station') }))).toBe(true)
    // The code of one route is not that of another with the same name.
    expect(may('/znyy/home', someone({ roles: ['adminRole'], menus: codes('/home') }))).toBe(false)
  })

  test('admin passes role checks, but an isauthor route takes its code; the user with id 1 gets all', () => {
    const admin = someone({ roles: ['admin'] })
    expect(may('/device/station', admin)).toBe(true)
    expect(may('/investmentUser/chargeRecord', admin)).toBe(true)
    expect(may('/console/tenant', admin)).toBe(false)
    expect(may('/console/tenant', someone({ menus: codes('tenant') }))).toBe(true)
    const owner = someone({ user: { id: '1' } })
    expect(CONTRACT_ROUTES.filter(route => !isAllowed(route, owner))).toEqual([])
  })

  test('vip: home, the investor menu and the personal centre', () => {
    const all = CONTRACT_ROUTES.map(route => ({ code: codeOf(route) }))
    const investor = someone({ roles: consoleRoles(['vip']), menus: all })
    const kept = CONTRACT_ROUTES.filter(
      route => isAllowed(route, investor) && !route.meta.isOpen && !route.meta.isShell && !route.meta.isauthor,
    )
    expect(kept.map(route => route.path)).toEqual([
      '/home',
      '/investmentUser/chargeRecord',
      '/investmentUser/divideRecode',
      '/console/personalCenter',
    ])
    expect([isStaff(investor), isStaff(someone({ roles: consoleRoles(['vip', 'admin']) }))]).toEqual([false, true])
  })

  test('a disabled page opens for nobody', () => {
    const route = { ...routeOf('/home'), meta: { ...routeOf('/home').meta, disable: true as const } }
    expect(isAllowed(route, someone({ user: { id: '1' } }))).toBe(false)
  })
})

describe('the server says the same', () => {
  const PERMISSIONS = ['a.b:read', 'a.c:read', 'd.e:read'] as const
  const path = fc.constantFrom(...CONTRACT_ROUTES.map(route => route.path))
  const rule = fc.record(
    {
      anyOf: fc.subarray([...PERMISSIONS], { minLength: 1 }),
      notFor: fc.subarray(['guest', 'vip'], { minLength: 1 }),
    },
    { requiredKeys: [] },
  )
  const isKeepable = (at: RoutePath): boolean => routeOf(at).meta.isauthor === true
  const rules: fc.Arbitrary<PageRules> = fc
    .array(fc.tuple(path, rule, fc.boolean()), { maxLength: 30 })
    .map(entries =>
      Object.fromEntries(
        entries.map(([at, one, kept]) => [at, kept && isKeepable(at) ? { ...one, platformOnly: true as const } : one]),
      ),
    )
  const roles = fc.subarray(['guest', 'vip', 'admin', 'duty'])

  test('property: a client with the answer of the server opens what the server counted, of what is built', () => {
    fc.assert(
      fc.property(rules, roles, fc.subarray([...PERMISSIONS]), fc.boolean(), (pages, held, permissions, isPlatform) => {
        const caller = { roles: held, usable: new Set(held.includes('admin') ? ['*'] : permissions), isPlatform }
        const told = {
          user: { id: '7' },
          roles: [...consoleRoles(held), ...permissions],
          menus: menuCodes(pages, caller),
        }
        const open = new Set(openPages(pages, caller))
        for (const route of CONTRACT_ROUTES) {
          const isBuilt = pages[route.path] !== undefined
          if (!isBuilt || route.meta.isOpen || route.meta.isShell) continue
          expect(isAllowed(route, told), route.path).toBe(open.has(route.path))
        }
      }),
    )
  })

  test('property: a permission less never opens a page more (I-44)', () => {
    fc.assert(
      fc.property(
        rules,
        roles,
        fc.subarray([...PERMISSIONS]),
        fc.constantFrom(...PERMISSIONS),
        (pages, held, all, gone) => {
          const before = new Set(openPages(pages, { roles: held, usable: new Set(all) }))
          const after = openPages(pages, { roles: held, usable: new Set(all.filter(one => one !== gone)) })
          expect(after.filter(one => !before.has(one))).toEqual([])
        },
      ),
    )
  })

  test('a page opens by one of its permissions, to everybody without one, and not to whom it names', () => {
    const pages: PageRules = {
      '/home': {},
      '/device/deviceView': { anyOf: ['a.b:read', 'a.c:read'] },
      '/console/personalCenter': { notFor: ['guest'] },
      '/investmentUser/chargeRecord': { anyOf: ['d.e:read'] },
    }
    const open = (roles: string[], ...permissions: string[]) =>
      menuCodes(pages, { roles, usable: new Set(permissions) }).map(({ code }) => code)
    expect(open([])).toEqual(['/home', 'personalCenter'])
    expect(open([], 'a.c:read')).toEqual(['/home', 'deviceView', 'personalCenter'])
    expect(open([], 'd.e:read')).toEqual(['/home', 'personalCenter'])
    expect(open(['guest'], 'a.b:read')).toEqual(['/home', 'deviceView'])
    expect(open(['vip'], 'a.b:read')).toEqual(['/home', 'personalCenter'])
    expect(open(['vip'], 'd.e:read')).toEqual(['/home', '/investmentUser/chargeRecord', 'personalCenter'])
    expect(open(['vip', 'admin'], '*')).toHaveLength(4)
  })

  test('a page of the platform is for its own people, whatever others may; only where the client asks for the code', () => {
    const pages: PageRules = { '/console/tenant': { platformOnly: true, anyOf: ['a.b:read'] } }
    const open = (isPlatform: boolean, ...permissions: string[]) =>
      menuCodes(pages, { roles: ['admin'], usable: new Set(permissions), isPlatform }).length
    expect([open(true, '*'), open(true, 'a.b:read'), open(true), open(false, '*'), open(false, 'a.b:read')]).toEqual([
      1, 1, 0, 0, 0,
    ])
    expect(menuCodes(pages, { roles: ['admin'], usable: new Set(['*']) })).toEqual([])
    expect(() => joinRules([{ name: 'a', pages: { '/console/log': { platformOnly: true } } }])).toThrow('/console/log')
    expect(joinRules([{ name: 'a', pages }])).toEqual(pages)
  })

  test('two modules cannot claim one page', () => {
    expect(joinRules([{ name: 'a', pages: { '/home': {} } }, { name: 'b' }])).toEqual({ '/home': {} })
    const twice = [
      { name: 'a', pages: { '/home': {} } },
      { name: 'b', pages: { '/home': {} } },
    ]
    expect(() => joinRules(twice)).toThrow('/home is claimed by a and b')
  })
})

describe('links out of the console (R-37)', () => {
  test('a path of ours and https; nothing that runs, nothing that only looks like a path', () => {
    expect(safeLink('/partner/goods?a=1')).toBe('/partner/goods?a=1')
    expect(safeLink('https://goods.example/x')).toBe('https://goods.example/x')
    const bad = [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'java\tscript:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,x',
      'http://plain.example/',
      '//other.example/',
      '/\\other.example/',
      '/\t/other.example/',
      'https://user@bank.example/',
      'vbscript:x',
      'blob:https://x/y',
      '',
      'goods',
    ]
    expect(bad.filter(link => safeLink(link) !== null)).toEqual([])
  })

  test('property: what passes stays on this origin or is https', () => {
    const parts = fc.constantFrom(
      '/',
      '\\',
      ':',
      'https',
      'http',
      'javascript',
      '//',
      '@',
      '.',
      'a',
      '\t',
      '\n',
      ' ',
      '?',
      '#',
      '%2f',
    )
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), words => {
        const link = safeLink(words.join(''))
        if (link === null) return
        const seen = new URL(link, 'https://console.example/jkweb/')
        expect([seen.protocol, link.startsWith('/') && seen.host !== 'console.example']).toEqual(['https:', false])
      }),
      { numRuns: 2_000 },
    )
  })
})
