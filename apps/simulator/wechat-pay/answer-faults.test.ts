import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AnswerFault, createFaults } from './faults.ts'
import { failureOf, openWorld, type World } from './testing/world.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.stop())

const MCHID = '1900009191'

/** What the merchant learns, and whether the order is there after all. */
test.each<[AnswerFault, string, string, 'done' | 'not done']>([
  ['limited', '429 FREQUENCY_LIMITED', 'retry', 'not done'],
  ['failed', '500 SYSTEM_ERROR', 'retry', 'not done'],
  ['failed-after', '500 SYSTEM_ERROR', 'retry', 'done'],
  ['lost', 'null null', 'query', 'done'],
  ['late', 'null null', 'query', 'done'],
  ['done-later', 'null null', 'query', 'not done'],
  ['bad-gateway', '502 null', 'query', 'not done'],
  ['wrong-signature', '200 null', 'query', 'done'],
])('%s', async (fault, answer, advice, outcome) => {
  await world.tell('/faults', { seed: 1, answers: { [fault]: 1 }, late_ms: 60_000 })
  const number = 'T-ANSWER-0001'
  const failed = await world.order(number).catch((error: unknown) => error)
  expect(failed).toMatchObject({ advice })
  expect(await failureOf(Promise.reject(failed as Error))).toBe(answer)
  await world.tell('/faults', { seed: 1 })
  const found = await failureOf(world.merchant.call('queryByOutTradeNo', { out_trade_no: number, mchid: MCHID }))
  expect(found).toBe(outcome === 'done' ? 'done' : '404 ORDER_NOT_EXIST')
  // The same number again is the same order, in each case.
  expect(await world.order(number)).toMatch(/^wx/)
})

test('what was lost on its way appears half a minute later, unless its number was used meanwhile', async () => {
  const find = () => failureOf(world.merchant.call('queryByOutTradeNo', { out_trade_no: 'T-LATER-0001', mchid: MCHID }))
  await world.tell('/faults', { seed: 1, answers: { 'done-later': 1 } })
  await failureOf(world.order('T-LATER-0001'))
  await world.tell('/faults', { seed: 1 })
  await world.clock.advance(29_999)
  expect(await find()).toBe('404 ORDER_NOT_EXIST')
  await world.clock.advance(1)
  expect(await find()).toBe('done')
})

test('the same seed draws the same faults, in any order of the calls', async () => {
  const plan = { seed: 7, answers: { lost: 0.3, limited: 0.3 }, notices: { late: 0.5 } }
  const numbers = Array.from({ length: 50 }, (_, i) => `T${i}`)
  const drawn = (order: readonly string[]) => {
    const faults = createFaults(plan)
    const pairs = order.map(one => [one, `${faults.ofAnswer('close', one)} ${faults.ofNotice(one).delay_ms}`] as const)
    return new Map(pairs.toSorted(([a], [b]) => a.localeCompare(b)))
  }
  expect(drawn(numbers)).toEqual(drawn(numbers.toReversed()))
  expect(new Set(drawn(numbers).values()).size).toBeGreaterThan(5)
  expect(() => createFaults({ seed: 1, answers: { lost: 0.6, late: 0.6 } })).toThrow(RangeError)
  expect(() => createFaults({ seed: 1, answers: { lost: -1 } })).toThrow(RangeError)
  expect((await world.tell('/faults', { seed: 1, answers: { lost: 2 } })).status).toBe(400)
  expect((await world.tell('/faults', { seed: 1, answers: { unknown: 1 } })).status).toBe(400)
})
