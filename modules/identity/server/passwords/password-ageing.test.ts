import { testDatabase } from '@wattyard/testing'
import { type Database, col } from '@wattyard/server-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD_ENDING } from '../../contract/events.ts'
import { aTenant, aUser, type Browser, type SignInServer, signInServer } from '../../testing/index.ts'
import { IDENTITY_MESSAGES } from '../messages.ts'
import { MLPS_PASSWORDS } from './password-policy.ts'
import { warnOfAge } from './warn-of-age.ts'

const DAY = 24 * 60 * 60_000
const word = (serial: number) => `Passphrase ${serial} of tests`
const OWED = { status: 403, code: 'identity.passwordChangeOwed' }

let db: Database
let server: SignInServer
let home: Awaited<ReturnType<typeof aTenant>>
let admin: { id: string; loginName: string }

beforeAll(async () => {
  db = await testDatabase()
  home = await aTenant(db, { code: 'home', isHome: true })
})
beforeEach(async () => {
  server = await signInServer({ db })
  await rule(null, null)
  await db.platform(tx => tx.execute("delete from identity_user where login_name <> 'guest'"))
  admin = await person([home.roleIds.admin])
})
afterAll(() => db.close())

const rule = (age: number | null, remembered: number | null, tenantId = home.tenantId) =>
  db.platform(tx =>
    tx.execute('update identity_tenant set password_max_age_days = $2, password_remembered = $3 where tenant_id = $1', [
      tenantId,
      age,
      remembered,
    ]),
  )
/** Somebody who chose their password now. */
async function person(roleIds: string[] = [], tenantId = home.tenantId) {
  const made = await aUser(db, tenantId, { password: word(0), roleIds })
  await db.platform(tx =>
    tx.execute('update identity_user set password_changed_at = $2 where id = $1', [
      made.id,
      new Date(server.clock.now()),
    ]),
  )
  return made
}
const forward = (ms: number) => server.clock.set(server.clock.now() + ms)
async function opened({ loginName }: { loginName: string }, password = word(0)): Promise<Browser> {
  const browser = server.browser()
  expect(await browser.signIn(`${loginName}@home`, password)).toMatchObject({ success: true })
  return browser
}
const change = (browser: Browser, from: number, to: number) =>
  browser.post('/api/user/pwd/update', { oldPassword: word(from), newPassword: word(to), checkPass: word(to) })
const meOf = async (browser: Browser) => (await browser.get('/api/employee/me')).data
const list = (browser: Browser) => browser.post('/api/sys/user/list')

describe('a password that is too old', () => {
  test('from the moment on everything but changing it is refused, in an open session too; then all is as before', async () => {
    await rule(90, null)
    const user = await person([home.roleIds.admin])
    forward(90 * DAY - 60_000)
    const browser = await opened(user)
    expect(await list(browser)).toMatchObject({ success: true })
    expect(await meOf(browser)).toMatchObject({ mustChangePassword: false, passwordExpired: false })
    forward(60_000)
    for (const path of ['/api/sys/user/list', '/api/sys/role/list', '/api/security/session/list'])
      expect(await browser.post(path), path).toMatchObject(OWED)
    expect(await meOf(browser)).toMatchObject({ mustChangePassword: true, passwordExpired: true })
    expect((await change(browser, 0, 1)).success).toBe(true)
    expect(await list(browser)).toMatchObject({ success: true })
    expect(await meOf(browser)).toMatchObject({ mustChangePassword: false, passwordExpired: false })
    forward(90 * DAY)
    expect(await list(await opened(user, word(1)))).toMatchObject(OWED)
  })

  test('never, where nobody says so; the installation’s word counts for tenants that say nothing, theirs before it', async () => {
    const mlps = await signInServer({ db, passwordPolicy: MLPS_PASSWORDS, clock: server.clock })
    const user = await person([home.roleIds.admin])
    forward(4000 * DAY)
    expect(await list(await opened(user))).toMatchObject({ success: true })
    const old = mlps.browser()
    await old.signIn(`${user.loginName}@home`, word(0))
    expect(await list(old)).toMatchObject(OWED)
    await rule(0, null)
    expect(await list(old)).toMatchObject({ success: true })
  })

  test('the last administrator of the platform comes back in by themself, years later', async () => {
    await rule(1, 12)
    forward(2000 * DAY)
    const browser = await opened(admin)
    expect(await list(browser)).toMatchObject(OWED)
    expect((await change(browser, 0, 1)).success).toBe(true)
    expect(await list(browser)).toMatchObject({ success: true })
  })

  test('another tenant’s rule is nobody else’s, and guests and whoever has no password have none that ages', async () => {
    const other = await aTenant(db, { code: `c${Date.now()}` })
    await rule(1, null, other.tenantId)
    const ours = await person([home.roleIds.admin])
    const guest = await aUser(db, home.tenantId, {
      password: word(0),
      userType: 'guest',
      roleIds: [home.roleIds.admin],
    })
    forward(100 * DAY)
    expect(await list(await opened(ours))).toMatchObject({ success: true })
    await rule(1, null)
    expect((await meOf(await opened(guest))).mustChangePassword).toBe(false)
  })

  test('who sets the rule on the page of tenants is told it, and may not ask for what is no number of days', async () => {
    const browser = await opened(admin)
    const [{ id, name, version: _, ...shown }] = (await browser.get('/api/sys/tenants/list')).data.list
    expect(shown).toMatchObject({
      passwordMaxAge: null,
      passwordRule: { maxAgeDays: 0, remembered: 0, minLength: 6, kinds: 1 },
    })
    const to = { id, name, registration: false, factorPolicy: 'off' }
    const save = (over: object) => browser.post('/api/sys/tenants/change', { ...to, ...over })
    expect(await save({ passwordMaxAge: 90, passwordRemembered: 5 })).toMatchObject({ success: true })
    expect((await browser.get('/api/sys/tenants/list')).data.list[0]).toMatchObject({
      passwordMaxAge: 90,
      passwordRule: { maxAgeDays: 90, remembered: 5 },
    })
    for (const over of [{ passwordMaxAge: 3651 }, { passwordMaxAge: -1 }, { passwordRemembered: 13 }])
      expect(await save(over), JSON.stringify(over)).toMatchObject({ success: false, code: 'kernel.invalid' })
  })
})

describe('passwords that may not come again', () => {
  test('the last three, the present one among them; the fourth may; no more are kept than are asked for', async () => {
    await rule(null, 3)
    const browser = await opened(admin)
    for (const next of [1, 2, 3]) expect((await change(browser, next - 1, next)).success).toBe(true)
    for (const again of [1, 2])
      expect((await change(browser, 3, again)).data?.fields).toEqual({
        newPassword: expect.stringContaining('3'),
      })
    expect((await change(browser, 3, 3)).success).toBe(false)
    expect((await change(browser, 3, 0)).success).toBe(true)
    const kept = () =>
      db.platform(tx => tx.query('select id from identity_password_history where user_id = $1', [admin.id]))
    expect(await kept()).toHaveLength(2)
    await rule(null, 0)
    expect((await change(browser, 0, 3)).success).toBe(true)
    expect(await kept()).toHaveLength(0)
  })

  test('not by an administrator either, nor by a code for who has forgotten it; the code stays good', async () => {
    await rule(null, 3)
    const user = await person()
    const first = await opened(user)
    await change(first, 0, 1)
    const boss = await opened(admin)
    const set = (serial: number) => boss.post('/api/sys/user/setPassword', { id: user.id, password: word(serial) })
    expect((await set(0)).data?.fields).toHaveProperty('password')
    expect(await set(2)).toMatchObject({ success: true })
    const name = `${user.loginName}@home`
    await server.browser().post('/api/user/pwd/forget/send', { username: name })
    await expect
      .poll(async () => (await boss.post('/api/sys/user/resetCode', { id: user.id })).data?.code, { timeout: 2_000 })
      .toBeTruthy()
    const { code } = (await boss.post('/api/sys/user/resetCode', { id: user.id })).data
    const forgotten = (serial: number) =>
      server.browser().post('/api/user/pwd/forget/update', { username: name, code, newPassword: word(serial) })
    expect((await forgotten(1)).data?.fields).toHaveProperty('newPassword')
    expect(await forgotten(3)).toMatchObject({ success: true })
    await opened(user, word(3))
  })
})

describe('the warning', () => {
  const MLPS = { maxAgeDays: 90, remembered: 5 }
  const warned = async (): Promise<number> => warnOfAge(db, MLPS, server.clock.now())
  const events = () =>
    db.platform(tx =>
      tx.query(
        { tenant_id: col.uuid, key: col.text, body: col.json<Record<string, unknown>>() },
        'select tenant_id, key, body from kernel_outbox where topic = $1 order by id',
        [PASSWORD_ENDING],
      ),
    )
  beforeEach(() => db.platform(tx => tx.execute('delete from kernel_outbox')))

  test('to each person whose password ends within a fortnight, by the tenant’s own rule, and nobody else', async () => {
    const other = await aTenant(db, { code: `d${Date.now()}` })
    const theirs = await person([], other.tenantId)
    await rule(30, null, other.tenantId)
    forward(15 * DAY)
    expect(await warned()).toBe(0)
    forward(DAY)
    expect(await warned()).toBe(1)
    expect(await events()).toMatchObject([{ tenant_id: other.tenantId, key: theirs.id, body: { days: 14 } }])
    forward(14 * DAY)
    expect(await warned()).toBe(0)
    forward(46 * DAY)
    // Ours by the installation's ninety days; theirs is over.
    expect(await warned()).toBe(1)
    expect((await events()).at(-1)).toMatchObject({ key: admin.id })
  })

  test('is one message for each of its days, to its person alone, and more urgent at the end', async () => {
    forward(80 * DAY)
    await warned()
    await warned()
    forward(8 * DAY)
    await warned()
    const kind = IDENTITY_MESSAGES.find(one => one.topic === PASSWORD_ENDING)
    const drafts = (await events()).map(({ tenant_id, key, body }) =>
      kind?.draft({ tenantId: tenant_id, topic: PASSWORD_ENDING, key, body }),
    )
    expect(drafts.map(one => one?.people)).toEqual([[admin.id], [admin.id], [admin.id]])
    expect(new Set(drafts.map(one => one?.about)).size).toBe(2)
    expect(drafts.map(one => one?.severity)).toEqual([undefined, undefined, 'warning'])
    expect(drafts[0]?.params).toEqual({ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
  })
})
