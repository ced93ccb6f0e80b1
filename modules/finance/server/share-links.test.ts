import { execFileSync } from 'node:child_process'
import { chargingModule } from '@wattyard/charging/server'
import { aRole, aUser, setTenantStatus } from '@wattyard/identity/testing'
import { createPlatform } from '@wattyard/platform/server'
import { type Caller, type House, newId, type ServerModule } from '@wattyard/server-kit'
import { type Answer, type CallOptions, callerWith, type TestServer, testServer } from '@wattyard/testing'
import { DAY_MS } from '@wattyard/time'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FinanceServer, financeServer, type FinanceWorld } from '../testing/index.ts'
import { financeModule } from './index.ts'

const RIGHTS = [
  'platform.shareLink:make',
  'platform.shareLink:read',
  'charging.order:read',
  'finance.dailyBill:read',
  'finance.dayClose:read',
]
const HOUSE: House = { name: '深圳某某充电有限公司', zone: 'Asia/Shanghai' }
const house: ServerModule = { name: 'house', houseOf: async () => HOUSE }

let server: FinanceServer
let world: FinanceWorld
let shop: TestServer
/** A person of the tenant who makes links, as they sign in; and the role that lets them. */
let maker: Caller
let roleId: string
/** The order that is shared, and its number. */
let orderId: string
let orderNo: string

beforeAll(async () => {
  server = await financeServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  world = await server.world({ principal: 100_000n })
  const { db } = server.charging.server
  const { clock, tenantId } = world
  shop = await testServer({
    db,
    modules: [
      createPlatform({ clock }).module,
      chargingModule(world.ports),
      financeModule({ signer: server.signer, clock }),
      house,
    ],
  })
  orderId = await world.charge()
  orderNo = (await world.server.call('/api/charging/order/get', { id: orderId }, { as: world.as })).data.orderNo
  roleId = await aRole(db, tenantId, { permissions: RIGHTS })
  const user = await aUser(db, tenantId, { displayName: '王会计', roleIds: [roleId] })
  maker = callerWith({ tenantId, userId: user.id, displayName: '王会计', permissions: RIGHTS })
})

const receipt = () => ({ resource: 'charging.order', kind: 'receipt', id: orderId })
const make = (input: Record<string, unknown> = receipt(), as = maker): Promise<Answer> =>
  shop.call('/api/platform/shareLink/make', input, { as })
const list = async (as = maker, input: Record<string, unknown> = {}) =>
  (await shop.call('/api/platform/shareLink/list', input, { as })).data.list

/** Opens a link as a browser does that has no session. */
const open = (path: string, options: CallOptions & { more?: Record<string, string> } = {}): Promise<Answer> => {
  const [route = '', query = ''] = path.replace('/chg', '').split('?')
  return shop.call(
    route,
    { ...Object.fromEntries(new URLSearchParams(query)), ...options.more },
    { method: 'GET', ...options },
  )
}

/** Runs statements as the platform. */
const change = (sql: string, values: readonly unknown[]) =>
  server.charging.server.db.platform(tx => tx.execute(sql, values))

/** Two pages without what differs by chance: the nonce of the style, and the secret in links to other languages. */
const plain = (text: string) => text.replaceAll(/nonce="[^"]+"/g, '').replaceAll(/t=[\w%-]*/g, '')

describe('a link to a receipt', () => {
  test('shows just that sheet to whoever has it: no session, no script, no maker, in three languages, as page and PDF', async () => {
    const { data: link } = await make()
    const page = await open(link.path)
    expect(page.status).toBe(200)
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(page.headers['set-cookie']).toBeUndefined()
    for (const one of ['充电小票', orderNo, HOUSE.name, '10.000 kWh']) expect(page.text).toContain(one)
    expect(page.text).not.toMatch(/王会计|<script|u[0-9a-f]{10}/)
    expect((await open(link.path, { more: { lang: 'es', from: 'singlemessage' } })).text).toContain('<html lang="es">')
    const pdf = await open(link.path, { more: { form: 'pdf', lang: 'en' } })
    expect(pdf.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow, noarchive',
    })
    const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf.bytes, encoding: 'utf8' })
    for (const one of ['Receipt', orderNo, HOUSE.name]) expect(text).toContain(one)
    expect(text).not.toContain('王会计')
    expect(await list()).toMatchObject([
      { openings: 3, isLive: true, title: `充电小票 ${orderNo}`, makerName: '王会计', recordId: orderId },
    ])
  })

  test('runs out by the clock, after a week unless its maker says up to ninety days', async () => {
    const { data: week } = await make()
    const { data: long } = await make({ ...receipt(), days: 90 })
    expect(week.expiresAt).toBe(world.clock.now() + 7 * DAY_MS)
    expect(await make({ ...receipt(), days: 91 })).toMatchObject({ code: 'kernel.invalid' })
    world.clock.advance(7 * DAY_MS - 1)
    expect((await open(week.path)).status).toBe(200)
    world.clock.advance(1)
    expect((await open(week.path)).status).toBe(404)
    expect((await open(long.path)).status).toBe(200)
    world.clock.advance(83 * DAY_MS)
    expect((await open(long.path)).status).toBe(404)
  })

  test('opens nothing once it is withdrawn, and the history of the record tells both', async () => {
    const { data: link } = await make()
    await shop.call('/api/platform/shareLink/withdraw', { id: link.id }, { as: maker })
    expect((await open(link.path)).status).toBe(404)
    expect(await list()).toMatchObject([{ isLive: false, withdrawnBy: '王会计', openings: 0 }])
    const { data } = await shop.call('/api/charging/order/history', { id: orderId }, { as: maker })
    expect(data.list.map((one: { action: string }) => one.action)).toEqual(['unshare', 'share'])
  })

  test('is only a hash in the database', async () => {
    const { data: link } = await make()
    const secret = new URLSearchParams(link.path.split('?')[1]).get('t') ?? ''
    expect(Buffer.from(secret, 'base64url').length * 8).toBeGreaterThanOrEqual(128)
    const [row] = await server.charging.server.db.platform(tx =>
      tx.query('select row_to_json(l)::text as text from platform_share_link l where id = $1', [link.id]),
    )
    expect(JSON.stringify(row)).not.toContain(secret)
    expect(JSON.stringify(await list())).not.toContain(secret)
  })
})

describe('a link opens nothing, in the same words, when', () => {
  const cases: readonly [why: string, spoil: (path: string) => Promise<string | void>][] = [
    ['it is guessed', async () => `/chg/pubapi/share?t=${'A'.repeat(27)}`],
    ['a letter of it is another', async path => path.replace(/.$/, last => (last === 'x' ? 'y' : 'x'))],
    ['it is cut short', async path => path.slice(0, -1)],
    ['there is nothing of it', async () => '/chg/pubapi/share'],
    [
      'its maker is disabled',
      () => change(`update identity_user set status = 'disabled' where id = $1`, [maker.userId]).then(() => {}),
    ],
    ['its maker is gone', () => change('delete from identity_user where id = $1', [maker.userId]).then(() => {})],
    [
      'its maker lost the right to read',
      () =>
        change('update identity_role set permissions = $2 where id = $1', [roleId, RIGHTS.slice(0, 2)]).then(() => {}),
    ],
    [
      'its maker lost the right to make links',
      () => change('update identity_role set permissions = $2 where id = $1', [roleId, RIGHTS.slice(1)]).then(() => {}),
    ],
    [
      'its maker lost the role',
      () => change(`update identity_user set role_ids = '{}' where id = $1`, [maker.userId]).then(() => {}),
    ],
    [
      'the record left the reach of its maker',
      async () => {
        await change(`update identity_role set row_scope = 'assigned' where id = $1`, [roleId])
        await change('update identity_user set scope_operator_ids = $2 where id = $1', [maker.userId, [newId()]])
      },
    ],
    ['the tenant is suspended', () => setTenantStatus(server.charging.server.db, world.tenantId, 'suspended')],
  ]
  test.each(cases)('%s', async (_why, spoil) => {
    const { data: link } = await make()
    const expected = await open(`/chg/pubapi/share?t=${'B'.repeat(27)}`)
    expect(expected.status).toBe(404)
    const answer = await open((await spoil(link.path)) ?? link.path)
    expect(answer.status).toBe(404)
    expect(plain(answer.text)).toBe(plain(expected.text))
    expect(answer.text).not.toContain(orderNo)
    expect(Object.keys(answer.headers).toSorted()).toEqual(Object.keys(expected.headers).toSorted())
    const [row] = await server.charging.server.db.platform(tx =>
      tx.query('select openings from platform_share_link where id = $1', [link.id]),
    )
    expect(row).toEqual({ openings: 0 })
  })
})

describe('links are made and seen', () => {
  test('by whoever may read the sheet and make links, of records in their reach', async () => {
    const without = (right: string) => callerWith({ ...maker, permissions: RIGHTS.filter(one => one !== right) })
    expect(await make(receipt(), without('platform.shareLink:make'))).toMatchObject({ status: 403 })
    expect(await make(receipt(), without('charging.order:read'))).toMatchObject({ status: 403 })
    expect(await make({ ...receipt(), id: newId() })).toMatchObject({ status: 404 })
    expect(await make({ ...receipt(), kind: 'gift' })).toMatchObject({ code: 'kernel.invalid' })
    const elsewhere = { ...maker, scope: { operators: [newId()], stations: null, investors: null } }
    expect(await make(receipt(), elsewhere)).toMatchObject({ status: 404 })
    expect(await make(receipt(), callerWith({ tenantId: newId() }))).toMatchObject({ status: 404 })
  })

  test('in the part of the company where their record lies, and nowhere else', async () => {
    const { data: link } = await make()
    const { operator_id, station_id } = await world.row(orderId)
    const reads = (scope: Caller['scope']) => callerWith({ tenantId: world.tenantId, permissions: RIGHTS, scope })
    const near = reads({ operators: [operator_id], stations: [station_id], investors: null })
    const far = reads({ operators: [newId()], stations: null, investors: null })
    expect(await list(near)).toMatchObject([{ id: link.id }])
    expect(await list(far)).toEqual([])
    expect(await list(callerWith({ tenantId: newId() }))).toEqual([])
    for (const as of [far, callerWith({ tenantId: newId() })])
      expect(await shop.call('/api/platform/shareLink/withdraw', { id: link.id }, { as })).toMatchObject({
        status: 404,
      })
    expect(await list(maker, { recordId: newId() })).toEqual([])
    expect((await open(link.path)).status).toBe(200)
  })

  test('by nobody who may not read what they open: titles name the records', async () => {
    const { data: link } = await make()
    const right = RIGHTS.filter(one => one !== 'charging.order:read')
    const blind = callerWith({ tenantId: world.tenantId, permissions: right })
    expect(await list(callerWith({ tenantId: world.tenantId, permissions: RIGHTS }))).toMatchObject([{ id: link.id }])
    expect(await list(blind)).toEqual([])
    expect(await list(blind, { recordId: orderId })).toEqual([])
    expect(await shop.call('/api/platform/shareLink/withdraw', { id: link.id }, { as: blind })).toMatchObject({
      status: 404,
    })
    // Whoever made one goes on seeing it, and may take it back.
    const { data } = await shop.call(
      '/api/platform/shareLink/withdraw',
      { id: link.id },
      { as: { ...maker, permissions: new Set(right) } },
    )
    expect(data).toBeNull()
    expect((await open(link.path)).status).toBe(404)
  })

  test('of what belongs to people, by who reaches everybody’s', async () => {
    const { tenantId } = world
    const rights = ['platform.shareLink:make', 'platform.shareLink:read', 'platform.approval:read']
    const asker = callerWith({ tenantId, permissions: rights })
    const id = newId()
    await change(
      `insert into platform_approval (tenant_id, id, resource, command, record, subject, because, input, basis, state, asker_id, asked_by,
         operator_id, station_id, expires_at)
       values ($1, $2, 'charging.order', 'refund', $3, 'M-7', 'limit', '{}', '{}', 'waiting', $4, '赵一', $5, null, now() + interval '1 day')`,
      [tenantId, id, orderId, asker.userId, newId()],
    )
    expect((await make({ resource: 'platform.approval', kind: 'record', id }, asker)).success).toBe(true)
    expect(await list(asker)).toMatchObject([{ recordId: id }])
    expect(await list(callerWith({ tenantId, permissions: rights }))).toEqual([])
    expect(await list(callerWith({ tenantId, permissions: [...rights, 'platform.approval:all'] }))).toMatchObject([
      { recordId: id },
    ])
  })

  test('twenty to a record at once, no more', async () => {
    for (let i = 0; i < 20; i++) expect((await make()).success).toBe(true)
    expect(await make()).toMatchObject({ code: 'platform.tooManyShares' })
    const [one] = await list()
    await shop.call('/api/platform/shareLink/withdraw', { id: one.id }, { as: maker })
    expect((await make()).success).toBe(true)
  })
})

describe('who asks too often, or before anybody looks', () => {
  test('a network that guesses waits, whether its next link is right or wrong', async () => {
    const { data: link } = await make()
    const guess = async () => (await open(`/chg/pubapi/share?t=${'C'.repeat(27)}`)).status
    const seen = []
    for (let i = 0; i < 21; i++) seen.push(await guess())
    expect(seen.filter(status => status === 404)).toHaveLength(20)
    const late = await open(link.path)
    expect(late).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } })
    expect(late.text).not.toContain(orderNo)
    world.clock.advance(60_001)
    expect((await open(link.path)).status).toBe(200)
  })

  test('HEAD, prefetching and previews get no sheet and count as nothing', async () => {
    const { data: link } = await make()
    for (const headers of [{ 'sec-purpose': 'prefetch;prerender' }, { purpose: 'preview' }, { 'x-moz': 'prefetch' }]) {
      const answer = await open(link.path, { headers })
      expect(answer.status).toBe(503)
      expect(answer.text).not.toContain(orderNo)
    }
    const head = await shop.app.fastify.inject({ method: 'HEAD', url: link.path })
    expect(head.statusCode).toBe(404)
    expect(await list()).toMatchObject([{ openings: 0, lastOpenedAt: null }])
  })
})

test('a daily bill is shared with its operator, and what is written in it stays text', async () => {
  const [bill] = (await world.ask('/api/finance/dailyBill/list')).data.list
  await change(`update assets_station set name = '<img src=x onerror=alert(1)>&"' where id = $1`, [bill.station])
  const { data: link } = await make({ resource: 'finance.dailyBill', kind: 'bill', id: bill.id })
  const page = await open(link.path)
  for (const one of ['充电站日账单', bill.day, `¥${bill.total}`, '&lt;img src=x onerror=alert(1)&gt;&amp;&quot;'])
    expect(page.text).toContain(one)
  expect(page.text).not.toContain('<img')
})
