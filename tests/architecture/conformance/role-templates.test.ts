import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Home, homeOf } from '@wattyard/finance/contract'
import { PLATFORM_PERMISSIONS, ROLE_TEMPLATES } from '@wattyard/identity/contract'
import { aUser } from '@wattyard/identity/testing'
import { col, newId } from '@wattyard/server-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionWorld } from './world.ts'

/*
 * The roles of a company's first day: made of rights that exist, and somebody who is given one works with it: the home page of
 * their trade, and every page of their menu that is a list opens.
 */

const PASSWORD = 'a passphrase for tests'
const world = await sessionWorld()
const folder = mkdtempSync(join(tmpdir(), 'roles-'))
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

const HOMES: Record<string, [kind: Home['kind'], first: string | undefined]> = {
  owner: ['owner', 'revenue'],
  operations: ['operation', 'charging'],
  finance: ['finance', 'received'],
  support: ['service', 'charging'],
  maintenance: ['repair', 'faults'],
  viewer: ['overview', 'revenue'],
}

let home: string
/** Made on the page of tenants, by the owner of the installation. */
let made: string
beforeAll(async () => {
  home = (
    await world.db.platform(tx =>
      world.identity.prepareInstallation(tx, { dataFolder: folder, adminPassword: PASSWORD }),
    )
  ).tenantId
  const browser = world.browser()
  await browser.signIn('admin', PASSWORD)
  const answer = await browser.post(
    '/api/sys/tenants/create',
    {
      code: 'second',
      name: '第二公司',
      zone: 'Asia/Shanghai',
      currency: 'CNY',
      loginName: 'admin',
      displayName: '管理员',
    },
    { headers: { 'idempotency-key': newId() } },
  )
  if (!answer.success) throw new Error(answer.text)
  made = answer.data.id
})

const rolesOf = (tenantId: string) =>
  world.db.platform(tx =>
    tx.query(
      { id: col.uuid, code: col.text, is_system: col.boolean, permissions: col.texts },
      'select id, code, is_system, permissions from identity_role where tenant_id = $1 order by code',
      [tenantId],
    ),
  )

test('a new company, the first as every other, starts with all of them, each its own to change', async () => {
  const codes = ROLE_TEMPLATES.map(one => one.code)
  expect(codes.toSorted()).toEqual(Object.keys(HOMES).toSorted())
  for (const tenantId of [home, made]) {
    const roles = await rolesOf(tenantId)
    expect(roles.map(one => one.code)).toEqual(['admin', 'guest', 'vip', ...codes].toSorted())
    expect(roles.filter(one => one.is_system).map(one => one.code)).toEqual(['admin', 'guest', 'vip'])
  }
})

test('each holds rights that exist and none of the platform', async () => {
  for (const { code, permissions } of await rolesOf(made)) {
    if (!HOMES[code]) continue
    expect(permissions.length, code).toBeGreaterThan(10)
    expect(permissions.filter(one => !world.permissions.includes(one) || PLATFORM_PERMISSIONS.has(one))).toEqual([])
  }
})

test.each(Object.entries(HOMES))(
  '%s: its home page is that of the trade, and every list of its menu opens',
  async (code, [kind, first]) => {
    const [role] = (await rolesOf(home)).filter(one => one.code === code)
    const { loginName } = await aUser(world.db, home, { password: PASSWORD, roleIds: [role?.id ?? ''] })
    const browser = world.browser(`10.0.3.${Object.keys(HOMES).indexOf(code)}`)
    await browser.signIn(loginName, PASSWORD)
    const me: { permissions: string[] } = (await browser.get('/api/employee/me')).data
    expect(me.permissions.length).toBeGreaterThan(10)
    const seesWhole = ROLE_TEMPLATES.find(one => one.code === code)?.rowScope === 'tenant'
    const may = (one: string) => me.permissions.includes(one)
    const shown = homeOf({ may, hasRights: true, seesWhole, isInvestor: false })
    expect([shown?.kind, shown?.figures[0]]).toEqual([kind, first])
    const figures = await browser.get('/api/home/figures')
    // A company without piles has no utilisation yet.
    expect(figures.data.top).toEqual(shown?.figures.filter(one => one !== 'utilisation'))
    for (const path of ['/api/home/todo', '/api/home/stations'])
      expect((await browser.get(path)).success, path).toBe(true)
    for (const { resource } of world.served)
      if (may(`${resource.name}:read`)) {
        const answer = await browser.post(`/api/${resource.path}/list`, {})
        expect([resource.name, answer.success]).toEqual([resource.name, true])
      }
  },
)
