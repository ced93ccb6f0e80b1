import { aTenant, aUser, type Browser } from '@wattyard/identity/testing'
import { newId } from '@wattyard/server-kit'
import { pathInputs } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fingerprint } from './fingerprint.ts'
import { sessionWorld } from './world.ts'

const world = await sessionWorld()
afterAll(() => world.close())

const PASSWORD = 'a passphrase for tests'
let tenantId: string
let network = 0
beforeAll(async () => {
  tenantId = (await aTenant(world.db, { code: 'show', isHome: true, profile: 'demo' })).tenantId
})
// Each test from networks of its own, and with free places.
beforeEach(() => world.clock.advance(60 * 60_000))

const address = () => `10.9.${Math.floor(++network / 250)}.${network % 250}`
async function guest(ip = address()): Promise<Browser> {
  const browser = world.browser(ip)
  expect(await browser.post('/api/security/freetry')).toMatchObject({
    success: true,
    data: { token: expect.any(String) },
  })
  return browser
}
const me = (browser: Browser) => browser.get('/api/employee/me')

const calls = world.server.app
  .routes()
  .filter(({ access }) => access !== 'public')
  .flatMap(route => ([route.method].flat() as ('GET' | 'POST')[]).map(method => ({ route, method })))
const reads = ({ route }: (typeof calls)[number]) =>
  route.work === 'raw' ? route.guests === true : route.work === 'read'

test('a guest is refused every route that changes, exports or sends, and not a byte of the database differs', async () => {
  const browser = await guest()
  // The worst case: the role holds every permission there is, so that only being a guest stands in the way.
  await world.db.platform(tx =>
    tx.execute("update identity_role set permissions = $2 where tenant_id = $1 and code = 'guest'", [
      tenantId,
      [...world.permissions],
    ]),
  )
  const before = await fingerprint(world.db)
  const changing = calls.filter(call => !reads(call))
  expect(changing.length).toBeGreaterThan(100)
  const handle = browser.cookies.get('Admin-Token') ?? ''
  const wrong: string[] = []
  for (const { route, method } of changing) {
    const headers = { 'x-token': handle, 'idempotency-key': newId() }
    for (const input of [{}, { id: newId() }]) {
      const answer = await browser.send(method, route.path, { ...pathInputs(route.path), ...input }, { headers })
      if (answer.status !== 403 || answer.code !== 'kernel.readOnly')
        wrong.push(`${method} ${route.path} answered ${answer.status} ${answer.code}`)
    }
  }
  expect(wrong).toEqual([])
  expect(await fingerprint(world.db)).toEqual(before)
})

test('nor does reading change anything', async () => {
  const browser = await guest()
  const before = await fingerprint(world.db)
  const failed: string[] = []
  let answered = 0
  for (const { route, method } of calls.filter(reads)) {
    if (route.path === '/api/live') continue // a stream that stays open
    const { status, success, headers } = await browser.send(method, route.path, pathInputs(route.path))
    if (status >= 500) failed.push(`${method} ${route.path} answered ${status}`)
    if (success && !headers['content-disposition']) answered++
  }
  expect(failed).toEqual([])
  expect(answered).toBeGreaterThan(30)
  expect(await fingerprint(world.db)).toEqual(before)
})

test('a guest sees the demonstration: role, menus, lists; not who signs in there', async () => {
  const browser = await guest()
  const { data } = await me(browser)
  expect(data.roles).toContain('guest')
  expect(data.user.userType).toBe('guest')
  expect(data.menus).toContainEqual({ code: 'orderDeatil' })
  expect(data.permissions.filter((permission: string) => !permission.endsWith(':read'))).toEqual([])
  expect((await browser.post('/api/device/station/list')).success).toBe(true)
  for (const path of ['/api/sys/user/list', '/api/sys/role/list', '/api/device/credential/list'])
    expect(await browser.post(path), path).toMatchObject({ status: 403 })
  const station = await browser.post('/api/device/station/list')
  expect(station.data.can ?? []).not.toContain('create')
})

test('half an hour, whatever one does', async () => {
  const browser = await guest()
  for (let minute = 0; minute < 29; minute += 10) {
    expect((await me(browser)).success).toBe(true)
    world.clock.advance(10 * 60_000 - (minute === 20 ? 1 : 0))
  }
  expect((await me(browser)).success).toBe(true)
  world.clock.advance(1)
  expect(await me(browser)).toMatchObject({ status: 401, code: '50014' })
})

test('five a minute for one address', async () => {
  const ip = address()
  for (let i = 0; i < 5; i++) await guest(ip)
  expect(await world.browser(ip).post('/api/security/freetry')).toMatchObject({
    status: 429,
    code: 'identity.tooManyTries',
  })
  await guest()
  world.clock.advance(60_000)
  await guest(ip)
})

test('two hundred at once, also when they come together; one that leaves makes room', {
  timeout: 120_000,
}, async () => {
  const guests: Browser[] = []
  for (let i = 0; i < 198; i++) guests.push(await guest())
  const late = await Promise.all(
    Array.from({ length: 5 }, () => world.browser(address()).post('/api/security/freetry')),
  )
  expect(late.filter(answer => answer.success)).toHaveLength(2)
  expect(late.find(answer => !answer.success)).toMatchObject({ status: 503, code: 'identity.freeTryFull' })
  // Nobody was pushed out for another.
  expect((await me(guests[0] ?? world.browser())).success).toBe(true)
  await guests[0]?.post('/c/logout')
  await guest()
})

test('nobody signs in as the guest by password, and an administrator who disables it has switched it off', async () => {
  const browser = await guest()
  const { recordId, loginName } = (await me(browser)).data.user
  expect((await world.browser(address()).signIn(loginName, '')).success).toBe(false)
  const users = () =>
    world.db.platform(tx =>
      tx.query('select 1 from identity_user where tenant_id = $1 and user_type = $2', [tenantId, 'guest']),
    )
  expect(await users()).toHaveLength(1)
  await world.db.platform(tx => tx.execute("update identity_user set status = 'disabled' where id = $1", [recordId]))
  expect(await world.browser(address()).post('/api/security/freetry')).toMatchObject({
    status: 403,
    code: 'identity.freeTryOff',
  })
  expect(await me(browser)).toMatchObject({ status: 401 })
  await world.db.platform(tx => tx.execute("update identity_user set status = 'active' where id = $1", [recordId]))
  await guest()
})

test('a page of another site starts none, and the session one had ends', async () => {
  const evil = { headers: { origin: 'https://evil.example' } }
  expect(await world.browser(address()).post('/api/security/freetry', {}, evil)).toMatchObject({ status: 403 })
  const { loginName } = await aUser(world.db, tenantId, { password: PASSWORD })
  const browser = world.browser(address())
  await browser.signIn(loginName, PASSWORD)
  const old = world.browser(address())
  for (const [name, value] of browser.cookies) old.cookies.set(name, value)
  await browser.post('/api/security/freetry')
  expect(await me(old)).toMatchObject({ status: 401, code: '50008' })
  expect((await me(browser)).data.user.userType).toBe('guest')
})
