import { type Database, newId } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RecordedFact, recordedFacts, testGateway, type TestGateway, type TestPile } from '../testing/index.ts'
import { MAX_FRAME_BYTES } from './limits.ts'
import type { StartRequest } from './ports.ts'
import { framesOfSession } from './state/read-frames.ts'

/*
 * Messages that come late, in another order, or from somebody else's pile: each is answered and kept under the pile
 * that sent it, and moves nobody else's session.
 */

let db: Database
let bed: TestGateway
const asked: StartRequest[] = []

const begin = () =>
  testGateway({
    db,
    decider: {
      async decide(_tx, requests) {
        asked.push(...requests)
        return requests.map(() => ({ verdict: 'accepted', expiresAt: null, parentTag: null }))
      },
    },
  })

beforeAll(async () => {
  db = await testDatabase()
  bed = await begin()
})
afterAll(async () => {
  await bed.stop()
  await db.close()
})

const T0 = Date.now() - 3_600_000
const at = (offset_s: number) => new Date(T0 + offset_s * 1000).toISOString()
const idOf = (frame: unknown[]) => (frame[2] as { transactionId: number }).transactionId

async function factsOf(pile: TestPile): Promise<RecordedFact[]> {
  await bed.gateway.settled()
  return (await recordedFacts(db)).filter(fact => fact.pileId === pile.pileId)
}

/** The sessions of a pile's facts, states of connectors left out. */
async function sessionsOf(pile: TestPile): Promise<Set<unknown>> {
  const facts = await factsOf(pile)
  return new Set(facts.filter(fact => fact.kind !== 'connector-status').map(fact => fact.sessionId))
}

/** An event of a 2.0.1 transaction: its number says when it happened. */
const event = (transactionId: string, eventType: string, seqNo: number) => ({
  eventType,
  seqNo,
  timestamp: at(seqNo),
  triggerReason: eventType === 'Started' ? 'Authorized' : 'MeterValuePeriodic',
  transactionInfo: { transactionId },
  evse: { id: 1, connectorId: 1 },
  ...(eventType === 'Started' ? { idToken: { idToken: 'CARD', type: 'ISO14443' } } : {}),
  meterValue: [{ timestamp: at(seqNo), sampledValue: [{ value: 1000 + seqNo }] }],
})

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]]
  return list.flatMap((one, i) => permutations(list.filter((_, j) => j !== i)).map(rest => [one, ...rest]))
}

describe('another tenant’s pile', () => {
  test('1.6: readings and a stop under a transaction id of ours are its own, and ours goes on', async () => {
    const [ours, theirs] = [await bed.addPile(), await bed.addPile({ tenantId: newId() })]
    const [client, stranger] = [await bed.connect(ours), await bed.connect(theirs)]
    const start = { connectorId: 1, idTag: 'TAG', meterStart: 1000, timestamp: at(0) }
    const transactionId = idOf(await client.call('StartTransaction', start))
    const sampledValue = [{ value: '999999' }]
    const readings = { connectorId: 1, transactionId, meterValue: [{ timestamp: at(10), sampledValue }] }
    expect((await stranger.call('MeterValues', readings))[0]).toBe(3)
    const stop = { transactionId, meterStop: 999_999, timestamp: at(20), idTag: 'TAG' }
    expect((await stranger.call('StopTransaction', stop))[0]).toBe(3)
    expect((await client.call('StopTransaction', { ...stop, meterStop: 2000, timestamp: at(30) }))[0]).toBe(3)
    const [mine, foreign] = [await sessionsOf(ours), await sessionsOf(theirs)]
    expect(mine.size).toBe(1)
    expect([...foreign].filter(session => mine.has(session))).toEqual([])
    expect(new Set((await factsOf(theirs)).map(fact => fact.tenantId))).toEqual(new Set([theirs.tenantId]))
    // What proves our session are our frames alone, and the other tenant finds none of them.
    const [session] = [...mine].map(String)
    const frames = async (tenantId: string) => db.tenant(tenantId, tx => framesOfSession(tx, session ?? ''))
    const proofs = await frames(ours.tenantId)
    expect(new Set(proofs.map(frame => frame.pileId))).toEqual(new Set([ours.pileId]))
    expect(await frames(theirs.tenantId)).toEqual([])
  })

  test('2.0.1: the same transaction id at two tenants at once is two sessions', async () => {
    const piles = [await bed.addPile(), await bed.addPile({ tenantId: newId() })]
    const lines = await Promise.all(piles.map(pile => bed.connect(pile, 'ocpp2.0.1')))
    for (const [type, seqNo] of [
      ['Started', 0],
      ['Updated', 1],
      ['Ended', 2],
    ] as const)
      for (const line of lines) expect((await line.call('TransactionEvent', event('shared', type, seqNo)))[0]).toBe(3)
    const sessions = await Promise.all(piles.map(sessionsOf))
    expect(sessions.map(found => found.size)).toEqual([1, 1])
    expect(new Set(sessions.flatMap(found => [...found])).size).toBe(2)
  })

  test('a tag is decided for the tenant of the pile that asks, whosever tag it is', async () => {
    const theirs = await bed.addPile({ tenantId: newId() })
    const stranger = await bed.connect(theirs)
    const tag = `OURS-${newId().slice(-8)}`
    await stranger.call('StartTransaction', { connectorId: 1, idTag: tag, meterStart: 0, timestamp: at(0) })
    const requests = asked.filter(request => request.tag === tag)
    expect(requests.length).toBeGreaterThan(0)
    expect(new Set(requests.map(request => request.tenantId))).toEqual(new Set([theirs.tenantId]))
  })
})

describe('late and out of order', () => {
  const EVENTS = [
    ['Started', 0],
    ['Updated', 1],
    ['Updated', 2],
    ['Ended', 3],
  ] as const

  test('2.0.1: a transaction in each of its 24 orders, every message twice, is one session', async () => {
    const orders = permutations(EVENTS)
    expect(orders).toHaveLength(24)
    const piles = await Promise.all(orders.map(() => bed.addPile()))
    await Promise.all(
      orders.map(async (order, i) => {
        const pile = piles[i]
        if (pile === undefined) throw new Error('a pile for every order')
        const client = await bed.connect(pile, 'ocpp2.0.1')
        for (const [type, seqNo] of [...order, ...order])
          expect((await client.call('TransactionEvent', event('tx', type, seqNo)))[0]).toBe(3)
      }),
    )
    for (const [i, pile] of piles.entries()) {
      const what = JSON.stringify(orders[i])
      expect((await sessionsOf(pile)).size, what).toBe(1)
      const kinds = (await factsOf(pile)).map(fact => fact.kind)
      expect(kinds, what).toEqual(expect.arrayContaining(['session-started', 'meter-read', 'session-stopped']))
    }
  })

  test('2.0.1: a reading that comes after the end, over a new line, after a restart, still finds its session', async () => {
    const pile = await bed.addPile()
    const client = await bed.connect(pile, 'ocpp2.0.1')
    for (const [type, seqNo] of [EVENTS[0], EVENTS[3]])
      await client.call('TransactionEvent', event('late', type, seqNo))
    await client.close()
    await bed.gateway.settled()
    await bed.stop()
    bed = await begin()
    const again = await bed.connect(pile, 'ocpp2.0.1')
    const late = { ...event('late', 'Updated', 1), offline: true }
    expect((await again.call('TransactionEvent', late))[0]).toBe(3)
    const facts = await factsOf(pile)
    expect(facts.map(fact => fact.kind)).toContain('meter-read')
    expect((await sessionsOf(pile)).size).toBe(1)
  })
})

test('a frame as large as it may be is read to its last reading', async () => {
  const pile = await bed.addPile()
  const client = await bed.connect(pile)
  const meterValue = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ timestamp: at(i), sampledValue: [{ value: String(1000 + i) }] }))
  const size = (count: number) =>
    JSON.stringify([2, 'huge', 'MeterValues', { connectorId: 1, meterValue: meterValue(count) }]).length
  let count = 1
  while (size(count + 1) <= MAX_FRAME_BYTES) count++
  expect(count).toBeGreaterThan(500)
  expect((await client.call('MeterValues', { connectorId: 1, meterValue: meterValue(count) }, 'huge'))[0]).toBe(3)
  const read = JSON.stringify(await factsOf(pile))
  expect(read).toContain(String(Date.parse(at(0))))
  expect(read).toContain(String(Date.parse(at(count - 1))))
})
