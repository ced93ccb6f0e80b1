import { type Database, col } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SeenSession } from '../../contract/calls/session.ts'
import { aRole, aTenant, aUser, type Browser, codeOf, type SignInServer, signInServer } from '../../testing/index.ts'

const PASSWORD = 'a passphrase for tests'
const MINUTE = 60_000
const AGENT = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36' }
const ENDED = { status: 401, code: '50008' }
const MISSING = { status: 404, code: 'kernel.notFound' }

let db: Database
let server: SignInServer
let tenantId: string
let adminRole: string
let user: { id: string; loginName: string }
let browser: Browser

beforeAll(async () => {
  db = await testDatabase()
  const made = await aTenant(db, { code: 'home', isHome: true })
  tenantId = made.tenantId
  adminRole = made.roleIds.admin
})
beforeEach(async () => {
  server = await signInServer({ db })
  user = await aUser(db, tenantId, { password: PASSWORD, roleIds: [adminRole] })
  browser = await opened(user.loginName)
})
afterAll(() => db.close())

async function opened(name: string, ip = '192.0.2.1'): Promise<Browser> {
  const fresh = server.browser(ip)
  expect((await fresh.signIn(name, PASSWORD, {}, { headers: AGENT })).success).toBe(true)
  return fresh
}
const own = async (from: Browser): Promise<SeenSession[]> => (await from.get('/api/security/session/list')).data.list
const me = (from: Browser) => from.get('/api/employee/me')
const revoke = (from: Browser, id: unknown) => from.post('/api/security/session/revoke', { id })

describe('own sessions', () => {
  test('are listed with device, network and times, this one first and marked', async () => {
    const began = server.clock.now()
    server.clock.advance(5 * MINUTE)
    const phone = await opened(user.loginName, '198.51.100.7')
    server.clock.advance(MINUTE)
    const list = await own(browser)
    expect(list).toEqual([
      {
        id: expect.any(String),
        device: 'Chrome 156 · Windows',
        network: '192.0.2.1',
        since: began,
        lastSeenAt: server.clock.now(),
        remember: false,
        isThis: true,
        owesCode: false,
      },
      expect.objectContaining({ network: '198.51.100.7', lastSeenAt: server.clock.now() - MINUTE, isThis: false }),
    ])
    expect((await own(phone))[0]).toMatchObject({ network: '198.51.100.7', isThis: true })
  })

  test('what is idle, expired or ended is not among them', async () => {
    const other = await opened(user.loginName)
    await (await opened(user.loginName)).post('/c/logout')
    expect(await own(browser)).toHaveLength(2)
    server.clock.advance(20 * MINUTE)
    await me(browser)
    server.clock.advance(20 * MINUTE)
    expect(await own(browser)).toHaveLength(1)
    expect(await me(other)).toMatchObject({ status: 401, code: '50014' })
  })

  test('one is revoked and out with its next request; nobody else’s can be', async () => {
    const other = await opened(user.loginName)
    const theirs = (await own(browser)).find(one => !one.isThis)?.id
    const stranger = await aUser(db, tenantId, { password: PASSWORD, roleIds: [adminRole] })
    const foreign = await opened(stranger.loginName)
    expect(await revoke(foreign, theirs)).toMatchObject(MISSING)
    expect((await me(other)).success).toBe(true)
    expect((await revoke(browser, theirs)).success).toBe(true)
    expect(await me(other)).toMatchObject(ENDED)
    expect(await revoke(browser, theirs)).toMatchObject(MISSING)
    expect(await revoke(browser, 'x')).toMatchObject({
      code: 'kernel.invalid',
      data: { fields: { id: expect.any(String) } },
    })
    const [line] = await db.platform(tx =>
      tx.query(
        { actor_id: col.uuid, before: col.json<{ ip: string }>() },
        "select actor_id, before from kernel_audit where record_id = $1 and action = 'revoke'",
        [user.id],
      ),
    )
    expect(line).toMatchObject({ actor_id: user.id, before: { ip: '192.0.2.1', session: theirs } })
  })

  test('of two that revoke the same exactly one is told it did', async () => {
    const third = await opened(user.loginName)
    const other = await opened(user.loginName)
    const id = (await own(other))[0]?.id
    const answers = await Promise.all([revoke(browser, id), revoke(third, id)])
    expect(answers.filter(answer => answer.success)).toHaveLength(1)
  })

  test('all others go at once, this one stays; whoever owes a code goes too', async () => {
    const { data } = await browser.post('/api/security/factor/begin', { password: PASSWORD })
    const others = [await opened(user.loginName), await opened(user.loginName)]
    expect((await browser.post('/api/security/session/revokeOthers')).data).toEqual({ ended: 2 })
    for (const other of others) expect(await me(other)).toMatchObject(ENDED)
    await browser.post('/api/security/factor/confirm', { code: codeOf(data.secret, server.clock.now()) })
    const half = server.browser()
    const { token } = (await half.signIn(user.loginName, PASSWORD)).data
    expect((await own(browser)).filter(one => one.owesCode)).toHaveLength(1)
    await browser.post('/api/security/session/revokeOthers')
    server.clock.advance(MINUTE)
    const code = codeOf(data.secret, server.clock.now())
    expect(await half.post('/c/login/verify', { code, handle: token })).toMatchObject({ status: 401 })
    expect((await me(browser)).success).toBe(true)
  })

  test('guests share an account and see themselves only', async () => {
    const guest = await aUser(db, tenantId, { password: PASSWORD, roleIds: [], userType: 'guest' })
    const [one, two] = [await opened(guest.loginName, '192.0.2.8'), await opened(guest.loginName, '192.0.2.9')]
    expect((await own(one)).map(session => session.network)).toEqual(['192.0.2.8'])
    expect((await own(two)).map(session => session.network)).toEqual(['192.0.2.9'])
    expect(await two.post('/api/security/session/revokeOthers')).toMatchObject({ status: 403, code: 'kernel.readOnly' })
  })
})

describe('sessions of others', () => {
  const list = (from: Browser, id: string) => from.get('/api/sys/user/session/list', { id })
  const end = (from: Browser, id: string, session: unknown) =>
    from.post('/api/sys/user/session/revoke', { id, session })

  test('an administrator sees and ends them', async () => {
    const admin = await aUser(db, tenantId, { password: PASSWORD, roleIds: [adminRole] })
    const boss = await opened(admin.loginName)
    const sessions = (await list(boss, user.id)).data.list as SeenSession[] // the route's declared answer
    expect(sessions).toEqual([expect.objectContaining({ device: 'Chrome 156 · Windows', isThis: false })])
    // A session of somebody else is not reached through this user.
    const own_ = (await own(boss))[0]?.id
    expect(await end(boss, user.id, own_)).toMatchObject(MISSING)
    expect((await end(boss, user.id, sessions[0]?.id)).success).toBe(true)
    expect(await me(browser)).toMatchObject(ENDED)
    expect((await me(boss)).success).toBe(true)
  })

  test('another tenant’s are as if they were not there; less rights and no permission are refused', async () => {
    const acme = await aTenant(db, { code: `acme${Date.now() % 100_000}` })
    const stranger = await aUser(db, acme.tenantId, { password: PASSWORD, roleIds: [acme.roleIds.admin] })
    const code = (
      await db.platform(tx =>
        tx.query({ code: col.text }, 'select code from identity_tenant where tenant_id = $1', [acme.tenantId]),
      )
    )[0]?.code
    const far = await opened(`${stranger.loginName}@${code}`)
    const [session] = await own(browser)
    expect(await list(far, user.id)).toMatchObject(MISSING)
    expect(await end(far, user.id, session?.id)).toMatchObject(MISSING)
    const small = await aRole(db, tenantId, { permissions: ['identity.user:signOut', 'identity.user:read'] })
    const clerk = await aUser(db, tenantId, { password: PASSWORD, roleIds: [small] })
    expect(await list(await opened(clerk.loginName), user.id)).toMatchObject({ status: 403 })
    const none = await aUser(db, tenantId, { password: PASSWORD, roleIds: [] })
    expect(await end(await opened(none.loginName), user.id, session?.id)).toMatchObject({ code: 'kernel.forbidden' })
    expect((await me(browser)).success).toBe(true)
  })
})
