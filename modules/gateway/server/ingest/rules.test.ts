import type { DraftMeterRead, DraftSessionStopped } from '@wattyard/ocpp-frame'
import { energy } from '@wattyard/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { REMEMBERED_TRANSACTIONS } from '../limits.ts'
import { readingKeyOf, sessionOfReading, sessionOfStop, stopKeyOf } from './find-session.ts'
import { mintTransactionId } from './mint.ts'
import { SkewMeter } from './skew-meter.ts'
import { TransactionMemory } from './transaction-memory.ts'
import type { Transaction } from './transaction.ts'

const accepted = { verdict: 'accepted', expiresAt: null, parentTag: null } as const
const open = (differs: Partial<Transaction> = {}): Transaction => ({
  transactionId: '1',
  sessionId: 's1',
  minted: true,
  connector: 1,
  startKey: 'k',
  tag: 'A',
  deviceAt: 1_000,
  meterStart: 100n,
  method: 'tag',
  remoteStartId: null,
  decision: accepted,
  stopped: false,
  stopAt: null,
  ...differs,
})
const stop = (differs: Partial<DraftSessionStopped> = {}): DraftSessionStopped => ({
  kind: 'session-stopped',
  deviceAt: 5_000,
  transactionId: '-1',
  connector: null,
  seqNo: null,
  offline: false,
  tag: 'A',
  meterStop: energy(200n),
  reason: null,
  samples: [],
  ...differs,
})
const reading = (differs: Partial<DraftMeterRead> = {}): DraftMeterRead => ({
  kind: 'meter-read',
  deviceAt: 2_000,
  transactionId: null,
  connector: 1,
  seqNo: null,
  offline: false,
  tag: null,
  samples: [],
  ...differs,
})

test('a stop with id −1 or 0 is the one open start that fits', () => {
  for (const id of ['-1', '0']) expect(sessionOfStop(id, stop(), [open()])?.sessionId).toBe('s1')
  expect(sessionOfStop('-1', stop({ tag: null }), [open()])?.sessionId).toBe('s1')
})

test('a stop that contradicts the start, or fits two, or names another id, is not guessed', () => {
  expect(sessionOfStop('-1', stop({ tag: 'B' }), [open()])).toBeNull()
  expect(sessionOfStop('-1', stop({ deviceAt: 500 }), [open()])).toBeNull()
  expect(sessionOfStop('-1', stop({ meterStop: energy(50n) }), [open()])).toBeNull()
  expect(sessionOfStop('-1', stop(), [open(), open({ transactionId: '2', sessionId: 's2', connector: 2 })])).toBeNull()
  expect(sessionOfStop('4711', stop(), [open()])).toBeNull()
  expect(sessionOfStop('-1', stop(), [])).toBeNull()
})

test('of several open starts on one connector a stop means the latest', () => {
  const later = open({ transactionId: '2', sessionId: 's2', deviceAt: 3_000, meterStart: energy(150n) })
  for (const starts of [
    [open(), later],
    [later, open()],
  ])
    expect(sessionOfStop('-1', stop(), starts)?.sessionId).toBe('s2')
})

test('a stop that comes late, after the next start of its connector, means the start before it', () => {
  const next = open({ transactionId: '2', sessionId: 's2', deviceAt: 6_000, meterStart: energy(200n) })
  expect(sessionOfStop('-1', stop(), [open(), next])?.sessionId).toBe('s1')
})

test('a register that no connector could have reached in the time belongs to another start', () => {
  const other = open({ transactionId: '2', sessionId: 's2', connector: 2, meterStart: energy(18_000_000n) })
  // 1,800 kWh in four seconds.
  expect(sessionOfStop('-1', stop({ meterStop: energy(18_000_100n) }), [open(), other])?.sessionId).toBe('s2')
  expect(sessionOfStop('-1', stop({ meterStop: energy(18_000_100n) }), [open()])).toBeNull()
})

test('the key of a stop is its content', () => {
  expect(stopKeyOf('-1', stop())).toBe(stopKeyOf('-1', stop({ reason: 'Local', connector: 2 })))
  const keys = [stop(), stop({ deviceAt: 1 }), stop({ meterStop: energy(1n) }), stop({ tag: null })].map(one =>
    stopKeyOf('-1', one),
  )
  expect(new Set([...keys, stopKeyOf('7', stop())]).size).toBe(5)
})

test('readings without a usable id are the only open session of their connector', () => {
  expect(
    sessionOfReading(null, reading(), [open(), open({ transactionId: '2', sessionId: 's2', connector: 2 })])?.sessionId,
  ).toBe('s1')
  expect(sessionOfReading('-1', reading(), [open()])?.sessionId).toBe('s1')
  expect(sessionOfReading(null, reading({ connector: 3 }), [open()])).toBeNull()
  expect(sessionOfReading(null, reading(), [open(), open({ transactionId: '2', sessionId: 's2' })])).toBeNull()
  // Of a time before it, which a queue told late; and of a time after the next one had begun and ended there.
  expect(sessionOfReading(null, reading({ deviceAt: 999 }), [open()])).toBeNull()
  const next = open({ transactionId: '2', sessionId: 's2', deviceAt: 1_500, stopped: true, stopAt: 3_000 })
  expect(sessionOfReading(null, reading(), [open(), next])).toBeNull()
  expect(sessionOfReading(null, reading({ deviceAt: 1_200 }), [open(), next])?.sessionId).toBe('s1')
  const elsewhere = { ...next, connector: 2 }
  expect(sessionOfReading(null, reading(), [open(), elsewhere])?.sessionId).toBe('s1')
})

test('readings under an id nobody gave find the open readings under the same id', () => {
  const first = open({ transactionId: readingKeyOf('777', reading()), sessionId: 'r', decision: null })
  expect(sessionOfReading('777', reading({ deviceAt: 9 }), [open(), first])?.sessionId).toBe('r')
  expect(sessionOfReading('77', reading(), [first])).toBeNull()
  expect(sessionOfStop('777', stop(), [open(), first])?.sessionId).toBe('r')
})

test('minted ids stay in the range that piles can store, and are no sequence', () => {
  const ids = Array.from({ length: 1_000 }, () => Number(mintTransactionId()))
  expect(ids.every(id => Number.isInteger(id) && id >= 1 && id < 2 ** 31)).toBe(true)
  expect(new Set(ids).size).toBeGreaterThan(995)
  expect(Math.max(...ids) - Math.min(...ids)).toBeGreaterThan(2 ** 30)
})

test('the skew is the median of the last measurements, whatever a few of them say', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e9, max: 1e9 }),
      fc.array(fc.integer({ min: -1e12, max: 1e12 }), { minLength: 4, maxLength: 4 }),
      (real, wild) => {
        const meter = new SkewMeter(null)
        for (const value of [real, ...wild, real, real, real, real]) meter.measure(value)
        expect(meter.ms).toBe(real)
      },
    ),
  )
  const meter = new SkewMeter(42)
  expect(meter.ms).toBe(42)
  meter.measure(7)
  expect(meter.ms).toBe(7)
  meter.restart()
  expect(meter.ms).toBe(7)
})

test('ended transactions make room first; losing an open one makes the memory incomplete', () => {
  const memory = new TransactionMemory()
  memory.complete = true
  for (let i = 0; i < REMEMBERED_TRANSACTIONS; i++) memory.remember(open({ transactionId: `t${i}`, stopped: i === 3 }))
  memory.remember(open({ transactionId: 'next' }))
  expect([memory.get('t3'), memory.complete]).toEqual([undefined, true])
  memory.remember(open({ transactionId: 'more' }))
  expect([memory.get('t0'), memory.complete]).toEqual([undefined, false])
  expect([...memory.recent()].filter(one => !one.stopped)).toHaveLength(REMEMBERED_TRANSACTIONS)
})
