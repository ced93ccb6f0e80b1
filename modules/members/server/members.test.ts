import { audit, type Caller, col, LANGUAGES, newId, platformActor, REVEAL_PERSONAL } from '@wattyard/server-kit'
import { dictionaryOf, masked } from '@wattyard/resource'
import { aTenant } from '@wattyard/identity/testing'
import { allWords, callerWith, testServer, type TestServer } from '@wattyard/testing'
import { businessDayOf } from '@wattyard/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { member, tag } from '../contract/index.ts'
import { aMember, anEntry, quietMembersPorts } from '../testing/index.ts'
import { findTags } from './find-tags.ts'
import { prepareDemoMembers } from './prepare-demo-members.ts'
import { membersModule } from './members-module.ts'
import { topUpWallet } from './move-wallet-money.ts'
import type { MembersPorts } from './ports.ts'

let server: TestServer
let tenantId: string
let as: Caller
let charged = new Set<string>()
/** Any: who credits the wallet is asked for it. */
const CHANNEL = newId()

beforeAll(async () => {
  // Credits without a payment and a lot, which are the business of payments.
  const recordTopUp: MembersPorts['recordTopUp'] = async (call, { memberId, principal, gift }) => {
    const source = { type: 'members.member', id: memberId }
    const entry = anEntry(call.caller.tenantId, { source, bookedOn: businessDayOf(Date.now(), 'Asia/Shanghai') })
    return topUpWallet(call.tx, { ...entry, memberId, principal, gift, arrival: { code: 'bank' } })
  }
  server = await testServer({
    modules: [
      // Refunds of wallets are tested where they are made, in payments.
      membersModule(quietMembersPorts({ membersWithOrders: async () => charged, recordTopUp })),
    ],
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  tenantId = (await aTenant(server.db)).tenantId
  as = callerWith({ tenantId })
  charged = new Set()
})

const call = (path: string, input: Record<string, unknown>, key?: string) =>
  server.call(`/api/member/${path}`, input, { as, language: 'en', ...(key ? { key } : {}) })

/** The same person without the right to see personal data, who may unmask and look up. */
const withoutSight = () => {
  as = { ...as, permissions: new Set([...member.permissions, ...tag.permissions, REVEAL_PERSONAL]) }
}

async function created(over: Record<string, unknown> = {}): Promise<{ id: string; code: string }> {
  const answer = await call('member/save', { name: '王小明', phone: '13800138000', ...over })
  expect(answer.success, answer.msg).toBe(true)
  return answer.data
}

const walletOf = async (id: string) => (await call('member/get', { id })).data

describe('members', () => {
  it('get a number, an empty wallet and a token of the app; name and phone leave masked', async () => {
    const one = await created()
    const two = await created({ name: '李雷', phone: '13900139000' })
    expect([one.code, two.code]).toEqual(['M00000001', 'M00000002'])
    const asked = () => call('member/list', { q: '13800138000' })
    expect((await asked()).data.list).toMatchObject([{ name: '王小明', phone: '13800138000' }])
    withoutSight()
    const { data } = await asked()
    expect(data.list).toMatchObject([
      { name: '王**', phone: '138****8000', principal: '0.00', available: '0.00', owed: '0.00' },
    ])
    const tags = await call('tag/list', { filter: { member: one.id } })
    expect(tags.data.list).toMatchObject([{ kind: 'app', status: 'active' }])
    expect(tags.data.labels['members.member'][one.id]).toBe('王**')
  })

  it('keep a name that a form got masked and sends back, and take another', async () => {
    const { id } = await created()
    withoutSight()
    const nameAfter = async (name: string) => {
      expect((await call('member/save', { id, name, note: '常客' })).success).toBe(true)
      const [row] = await server.db.tenant(tenantId, tx =>
        tx.query({ name: col.text }, 'select name from members_member where id = $1', [id]),
      )
      return row?.name
    }
    expect([await nameAfter('王**'), await nameAfter('王小红')]).toEqual(['王小明', '王小红'])
    // Masked alike, and yet a change.
    const history = await call('member/history', { id })
    expect(history.data.list[0]).toMatchObject({ action: 'update', after: { name: '王**' } })
  })

  it('are told apart by phone', async () => {
    const { code } = await created()
    const again = () => call('member/save', { name: '别人', phone: '13800138000' })
    expect(await again()).toMatchObject({
      success: false,
      data: { fields: { phone: `Member ${code} has this phone` } },
    })
    // Whoever does not see phones is not told whose one is.
    withoutSight()
    expect(await again()).toMatchObject({ success: false, data: { fields: { phone: 'Already in use' } } })
  })

  it('are found by trying phones or cards no faster than by searching', async () => {
    const { id } = await created()
    await created({ phone: '13900139000' })
    const change = (phone: string) => call('member/changePhone', { id, phone })
    const ways = [
      change,
      (phone: string) => call('member/save', { name: '试', phone }),
      (phone: string) => call('tag/issue', { tag: phone, kind: 'rfid', member: id }),
    ]
    const tryAll = async (first: number, count: number) => {
      const answers = []
      for (let i = first; i < first + count; i++) answers.push(await ways[i % 3]!(String(13700000000 + i))) // three ways
      return answers
    }
    // Whoever sees phones asks nothing by it.
    expect((await tryAll(0, 130)).filter(({ success }) => !success)).toEqual([])
    withoutSight()
    const taken = { success: false, data: { fields: { phone: 'Already in use' } } }
    expect(await change('13900139000')).toMatchObject(taken)
    expect((await tryAll(1_000, 119)).filter(({ success }) => !success)).toEqual([])
    for (const { status, code } of await tryAll(2_000, 3))
      expect([status, code]).toEqual([429, 'kernel.tooManySearches'])
    // The same number again asks nothing new.
    expect(await change('13900139000')).toMatchObject(taken)
  })

  it('change their phone by a command, and are then found by the new one only', async () => {
    const { id } = await created()
    expect((await call('member/save', { id, phone: '13700137000' })).success).toBe(false)
    withoutSight()
    expect((await call('member/changePhone', { id, phone: '13700137000' })).data).toMatchObject({
      phone: '137****7000',
    })
    expect((await call('member/list', { q: '13700137000' })).data.total).toBe(1)
    expect((await call('member/list', { q: '13800138000' })).data.total).toBe(0)
  })

  it('are found by the whole phone or what is shown of it, and by no other part of it', async () => {
    const { id } = await created()
    await created({ name: '短号', phone: '95598' })
    withoutSight()
    const found = async (q: string) => (await call('member/list', { q })).data.total
    const offered = async (q: string) => (await call('member/select', { q })).data.list.length
    const phone = '13800138000'
    const parts = new Set<string>()
    for (let from = 0; from < phone.length; from++)
      for (let to = from + 1; to <= phone.length; to++) parts.add(phone.slice(from, to))
    for (const part of parts) {
      // The member's number is M00000001: zeros and its one are found there.
      if ('00000001'.includes(part) || '00000002'.includes(part)) continue
      const right = part === phone || '138****8000'.includes(part) ? 1 : 0
      expect([part, await found(part), await offered(part)]).toEqual([part, right, right])
    }
    expect([await found('5598'), await found('95598')]).toEqual([0, 1])
    for (const filter of [{ phone }, { phone: '138' }])
      expect(await call('member/list', { filter })).toMatchObject({ success: false, code: 'kernel.invalid' })
    expect(await call('member/list', { sort: 'phone' })).toMatchObject({ success: false, code: 'kernel.invalid' })
    expect((await call('member/changePhone', { id, phone: '13700137000' })).success).toBe(true)
    // As entries were written before phones were masked in them.
    const entry = { resource: 'members.member', recordId: id, action: 'update', after: { phone: '13800130000' } }
    await server.db.tenant(tenantId, tx => audit(tx, platformActor(tenantId, 'past'), [entry]))
    const history = await call('member/history', { id })
    expect(history.success, history.msg).toBe(true)
    for (const shown of ['138****8000', '138****0000', '137****7000'])
      expect(JSON.stringify(history.data)).toContain(shown)
    expect(JSON.stringify(history.data)).not.toMatch(/1380013|1370013/)
  })

  it('are deleted only while no money has moved', async () => {
    const fresh = await created()
    const paying = await created({ phone: '13900139000' })
    await call('member/topUp', { id: paying.id, principal: '10', gift: '0', channel: CHANNEL }, newId())
    expect((await call('member/del', { id: fresh.id })).success).toBe(true)
    expect(await call('member/del', { id: paying.id })).toMatchObject({ success: false, code: 'members.hasWallet' })
  })

  it('are not deleted once they have an order', async () => {
    const { id } = await created()
    charged = new Set([id])
    expect(await call('member/del', { id })).toMatchObject({ success: false, code: 'members.hasOrders' })
    expect((await call('member/get', { id })).success).toBe(true)
  })
})

describe('wallets', () => {
  it('are topped up once per key', async () => {
    const { id } = await created()
    const key = newId()
    const input = { id, principal: '200', gift: '15', channel: CHANNEL, reason: '柜台' }
    const first = await call('member/topUp', input, key)
    expect(first.success, first.msg).toBe(true)
    expect((await call('member/topUp', input, key)).data).toEqual(first.data)
    expect(await call('member/topUp', { ...input, principal: '201' }, key)).toMatchObject({
      success: false,
      code: 'kernel.keyReused',
    })
    expect(await call('member/topUp', input)).toMatchObject({ success: false, code: 'kernel.keyMissing' })
    expect(await walletOf(id)).toMatchObject({
      principal: '200.00',
      gift: '15.00',
      available: '215.00',
      frozen: '0.00',
      owed: '0.00',
    })
  })

  it('take no negative and no empty top-up', async () => {
    const { id } = await created()
    const topUp = (principal: string, gift: string) =>
      call('member/topUp', { id, principal, gift, channel: CHANNEL }, newId())
    const nothing = await topUp('0', '0')
    expect(nothing).toMatchObject({ success: false, code: 'members.nothingToTopUp' })
    expect(Object.keys(nothing.data.fields)).toEqual(['principal', 'gift'])
    expect((await topUp('-5', '10')).data).toEqual({ fields: { principal: 'Must be at least 0' } })
    expect((await topUp('5', '-1')).data).toEqual({ fields: { gift: 'Must be at least 0' } })
  })

  it('take the permission of each command', async () => {
    const { id } = await created()
    const reader = callerWith({ tenantId, permissions: ['members.member:read'] })
    const answer = await server.call(
      '/api/member/member/topUp',
      { id, principal: '1', gift: '0', channel: CHANNEL },
      { as: reader, key: newId() },
    )
    expect(answer.status).toBe(403)
    const stranger = callerWith({ tenantId: (await aTenant(server.db)).tenantId })
    const foreign = await server.call(
      '/api/member/member/topUp',
      { id, principal: '1', gift: '0', channel: CHANNEL },
      { as: stranger, key: newId() },
    )
    expect(foreign.status).toBe(404)
  })
})

describe('tags', () => {
  it('are issued once per tenant, whatever their case', async () => {
    const { id } = await created()
    const issue = (text: string, kind = 'rfid') => call('tag/issue', { tag: text, kind, member: id })
    expect((await issue('04a1b2c3')).success).toBe(true)
    expect(await issue('04A1B2C3')).toMatchObject({ success: false, data: { fields: { tag: 'Already in use' } } })
    expect((await issue('LSVAA4182E2184841', 'vin')).success).toBe(true)
    expect(await issue('LSVAA4182E218484O', 'vin')).toMatchObject({ success: false })
    expect(await call('tag/issue', { tag: '0499', kind: 'rfid', member: newId() })).toMatchObject({
      data: { fields: { member: 'No matching record' } },
    })
  })

  it('are blocked, lost and given back', async () => {
    const { id } = await created()
    const { data } = await call('tag/issue', { tag: '04FFEE', kind: 'rfid', member: id })
    const verdict = async () =>
      (await server.db.platform(tx => findTags(tx, [{ tenantId, tag: '04ffee' }], 0)))[0]?.verdict
    expect(await verdict()).toBe('accepted')
    await call('tag/reportLost', { id: data.id })
    expect(await verdict()).toBe('lost')
    expect((await call('tag/block', { id: data.id })).code).toBe('kernel.notAllowedNow')
    await call('tag/unblock', { id: data.id })
    await call('member/block', { id, reason: 'unpaid' })
    expect(await verdict()).toBe('memberBlocked')
    await call('member/unblock', { id })
    expect(await verdict()).toBe('accepted')
  })

  it('are found in one question for many tenants, in the order asked', async () => {
    const other = (await aTenant(server.db)).tenantId
    await server.db.tenant(tenantId, async tx => {
      await aMember(tx, tenantId, { tag: 'AA01' })
      await aMember(tx, tenantId, { tag: 'AA02', status: 'blocked' })
      await aMember(tx, tenantId, { tag: 'AA03', tagStatus: 'blocked', status: 'blocked' })
      await aMember(tx, tenantId, { tag: 'AA04', expiresAt: 1_000 })
    })
    await server.db.tenant(other, tx => aMember(tx, other, { tag: 'AA01' }))
    const asked = ['aa04', 'AA01', 'AA02', 'nobody', 'AA03', 'AA01'].map(text => ({ tenantId, tag: text }))
    const found = await server.db.platform(tx => findTags(tx, [...asked, { tenantId: other, tag: 'AA01' }], 2_000))
    expect(found.map(match => match?.verdict ?? null)).toEqual([
      'expired',
      'accepted',
      'memberBlocked',
      null,
      'blocked',
      'accepted',
      'accepted',
    ])
    expect(found[6]?.tenantId).toBe(other)
    expect(found[6]?.memberId).not.toBe(found[1]?.memberId)
    const within = await server.db.tenant(other, tx => findTags(tx, asked, 2_000))
    expect(within).toEqual(asked.map(() => null))
  })
})

describe('the demo', () => {
  it('has sixty drivers who have paid in, once', async () => {
    const now = Date.parse('2026-11-20T06:30:00Z')
    const drivers = await server.db.tenant(tenantId, tx => prepareDemoMembers(tx, { tenantId, now }))
    expect(drivers).toHaveLength(60)
    expect(drivers.filter(driver => driver.canCharge).length).toBeGreaterThan(50)
    expect(drivers.filter(driver => driver.rfid !== null)).toHaveLength(20)
    const keys = drivers.map(driver => ({ tenantId, tag: driver.rfid ?? driver.appTag }))
    const found = await server.db.platform(tx => findTags(tx, keys, now))
    expect(found.map(match => match?.verdict === 'accepted')).toEqual(drivers.map(driver => driver.canCharge))
    expect(drivers.every(driver => driver.topUps.length > 0)).toBe(true)
    expect(new Set(drivers.flatMap(driver => driver.topUps.map(({ channel }) => channel))).size).toBe(4)
    expect(await server.db.tenant(tenantId, tx => prepareDemoMembers(tx, { tenantId, now }))).toEqual([])
    // New members go on counting after the demo's.
    expect((await created()).code).toBe('M00000061')
  })
})

describe('words', () => {
  it('mask a phone so that it is recognised and cannot be called', () => {
    expect(['13800138000', '+8613800138000', '12345'].map(phone => masked('phone', phone))).toEqual([
      '138****8000',
      '+86****8000',
      '****',
    ])
  })

  it('exist in three languages for every field, value, command and refusal', () => {
    const words = allWords()
    const keys: string[] = []
    for (const { name, fields, commands } of [member, tag]) {
      keys.push(`${name}.noun`)
      for (const [key, of] of Object.entries(fields)) {
        keys.push(`${name}.${key}`)
        for (const value of ('values' in of && of.values) || [])
          keys.push(`${dictionaryOf(of, `${name}.${key}`)}Value.${value}`)
      }
      for (const [command, rule] of Object.entries(commands)) {
        keys.push(`${name}.${command}`)
        if ('confirm' in rule) keys.push(`${name}.${command}Confirm`)
        for (const key of Object.keys('input' in rule ? rule.input : {})) keys.push(`${name}.${command}Input.${key}`)
      }
    }
    keys.push(
      ...['nothingToTopUp', 'owesFirst', 'hasWallet', 'hasOrders'].map(word => `members.error.${word}`),
      'members.field.notAVin',
    )
    expect(keys.length).toBeGreaterThan(50)
    for (const language of LANGUAGES) expect(keys.filter(key => !words.has(language, key))).toEqual([])
  })
})

describe('choosing a member', () => {
  it('tells members of one name apart by number, masked phone and masked card', async () => {
    const one = await created({ name: '张勇', phone: '13800138001' })
    const two = await created({ name: '张勇', phone: '13900139002' })
    await call('tag/issue', { tag: 'DEADBEEF1234', kind: 'rfid', member: two.id })
    const { data } = await call('member/select', { q: '张勇' })
    const hints = new Map<string, string[]>(
      data.list.map((option: { id: string; hints: string[] }) => [option.id, option.hints]),
    )
    expect(hints.get(one.id)).toEqual([one.code, '138****8001'])
    expect(hints.get(two.id)).toEqual([two.code, '139****9002', masked('card', 'DEADBEEF1234')])
  })

  it('says which of them may not charge', async () => {
    const one = await created({ name: '张勇', phone: '13800138001' })
    const two = await created({ name: '张勇', phone: '13900139002' })
    await call('member/block', { id: two.id, reason: 'misuse' })
    const { data } = await call('member/select', { q: '张勇' })
    const states = data.list.map((option: { id: string; state: unknown }) => [option.id, option.state])
    expect(Object.fromEntries(states)).toEqual({
      [one.id]: { field: 'status', value: 'active' },
      [two.id]: { field: 'status', value: 'blocked' },
    })
  })

  it('says which cards start no charge, and why', async () => {
    const [one, two] = [await created({ name: '张勇' }), await created({ name: '李勇', phone: '13900139002' })]
    for (const [id, tag] of [
      [one.id, 'CARD0001'],
      [one.id, 'CARD0002'],
      [two.id, 'CARD0003'],
    ])
      await call('tag/issue', { tag, kind: 'rfid', member: id })
    const cards = async () => (await call('tag/select', { q: 'CARD' })).data.list
    const lost = (await cards()).find(({ label }: { label: string }) => label === 'CARD0002')
    await call('tag/reportLost', { ids: [lost.id] })
    await call('member/block', { id: two.id, reason: 'misuse' })
    const states = (await cards()).map(({ label, state }: { label: string; state: unknown }) => [label, state])
    expect(Object.fromEntries(states)).toEqual({
      CARD0001: undefined,
      CARD0002: { field: 'status', value: 'lost' },
      CARD0003: { field: 'member', value: 'blocked' },
    })
  })

  it.each(['9002', '13900139002', '1234', 'DEADBEEF1234', 'M00000002'])('finds one by %s', async q => {
    await created({ name: '张勇', phone: '13800138001' })
    const two = await created({ name: '张勇', phone: '13900139002' })
    await call('tag/issue', { tag: 'DEADBEEF1234', kind: 'rfid', member: two.id })
    const found = async () => (await call('member/select', { q })).data.list.map(({ id }: { id: string }) => id)
    expect(await found()).toEqual([two.id])
    withoutSight()
    expect(await found()).toEqual([two.id])
  })

  it('finds nobody by hidden parts of a card, and shows a card with whose it is', async () => {
    const { id } = await created({ name: '张勇' })
    await call('tag/issue', { tag: 'DEADBEEF1234', kind: 'rfid', member: id })
    const shown = async () =>
      (await call('tag/select', { q: '1234' })).data.list.map(({ hints }: { hints: string[] }) => hints)
    expect(await shown()).toEqual([['张勇', '138****8000']])
    withoutSight()
    expect((await call('member/select', { q: 'BEEF1' })).data.list).toEqual([])
    expect(await shown()).toEqual([['张**', '138****8000']])
  })
})
