import { createLiveBus, type Database, newId, col } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ConnectorStatus, Fact } from '../../contract/facts.ts'
import { recordedFacts, recordingConsumer } from '../../testing/index.ts'
import { Metrics } from '../metrics.ts'
import type { FactConsumer } from '../ports.ts'
import { applyStates } from '../state/apply-states.ts'
import { connectorReports } from '../state/read-states.ts'
import { startConsumer } from './consumer-loop.ts'
import { readCursor } from './cursor.ts'
import { FactQueue, type FrameFacts } from './fact-queue.ts'

let db: Database
let stream = 100

beforeAll(async () => {
  db = await testDatabase()
})

afterAll(() => db.close())

beforeEach(() => {
  stream++
})

const tenantId = newId()
const fact = (seq: number, pileId: string): ConnectorStatus => ({
  kind: 'connector-status',
  frame: `${stream}:${seq}`,
  tenantId,
  pileId,
  receivedAt: 1_000,
  deviceAt: null,
  at: 1_000 + seq,
  clock: 'received',
  connector: 1,
  state: 'idle',
  errorCode: null,
  info: null,
  vendorErrorCode: null,
})

/** A frame with so many facts. */
function frame(seq: number, count = 1): FrameFacts {
  const pileId = newId()
  return {
    seq,
    tenantId,
    pileId,
    receivedAt: 1_000,
    facts: Array.from({ length: count }, () => fact(seq, pileId)),
    values: [],
  }
}

function loop(
  queue: FactQueue,
  consumer: FactConsumer,
  more: { every_ms?: number; most_facts?: number; recover?: FrameFacts[][] } = {},
) {
  const dead: { seq: number; error: string }[] = []
  const failures: unknown[] = []
  const pages = [...(more.recover ?? [])]
  const started = startConsumer({
    db,
    name: 'test',
    stream,
    queue,
    consumer,
    every_ms: more.every_ms ?? 1,
    most_facts: more.most_facts ?? 100,
    metrics: new Metrics(),
    recover: async () => pages.shift() ?? null,
    applyStates: (tx, frames) => applyStates(tx, frames, createLiveBus(), () => null),
    deadLetter: async (_tx, { seq }, error) => void dead.push({ seq, error: String(error) }),
    failing: error => void failures.push(error),
  })
  return { ...started, dead, failures }
}

const cursor = () => db.platform(tx => readCursor(tx, 'test', stream))
const handled = async () =>
  (await recordedFacts(db)).filter(one => one.frame.startsWith(`${stream}:`)).map(one => one.frame)

test('a queue gives whole frames, one at least, and counts what waits', () => {
  const queue = new FactQueue(10, 0)
  for (const [seq, count] of [
    [1, 3],
    [2, 3],
    [3, 9],
    [4, 0],
    [5, 1],
  ] as const)
    queue.push(frame(seq, count))
  expect(queue.facts).toBe(16)
  expect(queue.take(5).map(one => one.seq)).toEqual([1])
  expect(queue.take(5).map(one => one.seq)).toEqual([2])
  expect(queue.take(5).map(one => one.seq)).toEqual([3])
  expect(queue.take(5).map(one => one.seq)).toEqual([4, 5])
  expect([queue.facts, queue.isEmpty]).toEqual([0, true])
})

test('a full queue lets nobody in until there is room', async () => {
  const queue = new FactQueue(4, 0)
  expect(queue.room()).toBeNull()
  queue.push(frame(1, 2))
  queue.push(frame(2, 3))
  const order: string[] = []
  const waiting = queue.room()?.then(() => order.push('room'))
  order.push('taken')
  queue.take(2)
  await waiting
  expect(order).toEqual(['taken', 'room'])
})

test('facts that come within one interval are handled together, in order, and the cursor follows', async () => {
  const batches: number[] = []
  const queue = new FactQueue(1_000, 0)
  const consumer = loop(
    queue,
    recordingConsumer(facts => void batches.push(facts.length)),
    { every_ms: 60 },
  )
  await consumer.drain()
  for (let seq = 1; seq <= 20; seq++) {
    queue.push(frame(seq))
    queue.committedSeq = seq
    consumer.wake()
  }
  await expect.poll(cursor).toBe(20)
  expect(batches).toEqual([20])
  expect(await handled()).toEqual(Array.from({ length: 20 }, (_, i) => `${stream}:${i + 1}`))
  await consumer.stop()
})

test('when all is taken the cursor stands at the last stored frame, facts or not', async () => {
  const queue = new FactQueue(1_000, 0)
  const consumer = loop(queue, recordingConsumer())
  queue.push(frame(3))
  queue.committedSeq = 9
  await consumer.drain()
  expect(await cursor()).toBe(9)
  await consumer.stop()
})

test('what the last run left comes first', async () => {
  const queue = new FactQueue(1_000, 5)
  const consumer = loop(queue, recordingConsumer(), { recover: [[frame(1), frame(2)], [frame(5)]] })
  queue.push(frame(7))
  queue.committedSeq = 7
  await consumer.drain()
  expect(await handled()).toEqual([1, 2, 5, 7].map(seq => `${stream}:${seq}`))
  await consumer.stop()
})

test('of a hundred frames with three poisoned, three are buried and the others handled once', async () => {
  const poison = new Set([`${stream}:0`, `${stream}:41`, `${stream}:99`])
  let calls = 0
  const queue = new FactQueue(1_000, 0)
  const consumer = loop(queue, {
    async handle(tx, facts) {
      calls++
      if (facts.some(one => poison.has(one.frame))) throw new Error('indigestible')
      await recordingConsumer().handle(tx, facts)
    },
  })
  for (let seq = 0; seq < 100; seq++) queue.push(frame(seq))
  queue.committedSeq = 99
  await consumer.drain()
  expect(consumer.dead.map(one => one.seq)).toEqual([0, 41, 99])
  const done = await handled()
  expect(done).toHaveLength(97)
  expect(new Set(done).size).toBe(97)
  expect(await cursor()).toBe(99)
  // Halving, not trying each: far fewer calls than frames.
  expect(calls).toBeLessThan(60)
  await consumer.stop()
})

test('a stop in the middle of a failing batch leaves the cursor where it was', async () => {
  const queue = new FactQueue(1_000, 0)
  const seen: Fact[] = []
  const consumer = loop(queue, {
    async handle(_tx, facts) {
      seen.push(...facts)
      throw Object.assign(new Error('away'), { code: '08006' })
    },
  })
  queue.push(frame(1))
  consumer.wake()
  await expect.poll(() => seen.length).toBeGreaterThan(0)
  await consumer.stop()
  expect(await cursor()).toBe(0)
  expect(consumer.dead).toEqual([])
})

test('the newest report of a connector wins inside a batch and against the table', async () => {
  const pileId = newId()
  const report = (at: number, state: ConnectorStatus['state']): FrameFacts => ({
    seq: at,
    tenantId,
    pileId,
    receivedAt: at,
    values: [],
    facts: [{ ...fact(at, pileId), at, state }],
  })
  const write = (frames: FrameFacts[]) => db.platform(tx => applyStates(tx, frames, createLiveBus(), () => null))
  await write([report(20, 'charging'), report(30, 'finishing'), report(10, 'idle')])
  await write([report(25, 'suspended')])
  const rows = await db.platform(tx =>
    tx.query({ state: col.text }, 'select state from gateway_connector_state where pile_id = $1', [pileId]),
  )
  expect(rows).toEqual([{ state: 'finishing' }])
})

test('what a connector said of being idle is kept when it says something else, inside a batch and after it', async () => {
  const pileId = newId()
  const report = (at: number, state: ConnectorStatus['state']): FrameFacts => ({
    seq: at,
    tenantId,
    pileId,
    receivedAt: at + 5,
    values: [],
    facts: [{ ...fact(at, pileId), at, receivedAt: at + 5, state }],
  })
  const write = (...frames: FrameFacts[]) => db.platform(tx => applyStates(tx, frames, createLiveBus(), () => null))
  const said = async () => (await db.platform(tx => connectorReports(tx, [pileId])))[0]
  await write(report(10, 'charging'))
  expect(await said()).toMatchObject({ state: 'charging', idleAt: null, idleHeardAt: null })
  await write(report(20, 'idle'), report(21, 'plugged'))
  expect(await said()).toMatchObject({ state: 'plugged', idleAt: 20, idleHeardAt: 25 })
  await write(report(30, 'charging'))
  expect(await said()).toMatchObject({ state: 'charging', at: 30, idleAt: 20 })
  await write(report(25, 'idle'))
  expect(await said()).toMatchObject({ state: 'charging', idleAt: 20 })
})
