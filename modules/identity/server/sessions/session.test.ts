import { type Database, col } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aRole, aTenant, aUser, Browser, type SignInServer, signInServer } from '../../testing/index.ts'
import { MAX_SESSIONS } from './sessions.ts'

const PASSWORD = 'a passphrase for tests'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOBODY = { status: 401, success: false, code: '1000' }
const ENDED = { status: 401, success: false, code: '50008' }
const EXPIRED = { status: 401, success: false, code: '50014' }

let db: Database
let server: SignInServer
let tenantId: string
let adminRole: string
let loginName: string
let userId: string
let browser: Browser

beforeAll(async () => {
  db = await testDatabase()
  const made = await aTenant(db, { code: 'home', isHome: true })
  tenantId = made.tenantId
  adminRole = made.roleIds.admin
})
beforeEach(async () => {
  server = await signInServer({ db })
  const user = await aUser(db, tenantId, { password: PASSWORD, roleIds: [adminRole] })
  loginName = user.loginName
  userId = user.id
  browser = server.browser()
  await browser.signIn(loginName, PASSWORD)
})
afterAll(() => db.close())

const me = (from: Browser, token?: string | null) =>
  from.get('/api/employee/me', {}, token === undefined ? {} : { token })
const copyOf = (from: Browser, ...names: string[]) => {
  const copy = server.browser()
  for (const name of names) copy.cookies.set(name, from.cookies.get(name) ?? '')
  return copy
}

describe('the two halves of a session (F-51)', () => {
  test('cookies: the secret is for the server alone, the handle for scripts; both stay on this site', async () => {
    const fresh = server.browser()
    const answer = await fresh.signIn(loginName, PASSWORD)
    const lines = answer.headers['set-cookie'] as string[] // several cookies arrive as a list
    expect(lines[0]).toMatch(/^sid=[\w-]{43}; Path=\/; SameSite=Lax; HttpOnly$/)
    expect(lines[1]).toMatch(/^Admin-Token=[\w-]{22}; Path=\/; SameSite=Lax$/)
    expect(lines[2]).toMatch(/^prelogin=; .*Max-Age=0$/)
  })

  test('a stolen handle without the cookie is nobody', async () => {
    const thief = server.browser()
    expect(await me(thief, browser.cookies.get('Admin-Token'))).toMatchObject(NOBODY)
    const another = await aUser(db, tenantId, { password: PASSWORD, roleIds: [adminRole] })
    await thief.signIn(another.loginName, PASSWORD)
    expect(await me(thief, browser.cookies.get('Admin-Token'))).toMatchObject(NOBODY)
  })

  test('a cookie without the handle is nobody, with a wrong or malformed one too', async () => {
    for (const token of [null, 'A'.repeat(22), 'x', `${browser.cookies.get('Admin-Token')}=`])
      expect(await me(browser, token)).toMatchObject(NOBODY)
    expect((await me(browser)).success).toBe(true)
  })

  test('the handle may also come in a header', async () => {
    const answer = await browser.get(
      '/api/employee/me',
      {},
      { token: null, headers: { 'x-token': browser.cookies.get('Admin-Token') ?? '' } },
    )
    expect(answer.success).toBe(true)
  })

  test('a made-up, empty or oversized cookie is nobody', async () => {
    for (const secret of ['', 'A'.repeat(43), 'x'.repeat(5000), "' or 1=1 --"]) {
      const odd = copyOf(browser, 'Admin-Token')
      odd.cookies.set('sid', secret)
      expect(await me(odd)).toMatchObject(NOBODY)
    }
  })

  test('nothing from before a sign-in is valid after it: cookie and handle change, the old session ends', async () => {
    const planted = copyOf(browser, 'sid', 'Admin-Token')
    const before = new Map(browser.cookies)
    expect((await browser.signIn(loginName, PASSWORD)).success).toBe(true)
    expect(browser.cookies.get('sid')).not.toBe(before.get('sid'))
    expect(browser.cookies.get('Admin-Token')).not.toBe(before.get('Admin-Token'))
    expect(await me(planted)).toMatchObject(ENDED)
    expect((await me(browser)).success).toBe(true)
  })

  test('an ended session does not stand in the way of signing in again', async () => {
    server.clock.advance(13 * HOUR)
    expect(await me(browser)).toMatchObject(EXPIRED)
    expect((await browser.signIn(loginName, PASSWORD)).success).toBe(true)
    expect((await me(browser)).success).toBe(true)
  })

  test('only hashes are stored', async () => {
    const [row] = await db.platform(tx =>
      tx.query({ text: col.text }, 'select row_to_json(s)::text as text from identity_session s where user_id = $1', [
        userId,
      ]),
    )
    for (const name of ['sid', 'Admin-Token']) {
      const value = browser.cookies.get(name) ?? ''
      expect(row?.text).not.toContain(value)
      expect(row?.text).not.toContain(Buffer.from(value).toString('hex'))
      expect(row?.text).not.toContain(Buffer.from(value, 'base64url').toString('hex'))
    }
  })
})

describe('ends', () => {
  test('a request replayed after sign-out is refused, and says why', async () => {
    const copy = copyOf(browser, 'sid', 'Admin-Token')
    await browser.post('/c/logout')
    expect(await me(copy)).toMatchObject({ ...ENDED, msg: '登录状态无效，请重新登录' })
  })

  test('sign-out works by the cookie alone, tolerates everything and repeats', async () => {
    const copy = copyOf(browser, 'sid', 'Admin-Token')
    const out = await copy.post('/c/logout', { token: 'nonsense', 'a.b.c': '1' }, { token: 'wrong' })
    expect(out).toMatchObject({ status: 200, success: true })
    expect(await me(browser)).toMatchObject(ENDED)
    expect(await browser.post('/c/logout')).toMatchObject({ status: 200, success: true })
    expect(await server.browser().post('/c/logout')).toMatchObject({ status: 200, success: true })
  })

  test('who holds only the handle learns nothing about an ended session', async () => {
    const handle = browser.cookies.get('Admin-Token')
    const copy = copyOf(browser, 'sid')
    await browser.post('/c/logout')
    expect(await me(server.browser(), handle)).toMatchObject(NOBODY)
    expect(await me(copy, null)).toMatchObject(NOBODY)
  })

  test('idle for 30 minutes; each request starts the time anew', async () => {
    for (let i = 0; i < 5; i++) {
      server.clock.advance(29 * MINUTE)
      expect((await me(browser)).success).toBe(true)
    }
    server.clock.advance(30 * MINUTE)
    expect(await me(browser)).toMatchObject(EXPIRED)
  })

  test('twelve hours whatever one does', async () => {
    for (let at = 0; at < 11.9 * HOUR; at += 20 * MINUTE) {
      expect((await me(browser)).success).toBe(true)
      server.clock.advance(20 * MINUTE)
    }
    expect(await me(browser)).toMatchObject(EXPIRED)
  })

  test('remembered: 7 days idle, 30 days in all, and the cookies outlive the browser', async () => {
    const remembered = server.browser()
    const answer = await remembered.signIn(loginName, PASSWORD, { rememberMe: 'true' })
    expect(String(answer.headers['set-cookie'])).toContain(`Max-Age=${30 * 24 * 3600}`)
    for (let day = 0; day < 24; day += 6) {
      server.clock.advance(6 * DAY)
      expect((await me(remembered)).success).toBe(true)
    }
    server.clock.advance(6 * DAY)
    expect(await me(remembered)).toMatchObject(EXPIRED)
    const idle = server.browser()
    await idle.signIn(loginName, PASSWORD, { rememberMe: 'true' })
    server.clock.advance(7 * DAY)
    expect(await me(idle)).toMatchObject(EXPIRED)
  })

  test('what was seen reaches another process by the flush', async () => {
    server.clock.advance(29 * MINUTE)
    await me(browser)
    await server.identity.flush()
    server.clock.advance(29 * MINUTE)
    const other = await signInServer({ db })
    other.clock.set(server.clock.now())
    const there = new Browser(other)
    for (const [name, value] of browser.cookies) there.cookies.set(name, value)
    expect((await me(there)).success).toBe(true)
  })

  test(`beyond ${MAX_SESSIONS} sessions the oldest hears that it was signed in elsewhere`, async () => {
    for (let i = 0; i < MAX_SESSIONS; i++) await server.browser().signIn(loginName, PASSWORD)
    expect(await me(browser)).toMatchObject({ status: 401, code: '50012' })
  })

  test('disabled people and suspended tenants are out with the next request', async () => {
    await db.platform(tx => tx.execute("update identity_user set status = 'disabled' where id = $1", [userId]))
    expect(await me(browser)).toMatchObject(ENDED)
    await db.platform(tx => tx.execute("update identity_user set status = 'active' where id = $1", [userId]))
    expect((await me(browser)).success).toBe(true)
    const acme = await aTenant(db, { code: 'susp' })
    const theirs = await aUser(db, acme.tenantId, { loginName: 'one', password: PASSWORD })
    const there = server.browser()
    await there.signIn(`${theirs.loginName}@susp`, PASSWORD)
    await db.platform(tx =>
      tx.execute("update identity_tenant set status = 'suspended' where id = $1", [acme.tenantId]),
    )
    expect(await me(there)).toMatchObject(ENDED)
  })

  test('a permission taken away is gone with the next request', async () => {
    const role = await aRole(db, tenantId, { permissions: ['identity.office:read'] })
    const user = await aUser(db, tenantId, { password: PASSWORD, roleIds: [role] })
    const theirs = server.browser()
    await theirs.signIn(user.loginName, PASSWORD)
    expect((await theirs.post('/api/sys/office/list')).success).toBe(true)
    await db.platform(tx => tx.execute("update identity_role set permissions = '{}' where id = $1", [role]))
    expect(await theirs.post('/api/sys/office/list')).toMatchObject({ status: 403, code: 'kernel.forbidden' })
  })

  test('old sessions, counts and keys are tidied away, live ones stay', async () => {
    await browser.post('/c/logout')
    const alive = server.browser()
    server.clock.advance(25 * HOUR)
    await alive.signIn(loginName, PASSWORD)
    const tidy = server.identity.module.jobs?.find(job => job.name === 'identity.tidy')
    await tidy?.run({ db, now: server.clock.now(), signal: new AbortController().signal })
    const rows = await db.platform(tx => tx.query('select id from identity_session where user_id = $1', [userId]))
    expect(rows).toHaveLength(1)
    expect((await me(alive)).success).toBe(true)
  })
})

describe('pages of other sites (F-53)', () => {
  const CROSS = { status: 403, code: 'kernel.crossSite' }

  test('cannot call in the name of a person, even with both halves', async () => {
    for (const site of ['cross-site', 'same-site'])
      expect(await browser.get('/api/employee/me', {}, { headers: { 'sec-fetch-site': site } })).toMatchObject(CROSS)
    expect(await browser.get('/api/employee/me', {}, { headers: { 'sec-purpose': 'prefetch' } })).toMatchObject(CROSS)
    expect((await browser.get('/api/employee/me', {}, { headers: { 'sec-fetch-site': 'same-origin' } })).success).toBe(
      true,
    )
  })

  test('a form posted from elsewhere brings the cookie but not the handle', async () => {
    expect(
      await browser.post('/api/sys/office/save', { code: 'X', name: 'X', kind: 'department' }, { token: null }),
    ).toMatchObject(NOBODY)
  })

  test('cannot sign a person in or out, with fetch metadata and, on plain HTTP, without', async () => {
    const { key, id } = await browser.loginKey()
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]) {
      expect(
        await browser.post('/c/login', { username: loginName, password: 'ab', key: id }, { headers }),
      ).toMatchObject(CROSS)
      expect(await browser.post('/c/logout', {}, { headers })).toMatchObject(CROSS)
    }
    expect(key).toHaveLength(32)
    expect((await me(browser)).success).toBe(true)
    expect((await browser.post('/c/logout', {}, { headers: { origin: 'http://wattyard.test' } })).success).toBe(true)
  })
})

describe('guests', () => {
  test('read, and write nothing: their transactions are read-only in the database itself', async () => {
    const role = await aRole(db, tenantId, { permissions: ['identity.office:read', 'identity.office:create'] })
    const guest = await aUser(db, tenantId, { password: PASSWORD, roleIds: [role], userType: 'guest' })
    const theirs = server.browser()
    await theirs.signIn(guest.loginName, PASSWORD)
    const list = await theirs.post('/api/sys/office/list')
    expect(list.success).toBe(true)
    expect(list.data.can).not.toContain('create')
    expect(
      await theirs.post('/api/sys/office/save', { code: 'G-1', name: '访客部', kind: 'department' }),
    ).toMatchObject({ status: 403, code: 'kernel.readOnly' })
  })
})

test('what anybody may know: product, version, profile, and where the demo password is, not what it is', async () => {
  const info = await server.browser().get('/api/public/info')
  expect(info.data).toEqual({
    product: 'Wattyard',
    version: '0.0.0',
    profile: 'demo',
    registration: true,
    freeTry: true,
    passwordStrength: { minLength: 6, kinds: 1 },
    demo: { username: 'admin', hint: expect.stringContaining('admin-password.txt') },
  })
  const given = await signInServer({ db, adminPasswordGiven: true })
  expect(
    (await given.browser().get('/api/public/info', {}, { headers: { 'accept-language': 'en' } })).data.demo.hint,
  ).toContain('environment')
  const strict = await signInServer({ db, profile: 'production' })
  expect((await strict.browser().get('/api/public/info')).data).toEqual({
    product: 'Wattyard',
    version: '0.0.0',
    profile: 'production',
    registration: true,
    freeTry: false,
    passwordStrength: { minLength: 12, kinds: 1 },
  })
})

test('on TLS the cookies cannot be set by another host, and a plain one is not accepted', async () => {
  const { sessionCookies, readSessionCookie } = await import('../sign-in/cookies.ts')
  const tls = (cookie?: string) => ({ protocol: 'https', headers: { cookie } })
  expect(sessionCookies(tls(), { secret: 'S', handle: 'H' }, undefined)).toEqual([
    '__Host-sid=S; Path=/; SameSite=Lax; HttpOnly; Secure',
    'Admin-Token=H; Path=/; SameSite=Lax; Secure',
    '__Host-prelogin=; Path=/; SameSite=Lax; HttpOnly; Secure; Max-Age=0',
  ])
  expect(readSessionCookie(tls('sid=planted'))).toBeUndefined()
  expect(readSessionCookie(tls('sid=planted; __Host-sid=ours'))).toBe('ours')
})
