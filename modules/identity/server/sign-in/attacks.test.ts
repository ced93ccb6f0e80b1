import type { Database } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aTenant,
  aUser,
  type Browser,
  encryptedPassword,
  type SignInServer,
  signInServer,
} from '../../testing/index.ts'

/*
 * Attacks on sessions that need more than one browser (trust F-51, R-08, R-13). Beside it: the two halves of a session, ends and
 * limits in session.test.ts; keys of one use, of other browsers and too old in sign-in.test.ts; time in timing.test.ts;
 * pages of other sites, over every route, in tests/architecture/conformance/cross-site.test.ts.
 */

const PASSWORD = 'a passphrase for tests'
const NOBODY = { status: 401, success: false, code: '1000' }
const ENDED = { status: 401, success: false, code: '50008' }

let db: Database
let server: SignInServer
let tenantId: string
let adminRole: string
let victim: { id: string; loginName: string }
let attacker: { id: string; loginName: string }

beforeAll(async () => {
  db = await testDatabase()
  const made = await aTenant(db, { code: 'home', isHome: true })
  tenantId = made.tenantId
  adminRole = made.roleIds.admin
  server = await signInServer({ db })
})
afterAll(async () => {
  await server.close()
  await db.close()
})

let browser: Browser
// People of their own for each test: failures of one would lock the sign-in of the next.
beforeEach(async () => {
  victim = await aUser(db, tenantId, { password: PASSWORD, roleIds: [adminRole] })
  attacker = await aUser(db, tenantId, { password: PASSWORD, roleIds: [adminRole] })
  browser = server.browser()
  if (!(await browser.signIn(victim.loginName, PASSWORD)).success) throw new Error('the victim could not sign in')
})

const me = (from: Browser, token?: string | null) =>
  from.get('/api/employee/me', {}, token === undefined ? {} : { token })
const browserWith = (cookies: Readonly<Record<string, string>>): Browser => {
  const made = server.browser('198.51.100.9')
  for (const [name, value] of Object.entries(cookies)) made.cookies.set(name, value)
  return made
}
const halves = (from: Browser) => ({
  sid: from.cookies.get('sid') ?? '',
  'Admin-Token': from.cookies.get('Admin-Token') ?? '',
})

describe('fixation: what an attacker put into the browser before', () => {
  test('an invented secret and handle are not taken over by the sign-in', async () => {
    const planted = { sid: 'A'.repeat(43), 'Admin-Token': 'B'.repeat(22) }
    const there = browserWith(planted)
    expect((await there.signIn(victim.loginName, PASSWORD)).success).toBe(true)
    expect(there.cookies.get('sid')).not.toBe(planted.sid)
    expect(there.cookies.get('Admin-Token')).not.toBe(planted['Admin-Token'])
    for (const cookies of [planted, { ...halves(there), sid: planted.sid }])
      expect(await me(browserWith(cookies))).toMatchObject(NOBODY)
    expect(await me(there, planted['Admin-Token'])).toMatchObject(NOBODY)
  })

  test('the attacker’s own live session does not become the victim’s: it ends', async () => {
    const own = server.browser('198.51.100.9')
    await own.signIn(attacker.loginName, PASSWORD)
    const there = browserWith(halves(own))
    expect((await there.signIn(victim.loginName, PASSWORD)).success).toBe(true)
    expect(await me(own)).toMatchObject(ENDED)
    expect(await me(there)).toMatchObject({ success: true, data: { user: { loginName: victim.loginName } } })
  })

  test('a pre-login cookie is no session, neither before nor after, and is gone with the sign-in', async () => {
    const own = server.browser('198.51.100.9')
    await own.loginKey()
    const prelogin = own.cookies.get('prelogin') ?? ''
    expect(prelogin.length).toBeGreaterThan(20)
    const there = browserWith({ prelogin })
    expect((await there.signIn(victim.loginName, PASSWORD)).success).toBe(true)
    expect(there.cookies.has('prelogin')).toBe(false)
    for (const token of [there.cookies.get('Admin-Token'), prelogin, null])
      for (const cookies of [{ prelogin }, { sid: prelogin }, { prelogin, sid: prelogin }])
        expect(await me(browserWith(cookies), token ?? null)).toMatchObject(NOBODY)
  })
})

describe('halves that do not belong together', () => {
  test('of two sessions of one person are nobody, and both sessions live on', async () => {
    const second = server.browser()
    await second.signIn(victim.loginName, PASSWORD)
    const [one, two] = [halves(browser), halves(second)]
    expect(one.sid).not.toBe(two.sid)
    for (const cookies of [
      { ...one, 'Admin-Token': two['Admin-Token'] },
      { ...two, 'Admin-Token': one['Admin-Token'] },
    ])
      expect(await me(browserWith(cookies))).toMatchObject(NOBODY)
    for (const live of [browser, second]) expect((await me(live)).success).toBe(true)
  })

  test('swapped, doubled or joined they are nobody', async () => {
    const { sid, 'Admin-Token': handle } = halves(browser)
    for (const cookies of [
      { sid: handle, 'Admin-Token': sid },
      { sid: handle, 'Admin-Token': handle },
      { sid, 'Admin-Token': sid },
      { sid: `${sid}${handle}`, 'Admin-Token': handle },
      { sid: sid.toUpperCase(), 'Admin-Token': handle },
    ])
      expect(await me(browserWith(cookies)), JSON.stringify(Object.keys(cookies))).toMatchObject(NOBODY)
    // The handle in the address and another in the header: neither is taken for the other.
    const answer = await browser.get('/api/employee/me', {}, { token: 'C'.repeat(22), headers: { 'x-token': handle } })
    expect(answer).toMatchObject(NOBODY)
    expect((await me(browser)).success).toBe(true)
  })

  test('secret and handle are long, of all letters, and never the same twice', async () => {
    const seen = new Set<string>()
    const letters = new Set<string>()
    for (let i = 0; i < 8; i++) {
      const one = server.browser()
      await one.signIn(victim.loginName, PASSWORD)
      for (const value of Object.values(halves(one))) {
        seen.add(value)
        for (const letter of value) letters.add(letter)
        // 128 bits at six a letter.
        expect(value.length).toBeGreaterThanOrEqual(22)
      }
    }
    expect(seen.size).toBe(16)
    expect(letters.size).toBeGreaterThan(55)
  })
})

describe('replay', () => {
  test('of a recorded sign-in, at once, in another browser and after signing out, signs nobody in', async () => {
    const there = server.browser()
    const { key, id } = await there.loginKey()
    const body = { username: victim.loginName, password: encryptedPassword(key, PASSWORD), key: id }
    const prelogin = there.cookies.get('prelogin') ?? ''
    expect((await there.post('/c/login', body)).success).toBe(true)
    const FAILED = { success: false, code: 'identity.signInFailed' }
    expect(await there.post('/c/login', body)).toMatchObject(FAILED)
    expect(await browserWith({ prelogin }).post('/c/login', body)).toMatchObject(FAILED)
    expect(await browserWith({}).post('/c/login', body)).toMatchObject(FAILED)
    await there.post('/c/logout')
    expect(await browserWith({ prelogin }).post('/c/login', body)).toMatchObject(FAILED)
    // The hex of the key, as older clients send it, is as spent as its id.
    expect(await browserWith({ prelogin }).post('/c/login', { ...body, key })).toMatchObject(FAILED)
  })

  test('of whole requests with both halves, after signing out, is refused for reading and for writing', async () => {
    const copy = browserWith(halves(browser))
    const form = { code: `R-${Date.now()}`, name: 'R', kind: 'department' }
    expect((await me(copy)).success).toBe(true)
    await browser.post('/c/logout')
    expect(await me(copy)).toMatchObject(ENDED)
    expect(await copy.post('/api/sys/office/save', form)).toMatchObject(ENDED)
    const rows = await db.platform(tx => tx.query('select 1 from identity_office where code = $1', [form.code]))
    expect(rows).toEqual([])
  })

  test('a new sign-in does not raise an ended session from the dead', async () => {
    const copy = browserWith(halves(browser))
    await browser.post('/c/logout')
    await browser.signIn(victim.loginName, PASSWORD)
    expect(await me(copy)).toMatchObject(ENDED)
    expect((await me(browser)).success).toBe(true)
  })
})

test('signing out leaves neither half in the browser and tells it to forget what it kept (W13)', async () => {
  const answer = await browser.post('/c/logout', {}, { token: 'not the handle' })
  expect(answer.headers['clear-site-data']).toBe('"cache", "storage"')
  expect(browser.cookies.has('sid')).toBe(false)
  expect(browser.cookies.has('Admin-Token')).toBe(false)
})
