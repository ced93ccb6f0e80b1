import { aTenant, aUser, type Browser } from '@wattyard/identity/testing'
import { newId } from '@wattyard/server-kit'
import { pathInputs } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fingerprint } from './fingerprint.ts'
import { sessionWorld } from './world.ts'

/*
 * Pages of other sites (trust R-36, W7, F-53): whatever writes, streams or answers in a person's name, by whatever a browser
 * lets another page send. The person is an administrator who is signed in, and the page even knows the public handle.
 */

const PASSWORD = 'a passphrase for tests'
const world = await sessionWorld()
let browser: Browser
let handle: string

beforeAll(async () => {
  const { tenantId, roleIds } = await aTenant(world.db, { code: 'home', isHome: true, profile: 'demo' })
  const { loginName } = await aUser(world.db, tenantId, { password: PASSWORD, roleIds: [roleIds.admin] })
  browser = world.browser()
  if (!(await browser.signIn(loginName, PASSWORD)).success) throw new Error('the administrator could not sign in')
  handle = browser.cookies.get('Admin-Token') ?? ''
})
afterAll(() => world.close())

const FOREIGN: readonly Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'cors',
    'sec-fetch-dest': 'empty',
    origin: 'https://evil.example',
  },
  { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
  { origin: 'https://evil.example' },
  { origin: 'http://wattyard.test:81' },
  { origin: 'null' },
  { origin: 'not an address' },
]
/** What a browser fetches ahead of the person's wish, also from our own page. */
const UNASKED: readonly Record<string, string>[] = [
  { 'sec-purpose': 'prefetch', 'sec-fetch-site': 'same-origin' },
  { 'sec-purpose': 'prefetch;prerender', 'sec-fetch-site': 'none' },
  { purpose: 'prefetch' },
]
/** Pictures, links and the address bar of our own page, and a browser that says nothing. */
const STRAY: readonly Record<string, string>[] = [
  { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' },
  { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' },
  { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' },
  {},
]
const OURS = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty', origin: 'http://wattyard.test' }

const calls = world.server.app
  .routes()
  .flatMap(route => ([route.method].flat() as ('GET' | 'POST')[]).map(method => ({ ...route, method })))
const guarded = calls.filter(({ access }) => access !== 'public')

/** Routes that let one of these headers through. */
async function passed(list: typeof calls, combinations: readonly Record<string, string>[]): Promise<string[]> {
  const wrong: string[] = []
  for (const { method, path } of list)
    for (const headers of combinations) {
      const answer = await browser.send(method, path, pathInputs(path), {
        token: handle,
        headers: { 'idempotency-key': newId(), ...headers },
      })
      if (answer.status !== 403 || answer.code !== 'kernel.crossSite')
        wrong.push(`${method} ${path} ${JSON.stringify(headers)} answered ${answer.status} ${answer.code}`)
    }
  return wrong
}

test('no route that needs a person answers a page of another site or a prefetch; not a byte changes', async () => {
  const before = await fingerprint(world.db)
  console.log(`cross-site: ${guarded.length} calls, ${FOREIGN.length + UNASKED.length} ways each`)
  expect(guarded.length).toBeGreaterThan(200)
  expect(await passed(guarded, [...FOREIGN, ...UNASKED])).toEqual([])
  expect(await fingerprint(world.db)).toEqual(before)
})

test('a GET that writes takes no picture, link or address bar, not even of our own page', async () => {
  const writing = guarded.filter(({ method, work }) => method === 'GET' && work === 'write')
  console.log(`cross-site: ${writing.length} writes by GET: ${writing.map(({ path }) => path).join(' ')}`)
  expect(writing.length).toBeGreaterThan(0)
  expect(await passed(writing, STRAY)).toEqual([])
})

test('what changes something before a person is known refuses pages of other sites too', async () => {
  const open = calls.filter(({ access, method, work }) => access === 'public' && method === 'POST' && work !== 'read')
  console.log(`cross-site: ${open.length} open calls: ${open.map(({ path }) => path).join(' ')}`)
  expect(open.length).toBeGreaterThan(3)
  expect(await passed(open, FOREIGN)).toEqual([])
})

test('our own page passes: nothing above was refused for another reason', async () => {
  const refused: string[] = []
  for (const { method, path } of guarded) {
    if (path === '/api/live') continue // a stream without end
    const answer = await browser.send(method, path, pathInputs(path), { token: handle, headers: OURS })
    if (answer.code === 'kernel.crossSite') refused.push(`${method} ${path}`)
  }
  expect(refused).toEqual([])
})
