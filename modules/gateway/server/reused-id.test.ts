import { type Database, col } from '@wattyard/server-kit'
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
import { formerKeyOf, wireIdOf } from './ingest/reused-id.ts'
import { translateStored, FRAME_COLUMNS, STORED_FRAME } from './consume/recover-frames.ts'

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

const T0 = Date.now() - 3_600_000

/** Events of one charge: which one of those under the same id, by its first minute. */
function charge(minute: number, register: number, id = 'tx-1') {
  const event = (eventType: string, seqNo: number, value: number, more: object = {}) => {
    const timestamp = new Date(T0 + (minute + seqNo) * 60_000).toISOString()
    return {
      eventType,
      seqNo,
      timestamp,
      triggerReason: 'Authorized',
      transactionInfo: { transactionId: id },
      evse: { id: 1, connectorId: 1 },
      meterValue: [{ timestamp, sampledValue: [{ value, context: CONTEXT[eventType] }] }],
      ...more,
    }
  }
  return [
    event('Started', 0, register, { idToken: { idToken: 'CARD', type: 'ISO14443' } }),
    event('Updated', 1, register + 500),
    event('Ended', 2, register + 1_000),
  ] as const
}
const CONTEXT: Record<string, string> = {
  Started: 'Transaction.Begin',
  Updated: 'Sample.Periodic',
  Ended: 'Transaction.End',
}

async function connected(): Promise<{ pile: TestPile; client: PileClient }> {
  const pile = await bed.addPile()
  return { pile, client: await bed.connect(pile, 'ocpp2.0.1') }
}
const tell = async (client: PileClient, events: readonly object[]) => {
  for (const event of events) expect((await client.call('TransactionEvent', event))[0]).toBe(3)
}
async function factsOf(pile: TestPile): Promise<RecordedFact[]> {
  await bed.gateway.settled()
  return (await recordedFacts(db)).filter(fact => fact.pileId === pile.pileId)
}
const sessionsOf = (facts: readonly RecordedFact[]) => facts.map(fact => [fact.kind, fact.sessionId] as const)
/** Names sessions by the order in which they came; the reading inside a start says nothing of its own. */
const named = (facts: readonly RecordedFact[]) => {
  const names = new Map<unknown, string>()
  return sessionsOf(facts.filter(fact => fact.kind !== 'meter-read' || fact.seqNo !== 0)).map(([kind, id]) => {
    if (!names.has(id)) names.set(id, String.fromCodePoint(97 + names.size))
    return `${kind.replace('session-', '')} ${names.get(id)}`
  })
}

test('an id that comes again after its transaction has ended is a new session, and its events are that one’s', async () => {
  const { pile, client } = await connected()
  await tell(client, charge(0, 1_000))
  await tell(client, charge(10, 2_000))
  const facts = await factsOf(pile)
  expect(named(facts)).toEqual(['started a', 'meter-read a', 'stopped a', 'started b', 'meter-read b', 'stopped b'])
  expect(facts.filter(fact => fact.kind === 'session-started').map(fact => fact.transactionId)).toEqual([
    'tx-1',
    'tx-1',
  ])
  const events = await db.platform(tx =>
    tx.query(
      { detail: col.text },
      "select detail from gateway_event where kind = 'transaction-id-reused' and pile_id = $1",
      [pile.pileId],
    ),
  )
  expect(events).toEqual([{ detail: 'tx-1' }])
})

test('replays of either start find their own session, also after the pile was away, and a third use is a third', async () => {
  const { pile, client } = await connected()
  const [first, second, third] = [charge(0, 1_000), charge(10, 2_000), charge(20, 3_000)]
  await tell(client, [...first, ...second])
  await tell(client, [first[0], second[0]])
  await client.close()
  const again = await bed.connect(pile, 'ocpp2.0.1')
  await tell(again, [first[0], second[0], second[2]])
  await tell(again, third)
  await tell(again, [second[0]])
  expect(named(await factsOf(pile)).slice(6)).toEqual([
    'started a',
    'started b',
    'started a',
    'started b',
    'stopped b',
    'started c',
    'meter-read c',
    'stopped c',
    'started b',
  ])
})

test('whole charges in one batch are kept apart', async () => {
  const { pile, client } = await connected()
  const all = [...charge(0, 1_000), ...charge(10, 2_000), ...charge(20, 3_000)]
  await Promise.all(all.map(event => client.call('TransactionEvent', event)))
  expect(named(await factsOf(pile))).toEqual(
    ['a', 'b', 'c'].flatMap(name => [`started ${name}`, `meter-read ${name}`, `stopped ${name}`]),
  )
})

test('while it has not ended, a second start is a contradiction inside one session and nothing else', async () => {
  const { pile, client } = await connected()
  await tell(client, [charge(0, 1_000)[0], charge(10, 2_000)[0]])
  expect(named(await factsOf(pile))).toEqual(['started a', 'started a'])
})

test('another card under an id whose end was lost is decided for itself and is a session of its own', async () => {
  const { pile, client } = await connected()
  await tell(client, charge(0, 1_000).slice(0, 2))
  const [start, ...rest] = charge(10, 2_000)
  await tell(client, [{ ...start, idToken: { idToken: 'OTHER', type: 'ISO14443' } }, ...rest])
  const facts = await factsOf(pile)
  expect(named(facts)).toEqual(['started a', 'meter-read a', 'started b', 'meter-read b', 'stopped b'])
})

test('a start told again with a corrected clock after the end is the session that ended, and so is its end', async () => {
  const { pile, client } = await connected()
  const told = charge(0, 1_000)
  await tell(client, told)
  const corrected = { ...told[0], timestamp: new Date(T0 + 3_000).toISOString() }
  await tell(client, [corrected, told[2]])
  expect(named(await factsOf(pile))).toEqual(['started a', 'meter-read a', 'stopped a', 'started a', 'stopped a'])
  // After the pile was away, and told from what is stored.
  await client.close()
  const again = await bed.connect(pile, 'ocpp2.0.1')
  await tell(again, [{ ...told[0], timestamp: new Date(T0 + 5_000).toISOString() }])
  expect(named(await factsOf(pile)).at(-1)).toBe('started a')
  // At another register it is another charge, whatever its clock says.
  await tell(again, [{ ...charge(0, 2_000)[0], timestamp: new Date(T0 + 7_000).toISOString() }])
  expect(named(await factsOf(pile)).at(-1)).toBe('started b')
})

test('frames read again after a crash give the same facts', async () => {
  const { pile, client } = await connected()
  await tell(client, [...charge(0, 1_000), ...charge(10, 2_000)])
  const facts = await factsOf(pile)
  const again = await db.platform(async tx => {
    const rows = await tx.query(
      { stream: col.integer, ...STORED_FRAME },
      `select stream, ${FRAME_COLUMNS} from gateway_frame where pile_id = $1 and direction = 'in' and problem is null order by seq`,
      [pile.pileId],
    )
    return (await translateStored(tx, rows[0]?.stream ?? 0, rows)).flatMap(frame => frame.facts)
  })
  const told = again.filter(fact => 'sessionId' in fact)
  expect(told.map(fact => [fact.kind, fact.sessionId])).toEqual(sessionsOf(facts))
  const ids = told.flatMap(fact => ('transactionId' in fact ? [[fact.kind, fact.transactionId]] : []))
  const each = ['session-started', 'session-stopped'].map(kind => [kind, 'tx-1'])
  expect(ids).toEqual([...each, ...each])
})

test('a key of its own gives the id on the wire back, whatever the id looks like', () => {
  const start = { deviceAt: 1, tag: 'A', meterStart: null }
  for (const id of ['tx-1', 'a^b', '~x', '^', 'é\n']) {
    expect(wireIdOf(formerKeyOf(id, start))).toBe(id)
    expect(formerKeyOf(id, start)).not.toBe(formerKeyOf(id, { ...start, deviceAt: 2 }))
  }
  for (const id of ['tx-1', '17', 'a^b']) expect(wireIdOf(id)).toBe(id)
})
