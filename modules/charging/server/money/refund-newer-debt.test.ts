import { fen, formatFen, parseFen } from '@wattyard/money'
import { verifyLedger } from '@wattyard/ledger/server'
import { newId } from '@wattyard/server-kit'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChargingServer, chargingServer, type ChargingWorld, wait } from '../../testing/charging-world.ts'

/** Every charge of these tests costs 16.15; the wallet begins with a gift of 10.00. */
let charging: ChargingServer
let world: ChargingWorld
let made: number
beforeAll(async () => {
  charging = await chargingServer()
})
afterAll(() => charging.close())
beforeEach(async () => {
  made = 0
  world = await charging.world({ principal: 0n, gift: 1_000n })
})

const call = (path: string, input: Record<string, unknown>) =>
  world.server.call(path, input, { as: world.as, key: newId() })
const wallet = async () => (await call('/api/member/member/get', { id: world.member.memberId })).data
const refund = (id: string, amount: string) => call('/api/charging/order/refund', { id, amount, reason: 'x' })
const topUp = (principal: string) =>
  call('/api/member/member/topUp', { id: world.member.memberId, principal, gift: '0', channel: world.channels.bank })

async function charge(): Promise<string> {
  const session = world.session({ meterStart: 1_000_000n + 100_000n * BigInt(made++) })
  await world.tell(session.started())
  wait(world, 15)
  await world.tell(session.read(50_000n))
  wait(world, 15)
  await world.tell(session.stopped(100_000n))
  wait(world, 5)
  return session.id
}

const findings = async () =>
  (await world.server.db.platform(tx => verifyLedger(tx, { tenantId: world.tenantId, now: world.clock.now() })))
    .findings

test('the rest of an order goes back though its driver owes for a newer one, and nothing beyond it', async () => {
  const first = await charge()
  expect((await topUp('6.15')).success).toBe(true)
  expect((await refund(first, '8.00')).success).toBe(true)
  const cash = (await wallet()).principal
  expect(cash).toBe('3.05')
  expect(
    (await call('/api/member/member/refundWallet', { id: world.member.memberId, amount: cash, reason: 'x' })).success,
  ).toBe(true)
  await charge()
  expect((await wallet()).owed).toBe('11.20')
  // One fen more than the rest is too much, and the most is named.
  const over = await refund(first, '8.16')
  expect(over).toMatchObject({
    code: 'charging.refundExceedsPaid',
    data: { fields: { amount: expect.stringContaining('8.15') } },
  })
  expect((await refund(first, '0.01')).success).toBe(true)
  expect((await refund(first, '8.14')).success).toBe(true)
  expect((await refund(first, '0.01')).success).toBe(false)
  // 3.10 that were paid in less of the newer debt, the rest as the gift it was (4.95 of it paid for the newer one): no cash beyond what was paid in.
  expect(await wallet()).toMatchObject({ principal: '0.00', gift: '5.05', owed: '8.10' })
  expect((await world.row(first)).refunded_fen).toBe(1_615n)
  expect(await findings()).toEqual([])
})

test('an order that was paid later goes back while its driver owes for a newer one; the newer one does not', async () => {
  world = await charging.world({ principal: 0n, gift: 0n })
  const first = await charge()
  expect(await refund(first, '1.00')).toMatchObject({ code: 'charging.nothingPaid' })
  expect((await topUp('16.15')).success).toBe(true)
  const second = await charge()
  expect((await wallet()).owed).toBe('16.15')
  const offered = async (id: string) => (await call('/api/charging/order/get', { id })).data.can.includes('refund')
  expect([await offered(first), await offered(second)]).toEqual([true, false])
  expect(await refund(second, '1.00')).toMatchObject({ code: 'charging.nothingPaid' })
  expect((await refund(first, '10.00')).success).toBe(true)
  // The first has paid for 10.00 of the second.
  expect(await wallet()).toMatchObject({ principal: '0.00', owed: '6.15' })
  expect([await offered(first), await offered(second)]).toEqual([true, true])
  expect(await findings()).toEqual([])
})

test('whatever came between, the rest of each order goes back, and no money comes of it', async () => {
  const step = fc.record({
    what: fc.constantFrom('charge', 'topUp', 'refund', 'takeOut'),
    which: fc.nat(),
    partPpm: fc.integer({ min: 1, max: 1_000_000 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async steps => {
      world = await charging.world({ principal: 0n, gift: 1_000n })
      made = 0
      const orders: string[] = []
      const leftOf = async (id: string) => {
        const row = await world.row(id)
        return row.total_fen - row.refunded_fen
      }
      const partOf = (amount: bigint, partPpm: number) => (amount * BigInt(partPpm) + 999_999n) / 1_000_000n
      let [paidIn, takenOut] = [0n, 0n]
      const answers: { success: boolean; code: string }[] = []
      for (const { what, which, partPpm } of steps) {
        const order = orders[which % orders.length]
        if (what === 'charge' && orders.length < 5) orders.push(await charge())
        if (what === 'topUp' && paidIn < 8_000n) {
          const amount = partOf(2_500n, partPpm)
          paidIn += amount
          answers.push(await topUp(formatFen(fen(amount))))
        }
        if (what === 'refund' && order !== undefined) {
          const amount = partOf(await leftOf(order), partPpm)
          if (amount > 0n) answers.push(await refund(order, formatFen(fen(amount))))
        }
        if (what === 'takeOut') {
          const { principal, owed } = await wallet()
          const amount = owed === '0.00' ? partOf(parseFen(principal), partPpm) : 0n
          const asked = { id: world.member.memberId, amount: formatFen(fen(amount)), reason: 'x' }
          if (amount > 0n && (await call('/api/member/member/refundWallet', asked)).success) takenOut += amount
        }
      }
      for (const order of orders) {
        const left = await leftOf(order)
        if (left > 0n) answers.push(await refund(order, formatFen(fen(left))))
        expect((await refund(order, '0.01')).success).toBe(false)
      }
      // Only what nobody has paid is refused: all that is left of the orders is owed still, to the cent.
      expect(answers.filter(answer => !answer.success && answer.code !== 'charging.nothingPaid')).toEqual([])
      let unpaid = 0n
      for (const order of orders) unpaid += await leftOf(order)
      const { principal, gift, owed } = await wallet()
      expect(parseFen(owed)).toBe(unpaid)
      // All else is given back: what was paid in is there or was paid out, the gift is there, and no gift became money.
      expect(parseFen(principal) + parseFen(gift) - parseFen(owed) + takenOut).toBe(paidIn + 1_000n - unpaid)
      expect(parseFen(principal) + takenOut).toBeLessThanOrEqual(paidIn)
      expect(await findings()).toEqual([])
    }),
    { numRuns: 12 },
  )
})
