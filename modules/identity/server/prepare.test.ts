import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, col } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TENANT_CREATED } from '../contract/index.ts'
import { aTenant, type SignInServer, signInServer } from '../testing/index.ts'
import {
  activeOperators,
  activeTenants,
  DEMO_PASSWORDS_FILE,
  operatorsByIds,
  PASSWORD_FILE,
  tenantById,
} from './index.ts'

let db: Database
let server: SignInServer
let dataFolder: string

beforeEach(async () => {
  db = await testDatabase()
  server = await signInServer({ db })
  dataFolder = mkdtempSync(join(tmpdir(), 'wattyard-identity-'))
})
afterEach(async () => {
  await server.close()
  await db.close()
  rmSync(dataFolder, { recursive: true })
})

const prepare = (adminPassword?: string) =>
  db.platform(tx => server.identity.prepareInstallation(tx, { dataFolder, adminPassword }))
const PERMISSIONS = [
  'assets.station:read',
  'assets.station:create',
  'charging.order:read',
  'charging.order:refund',
  'finance.dailyBill:read',
  'finance.dailyBill:close',
  'identity.office:read',
  'identity.user:read',
  'platform.audit:read',
  'members.member:read',
]

test('first start: an owner with a generated password in a file for its owner’s eyes; later starts change nothing', async () => {
  const first = await prepare()
  expect(first).toMatchObject({ created: true, username: 'admin' })
  const file = join(dataFolder, PASSWORD_FILE)
  expect(first.password).toEqual({ value: readFileSync(file, 'utf8').trim(), file })
  expect(first.password?.value.length).toBeGreaterThanOrEqual(20)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const again = await prepare('another-password')
  expect(again).toEqual({
    created: false,
    tenantId: first.tenantId,
    ownerId: first.ownerId,
    username: 'admin',
    password: null,
  })
  const browser = server.browser()
  expect((await browser.signIn('admin', first.password?.value ?? '')).success).toBe(true)
  const me = await browser.get('/api/employee/me')
  expect(me.data.user).toMatchObject({ id: '1', recordId: first.ownerId, loginName: 'admin' })
  expect(me.data.roles).toContain('admin')
  expect(me.data.company.id).toBe(first.tenantId)
  for (const guess of ['admin', '123456', 'another-password'])
    expect((await server.browser().signIn('admin', guess)).success).toBe(false)
})

test('a password from the environment is used, kept in no file, and measured by the profile', async () => {
  expect(await prepare('demo-pass')).toMatchObject({ created: true, password: null })
  expect(readdirSync(dataFolder)).toEqual([])
  expect((await server.browser().signIn('admin', 'demo-pass')).success).toBe(true)
})

test('a weak password stops the start, and leaves nothing behind', async () => {
  await expect(prepare('12345')).rejects.toThrow('WATTYARD_ADMIN_PASSWORD is refused: passwordTooShort (6)')
  const strict = await signInServer({ db, profile: 'production' })
  const production = (adminPassword: string) =>
    db.platform(tx => strict.identity.prepareInstallation(tx, { dataFolder, adminPassword }))
  await expect(production('eleven chars'.slice(1))).rejects.toThrow('passwordTooShort (12)')
  await expect(production('password12345678')).rejects.toThrow('passwordTooSimple')
  expect(await db.platform(tx => tx.query('select 1 from identity_tenant'))).toEqual([])
  expect((await production('a decent passphrase')).created).toBe(true)
})

test('two processes starting at once on one empty database make one owner', async () => {
  const both = await Promise.all([prepare(), prepare()])
  expect(both.filter(one => one.created)).toHaveLength(1)
  expect(both[0]?.ownerId).toBe(both[1]?.ownerId)
})

test('a new tenant is said in the outbox, for the modules that owe it something', async () => {
  const { tenantId } = await prepare()
  const events = await db.platform(tx =>
    tx.query(
      { topic: col.text, key: col.text, body: col.json<unknown>() },
      'select topic, key, body from kernel_outbox',
    ),
  )
  expect(events).toEqual([
    {
      topic: TENANT_CREATED,
      key: tenantId,
      body: { code: 'demo', profile: 'demo', zone: 'Asia/Shanghai', currency: 'CNY' },
    },
  ])
})

test('the demonstration: three operators, five roles cut from what exists, six people who can sign in; once', async () => {
  const { tenantId } = await prepare()
  const demo = () =>
    db.platform(tx => server.identity.prepareDemoTenant(tx, { tenantId, dataFolder, permissions: PERMISSIONS }))
  const made = await demo()
  expect(made.created).toBe(true)
  expect(made.operators.map(operator => operator.code)).toEqual(['OP-NS', 'OP-BA', 'OP-LG'])
  const before = readFileSync(join(dataFolder, DEMO_PASSWORDS_FILE), 'utf8')
  expect(await demo()).toEqual({ created: false, operators: made.operators })
  expect(readFileSync(join(dataFolder, DEMO_PASSWORDS_FILE), 'utf8')).toBe(before)
  expect(statSync(join(dataFolder, DEMO_PASSWORDS_FILE)).mode & 0o777).toBe(0o600)
  const people = new Map(
    before
      .trim()
      .split('\n')
      .map(line => line.split(' ') as [string, string]),
  ) // our own file
  expect(people.size).toBe(7)
  const meOf = async (name: string) => {
    const browser = server.browser()
    expect((await browser.signIn(name, people.get(name) ?? '')).success).toBe(true)
    return (await browser.get('/api/employee/me')).data
  }
  const heldBy = (name: string) =>
    db.platform(async tx => {
      const rows = await tx.query(
        { permission: col.text },
        `select distinct unnest(r.permissions) as permission from identity_user u
         join identity_role r on r.tenant_id = u.tenant_id and r.id = any(u.role_ids)
         where u.tenant_id = $1 and u.login_name = $2 order by 1`,
        [tenantId, name],
      )
      return rows.map(row => row.permission)
    })
  expect((await meOf('chenjing')).roles).toContain('admin')
  expect(await heldBy('zhangwei')).toEqual([
    'assets.station:create',
    'assets.station:read',
    'charging.order:read',
    'charging.order:refund',
    'identity.office:read',
    'members.member:read',
  ])
  expect(await heldBy('lina')).toEqual([
    'assets.station:read',
    'charging.order:read',
    'finance.dailyBill:close',
    'finance.dailyBill:read',
    'identity.office:read',
    'members.member:read',
  ])
  expect(await heldBy('wangfang')).toEqual([
    'assets.station:read',
    'charging.order:read',
    'charging.order:refund',
    'finance.dailyBill:read',
    'identity.office:read',
    'members.member:read',
  ])
  expect(await meOf('sunhao')).toMatchObject({
    user: { userType: 'investor', id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    roles: ['vip'],
    // Stations without an investor are assigned to him.
    seesNothing: false,
    menus: expect.arrayContaining([{ code: 'personalCenter' }]),
  })
  const limited = server.browser()
  await limited.signIn('liuyang', people.get('liuyang') ?? '')
  const offices = await limited.post('/api/sys/office/list')
  expect(offices.data.list.map((office: { code: string }) => office.code).toSorted()).toEqual(['D-NS-YW', 'OP-NS'])
})

test('neighbours ask for operators and tenants; a department or a foreign operator is none', async () => {
  const { tenantId } = await prepare()
  const { operators } = await db.platform(tx =>
    server.identity.prepareDemoTenant(tx, { tenantId, dataFolder, permissions: PERMISSIONS }),
  )
  const [first, second] = operators.map(operator => operator.id)
  const other = await aTenant(db, { code: 'other', zone: 'Europe/Madrid', currency: 'EUR' })
  const offices = await db.tenant(tenantId, tx => tx.query({ id: col.uuid }, 'select id from identity_office'))
  await db.tenant(tenantId, async tx => {
    expect(
      (
        await operatorsByIds(
          tx,
          offices.map(office => office.id),
        )
      ).map(one => one.code),
    ).toEqual(['OP-BA', 'OP-LG', 'OP-NS'])
    expect(await operatorsByIds(tx, [])).toEqual([])
    await tx.execute("update identity_office set status = 'closed' where id = $1", [second])
    expect((await activeOperators(tx)).map(one => one.code)).toEqual(['OP-LG', 'OP-NS'])
    expect(await tenantById(tx, other.tenantId)).toBeNull()
  })
  expect(await db.tenant(other.tenantId, tx => operatorsByIds(tx, [first ?? '']))).toEqual([])
  await db.platform(async tx => {
    expect(await tenantById(tx, other.tenantId)).toMatchObject({
      code: 'other',
      zone: 'Europe/Madrid',
      currency: 'EUR',
    })
    expect((await activeTenants(tx)).map(one => one.code)).toEqual(['demo', 'other'])
  })
})
