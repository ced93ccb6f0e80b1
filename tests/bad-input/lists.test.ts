import { addFilters, type Caller, checkInput, col, Condition, newId, type Route } from '@wattyard/server-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requiredInputs } from '../architecture/conformance/route-inputs.ts'
import { administrator, conformanceWorld } from '../architecture/conformance/world.ts'
import { naughtyTexts, share } from './corpus.ts'
import { OWN_TEXTS } from './own-corpus.ts'
import { refusedKeys } from './refused-keys.ts'
import { listInput, pathNames } from '@wattyard/calls'

const texts = naughtyTexts()
const world = await conformanceWorld()
afterAll(() => world.close())

let as: Caller
beforeAll(async () => {
  // Sessions know the wording of their company; this one has none.
  as = { ...(await administrator(world)), wording: null }
})

const TIMEOUT_MS = 120_000
const short = (text: string) => JSON.stringify(text).slice(0, 80)

/** Fields that a refusal names, with words for each; null when it is no clear refusal. */
function named(answer: { status: number; msg: string; data: { fields?: Record<string, string> } | null }) {
  const fields = Object.entries(answer.data?.fields ?? {})
  const isClear = answer.status < 500 && answer.msg !== '' && fields.every(([, said]) => said !== '')
  return isClear && fields.length > 0 ? fields.map(([key]) => key) : null
}

type Search = { q?: string; filter: Record<string, string> }
/** Sees no personal data, so that texts reach the comparison of whole values as well. */
const READER = { permissions: new Set<string>() }

type Definition = (typeof world.served)[number]['resource']

/** A search without what its checks refuse by name. */
function passing(resource: Definition, search: Search): Search {
  const left: Search = { ...search, filter: { ...search.filter } }
  const drop = (keys: readonly string[]) => {
    for (const key of keys)
      if (key === 'q') delete left.q
      else if (!delete left.filter[key.replace(/^filter\./, '')]) throw new Error(`${key} was not sent`)
  }
  drop(refusedKeys(world.server.words, () => checkInput(listInput, left)))
  drop(refusedKeys(world.server.words, () => addFilters(new Condition(), resource, left, READER)))
  return left
}

/** One of so many texts goes through the door as well, another one for each list and route. */
const BY_THE_DOOR = 16
/** One of so many published texts that a route's check takes comes to its work, others for each route; and all of our own. */
const SENT_OF = 4
/** Texts whose conditions share a statement: to send and plan one costs more than to ask it. */
const IN_ONE_STATEMENT = 40

/** What was asked: by the database, through the door of a list, and of the work of routes. */
const read = { byDatabase: 0, byDoor: 0, byRoutes: 0 }

interface Asked {
  text: string
  search: Search
}

/** @throws the database's error where it cannot ask for one of the searches */
async function findAll(resource: Definition, searches: readonly Asked[]): Promise<void> {
  const where = new Condition()
  const tests = searches.map(({ search }) => {
    const own = new Condition(where.values)
    addFilters(own, resource, search, READER)
    where.values.splice(0, Infinity, ...own.values)
    return `(${own.text})`
  })
  const sql = `select count(*)::int as found from ${resource.table} where ${tests.join(' or ')}`
  read.byDatabase += searches.length
  await world.db.tenant(as.tenantId, tx => tx.query({ found: col.integer }, sql, where.values))
}

/** Returns what is wrong: a search that the database cannot ask for. */
async function searchesThatFail(resource: Definition, searches: readonly Asked[]): Promise<string[]> {
  try {
    await findAll(resource, searches)
    return []
  } catch (error) {
    const [only, ...others] = searches
    if (only && others.length === 0) return [`${short(only.text)} ${String(error)}`]
    const half = Math.ceil(searches.length / 2)
    return [
      ...(await searchesThatFail(resource, searches.slice(0, half))),
      ...(await searchesThatFail(resource, searches.slice(half))),
    ]
  }
}

describe('search and filters of every list', () => {
  test.each(world.served.map((served, at) => [served.resource.name, served, at] as const))(
    '%s finds by it or refuses it by name',
    { timeout: TIMEOUT_MS },
    async (_name, { resource }, at) => {
      const searches = texts
        .map(text => {
          const filter = Object.fromEntries(resource.list.filters.map(key => [key, text]))
          return { text, search: passing(resource, { q: text, filter }) }
        })
        .filter(({ search }) => search.q !== undefined || Object.keys(search.filter).length > 0)
      const breaches: string[] = []
      for (let first = 0; first < searches.length; first += IN_ONE_STATEMENT)
        breaches.push(...(await searchesThatFail(resource, searches.slice(first, first + IN_ONE_STATEMENT))))
      for (const { text, search } of share(searches, at % BY_THE_DOOR, BY_THE_DOOR)) {
        read.byDoor++
        const answer = await world.server.call(`/api/${resource.path}/list`, { ...search }, { as })
        if (!answer.success)
          breaches.push(`${answer.status} ${answer.code} ${short(text)} ${answer.text.slice(0, 200)}`)
      }
      expect(breaches.slice(0, 10)).toEqual([])
    },
  )

  test('by the door alone: search, sort, page, picker and columns of one list', { timeout: TIMEOUT_MS }, async () => {
    const path = '/api/device/station'
    const station = world.served.find(({ resource }) => `/api/${resource.path}` === path)?.resource
    const { filters } = station?.list ?? { filters: [] }
    expect(filters.length).toBeGreaterThan(0)
    for (const text of texts) {
      const filter = Object.fromEntries(filters.map(key => [key, text]))
      const found = await world.server.call(`${path}/list`, { q: text, filter }, { as })
      expect(found.success || named(found) !== null, short(text)).toBe(true)
      const sorted = await world.server.call(`${path}/list`, { sort: text }, { as })
      if (!sorted.success) expect(named(sorted), short(text)).toEqual(['sort'])
      const paged = await world.server.call(`${path}/list`, { page: text, pageSize: text }, { as })
      if (/^\d{1,7}$/.test(text)) expect(paged.status, short(text)).toBeLessThan(500)
      else expect(named(paged), short(text)).toEqual(['page', 'pageSize'])
      const picked = await world.server.call(`${path}/select`, { q: text }, { as })
      if (!picked.success) expect(named(picked), short(text)).toEqual(['q'])
      const printed = await world.server.call(`${path}/paper`, { id: text, kind: text }, { as, method: 'GET' })
      expect(named(printed), short(text)).not.toBe(null)
      const exported = await world.server.call(`${path}/export`, { columns: text }, { as, method: 'GET' })
      if (text !== '') expect(named(exported), short(text)).toEqual(['columns'])
    }
  })
})

/** Input keys of a route that take some text or other. */
function textKeys(route: Route): string[] {
  const { shape } = route.input as unknown as { shape?: Record<string, Route['input']> } // strict objects of zod, mostly
  return Object.entries(shape ?? {}).flatMap(([key, schema]) => (schema.safeParse('some text').success ? [key] : []))
}

const actions = new Set(['list', 'get', 'select', 'history', 'export', 'import', 'save', 'del', 'paper'])
/** What a definition makes of itself: its action, a command's name, or null for a route of a module's own. */
function actionOf(path: string): string | null {
  for (const { resource } of world.served) {
    const [before, action] = path.split(`/api/${resource.path}/`)
    if (before === '' && action && (actions.has(action) || action in resource.commands)) return action
  }
  return null
}

const routes = world.server.app.routes().filter(route => textKeys(route).length > 0)

describe('commands', () => {
  const commands = routes.filter(route => !actions.has(actionOf(route.path) ?? 'list'))

  test('every text of every command is taken or refused by name', () => {
    let fields = 0
    for (const route of commands) {
      const keys = textKeys(route)
      fields += keys.length
      for (const text of texts) {
        const input = Object.fromEntries(keys.map(key => [key, text]))
        refusedKeys(world.server.words, () => checkInput<unknown>(route.input, input))
      }
    }
    console.log(`bad inputs: ${fields} texts of ${commands.length} commands`)
    expect(fields).toBeGreaterThan(0)
  })
})

describe('routes of a module’s own', () => {
  const own = routes
    .filter(route => actionOf(route.path) === null)
    // A stream of events never ends.
    .filter(route => !route.path.endsWith('/live'))

  test('there are such routes', () => {
    console.log(`bad inputs: ${own.length} routes take texts: ${own.map(route => route.path).join(' ')}`)
    expect(own.length).toBeGreaterThan(0)
  })

  test.each(own.map((route, at) => [route.path, route, at] as const))(
    '%s',
    { timeout: TIMEOUT_MS },
    async (path, route, at) => {
      const keys = textKeys(route)
      const breaches: string[] = []
      const method = [route.method].flat().includes('POST') ? 'POST' : 'GET'
      // Without an id that it cannot do without, no text would come to its work.
      const rest = requiredInputs({ route, method })
      for (const [index, text] of texts.entries()) {
        const whole = { ...rest, ...Object.fromEntries(keys.map(key => [key, text])) }
        // What the route's check refuses never comes to its work; the door itself is asked now and then.
        const left = taken(route, whole)
        const isSent = index < OWN_TEXTS.length || index % SENT_OF === at % SENT_OF
        const inputs = [
          ...(left === null || !isSent ? [] : [left]),
          ...(index % BY_THE_DOOR === at % BY_THE_DOOR && left !== whole ? [whole] : []),
        ]
        read.byRoutes += left === null || !isSent ? 0 : 1
        for (const input of inputs.filter(one => hasAddress(path, one)))
          breaches.push(...(await breachesOf(path, method, input, text)))
      }
      expect(breaches.slice(0, 10)).toEqual([])
    },
  )
})

/** Returns whether the parts of a path can be what the input says: no address holds nothing, or a folder. */
function hasAddress(path: string, input: Readonly<Record<string, unknown>>): boolean {
  return pathNames(path).every(name => {
    const value = input[name]
    return typeof value === 'string' && !/^\.{0,2}$/.test(value)
  })
}

/** The part of an input that the check of a route takes; null where what it cannot do without is refused. */
function taken(route: Route, input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | null {
  const refused = refusedKeys(world.server.words, () => checkInput<unknown>(route.input, input))
  if (refused.length === 0) return input
  const left = Object.fromEntries(
    Object.entries(input).filter(([key]) => !refused.some(one => one === key || one.startsWith(`${key}.`))),
  )
  // All flaws are named at once: what is refused now is what is missing.
  const missing = refusedKeys(world.server.words, () => checkInput<unknown>(route.input, left))
  return missing.length > 0 || Object.keys(left).length === 0 ? null : left
}

/** Returns what an answer must not be: an error of the server's, one without words, a page with the text as it came. */
async function breachesOf(
  path: string,
  method: 'GET' | 'POST',
  input: Readonly<Record<string, unknown>>,
  text: string,
): Promise<string[]> {
  const headers = { 'x-token': as.sessionId }
  const answer = await world.server.call(path, { ...input }, { as, key: newId(), method, headers })
  const isFile = answer.headers['content-disposition'] !== undefined
  const isPage = answer.status < 500 && String(answer.headers['content-type']).startsWith('text/html')
  if (isPage)
    return /[<>&"']/.test(text) && text.length > 3 && answer.text.includes(text) ? [`says ${short(text)}`] : []
  const isClear = answer.success || isFile || (answer.status < 500 && answer.msg !== '' && answer.code !== '')
  return isClear ? [] : [`${answer.status} ${answer.code} for ${short(text)}`]
}

test('texts as keys of a body name themselves and change nothing', { timeout: TIMEOUT_MS }, async () => {
  const before = Object.getOwnPropertyNames(Object.prototype)
  for (const text of texts) {
    const input = Object.fromEntries([
      [text, text],
      ['id', newId()],
    ])
    const answer = await world.server.call('/api/device/station/save', input, { as })
    expect(answer.status, short(text)).toBeLessThan(500)
    expect(answer.success, short(text)).toBe(false)
    expect(answer.msg, short(text)).not.toBe('')
  }
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
})

test('searches and texts were asked', () => {
  console.log(
    `bad inputs: ${read.byDatabase} searches by the database, ${read.byDoor} by lists, ${read.byRoutes} texts by routes`,
  )
  for (const [what, times] of Object.entries(read)) expect(times, what).toBeGreaterThan(texts.length)
})
