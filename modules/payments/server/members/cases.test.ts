import { reverseJournals } from '@wattyard/ledger/server'
import { freezeForSessions } from '@wattyard/members/server'
import { anEntry } from '@wattyard/members/testing'
import { fen } from '@wattyard/money'
import { newId } from '@wattyard/server-kit'
import { callerWith, type TestServer } from '@wattyard/testing'
import { businessDay } from '@wattyard/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { paymentsServer } from '../../testing/payments-server.ts'
import { RefundWorld } from '../../testing/refund-world.ts'

let server: TestServer
let world: RefundWorld
let member: string

beforeAll(async () => {
  server = await paymentsServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  world = await RefundWorld.of(server)
  member = await world.member()
  await world.pay(member, 10_000n, 2_000n)
})

const on = (command: string, input: Record<string, unknown>, as = world.ann, key?: string) =>
  world.call(`/api/member/member/${command}`, { id: member, ...input }, as, key)
const UNTIL = '2099-12-31'
const freeze = (input: Record<string, unknown> = {}, key?: string) =>
  on('freeze', { cause: 'court', until: UNTIL, reason: '法院通知', ...input }, world.ann, key)
const release = (id: string) => world.call('/api/member/freeze/release', { id, reason: '结案' })
const adjust = (direction: 'Up' | 'Down', input: Record<string, unknown>, as = world.ann, key?: string) =>
  on(`adjust${direction}`, { evidence: '工单 7', reason: '核对', ...input }, as, key)
/** The most that a refund of the member could be, as its refusal names it. */
const mostRefundable = async (id = member): Promise<string> =>
  (await world.ask(id, '99999')).data.fields.amount as string

describe('money that staff freeze', () => {
  it('pays nothing and is not refunded, until a person releases it', async () => {
    const { data } = await freeze({ amount: '60' })
    expect(await world.walletOf(member)).toMatchObject({ principal: 4_000n, frozenPrincipal: 6_000n, gift: 2_000n })
    const request = {
      ...anEntry(world.tenantId),
      memberId: member,
      upTo: fen(50_000n),
      atLeast: fen(1n),
      mix: 'principal-first' as const,
      expiresAt: null,
    }
    const [session] = await world.in(tx => freezeForSessions(tx, [request]))
    expect(session).toMatchObject({ parts: { principal: 4_000n, gift: 2_000n } })
    expect(await mostRefundable()).toContain('0.00')
    expect(await world.findings()).toEqual([])
    expect((await release(data.id)).success).toBe(true)
    expect(await world.walletOf(member)).toMatchObject({ principal: 6_000n, frozenPrincipal: 4_000n })
    expect((await release(data.id)).code).toBe('members.alreadyReleased')
    expect(await world.findings()).toEqual([])
  })

  it('is all that is available where no amount is named, principal first, and once for one request', async () => {
    const key = newId()
    const [one, two] = [await freeze({}, key), await freeze({}, key)]
    expect(two.data.number).toBe(one.data.number)
    expect(await world.walletOf(member)).toMatchObject({
      principal: 0n,
      gift: 0n,
      frozenPrincipal: 10_000n,
      frozenGift: 2_000n,
    })
    const holds = await world.read('/api/member/member/holds', { id: member })
    expect(holds.data.list).toMatchObject([
      { source: { type: 'members.freeze' }, label: one.data.number, principal: '100.00' },
    ])
  })

  it('is refused beyond what there is, for a day in the past, and for people without the right', async () => {
    expect((await freeze({ amount: '120.01' })).data.fields.amount).toContain('120.00')
    expect((await freeze({ until: '2020-01-01' })).data.fields).toHaveProperty('until')
    const reader = callerWith({ tenantId: world.tenantId, permissions: ['members.member:read'] })
    expect((await on('freeze', { cause: 'court', until: UNTIL, reason: 'x' }, reader)).code).toBe('kernel.forbidden')
    const stranger = (await RefundWorld.of(server)).ann
    expect((await on('freeze', { cause: 'court', until: UNTIL, reason: 'x' }, stranger)).code).toBe('kernel.notFound')
  })
})

describe('a correction', () => {
  it('of money that had arrived comes out of the receipts without an owner, and can be refunded', async () => {
    await world.arrive(7_000n)
    expect((await adjust('Up', { cause: 'uncredited', amount: '50' })).success).toBe(true)
    expect(await world.walletOf(member)).toMatchObject({ principal: 15_000n, gift: 2_000n })
    expect(await world.credit('unmatched')).toBe(2_000n)
    expect(await mostRefundable()).toContain('150.00')
    expect(await world.findings()).toEqual([])
  })

  it('of money that had arrived is at most what lies there, also of two at once', async () => {
    expect((await adjust('Up', { cause: 'uncredited', amount: '1' })).data.fields.amount).toContain('0.00')
    await world.arrive(5_000n)
    const both = await Promise.all([1, 2].map(() => adjust('Up', { cause: 'uncredited', amount: '50' })))
    expect(both.filter(one => one.success)).toHaveLength(1)
    expect(await world.credit('unmatched')).toBe(0n)
    expect(await world.walletOf(member)).toMatchObject({ principal: 15_000n })
  })

  it('of a wrong debit is principal that no refund pays out', async () => {
    expect((await adjust('Up', { cause: 'wrongDebit', amount: '50' })).success).toBe(true)
    expect(await world.credit('disputed')).toBe(-5_000n)
    expect(await world.walletOf(member)).toMatchObject({ principal: 15_000n })
    expect(await mostRefundable()).toContain('100.00')
    expect(await world.findings()).toEqual([])
  })

  it('as goodwill is gift, and a gift is withdrawn from where it came', async () => {
    await adjust('Up', { cause: 'goodwill', amount: '5' })
    expect(await world.walletOf(member)).toMatchObject({ principal: 10_000n, gift: 2_500n })
    expect((await adjust('Down', { cause: 'giftWithdrawn', amount: '25.01' })).data.fields.amount).toContain('25.00')
    expect((await adjust('Down', { cause: 'giftWithdrawn', amount: '25' })).success).toBe(true)
    expect(await world.walletOf(member)).toMatchObject({ principal: 10_000n, gift: 0n })
    expect(await world.credit('marketing_cost')).toBe(0n)
    expect(await world.findings()).toEqual([])
  })

  it('from the limit on waits for a second person, and is made once however often it is sent', async () => {
    await world.arrive(20_000n)
    const asked = await adjust('Up', { cause: 'uncredited', amount: '200' })
    expect(asked.data).toMatchObject({ waitsForApproval: true })
    const decide = (as = world.bob) => world.call('/api/platform/approval/approve', { id: asked.data.approval }, as)
    expect((await decide(world.ann)).success).toBe(false)
    expect((await decide()).success).toBe(true)
    expect(await world.walletOf(member)).toMatchObject({ principal: 30_000n })
    const key = newId()
    for (let i = 0; i < 3; i++) await adjust('Down', { cause: 'wrongCredit', amount: '10' }, world.ann, key)
    expect(await world.walletOf(member)).toMatchObject({ principal: 29_000n })
    const { data } = await world.call('/api/member/adjustment/list', {})
    expect(data.list).toMatchObject([
      { direction: 'down', cause: 'wrongCredit', principal: '10.00', evidence: '工单 7' },
      { direction: 'up', cause: 'uncredited', principal: '200.00' },
    ])
    expect(await world.findings()).toEqual([])
  })

  it('is not reversed once what it took has gone to another wallet; what still lies there comes back', async () => {
    const other = await world.member()
    const down = await adjust('Down', { cause: 'wrongCredit', amount: '50' })
    const up = await on('adjustUp', { id: other, cause: 'uncredited', amount: '30', evidence: 'x', reason: 'x' })
    expect(up.success, up.msg).toBe(true)
    const reverse = (id: string) => world.call('/api/ledger/journal/reverse', { id, reason: '录入错误' })
    const refused = await reverse(down.data.journalId)
    expect(refused.code).toBe('members.unmatchedGone')
    expect(refused.msg).toContain('20.00')
    // Asked for while it lay there, approved when it does not any more.
    expect(
      (await on('adjustDown', { id: other, cause: 'wrongCredit', amount: '30', evidence: 'x', reason: 'x' })).success,
    ).toBe(true)
    const asked = await reverse(down.data.journalId)
    expect(asked.data, asked.msg).toMatchObject({ waitsForApproval: true })
    const again = await on('adjustUp', { id: other, cause: 'uncredited', amount: '30', evidence: 'x', reason: 'x' })
    const approve = () => world.call('/api/platform/approval/approve', { id: asked.data.approval }, world.bob)
    expect((await approve()).code).toBe('members.unmatchedGone')
    expect(await world.credit('unmatched')).toBe(2_000n)
    expect((await reverse(again.data.journalId)).data).toMatchObject({ waitsForApproval: true })
    await world.arrive(3_000n)
    expect((await approve()).success).toBe(true)
    expect(await world.credit('unmatched')).toBe(0n)
    expect(await world.walletOf(member)).toMatchObject({ principal: 10_000n })
    expect(await world.findings()).toEqual([])
  })

  it('reversed while its money is credited to another wallet ends in one of both', async () => {
    for (let round = 0; round < 5; round++) {
      const other = await world.member()
      const down = await adjust('Down', { cause: 'wrongCredit', amount: '10' })
      const asked = await world.call('/api/ledger/journal/reverse', { id: down.data.journalId, reason: '录入错误' })
      const calls = [
        () => world.call('/api/platform/approval/approve', { id: asked.data.approval }, world.bob),
        () => on('adjustUp', { id: other, cause: 'uncredited', amount: '10', evidence: 'x', reason: 'x' }),
      ]
      // Who comes first changes.
      const both = await Promise.all((round % 2 ? calls : calls.toReversed()).map(one => one()))
      expect(both.filter(({ success }) => success)).toHaveLength(1)
      expect(both.map(({ code }) => code)).not.toContain('kernel.busy')
      expect(await world.credit('unmatched')).toBe(0n)
    }
    expect(await world.findings()).toEqual([])
  })

  it('reversed otherwise, the request to reverse it ends', async () => {
    const down = await adjust('Down', { cause: 'wrongCredit', amount: '50' })
    const { journalId } = down.data
    const asked = await world.call('/api/ledger/journal/reverse', { id: journalId, reason: '录入错误' })
    const { tenantId } = world
    await world.in(tx =>
      reverseJournals(tx, [{ ...anEntry(tenantId), journalId, reason: 'x', bookedOn: businessDay('2026-11-20') }]),
    )
    await freeze({ amount: '1' })
    expect((await world.call('/api/platform/approval/get', { id: asked.data.approval }, world.bob)).data).toMatchObject(
      {
        state: 'outdated',
      },
    )
  })

  it('takes amounts with two decimals above zero alone', async () => {
    for (const amount of ['0', '-1', '0.001', 'x'])
      expect((await adjust('Up', { cause: 'goodwill', amount })).data.fields, amount).toHaveProperty('amount')
    expect((await adjust('Up', { cause: 'wrongCredit', amount: '1' })).data.fields).toHaveProperty('cause')
  })
})

it('freezes, corrections, refunds and sessions at once neither lose nor double a fen', async () => {
  const works = [
    () => freeze({ amount: '40' }),
    () => freeze({ amount: '40' }),
    () => freeze({ amount: '40' }),
    () => adjust('Down', { cause: 'wrongCredit', amount: '70' }),
    () => adjust('Up', { cause: 'goodwill', amount: '3' }),
    () => world.ask(member, '30'),
    () => world.spend(member, 2_000n),
  ]
  await Promise.all(works.map(work => work()))
  const wallet = await world.walletOf(member)
  if (!wallet) throw new Error('no wallet')
  for (const amount of Object.values(wallet)) expect(amount).toBeGreaterThanOrEqual(0n)
  const out = (await world.credit('electricity_revenue')) + (await world.credit('unmatched'))
  expect(wallet.principal + wallet.frozenPrincipal + wallet.gift + wallet.frozenGift + out).toBe(12_300n)
  expect(await world.findings()).toEqual([])
})

describe('a second person', () => {
  it('sees what a refund takes from the wallet, which its asker was told', async () => {
    const told = await world.read('/api/member/member/refundCost', { id: member, amount: '50' })
    expect(told.data, told.msg).toMatchObject({ forfeited: expect.stringMatching(/^\d+\.\d\d$/) })
    const takes = (Number(told.data.principal) + Number(told.data.gift)).toFixed(2)
    expect(Number(takes)).toBeCloseTo(50 + Number(told.data.forfeited), 2)
    await world.pay(member, 100_000n, 0n)
    const asked = await on('refundWallet', { amount: '500', reason: '销户' })
    expect(asked.data).toMatchObject({ waitsForApproval: true })
    const cost = (await world.read('/api/member/member/refundCost', { id: member, amount: '500' })).data
    const { data } = await world.call('/api/platform/approval/list', { filter: { state: 'waiting' } }, world.bob)
    const shown = JSON.stringify(data.list)
    expect(shown).toContain(`"takes":"${(Number(cost.principal) + Number(cost.gift)).toFixed(2)}"`)
    expect(
      (await world.read('/api/member/member/refundCost', { id: member, amount: '99999' })).data.fields.amount,
    ).toBeTruthy()
  })

  it('of a merge sees the numbers of both accounts', async () => {
    const other = await world.member()
    await on('merge', { into: other, reason: '同一人' })
    const codes = await Promise.all(
      [member, other].map(async id => (await world.call('/api/member/member/get', { id })).data.code as string),
    )
    const { data } = await world.call('/api/platform/approval/list', { filter: { state: 'waiting' } }, world.bob)
    for (const code of codes) expect(JSON.stringify(data.list)).toContain(code)
  })
})
