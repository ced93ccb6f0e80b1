import { deriveFlags } from '@wattyard/members/server'
import { quietMembersPorts } from '@wattyard/members/testing'
import { DAY_MS } from '@wattyard/time'
import { col, newId } from '@wattyard/server-kit'
import type { TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { paymentsServer } from '../../testing/payments-server.ts'
import { RefundWorld } from '../../testing/refund-world.ts'
import { paymentsForMembers } from '../index.ts'

let server: TestServer
let world: RefundWorld

beforeAll(async () => {
  server = await paymentsServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  world = await RefundWorld.of(server)
})

const ports = quietMembersPorts(paymentsForMembers)
const derive = (now = Date.now()) => world.in(tx => deriveFlags(tx, ports, world.tenantId, now))
const flags = async (filter: Record<string, unknown> = {}) =>
  (await world.call('/api/member/flag/list', { filter, sort: 'createdAt' })).data.list
const flagsOf = async (id: string) => (await world.call('/api/member/member/get', { id })).data.flags

/** Three top-ups of 900.00 on one day: each 90 % of the limit. */
async function nearLimit(): Promise<string> {
  const member = await world.member()
  for (let i = 0; i < 3; i++) await world.pay(member, 90_000n, 0n)
  return member
}

describe('flags of members', () => {
  it('are found by the rules of the company, with evidence, and shown on the member and where members are chosen', async () => {
    const member = await nearLimit()
    const other = await world.member()
    await world.pay(other, 90_000n, 0n)
    expect(await derive()).toBe(1)
    expect(await flags()).toMatchObject([{ member, kind: 'nearLimit', state: 'open', count: 3, amount: '2700.00' }])
    expect([await flagsOf(member), await flagsOf(other)]).toEqual([['nearLimit'], []])
    const listed = await world.call('/api/member/member/list', { filter: { flags: 'nearLimit' } })
    expect(listed.data.list.map((one: { id: string }) => one.id)).toEqual([member])
    const chosen = await world.read('/api/member/member/select', { ids: member })
    expect(chosen.data.list).toMatchObject([{ state: { field: 'flags', value: 'nearLimit' } }])
    // A flag blocks nothing.
    expect((await world.ask(member, '10')).success).toBe(true)
  })

  it('are over once the rule no longer finds them', async () => {
    const member = await nearLimit()
    await derive()
    await derive(Date.now() + 60 * DAY_MS)
    expect(await flags()).toMatchObject([{ state: 'over' }])
    expect(await flagsOf(member)).toEqual([])
  })

  it('stay dismissed until there are more cases', async () => {
    const member = await nearLimit()
    await derive()
    const [{ id }] = await flags()
    expect((await world.call('/api/member/flag/dismiss', { id, reason: '车队客户' })).success).toBe(true)
    await derive()
    expect(await flagsOf(member)).toEqual([])
    await world.pay(member, 85_000n, 0n)
    await derive()
    expect(await flags({ state: 'open' })).toMatchObject([{ count: 4 }])
    expect((await world.call('/api/member/flag/dismiss', { id, reason: 'x' })).success).toBe(false)
  })

  it('tell of refunds soon after a top-up, of codes that nobody paid, and of one phone written in two ways', async () => {
    const quick = await world.member()
    await world.pay(quick, 10_000n, 0n)
    for (let i = 0; i < 2; i++) {
      const { data } = await world.ask(quick, '10')
      await world.decide('approve', data.id)
    }
    const codes = await world.member()
    await world.in(tx =>
      tx.execute(
        `insert into payments_code_payment (tenant_id, id, number, state, member_id, channel_id, amount_fen, expires_at, actor, request_key, description, notify_url)
         select $1, id, id::text, 'closed', $2, $3, 100, now(), 'test', id::text, 'x', 'https://pay.example.com'
         from unnest($4::uuid[]) as u(id)`,
        [world.tenantId, codes, world.channels.wechat, Array.from({ length: 5 }, () => newId())],
      ),
    )
    const twins = [await world.member(), await world.member()]
    await world.in(tx =>
      tx.execute(
        `update members_member set phone = case id when $2 then '13812345678' else '+86 13812345678' end where tenant_id = $1 and id = any($3::uuid[])`,
        [world.tenantId, twins[0], twins],
      ),
    )
    await derive()
    const found = (await flags()).map((one: { member: string; kind: string }) => `${one.kind} ${one.member}`)
    expect(found.toSorted()).toEqual(
      [`failedCodes ${codes}`, `quickRefund ${quick}`, ...twins.map(id => `samePhone ${id}`)].toSorted(),
    )
  })

  it('follow the thresholds that the company sets, and refuse what is none', async () => {
    await nearLimit()
    const set = (value: unknown) =>
      server.call('/api/platform/setting/save', { key: 'members.riskRules', value }, { as: world.ann })
    const rules = {
      failedCodes: { count: 5, days: 7 },
      quickRefund: { count: 2, hours: 72, days: 30 },
      oldDebt: { days: 30 },
      nearLimit: { limit_fen: 100_000, share: 80, count: 4, days: 30 },
    }
    expect((await set({ ...rules, oldDebt: { days: 0 } })).success).toBe(false)
    await set(rules)
    const [stored] = await world.in(tx =>
      tx.query(
        { key: col.text },
        `select key from platform_setting where tenant_id = $1 and key = 'members.riskRules'`,
        [world.tenantId],
      ),
    )
    expect(stored?.key).toBe('members.riskRules')
    expect(await derive()).toBe(0)
  })
})
