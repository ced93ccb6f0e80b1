import { type Database, type LetterPost, col } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aRole, aTenant, aUser, type Browser, codeOf, type SignInServer, signInServer } from '../../testing/index.ts'

const OLD = 'a passphrase for tests'
const NEW = 'another long phrase'
const MINUTE = 60_000
const WRONG = { success: false, code: 'kernel.invalid', data: { fields: { code: '验证码不正确或已使用' } } }

let db: Database
let server: SignInServer
let tenantId: string
let adminRole: string
let user: { id: string; loginName: string }
let sent: { personId: string; code: string }[]
let network = 0

beforeAll(async () => {
  db = await testDatabase()
  const made = await aTenant(db, { code: 'home', isHome: true })
  tenantId = made.tenantId
  adminRole = made.roleIds.admin
})
beforeEach(async () => {
  sent = []
  const letters: LetterPost = {
    async post(_tx, _tenantId, { personId, secrets }) {
      sent.push({ personId, code: secrets.code ?? '' })
      return []
    },
  }
  server = await signInServer({ db, letters })
  user = await aUser(db, tenantId, { password: OLD, roleIds: [adminRole] })
})
afterAll(() => db.close())

const stranger = () => server.browser(`10.7.0.${++network % 250}`)
async function opened(name = user.loginName, password = OLD): Promise<Browser> {
  const browser = stranger()
  expect((await browser.signIn(name, password)).success).toBe(true)
  return browser
}
async function ask(username = user.loginName): Promise<string> {
  const answer = await stranger().post('/api/user/pwd/forget/send', { username })
  expect(answer).toMatchObject({ status: 200, success: true, data: null })
  await server.identity.flush()
  return sent.at(-1)?.code ?? ''
}
async function boss(): Promise<Browser> {
  const admin = await aUser(db, tenantId, { password: OLD, roleIds: [adminRole] })
  return opened(admin.loginName)
}
const use = (code: string, over: Record<string, unknown> = {}) =>
  stranger().post('/api/user/pwd/forget/update', { username: user.loginName, code, newPassword: NEW, ...over })

describe('a forgotten password', () => {
  test('a code, a new password, every session ends, the code is spent', async () => {
    const browser = await opened()
    const code = await ask()
    expect(code).toMatch(/^\d{8}$/)
    expect((await use(code)).success).toBe(true)
    expect(await browser.get('/api/employee/me')).toMatchObject({ status: 401, code: '50008' })
    await opened(user.loginName, NEW)
    expect(await use(code)).toMatchObject(WRONG)
    const [row] = await db.platform(tx =>
      tx.query({ text: col.text }, 'select json_agg(a)::text as text from kernel_audit a where record_id = $1', [
        user.id,
      ]),
    )
    expect(row?.text).not.toContain(code)
    expect(row?.text).toContain('change-password')
  })

  test('who exists is not told: unknown, disabled and foreign names get the same answers and no code', async () => {
    const barred = await aUser(db, tenantId, { password: OLD })
    await db.platform(tx => tx.execute("update identity_user set status = 'disabled' where id = $1", [barred.id]))
    for (const username of ['ghost', barred.loginName, `${user.loginName}@nowhere`]) {
      await ask(username)
      expect(await use('12345678', { username })).toMatchObject(WRONG)
    }
    expect(sent).toEqual([])
    expect(await use('12345678')).toMatchObject(WRONG)
  })

  test('wrong five times, ten minutes old or replaced: the code is worth nothing', async () => {
    const code = await ask()
    const other = code === '00000000' ? '11111111' : '00000000'
    for (let i = 0; i < 5; i++) expect(await use(other)).toMatchObject(WRONG)
    expect(await use(code)).toMatchObject(WRONG)
    server.clock.advance(MINUTE)
    const second = await ask()
    server.clock.advance(MINUTE)
    const third = await ask()
    expect(await use(second)).toMatchObject(WRONG)
    server.clock.advance(10 * MINUTE)
    expect(await use(third)).toMatchObject(WRONG)
    await opened()
  })

  test.each([
    [
      'chose another password',
      async () =>
        (await opened()).post('/api/user/pwd/update', {
          oldPassword: OLD,
          checkPass: 'chosen by myself 5',
          newPassword: 'chosen by myself 5',
        }),
    ],
    [
      'changed the phone',
      async () => (await opened()).post('/api/user/info/update', { phone: '13900001234', oldPassword: OLD }),
    ],
    [
      'was given another password',
      async () => (await boss()).post('/api/sys/user/setPassword', { id: user.id, password: 'given by hand 77' }),
    ],
    [
      'was given another phone',
      async () => (await boss()).post('/api/sys/user/save', { id: user.id, version: 1, phone: '13900004321' }),
    ],
    [
      'was shut out and let in again',
      async () => {
        const admin = await boss()
        await admin.post('/api/sys/user/disable', { id: user.id })
        return admin.post('/api/sys/user/enable', { id: user.id })
      },
    ],
  ])('a code that was sent before opens nothing for a person who since %s', async (_what, change) => {
    const code = await ask()
    expect(await change()).toMatchObject({ success: true })
    expect(await use(code)).toMatchObject(WRONG)
    await ask()
    // The old one stays as ended, so that another still waits its minute.
    expect(sent).toHaveLength(1)
  })

  test('of two at once with one code one wins; a second code within the minute is not made', async () => {
    const code = await ask()
    await ask()
    expect(sent).toHaveLength(1)
    const both = await Promise.all([use(code), use(code, { newPassword: 'a third long phrase' })])
    expect(both.filter(answer => answer.success)).toHaveLength(1)
  })

  test('the new one keeps the rules, before anything is said about the code', async () => {
    const code = await ask()
    expect((await use(code, { newPassword: '12345' })).data.fields).toEqual({ newPassword: '密码小于6个字符' })
    expect((await use(code, { newPassword: '' })).data.fields).toEqual({ newPassword: '请输入新密码!' })
    expect((await use(code, { checkPass: 'x' })).data.fields).toEqual({ checkPass: '输入的密码不一致!' })
    expect((await use(code)).success).toBe(true)
  })

  test('does not get past the second factor', async () => {
    const browser = await opened()
    const { data } = await browser.post('/api/security/factor/begin', { password: OLD })
    await browser.post('/api/security/factor/confirm', { code: codeOf(data.secret, server.clock.now()) })
    expect((await use(await ask())).success).toBe(true)
    expect((await stranger().signIn(user.loginName, NEW)).data.owes).toBe('code')
  })

  test('ten questions a minute, and none from pages of others', async () => {
    const one = server.browser('10.8.0.1')
    const ghost = { username: 'ghost' }
    expect(
      await one.post('/api/user/pwd/forget/send', ghost, { headers: { origin: 'https://evil.example' } }),
    ).toMatchObject({ status: 403 })
    for (let i = 0; i < 10; i++) expect((await one.post('/api/user/pwd/forget/send', ghost)).success).toBe(true)
    expect(await one.post('/api/user/pwd/forget/send', ghost)).toMatchObject({ status: 429 })
  })

  test('without a sender an administrator reads the code; others, and those of other tenants, do not', async () => {
    const local = await signInServer({ db })
    await local.browser('10.8.0.2').post('/api/user/pwd/forget/send', { username: user.loginName })
    await local.identity.flush()
    const read = (from: Browser) => from.post('/api/sys/user/resetCode', { id: user.id })
    const boss = await aUser(db, tenantId, { password: OLD, roleIds: [adminRole] })
    const theirs = local.browser()
    await theirs.signIn(boss.loginName, OLD)
    const { data } = await read(theirs)
    expect(data).toMatchObject({ userId: user.id, code: expect.stringMatching(/^\d{8}$/) })
    const small = await aRole(db, tenantId, { permissions: ['identity.user:setPassword', 'identity.user:read'] })
    const clerk = await aUser(db, tenantId, { password: OLD, roleIds: [small] })
    const far = local.browser()
    await far.signIn(clerk.loginName, OLD)
    expect(await read(far)).toMatchObject({ status: 403, code: 'identity.beyondOwnRights' })
    const acme = await aTenant(db, { code: 'far' })
    const foreign = await aUser(db, acme.tenantId, { password: OLD, roleIds: [acme.roleIds.admin] })
    const abroad = local.browser()
    await abroad.signIn(`${foreign.loginName}@far`, OLD)
    expect(await read(abroad)).toMatchObject({ status: 404 })
    expect((await use(data.code)).success).toBe(true)
    expect(await read(theirs)).toMatchObject({ code: 'identity.noResetCode' })
  })
})

describe('questions about accounts (W16)', () => {
  const check = (from: Browser, account: string) => from.post('/api/user/account/check', { account })
  const name = (from: Browser, loginName: string) => from.get('/api/user/get/loginName', { loginName })

  test('strangers, guests and people of other tenants always hear the same', async () => {
    const guest = await aUser(db, tenantId, { password: OLD, userType: 'guest' })
    const elsewhere = await aTenant(db, { code: 'elsewhere' })
    const foreign = await aUser(db, elsewhere.tenantId, { password: OLD, roleIds: [elsewhere.roleIds.admin] })
    const askers = [stranger(), await opened(guest.loginName), await opened(`${foreign.loginName}@elsewhere`)]
    for (const asker of askers)
      for (const one of [user.loginName, 'ghost']) {
        expect((await check(asker, one)).data).toEqual({ available: true })
        expect((await name(asker, one)).data).toEqual({ loginName: one, exists: false })
      }
  })

  test('who may read users hears how it is in their tenant', async () => {
    const browser = await opened()
    expect((await check(browser, ` ${user.loginName.toUpperCase()} `)).data).toEqual({ available: false })
    expect((await check(browser, 'ghost')).data).toEqual({ available: true })
    expect((await name(browser, user.loginName)).data).toEqual({ loginName: user.loginName, exists: true })
    expect(await check(browser, '')).toMatchObject({ data: { fields: { account: '必填' } } })
    await browser.post('/c/logout')
    expect((await check(browser, user.loginName)).data).toEqual({ available: true })
  })

  test('ten a minute', async () => {
    const one = server.browser('10.8.0.9')
    for (let i = 0; i < 10; i++) await check(one, 'ghost')
    expect(await name(one, 'ghost')).toMatchObject({ status: 429 })
  })
})
