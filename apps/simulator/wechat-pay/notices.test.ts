import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@wattyard/time'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Notice } from './book.ts'
import type { NoticeFault } from './faults.ts'
import { NOTICE_PAUSES_MS } from './notices.ts'
import { aRefund, openWorld, type World } from './testing/world.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
const open = async (fault?: NoticeFault): Promise<World> => {
  if (fault !== undefined) await world.tell('/faults', { seed: 1, notices: { [fault]: 1 } })
  return world
}
afterEach(() => world.stop())

const noticeOf = async () => (await world.show('/notices')) as Notice[]

test('the documented pauses are 24 hours and four minutes', () => {
  expect(NOTICE_PAUSES_MS.reduce((sum, pause) => sum + pause)).toBe(24 * HOUR_MS + 4 * MINUTE_MS)
})

describe('a notification', () => {
  test('is repeated at the documented pauses until it is accepted, each time with the same id', async () => {
    const { receiver, clock } = await open()
    receiver.statuses = [500, 404, 500]
    await world.paid('T-PAUSES-0001')
    const attempts: number[] = []
    for (let second = 0; second < 70; second++) {
      const before = receiver.refused.length + receiver.accepted.length
      await clock.advance(SECOND_MS)
      if (receiver.refused.length + receiver.accepted.length > before) attempts.push(second + 1)
    }
    expect(attempts).toEqual([1, 16, 31, 61])
    expect(await noticeOf()).toMatchObject([{ attempts: 4, state: 'accepted', due: null }])
    await clock.advance(48 * HOUR_MS)
    expect(receiver.accepted).toHaveLength(1)
  })

  test('is given up after sixteen attempts', async () => {
    const { receiver, clock } = await open()
    receiver.judge = () => 'no'
    await world.paid('T-GIVENUP-0001')
    await clock.advance(24 * HOUR_MS)
    expect(await noticeOf()).toMatchObject([{ attempts: 15, state: 'waiting' }])
    await clock.advance(24 * HOUR_MS)
    expect(await noticeOf()).toMatchObject([{ attempts: 16, state: 'given-up' }])
    expect(receiver.refused).toHaveLength(16)
  })

  test('for an address outside this machine never leaves it', async () => {
    await world.stop()
    world = await openWorld({ routes: {} })
    await world.paid('T-OUTSIDE-0001')
    await world.clock.advance(SECOND_MS)
    expect(await noticeOf()).toMatchObject([{ attempts: 1, state: 'waiting' }])
  })

  test.each<[NoticeFault, readonly string[], readonly bigint[]]>([
    ['wrong-signature', ['pay.bad-signature'], [5_000n]],
    ['probe', ['pay.bad-signature'], [5_000n]],
    ['other-amount', [], [4_999n, 5_000n]],
    ['other-merchant', [], [5_000n, 5_000n]],
    ['twice', [], [5_000n, 5_000n]],
  ])('%s', async (fault, refused, amounts) => {
    const { receiver, clock } = await open(fault)
    await world.paid('T-FAULT-0001')
    await clock.advance(MINUTE_MS)
    expect(receiver.refused).toEqual(refused)
    const told = receiver.accepted.flatMap(one => ('transaction' in one ? [one] : []))
    expect(told.map(one => one.transaction.amount.total)).toEqual(amounts)
    expect(new Set(told.map(one => one.transaction.mchid)).size).toBe(fault === 'other-merchant' ? 2 : 1)
    expect(new Set(told.map(one => one.id)).size).toBe(fault === 'twice' ? 1 : told.length)
    expect(told.at(-1)?.transaction).toMatchObject({ mchid: '1900009191', out_trade_no: 'T-FAULT-0001' })
  })

  test('is late by minutes', async () => {
    const { receiver, clock } = await open('late')
    await world.paid('T-LATE-0001')
    await clock.advance(MINUTE_MS)
    expect(receiver.accepted).toHaveLength(0)
    await clock.advance(30 * MINUTE_MS)
    expect(receiver.accepted).toHaveLength(1)
  })

  test('is overtaken by that of a refund', async () => {
    const { receiver, clock } = await open('overtaken')
    await world.paid('T-OVERTAKEN-0001')
    await world.tell('/faults', { seed: 1 })
    await world.merchant.call('refund', aRefund('T-OVERTAKEN-0001', 'R1', 100n))
    await clock.advance(2 * HOUR_MS)
    expect(receiver.accepted.map(one => one.event_type)).toEqual(['REFUND.SUCCESS', 'TRANSACTION.SUCCESS'])
    // What was paid stays told as paid, although money was given back meanwhile.
    expect(receiver.accepted[1]).toMatchObject({ transaction: { trade_state: 'SUCCESS' } })
  })

  test('that never comes leaves the query', async () => {
    const { receiver, clock } = await open('never')
    await world.paid('T-NEVER-0001')
    await clock.advance(48 * HOUR_MS)
    expect(receiver.accepted).toHaveLength(0)
    expect(await noticeOf()).toMatchObject([{ state: 'withheld' }])
    const found = await world.merchant.call('queryByOutTradeNo', { out_trade_no: 'T-NEVER-0001', mchid: '1900009191' })
    expect(found.trade_state).toBe('SUCCESS')
  })
})
