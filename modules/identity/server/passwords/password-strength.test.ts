import type { Database } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { passwordStrength } from '../../contract/password-strength.ts'
import {
  aRole,
  aTenant,
  aUser,
  type Browser,
  passPicture,
  type SignInServer,
  signInServer,
} from '../../testing/index.ts'

const START = 'Passphrase 0 of tests'

let db: Database
let server: SignInServer
let home: Awaited<ReturnType<typeof aTenant>>
let boss: Browser
let person: { id: string; loginName: string }
let serial = 0

beforeAll(async () => {
  db = await testDatabase()
  home = await aTenant(db, { code: 'home', isHome: true })
})
beforeEach(async () => {
  server = await signInServer({ db, passwordPolicy: { minLength: 8 } })
  await db.platform(tx => tx.execute('update identity_tenant set password_length = null, password_kinds = null'))
  boss = await someone([home.roleIds.admin])
  person = await aUser(db, home.tenantId, { password: START })
})
afterAll(() => db.close())

async function someone(roleIds: string[], tenant = { tenantId: home.tenantId, code: 'home' }): Promise<Browser> {
  const { loginName } = await aUser(db, tenant.tenantId, { password: START, roleIds })
  return opened(loginName, START, tenant.code)
}
async function opened(loginName: string, password = START, code = 'home'): Promise<Browser> {
  const browser = server.browser(`10.7.0.${++serial}`)
  expect(await browser.signIn(`${loginName}@${code}`, password)).toMatchObject({ success: true })
  return browser
}
const set = (browser: Browser, passwordLength: unknown, passwordKinds: unknown = null, id = home.tenantId) =>
  browser.post('/api/sys/tenant/setPasswordPolicy', { id, passwordLength, passwordKinds })
const change = (browser: Browser, newPassword: string) =>
  browser.post('/api/user/pwd/update', { oldPassword: START, newPassword, checkPass: newPassword })
const view = async (browser: Browser) => (await browser.get('/api/sys/tenant/passwordPolicy')).data

test('a tenant asks for longer passwords of more kinds: of one’s own, and of those that an administrator sets', async () => {
  expect(await set(boss, 14, 3)).toMatchObject({ success: true })
  const own = await opened(person.loginName)
  expect((await own.get('/api/employee/me')).data.passwordRule).toEqual({ minLength: 14, kinds: 3, remembered: 0 })
  for (const [weak, limit] of [
    ['Tram-fjord 12', '14'],
    ['tram-fjord-mulch', '3'],
  ] as const) {
    expect((await change(own, weak)).data?.fields, weak).toEqual({ newPassword: expect.stringContaining(limit) })
    const byBoss = await boss.post('/api/sys/user/setPassword', { id: person.id, password: weak })
    expect(byBoss.data?.fields, weak).toEqual({ password: expect.stringContaining(limit) })
  }
  expect(await change(own, 'tram-fjord-mulch-7')).toMatchObject({ success: true })
  expect(await boss.post('/api/sys/user/setPassword', { id: person.id, password: 'tram-fjord-mulch-8' })).toMatchObject(
    { success: true },
  )
})

test('who has forgotten theirs is held to it too, once the code was right; the code stays good', async () => {
  await set(boss, 14)
  const username = `${person.loginName}@home`
  await server.browser().post('/api/user/pwd/forget/send', { username })
  const asked = async () => (await boss.post('/api/sys/user/resetCode', { id: person.id })).data?.code
  await expect.poll(asked, { timeout: 2_000 }).toBeTruthy()
  const code = await asked()
  const use = (newPassword: string, given = code) =>
    server.browser().post('/api/user/pwd/forget/update', { username, code: given, newPassword })
  // Without the code nobody hears what the tenant asks for.
  expect((await use('tram-fjord', 'AAAA-BBBB')).data?.fields).toEqual({ code: expect.any(String) })
  expect((await use('tram-fjord')).data?.fields).toEqual({ newPassword: expect.stringContaining('14') })
  expect(await use('tram-fjord-mulch')).toMatchObject({ success: true })
})

test('an application is answered as ever; whose password is too weak for the tenant chooses another at once', async () => {
  await db.platform(tx => tx.execute('update identity_tenant set registration = true'))
  await set(boss, 14)
  const apply = async (password: string) => {
    const from = server.browser(`10.8.0.${++serial}`)
    await passPicture(server, from)
    const loginName = `new-${serial}`
    const phone = `139${String(serial).padStart(8, '0')}`
    const answer = await from.post('/api/user/registe', { loginName, displayName: 'Wang', phone, password })
    await server.identity.flush()
    expect(answer.success).toBe(true)
    const { list } = (await boss.post('/api/sys/registration/list')).data
    const id = list.find((one: { loginName: string }) => one.loginName === loginName).id
    const roleIds = [await aRole(db, home.tenantId, { permissions: ['identity.office:read'] })]
    expect(await boss.post('/api/sys/registration/approve', { id, roleIds })).toMatchObject({ success: true })
    return (await (await opened(loginName, password)).get('/api/employee/me')).data.mustChangePassword
  }
  expect(await apply('tram-fjord')).toBe(true)
  expect(await apply('tram-fjord-mulch')).toBe(false)
})

test('never weaker than the installation, nor more than a password can be; empty is the installation’s word again', async () => {
  for (const [length, kinds, field] of [
    [7, null, 'passwordLength'],
    [0, null, 'passwordLength'],
    [-1, null, 'passwordLength'],
    [65, null, 'passwordLength'],
    [12.5, null, 'passwordLength'],
    [12, 5, 'passwordKinds'],
    [12, 0, 'passwordKinds'],
  ] as const)
    expect((await set(boss, length, kinds)).data?.fields, `${length} ${kinds}`).toHaveProperty(field)
  expect(await view(boss)).toMatchObject({ passwordLength: null, passwordKinds: null })
  await set(boss, 20)
  expect(await view(boss)).toEqual({
    id: home.tenantId,
    passwordLength: 20,
    passwordKinds: null,
    installation: { minLength: 8, kinds: 1 },
    maxAgeDays: 0,
    remembered: 0,
  })
  await set(boss, null)
  expect((await boss.get('/api/employee/me')).data.passwordRule.minLength).toBe(8)
})

test('an installation that has become stricter since is not undercut by what a tenant said before', () => {
  const strict = { minLength: 12, kinds: 3 }
  expect(passwordStrength({ password_length: 8, password_kinds: 1 }, strict)).toEqual(strict)
  expect(passwordStrength({ password_length: 16, password_kinds: null }, strict)).toEqual({ minLength: 16, kinds: 3 })
})

test('for who may, for their own tenant alone; it is in the log, and the page of tenants says what is in force', async () => {
  const code = `c${Date.now()}`
  const other = await aTenant(db, { code })
  const stranger = await someone([other.roleIds.admin], { tenantId: other.tenantId, code })
  expect(await set(stranger, 20)).toMatchObject({ status: 404 })
  expect((await view(stranger)).id).toBe(other.tenantId)
  const reader = await someone([await aRole(db, home.tenantId, { permissions: ['identity.tenant:read'] })])
  expect(await set(reader, 20)).toMatchObject({ status: 403 })
  expect(await reader.get('/api/sys/tenant/passwordPolicy')).toMatchObject({ status: 403 })
  expect(await set(boss, 20, 2)).toMatchObject({ success: true })
  const { list } = (await boss.get('/api/sys/tenants/list')).data
  const rules = Object.fromEntries(
    list.map((one: { id: string; passwordRule: { minLength: number; kinds: number } }) => [one.id, one.passwordRule]),
  )
  expect(rules[home.tenantId]).toMatchObject({ minLength: 20, kinds: 2 })
  expect(rules[other.tenantId]).toMatchObject({ minLength: 8, kinds: 1 })
  const entries = await db.platform(tx =>
    tx.query("select before, after from kernel_audit where action = 'setPasswordPolicy' order by id desc limit 1"),
  )
  expect(entries).toMatchObject([{ after: { passwordLength: 20, passwordKinds: 2 } }])
})
