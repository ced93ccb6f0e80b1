import { pathNames } from '@wattyard/calls'
import { tenantTables } from '@wattyard/server-kit'
import { callerWith, pathInputs } from '@wattyard/testing'
import { afterAll, expect, test } from 'vitest'
import { requiredInputs } from './route-inputs.ts'
import { administrator, conformanceWorld } from './world.ts'

const world = await conformanceWorld()
afterAll(() => world.close())

const routes = world.server.app.routes()
const methodsOf = (method: (typeof routes)[number]['method']) => (typeof method === 'string' ? [method] : method)
/** One entry per route and method. */
const calls = routes.flatMap(route => methodsOf(route.method).map(method => ({ ...route, method })))

test('there are routes to check', () => {
  const open = routes.filter(route => route.access === 'public').map(route => route.path)
  console.log(`conformance: ${routes.length} routes, ${open.length} of them public: ${open.join(' ')}`)
  expect(routes.length).toBeGreaterThan(0)
})

test('what a definition makes says what it answers', () => {
  const told = routes.filter(route => route.output)
  console.log(
    `conformance: ${told.length} of ${routes.length} routes say what they answer; each answer in a test is held to it`,
  )
  const owed = world.served.flatMap(({ resource: { path, exchange, writes } }) =>
    [
      'list',
      'get',
      'select',
      'history',
      ...(writes === 'crud' ? ['save', 'del'] : []),
      ...(exchange?.import ? ['import'] : []),
    ].map(action => `/api/${path}/${action}`),
  )
  expect(owed.length).toBeGreaterThan(0)
  expect(owed.filter(path => !told.some(route => route.path === path))).toEqual([])
})

test('a named part of a path is an input that its route cannot do without', () => {
  const named = routes.filter(({ path }) => pathNames(path).length > 0)
  console.log(`conformance: ${named.length} paths with named parts: ${named.map(route => route.path).join(' ')}`)
  expect(named.length).toBeGreaterThan(0)
  const wrong = named.filter(route => {
    const inputs = requiredInputs({ route, method: 'GET' })
    return pathNames(route.path).some(name => inputs[name] === undefined)
  })
  expect(wrong.map(route => route.path)).toEqual([])
})

test('no path is served twice', () => {
  const seen = calls.map(({ method, path }) => `${method} ${path}`)
  expect(seen.filter((one, i) => seen.indexOf(one) !== i)).toEqual([])
})

test('what is not public needs somebody, and what needs a permission needs it', async () => {
  const { tenantId } = await administrator(world)
  const powerless = callerWith({ tenantId, permissions: [] })
  const wrong: string[] = []
  for (const { path, method, access } of calls) {
    if (access === 'public') continue
    // A token of no session: without one, a GET that writes is refused before anybody is asked.
    const nobody = await world.server.call(path, pathInputs(path), { method, headers: { 'x-token': 'nobody' } })
    if (nobody.status !== 401) wrong.push(`${method} ${path} answered nobody with ${nobody.status}`)
    if (access === 'signed-in') continue
    const refused = await world.server.call(path, pathInputs(path), {
      method,
      as: powerless,
      headers: { 'x-token': powerless.sessionId },
    })
    if (refused.status !== 403) wrong.push(`${method} ${path} answered the powerless with ${refused.status}`)
  }
  expect(wrong).toEqual([])
})

test('a read by GET changes nothing, a write by GET is for scripts of our own page', async () => {
  const as = await administrator(world)
  const stray = calls.filter(({ method, access, work }) => method === 'GET' && access !== 'public' && work === 'write')
  for (const { path } of stray) {
    const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }
    expect((await world.server.call(path, pathInputs(path), { as, method: 'GET', headers })).code, path).toBe(
      'kernel.crossSite',
    )
  }
})

test('every permission a route asks for is one that a role can be given', () => {
  const known = new Set(world.served.flatMap(({ resource }) => resource.permissions))
  const asked = routes.map(route => route.access).filter(access => access.includes(':'))
  // A permission outside the definitions is a route's own; it still has to name a module and an action.
  expect(asked.filter(access => !known.has(access) && !/^[a-z]+\.[a-zA-Z]+:[a-zA-Z]+$/.test(access))).toEqual([])
})

test('every table with a tenant is under row-level security, for its owner too', async () => {
  const tables = await world.db.platform(tenantTables)
  console.log(`conformance: ${tables.length} tables with a tenant`)
  expect(tables.length).toBeGreaterThan(0)
  expect(tables.filter(table => !table.forced).map(table => table.name)).toEqual([])
})
