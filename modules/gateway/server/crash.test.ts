import { type Database, emit, col } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Fact } from '../contract/facts.ts'
import { recordedFacts, recordingConsumer, testGateway } from '../testing/index.ts'
import type { FactConsumer, StartDecider } from './ports.ts'

let db: Database

beforeAll(async () => {
  db = await testDatabase()
})

afterAll(() => db.close())

const at = (offset_ms = 0) => new Date(Date.now() - 60_000 + offset_ms).toISOString()
const idOf = (frame: unknown[]) => (frame[2] as { transactionId: number }).transactionId

/** A whole session with everything a fact can carry, on both versions. */
async function liveThrough(bed: Awaited<ReturnType<typeof testGateway>>): Promise<string[]> {
  const pile16 = await bed.addPile()
  const a = await bed.connect(pile16)
  await a.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M', firmwareVersion: '1' })
  await a.call('StatusNotification', { connectorId: 1, errorCode: 'GroundFailure', status: 'Faulted', timestamp: at() })
  const transactionId = idOf(
    await a.call('StartTransaction', { connectorId: 1, idTag: 'A', meterStart: 10, timestamp: at(1) }),
  )
  const sampledValue = [
    { value: '60.5', unit: 'kWh' },
    { value: '12', measurand: 'SoC' },
  ]
  await a.call('MeterValues', { connectorId: 1, transactionId, meterValue: [{ timestamp: at(2), sampledValue }] })
  await a.call('StopTransaction', { transactionId, meterStop: 98_765, timestamp: at(3), reason: 'Local' })
  await a.call('StopTransaction', { transactionId: -1, meterStop: 5, timestamp: at(4) })
  await a.call('FirmwareStatusNotification', { status: 'Downloaded' })
  const pile201 = await bed.addPile()
  const b = await bed.connect(pile201, 'ocpp2.0.1')
  const event = (eventType: string, seqNo: number, more: object) => ({
    eventType,
    seqNo,
    timestamp: at(seqNo),
    triggerReason: 'CablePluggedIn',
    transactionInfo: { transactionId: 't1', chargingState: 'Charging' },
    evse: { id: 1, connectorId: 1 },
    ...more,
  })
  await b.call('TransactionEvent', event('Started', 0, {}))
  await b.call('TransactionEvent', event('Updated', 1, { idToken: { idToken: 'C', type: 'Central' } }))
  await b.call(
    'TransactionEvent',
    event('Ended', 2, { meterValue: [{ timestamp: at(2), sampledValue: [{ value: 7 }] }] }),
  )
  await a.close()
  await b.close()
  return [pile16.pileId, pile201.pileId]
}

test('a crash between the commit and the consumer: the same facts, each exactly once', async () => {
  // The first run: the consumer never commits, but what it was given is noted.
  const seen: Fact[] = []
  const broken = await testGateway({
    db,
    settings: { stream: 'crash' },
    consumer: {
      async handle(_tx, facts) {
        seen.push(...facts)
        throw Object.assign(new Error('the machine goes down'), { code: '57P01' })
      },
    },
  })
  const piles = await liveThrough(broken)
  await expect.poll(() => new Set(seen.map(fact => fact.frame)).size).toBeGreaterThan(0)
  await broken.stop()
  expect((await recordedFacts(db)).filter(fact => piles.includes(fact.pileId))).toEqual([])

  // What the second run hands over first is what the first run had made, value for value.
  const again: Fact[] = []
  const restarted = await testGateway({
    db,
    settings: { stream: 'crash' },
    consumer: recordingConsumer(facts => again.push(...facts)),
  })
  await restarted.gateway.settled()
  expect(again.length).toBeGreaterThanOrEqual(12)
  const firstSeen = new Map(seen.map(fact => [`${fact.frame} ${fact.kind}`, fact]))
  const repeated = again.filter(fact => firstSeen.has(`${fact.frame} ${fact.kind}`))
  expect(repeated.length).toBeGreaterThan(0)
  expect(repeated).toEqual(repeated.map(fact => firstSeen.get(`${fact.frame} ${fact.kind}`)))
  await restarted.stop()

  const third = await testGateway({ db, settings: { stream: 'crash' } })
  await third.gateway.settled()
  await third.stop()
  const recorded = (await recordedFacts(db)).filter(fact => piles.includes(fact.pileId))
  expect(recorded).toHaveLength(again.length)
  expect(new Set(recorded.map(fact => `${fact.frame} ${fact.kind}`)).size).toBe(recorded.length)
})

test('facts read again from the log equal the facts made when the frames came', async () => {
  const live: Fact[] = []
  const first = await testGateway({
    db,
    settings: { stream: 'equal' },
    consumer: recordingConsumer(facts => live.push(...facts)),
  })
  await liveThrough(first)
  await first.gateway.settled()
  await first.stop()
  await db.platform(tx =>
    tx.execute(
      "update gateway_cursor set seq = 0 where stream = (select stream from gateway_stream where name = 'equal')",
    ),
  )
  const stored: Fact[] = []
  const second = await testGateway({
    db,
    settings: { stream: 'equal' },
    consumer: recordingConsumer(facts => stored.push(...facts)),
  })
  await second.gateway.settled()
  await second.stop()
  expect(stored).toEqual(live)
})

test('a poison frame becomes a dead letter; all others are handled once, and somebody is told', async () => {
  let mended = false
  const poison: FactConsumer = {
    async handle(tx, facts) {
      if (mended) return recordingConsumer().handle(tx, facts)
      for (const fact of facts)
        if (fact.kind === 'session-started' && fact.tag === 'POISON') throw new Error('cannot handle this')
      await recordingConsumer().handle(tx, facts)
    },
  }
  const bed = await testGateway({ db, settings: { stream: 'poison' }, consumer: poison })
  const piles = await Promise.all(Array.from({ length: 8 }, () => bed.addPile()))
  const clients = await Promise.all(piles.map(pile => bed.connect(pile)))
  await Promise.all(
    clients.map((client, i) =>
      client.call('StartTransaction', {
        connectorId: 1,
        idTag: i === 5 ? 'POISON' : `T${i}`,
        meterStart: 0,
        timestamp: at(),
      }),
    ),
  )
  await bed.gateway.settled()
  const handled = (await recordedFacts(db)).filter(fact => piles.some(pile => pile.pileId === fact.pileId))
  expect(new Set(handled.map(fact => fact.tag))).toEqual(new Set(['T0', 'T1', 'T2', 'T3', 'T4', 'T6', 'T7']))
  expect(handled).toHaveLength(7)
  const dead = await db.platform(tx =>
    tx.query(
      { pile_id: col.uuid, problem: col.text },
      "select pile_id, problem from gateway_frame where problem like 'consumer:%'",
    ),
  )
  expect(dead).toEqual([{ pile_id: piles[5]?.pileId, problem: 'consumer: cannot handle this' }])
  const told = await db.platform(tx => tx.query("select 1 from gateway_event where kind = 'dead-letter'"))
  expect(told).toHaveLength(1)
  expect(bed.gateway.metrics().deadLetters).toBe(1)
  // When the handling was mended, the frame gets another try, once.
  const [letter] = await db.platform(tx =>
    tx.query({ id: col.text }, "select stream || ':' || seq as id from gateway_frame where problem like 'consumer:%'"),
  )
  await expect(bed.gateway.replay(letter?.id ?? '')).rejects.toThrow('cannot handle this')
  mended = true
  expect([await bed.gateway.replay(letter?.id ?? ''), await bed.gateway.replay(letter?.id ?? '')]).toEqual([
    true,
    false,
  ])
  const after = (await recordedFacts(db)).filter(fact => piles.some(pile => pile.pileId === fact.pileId))
  expect(after.filter(fact => fact.tag === 'POISON')).toHaveLength(1)
  await bed.stop()
})

test('calls without facts are shown as worked through', async () => {
  const bed = await testGateway({ db, settings: { stream: 'plain' } })
  const client = await bed.connect(await bed.addPile())
  await client.call('Authorize', { idTag: 'A' })
  await bed.gateway.settled()
  const behind = await db.platform(tx =>
    tx.query(`select 1 from gateway_stream s join gateway_cursor c on c.stream = s.stream join gateway_frame f on f.stream = s.stream
       where s.name = 'plain' and f.seq > c.seq`),
  )
  expect(behind).toEqual([])
  expect(
    await db.platform(tx =>
      tx.query("select 1 from gateway_cursor c join gateway_stream s on s.stream = c.stream where s.name = 'plain'"),
    ),
  ).toHaveLength(1)
  await bed.stop()
})

test('a consumer that is only late loses nothing', async () => {
  let failures = 0
  const bed = await testGateway({
    db,
    settings: { stream: 'late' },
    consumer: {
      async handle(tx, facts) {
        if (failures++ < 3) throw Object.assign(new Error('try later'), { code: '40001' })
        await recordingConsumer().handle(tx, facts)
      },
    },
  })
  const pile = await bed.addPile()
  const client = await bed.connect(pile)
  await client.call('StartTransaction', { connectorId: 1, idTag: 'A', meterStart: 0, timestamp: at() })
  await bed.gateway.settled()
  expect((await recordedFacts(db)).filter(fact => fact.pileId === pile.pileId)).toHaveLength(1)
  await bed.stop()
})

test('one start that cannot be stored is refused; the rest of its batch is stored', async () => {
  const decider: StartDecider = {
    async decide(_tx, requests) {
      if (requests.some(request => request.tag === 'BOMB')) throw new Error('no decision')
      return requests.map(() => ({ verdict: 'blocked', expiresAt: null, parentTag: null }))
    },
  }
  const bed = await testGateway({ db, decider, settings: { stream: 'bomb', batch: { wait_ms: 100, frames: 100 } } })
  const piles = await Promise.all(Array.from({ length: 6 }, () => bed.addPile()))
  const clients = await Promise.all(piles.map(pile => bed.connect(pile)))
  const start = (i: number) => ({ connectorId: 1, idTag: i === 2 ? 'BOMB' : 'T', meterStart: 0, timestamp: at() })
  const answers = await Promise.all(clients.map((client, i) => client.call('StartTransaction', start(i))))
  expect(answers.map(frame => frame[0])).toEqual([3, 3, 4, 3, 3, 3])
  expect(answers[2]?.[2]).toBe('InternalError')
  expect(answers[0]?.[2]).toMatchObject({ idTagInfo: { status: 'Blocked' } })
  // The pile may send it again under the same id: it had no effect.
  const again = await clients[2]?.call('Heartbeat', {})
  expect(again?.[0]).toBe(3)
  await bed.stop()
})

test('a verdict is kept: a replay is answered as the first time, whatever the decider says now', async () => {
  let verdict: 'accepted' | 'blocked' = 'blocked'
  const asked: number[] = []
  const decider: StartDecider = {
    async decide(tx, requests) {
      asked.push(requests.length)
      await emit(tx, []) // the transaction is open and usable
      return requests.map(() => ({ verdict, expiresAt: Date.UTC(2030, 0, 1), parentTag: 'GROUP' }))
    },
  }
  const bed = await testGateway({ db, decider, settings: { stream: 'verdict' } })
  const client = await bed.connect(await bed.addPile())
  const start = { connectorId: 1, idTag: 'A', meterStart: 0, timestamp: at() }
  const first = await client.call('StartTransaction', start)
  expect(first[2]).toMatchObject({
    idTagInfo: { status: 'Blocked', expiryDate: '2030-01-01T00:00:00.000Z', parentIdTag: 'GROUP' },
  })
  verdict = 'accepted'
  expect((await client.call('StartTransaction', start))[2]).toEqual(first[2])
  expect(asked).toEqual([1])
  expect((await client.call('Authorize', { idTag: 'A' }))[2]).toMatchObject({ idTagInfo: { status: 'Accepted' } })
  await bed.stop()
})

test('when the consumer lags too far, answers wait for it and nothing is lost', async () => {
  let open: () => void = () => {}
  const gate = new Promise<void>(done => {
    open = done
  })
  const bed = await testGateway({
    db,
    settings: { stream: 'lag', maxLag_facts: 2, batch: { wait_ms: 1, frames: 1 }, consume: { every_ms: 1, facts: 1 } },
    consumer: {
      async handle(tx, facts) {
        await gate
        await recordingConsumer().handle(tx, facts)
      },
    },
  })
  const piles = await Promise.all(Array.from({ length: 8 }, () => bed.addPile()))
  const clients = await Promise.all(piles.map(pile => bed.connect(pile)))
  const answers = clients.map(client =>
    client.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' }),
  )
  await new Promise(done => setTimeout(done, 100))
  open()
  expect((await Promise.all(answers)).every(frame => frame[0] === 3)).toBe(true)
  await bed.gateway.settled()
  const handled = (await recordedFacts(db)).filter(fact => piles.some(pile => pile.pileId === fact.pileId))
  expect(handled).toHaveLength(8)
  await bed.stop()
})
