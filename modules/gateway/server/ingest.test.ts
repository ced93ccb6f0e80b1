import type { Database } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type PileClient,
  type RecordedFact,
  recordedFacts,
  testGateway,
  type TestGateway,
  type TestPile,
} from '../testing/index.ts'

let db: Database
let bed: TestGateway

beforeAll(async () => {
  db = await testDatabase()
  bed = await testGateway({ db })
})

afterAll(async () => {
  await bed.stop()
  await db.close()
})

const T0 = Date.now() - 60_000
const at = (offset_ms = 0) => new Date(T0 + offset_ms).toISOString()
const start = (differs: object = {}) => ({
  connectorId: 1,
  idTag: 'TAG',
  meterStart: 1000,
  timestamp: at(),
  ...differs,
})
const meter = (transactionId: number | undefined, value: number, connectorId = 1, offset_ms = 10_000) => ({
  connectorId,
  ...(transactionId === undefined ? {} : { transactionId }),
  meterValue: [{ timestamp: at(offset_ms), sampledValue: [{ value: String(value) }] }],
})
const stop = (transactionId: number, differs: object = {}) => ({
  transactionId,
  meterStop: 2000,
  timestamp: at(40_000),
  ...differs,
})
const idOf = (frame: unknown[]) => (frame[2] as { transactionId: number }).transactionId

async function factsOf(pile: TestPile, given = bed): Promise<RecordedFact[]> {
  await given.gateway.settled()
  return (await recordedFacts(db)).filter(fact => fact.pileId === pile.pileId)
}

async function connected(): Promise<{ pile: TestPile; client: PileClient }> {
  const pile = await bed.addPile()
  return { pile, client: await bed.connect(pile) }
}

test('one pile, two connectors, two cars at once', async () => {
  const { pile, client } = await connected()
  const boot = await client.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })
  expect(boot[2]).toMatchObject({ status: 'Accepted', interval: 300 })
  const first = idOf(await client.call('StartTransaction', start({ connectorId: 1, idTag: 'A' })))
  const second = idOf(await client.call('StartTransaction', start({ connectorId: 2, idTag: 'B', meterStart: 5000 })))
  expect(first).not.toBe(second)
  await client.call('MeterValues', meter(first, 1500, 1, 10_000))
  await client.call('MeterValues', meter(second, 5900, 2, 11_000))
  await client.call('MeterValues', meter(first, 1900, 1, 20_000))
  await client.call('StopTransaction', stop(second, { meterStop: 6000 }))
  await client.call('StopTransaction', stop(first))
  const facts = await factsOf(pile)
  expect(facts.map(fact => fact.kind)).toEqual([
    'pile-booted',
    'session-started',
    'session-started',
    'meter-read',
    'meter-read',
    'meter-read',
    'session-stopped',
    'session-stopped',
  ])
  const sessionOf = (id: number) => facts.find(fact => fact.transactionId === String(id))?.sessionId
  expect(facts.filter(fact => fact.sessionId === sessionOf(first)).map(fact => fact.connector)).toEqual([1, 1, 1, 1])
  expect(facts.filter(fact => fact.sessionId === sessionOf(second)).map(fact => fact.connector)).toEqual([2, 2, 2])
})

test('transaction ids are random positive signed 32-bit integers', async () => {
  const { client } = await connected()
  const ids: number[] = []
  for (let i = 0; i < 5; i++) ids.push(idOf(await client.call('StartTransaction', start({ timestamp: at(i) }))))
  expect(ids.every(id => Number.isInteger(id) && id > 0 && id < 2 ** 31)).toBe(true)
  const steps = new Set(ids.slice(1).map((id, i) => id - (ids[i] ?? 0)))
  expect(steps.size).toBe(4)
})

test('a replayed start and stop after a restart of the gateway are one session with one answer', async () => {
  const { pile, client } = await connected()
  const first = await client.call('StartTransaction', start(), 'first-id')
  await client.call('StopTransaction', stop(idOf(first)))
  await client.close()
  const before = await factsOf(pile)
  await bed.stop()
  bed = await testGateway({ db })
  const again = await bed.connect(pile)
  const replayed = await again.call('StartTransaction', start(), 'another-id')
  expect(replayed[2]).toEqual(first[2])
  const stopped = await again.call('StopTransaction', stop(idOf(first)), 'third-id')
  expect(stopped[0]).toBe(3)
  const facts = await factsOf(pile)
  expect(new Set(facts.map(fact => fact.sessionId)).size).toBe(1)
  // The repetitions are facts too, equal in everything that says what happened.
  const content = ({ frame: _f, receivedAt: _r, at: _a, clock: _c, offline: _o, ...rest }: RecordedFact) => rest
  expect(facts.slice(before.length).map(content)).toEqual(before.map(content))
})

test('a stop of another pile’s transaction touches nobody else', async () => {
  const one = await connected()
  const other = await connected()
  const id = idOf(await one.client.call('StartTransaction', start()))
  const answer = await other.client.call('StopTransaction', stop(id))
  expect(answer[0]).toBe(3)
  const [mine] = await factsOf(one.pile)
  const [foreign] = await factsOf(other.pile)
  expect(foreign).toMatchObject({ kind: 'session-stopped' })
  expect(foreign?.sessionId).not.toBe(mine?.sessionId)
  // The session of the first pile is still open for its own stop.
  await one.client.call('StopTransaction', stop(id))
  const facts = await factsOf(one.pile)
  expect(facts.map(fact => fact.sessionId)).toEqual([mine?.sessionId, mine?.sessionId])
})

test('an unknown stop gets an answer and a session of its own, the same for its replay', async () => {
  const { pile, client } = await connected()
  expect((await client.call('StopTransaction', stop(424_242)))[0]).toBe(3)
  await client.call('StopTransaction', stop(424_242))
  await client.call('StopTransaction', stop(424_242, { meterStop: 9000, timestamp: at(50_000) }))
  const [first, replay, other] = await factsOf(pile)
  expect(first?.sessionId).toBe(replay?.sessionId)
  expect(other?.sessionId).not.toBe(first?.sessionId)
})

test('started offline: a stop with id −1 belongs to the start, twice replayed', async () => {
  const { pile, client } = await connected()
  for (let round = 0; round < 2; round++) {
    await client.call('StartTransaction', start())
    expect((await client.call('StopTransaction', stop(-1, { idTag: 'TAG' })))[0]).toBe(3)
  }
  expect(new Set((await factsOf(pile)).map(fact => fact.sessionId)).size).toBe(1)
})

test('a stop with id −1 that fits two starts is not guessed', async () => {
  const { pile, client } = await connected()
  await client.call('StartTransaction', start({ connectorId: 1 }))
  await client.call('StartTransaction', start({ connectorId: 2 }))
  await client.call('StopTransaction', stop(-1))
  const [a, b, stopped] = await factsOf(pile)
  expect([a?.sessionId, b?.sessionId]).not.toContain(stopped?.sessionId)
})

test('readings under an unknown id are one session, and its stop ends it', async () => {
  const { pile, client } = await connected()
  await client.call('MeterValues', meter(777, 100, 1, 1000))
  await client.call('MeterValues', meter(777, 200, 1, 2000))
  await client.call('StopTransaction', stop(777, { meterStop: 300 }))
  await client.call('MeterValues', meter(777, 900, 1, 55_000))
  const facts = await factsOf(pile)
  expect(new Set(facts.slice(0, 3).map(fact => fact.sessionId)).size).toBe(1)
  expect(facts[3]?.sessionId).not.toBe(facts[0]?.sessionId)
})

test('readings without a transaction id belong to the open session of their connector, else to none', async () => {
  const { pile, client } = await connected()
  await client.call('MeterValues', meter(undefined, 500, 1))
  await client.call('StartTransaction', start())
  await client.call('MeterValues', meter(undefined, 1500, 1))
  await client.call('MeterValues', meter(undefined, 1500, 2))
  const facts = await factsOf(pile)
  const session = facts[1]?.sessionId
  expect(facts.map(fact => fact.sessionId)).toEqual(['', session, session, ''])
})

test('a reading after the stop still belongs to its session', async () => {
  const { pile, client } = await connected()
  const id = idOf(await client.call('StartTransaction', start()))
  await client.call('StopTransaction', stop(id))
  await client.call('MeterValues', meter(id, 1800))
  const facts = await factsOf(pile)
  expect(new Set(facts.map(fact => fact.sessionId)).size).toBe(1)
})

test('a message id said again: same call same answer, other call an error, neither a second effect', async () => {
  const { pile, client } = await connected()
  const first = await client.call('StartTransaction', start(), 'same')
  const again = await client.call('StartTransaction', start(), 'same')
  expect(again).toEqual(first)
  const other = await client.call('StartTransaction', start({ idTag: 'OTHER' }), 'same')
  expect(other.slice(0, 3)).toEqual([4, 'same', 'ProtocolError'])
  expect(await factsOf(pile)).toHaveLength(1)
})

test('heartbeats are answered without being stored', async () => {
  const { pile, client } = await connected()
  const answer = await client.call('Heartbeat', {})
  expect(Math.abs(Date.parse((answer[2] as { currentTime: string }).currentTime) - Date.now())).toBeLessThan(5_000)
  await bed.gateway.settled()
  const stored = await db.platform(tx => tx.query('select 1 from gateway_frame where pile_id = $1', [pile.pileId]))
  expect(stored).toHaveLength(0)
})

test('frames sent in one go are answered in their order', async () => {
  const { client } = await connected()
  const answers = await Promise.all([
    client.call('StartTransaction', start({ connectorId: 1 }), 'a'),
    client.call('Heartbeat', {}, 'b'),
    client.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Charging' }, 'c'),
  ])
  expect(answers.map(frame => frame[1])).toEqual(['a', 'b', 'c'])
})

test('2.0.1: a session by transaction events, its token answered, a replay unchanged', async () => {
  const pile = await bed.addPile()
  const client = await bed.connect(pile, 'ocpp2.0.1')
  const event = (eventType: string, seqNo: number, more: object = {}) => ({
    eventType,
    seqNo,
    timestamp: at(seqNo * 1000),
    triggerReason: 'Authorized',
    transactionInfo: { transactionId: 'tx-1' },
    evse: { id: 2, connectorId: 1 },
    ...more,
  })
  const token = { idToken: { idToken: 'CARD', type: 'ISO14443' } }
  const started = await client.call('TransactionEvent', event('Started', 0, token))
  expect(started[2]).toEqual({ idTokenInfo: { status: 'Accepted' } })
  const sample = (value: number) => [{ timestamp: at(1000), sampledValue: [{ value }] }]
  expect((await client.call('TransactionEvent', event('Updated', 1, { meterValue: sample(1200) })))[2]).toEqual({})
  await client.call('TransactionEvent', event('Ended', 2, { meterValue: sample(1400) }))
  const replayed = await client.call('TransactionEvent', event('Started', 0, token))
  expect(replayed[2]).toEqual(started[2])
  const facts = await factsOf(pile)
  expect(facts.map(fact => fact.kind)).toEqual(['session-started', 'meter-read', 'session-stopped', 'session-started'])
  expect(new Set(facts.map(fact => fact.sessionId)).size).toBe(1)
  expect(facts[0]).toMatchObject({ transactionId: 'tx-1', connector: 2, tag: 'CARD', verdict: 'accepted' })
})

test('2.0.1: events whose start comes last are the same session', async () => {
  const pile = await bed.addPile()
  const client = await bed.connect(pile, 'ocpp2.0.1')
  const event = (eventType: string, seqNo: number) => ({
    eventType,
    seqNo,
    timestamp: at(seqNo * 1000),
    triggerReason: 'MeterValuePeriodic',
    transactionInfo: { transactionId: 'late-start' },
    evse: { id: 1 },
    meterValue: [{ timestamp: at(), sampledValue: [{ value: 1000 + seqNo }] }],
  })
  for (const [type, seqNo] of [
    ['Ended', 2],
    ['Updated', 1],
    ['Started', 0],
  ] as const)
    await client.call('TransactionEvent', event(type, seqNo))
  const facts = await factsOf(pile)
  expect(new Set(facts.map(fact => fact.sessionId)).size).toBe(1)
})
