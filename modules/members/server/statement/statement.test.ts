import { fen } from '@wattyard/money'
import { type Caller, newId } from '@wattyard/server-kit'
import { aTenant } from '@wattyard/identity/testing'
import { callerWith, testServer, type TestServer } from '@wattyard/testing'
import { businessDay } from '@wattyard/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aMember, anEntry, aPayment, quietMembersPorts, type TestMember } from '../../testing/index.ts'
import { freezeForSessions } from '../freeze-for-sessions.ts'
import { membersModule } from '../members-module.ts'
import { topUpWallet } from '../move-wallet-money.ts'
import { payFromWallets } from '../pay-from-wallets.ts'

let server: TestServer
let tenantId: string
let as: Caller
let member: TestMember

beforeAll(async () => {
  server = await testServer({ modules: [membersModule(quietMembersPorts())] })
})
afterAll(() => server.close())
beforeEach(async () => {
  tenantId = (await aTenant(server.db)).tenantId
  as = callerWith({ tenantId })
  member = await server.db.tenant(tenantId, tx => aMember(tx, tenantId))
})

const at = (day: string, hour: number) => Date.parse(`2026-11-${day}T0${hour}:00:00Z`)
const on = (day: string, hour: number) => ({
  bookedOn: businessDay(`2026-11-${day}`),
  effectiveAt: at(day, hour),
})

/** Three days: paid in, a session held and settled, paid in again. */
async function threeDays(): Promise<void> {
  const { memberId } = member
  const pay = (day: string, principal: bigint, gift: bigint) =>
    server.db.tenant(tenantId, tx =>
      topUpWallet(tx, {
        ...anEntry(tenantId, { source: { type: 'members.member', id: memberId }, ...on(day, 1) }),
        memberId,
        principal: fen(principal),
        gift: fen(gift),
        arrival: { code: 'bank' },
      }),
    )
  await pay('10', 10_000n, 1_000n)
  const session = anEntry(tenantId, on('11', 2))
  const [frozen] = await server.db.tenant(tenantId, tx =>
    freezeForSessions(tx, [
      { ...session, memberId, upTo: fen(4_000n), atLeast: fen(1n), mix: 'gift-first', expiresAt: null },
    ]),
  )
  if (!frozen || !('holdId' in frozen)) throw new Error('not frozen')
  await server.db.tenant(tenantId, tx =>
    payFromWallets(tx, [
      {
        ...aPayment(member, on('11', 3)),
        source: session.source,
        holdId: frozen.holdId,
        electricity: fen(1_500n),
        fromHold: { gift: fen(1_000n), principal: fen(500n) },
      },
    ]),
  )
  await pay('12', 2_000n, 0n)
}

const statement = (over: Record<string, unknown> = {}, who = as) =>
  server.call(
    '/api/member/member/statement',
    { id: member.memberId, from: '2026-11-01', to: '2026-11-30', ...over },
    { as: who, language: 'en' },
  )
const none = { principal: '0.00', gift: '0.00', frozen: '0.00', owed: '0.00' }

describe('a statement', () => {
  beforeEach(threeDays)

  it('tells every movement with the balances after it, newest first, from the opening to the closing balance', async () => {
    const { data } = await statement()
    expect(data).toMatchObject({
      opening: none,
      closing: { ...none, principal: '115.00' },
      // The hold is neither, and a settled order is what it cost.
      moved: { in: '130.00', out: '-15.00' },
      hasMore: false,
      movements: [
        { kind: 'deposit', bookedOn: '2026-11-12', change: { ...none, principal: '20.00' } },
        {
          kind: 'settle',
          // What the order cost; the rest of the hold was the member's before and is now.
          net: '-15.00',
          change: { principal: '25.00', gift: '0.00', frozen: '-40.00' },
          balances: { ...none, principal: '95.00' },
        },
        {
          kind: 'hold',
          net: '0.00',
          change: { principal: '-30.00', gift: '-10.00', frozen: '40.00' },
          balances: { ...none, principal: '70.00', frozen: '40.00' },
        },
        { kind: 'deposit', bookedOn: '2026-11-10', balances: { ...none, principal: '100.00', gift: '10.00' } },
      ],
    })
  })

  it('begins and ends with the balances of its days', async () => {
    const { data } = await statement({ from: '2026-11-11', to: '2026-11-11' })
    expect(data).toMatchObject({
      opening: { ...none, principal: '100.00', gift: '10.00' },
      closing: { ...none, principal: '95.00' },
      moved: { in: '0.00', out: '-15.00' },
    })
    expect(data.movements.map((one: { kind: string }) => one.kind)).toEqual(['settle', 'hold'])
  })

  it('continues behind a movement with the balances after the next', async () => {
    const whole = (await statement()).data.movements
    const { bookedOn, journal } = whole[0]
    const { data } = await statement({ afterDay: bookedOn, after: journal })
    expect(data.movements).toEqual(whole.slice(1))
    // Sums are of the period, whatever part of it is read.
    expect(data.moved).toEqual({ in: '130.00', out: '-15.00' })
  })

  it('tells the wallet at a moment by what had happened by then', async () => {
    const then = (moment: number) =>
      server.call('/api/member/member/balanceAt', { id: member.memberId, at: moment }, { as })
    expect((await then(at('10', 1) - 1)).data).toEqual(none)
    expect((await then(at('11', 2))).data).toEqual({ ...none, principal: '70.00', frozen: '40.00' })
    expect((await then(at('11', 3))).data).toEqual({ ...none, principal: '95.00' })
  })

  it('is a file of the same lines, oldest first, without a name that could be read', async () => {
    const asked = { id: member.memberId, from: '2026-11-01', to: '2026-11-30', format: 'csv' }
    const { text } = await server.call('/api/member/member/statement/export', asked, {
      as,
      language: 'en',
      method: 'GET',
    })
    const lines = text.trim().split('\n')
    expect(lines).toHaveLength(1 + 4 + 4)
    expect(lines.at(-3)).toContain('130.00')
    expect(lines.at(-2)).toContain('-15.00')
    expect(lines[2]).toContain('2026-11-10')
    expect(lines.at(-1)).toContain('115.00')
    expect(text).not.toContain('测试会员')
  })

  it('is refused for a period that ends before it begins or is too long, and for a day that is none', async () => {
    expect((await statement({ to: '2026-10-01' })).data.fields).toHaveProperty('to')
    expect((await statement({ from: '2024-01-01' })).data.fields).toHaveProperty('to')
    expect((await statement({ from: '2026-02-30' })).data.fields).toHaveProperty('from')
  })

  it('is nobody’s who is of another company, and of nobody who sees a part of this one', async () => {
    const stranger = callerWith({ tenantId: (await aTenant(server.db)).tenantId })
    expect(await statement({}, stranger)).toMatchObject({ code: 'kernel.notFound' })
    const ofAStation: Caller = { ...as, scope: { ...as.scope, operators: [newId()], stations: [newId()] } }
    expect((await statement({}, ofAStation)).success).toBe(false)
    expect((await statement({}, { ...as, permissions: new Set() })).success).toBe(false)
  })
})

describe('the list of members', () => {
  const listed = (input: Record<string, unknown>) =>
    server.call('/api/member/member/list', input, { as, language: 'en' })
  const ids = async (input: Record<string, unknown>): Promise<string[]> =>
    (await listed(input)).data.list.map((one: { id: string }) => one.id)

  it('filters, sorts and adds up by the wallet', async () => {
    const [poor, rich] = await server.db.tenant(tenantId, async tx => [
      await aMember(tx, tenantId, { principal: 100n }),
      await aMember(tx, tenantId, { principal: 90_000n, gift: 500n }),
    ])
    expect(await ids({ sort: '-available' })).toEqual([rich.memberId, poor.memberId, member.memberId])
    expect(await ids({ filter: { available: { from: '0.01', to: '5' } } })).toEqual([poor.memberId])
    expect(await ids({ filter: { gift: { from: '5' } } })).toEqual([rich.memberId])
    expect(await ids({ filter: { owed: { from: '0.01' } } })).toEqual([])
    const totals = await server.call('/api/member/member/totals', { filter: { gift: { from: '5' } } }, { as })
    expect(totals.data).toMatchObject({
      rows: 1,
      totals: { principal: '900.00', gift: '5.00', available: '905.00', owed: '0.00' },
    })
  })

  it('finds a member by the whole number of a card, and by no part of it that is hidden', async () => {
    expect(await ids({ q: member.tag })).toEqual([member.memberId])
    as = { ...as, permissions: new Set(['members.member:read', 'members.tag:read']) }
    expect(await ids({ q: member.tag.slice(2, 12) })).toEqual([])
  })
})
