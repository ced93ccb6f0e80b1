import { type Database, col } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordedFacts, testGateway, type TestGateway } from '../testing/index.ts'
import { MAX_BAD_FRAMES, MAX_FRAME_BYTES, MAX_WAITING_FRAMES } from './limits.ts'

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

const events = async (kind: string) => {
  await bed.gateway.settled()
  return db.platform(tx =>
    tx.query({ pile_id: col.uuid, times: col.integer }, 'select pile_id, times from gateway_event where kind = $1', [
      kind,
    ]),
  )
}

/** [what is sent, word of the 1.6 error, word of the 2.0.1 error, stored problem] */
const REFUSED: [string, string, string, string, string][] = [
  ['no JSON', '}{', 'FormationViolation', 'RpcFrameworkError', 'not-json'],
  ['no array', '{"a":1}', 'FormationViolation', 'RpcFrameworkError', 'not-a-frame'],
  ['no payload', '[2,"x","Heartbeat"]', 'FormationViolation', 'RpcFrameworkError', 'bad-length'],
  [
    'too deep',
    `[2,"x","DataTransfer",{"vendorId":"v","data":${'['.repeat(10_000)}${']'.repeat(10_000)}}]`,
    'FormationViolation',
    'RpcFrameworkError',
    'too-deep',
  ],
  ['a key twice', '[2,"x","Heartbeat",{"a":1,"a":2}]', 'FormationViolation', 'FormatViolation', 'duplicate-key'],
  [
    'infinity',
    '[2,"x","StopTransaction",{"meterStop":1e999}]',
    'FormationViolation',
    'FormatViolation',
    'number-out-of-range',
  ],
  ['unknown action', '[2,"x","FlyToTheMoon",{}]', 'NotImplemented', 'NotImplemented', 'not-implemented'],
  ['our own action', '[2,"x","Reset",{"type":"Hard"}]', 'NotSupported', 'NotSupported', 'not-supported'],
  [
    'U+0000',
    '[2,"x","Authorize",{"idTag":"a\\u0000b","idToken":{"idToken":"a\\u0000","type":"Central"}}]',
    'PropertyConstraintViolation',
    'PropertyConstraintViolation',
    'forbidden-character',
  ],
  [
    'half a surrogate pair',
    '[2,"x","Authorize",{"idTag":"a\\ud83d","idToken":{"idToken":"a\\ud83d","type":"Central"}}]',
    'PropertyConstraintViolation',
    'PropertyConstraintViolation',
    'forbidden-character',
  ],
  [
    'a key with half a surrogate pair',
    '[2,"x","DataTransfer",{"vendorId":"v","\\uDE00":1}]',
    'PropertyConstraintViolation',
    'PropertyConstraintViolation',
    'forbidden-character',
  ],
  [
    'a message type beyond all numbers',
    '[1e999,"x","Heartbeat",{}]',
    'FormationViolation',
    'FormatViolation',
    'number-out-of-range',
  ],
]

for (const [what, text, word16, word201, problem] of REFUSED) {
  test(`${what}: the right error in both versions, stored, nothing done`, async () => {
    for (const [protocol, word] of [
      ['ocpp1.6', word16],
      ['ocpp2.0.1', word201],
    ] as const) {
      const pile = await bed.addPile()
      const client = await bed.connect(pile, protocol)
      const answer = await client.raw(text)
      expect(answer[0]).toBe(4)
      expect(answer[2]).toBe(word)
      await bed.gateway.settled()
      const stored = await db.platform(tx =>
        tx.query(
          { frame: col.text, problem: col.text, answer: col.text },
          'select frame, problem, answer from gateway_frame where pile_id = $1',
          [pile.pileId],
        ),
      )
      expect(stored).toMatchObject([{ frame: text, problem, answer: JSON.stringify(answer) }])
      expect((await recordedFacts(db)).filter(fact => fact.pileId === pile.pileId)).toEqual([])
      // The line stays open: the next good call is answered.
      expect((await client.call('Heartbeat', {}))[0]).toBe(3)
    }
  })
}

test('a missing member and a wrong type name what is wrong', async () => {
  const client = await bed.connect(await bed.addPile())
  const missing = await client.call('StartTransaction', {
    idTag: 'A',
    meterStart: 1,
    timestamp: '2026-01-01T00:00:00Z',
  })
  expect(missing.slice(2, 4)).toEqual(['OccurenceConstraintViolation', 'payload: connectorId is missing'])
  const wrong = await client.call('StartTransaction', {
    connectorId: {},
    idTag: 'A',
    meterStart: 1,
    timestamp: '2026-01-01T00:00:00Z',
  })
  expect(wrong[2]).toBe('TypeConstraintViolation')
})

test('a multiplier that no unit has holds nobody up: the reading counts for nothing, and the line stays open', async () => {
  const client = await bed.connect(await bed.addPile(), 'ocpp2.0.1')
  const timestamp = new Date().toISOString()
  for (const multiplier of [30_000_000, 1_073_741_824, -1_073_741_824]) {
    const begun = process.cpuUsage()
    const sampledValue = [{ value: 5, unitOfMeasure: { unit: 'Wh', multiplier } }]
    await client.call('MeterValues', { evseId: 1, meterValue: [{ timestamp, sampledValue }] })
    expect((await client.call('Heartbeat', {}))[0]).toBe(3)
    // It took two seconds at 30 million, and grew with it.
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(1_000)
  }
})

test('numbers that satisfy the schema and that no pile can mean are refused', async () => {
  const client = await bed.connect(await bed.addPile())
  const timestamp = new Date().toISOString()
  for (const connectorId of [-1, 65_536, 1e12]) {
    const answer = await client.call('StatusNotification', { connectorId, errorCode: 'NoError', status: 'Available' })
    expect(answer.slice(2, 4)).toEqual(['PropertyConstraintViolation', `connector ${connectorId} is out of range`])
  }
  const reserved = await client.call('StartTransaction', {
    connectorId: 1,
    idTag: 'A',
    meterStart: 0,
    timestamp,
    reservationId: 1e10,
  })
  expect(reserved[3]).toBe('reservationId 10000000000 is out of range')
  const modern = await bed.connect(await bed.addPile(), 'ocpp2.0.1')
  const answer = await modern.call('TransactionEvent', {
    eventType: 'Started',
    seqNo: 0,
    timestamp,
    triggerReason: 'RemoteStart',
    transactionInfo: { transactionId: 't', remoteStartId: 2 ** 40 },
  })
  expect(answer[2]).toBe('PropertyConstraintViolation')
})

test('times from year 0 to 9999 are taken and stored', async () => {
  const client = await bed.connect(await bed.addPile())
  for (const timestamp of ['0000-01-01T00:00:00Z', '1970-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])
    expect((await client.call('StartTransaction', { connectorId: 1, idTag: 'A', meterStart: 0, timestamp }))[0]).toBe(3)
  await bed.gateway.settled()
  expect(bed.warnings).toEqual([])
})

test('a frame one byte too long closes the line with 1009 and leaves an event', async () => {
  const pile = await bed.addPile()
  const client = await bed.connect(pile)
  const frame = (size: number) => `[2,"x","DataTransfer",{"vendorId":"v","data":"${'x'.repeat(size - 49)}"}]`
  expect(Buffer.byteLength(frame(MAX_FRAME_BYTES))).toBe(MAX_FRAME_BYTES)
  const fits = await client.raw(frame(MAX_FRAME_BYTES))
  expect(fits[0]).toBe(3)
  client.send(frame(MAX_FRAME_BYTES + 1))
  expect((await client.closed).code).toBe(1009)
  expect((await events('frame-too-long')).map(event => event.pile_id)).toContain(pile.pileId)
})

test('bad UTF-8 closes the line with 1007', async () => {
  const client = await bed.connect(await bed.addPile())
  client.socket.send(Buffer.from([0x5b, 0xff, 0xfe]), { binary: false })
  expect((await client.closed).code).toBe(1007)
})

test('garbage without end closes the line; each piece is counted and stored', async () => {
  const pile = await bed.addPile()
  const client = await bed.connect(pile)
  for (let i = 0; i < MAX_BAD_FRAMES; i++) client.send(`garbage ${i}`)
  expect((await client.closed).code).toBe(1008)
  expect((await events('bad-frames')).map(event => event.pile_id)).toContain(pile.pileId)
  const [state] = await db.platform(tx =>
    tx.query({ bad_frames: col.integer }, 'select bad_frames from gateway_pile_state where pile_id = $1', [
      pile.pileId,
    ]),
  )
  expect(state?.bad_frames).toBe(MAX_BAD_FRAMES)
})

test('one good frame clears the count of bad ones', async () => {
  const client = await bed.connect(await bed.addPile())
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < MAX_BAD_FRAMES - 1; i++) await client.raw('garbage')
    expect((await client.call('Heartbeat', {}))[0]).toBe(3)
  }
})

test('a pile that waits for its answers is slowed down to its allowance, and loses nothing', async () => {
  const limited = await testGateway({ db, settings: { rate: { sustained: 20, burst: 5 }, stream: 'paced' } })
  const client = await limited.connect(await limited.addPile())
  const began = performance.now()
  for (let i = 0; i < 15; i++) expect((await client.call('Heartbeat', {}))[0]).toBe(3)
  const took = performance.now() - began
  expect(took).toBeGreaterThan(400)
  expect(took).toBeLessThan(5_000)
  await limited.stop()
})

test('a pile that goes on sending without waiting is cut off with an event', async () => {
  const limited = await testGateway({ db, settings: { rate: { sustained: 1, burst: 5 }, stream: 'limited' } })
  const pile = await limited.addPile()
  const client = await limited.connect(pile)
  for (let i = 0; i < 5 + MAX_WAITING_FRAMES; i++) client.send(`[2,"${i}","Heartbeat",{}]`)
  // As many as may wait, wait; one more is too much.
  const open = await Promise.race([client.closed, new Promise(done => setTimeout(() => done('open'), 300))])
  expect(open).toBe('open')
  client.send('[2,"one too many","Heartbeat",{}]')
  expect((await client.closed).code).toBe(1008)
  await limited.gateway.settled()
  await limited.stop()
  expect((await events('rate-exceeded')).map(event => event.pile_id)).toContain(pile.pileId)
})

test('a flood of answers that nobody asked for is cut off too', async () => {
  const limited = await testGateway({ db, settings: { rate: { sustained: 1, burst: 5 }, stream: 'answers' } })
  const client = await limited.connect(await limited.addPile())
  for (let i = 0; i < 20; i++) client.send(`[3,"${i}",{}]`)
  expect((await client.closed).code).toBe(1008)
  await limited.stop()
})

test('a result nobody asked for is kept and does no harm', async () => {
  const pile = await bed.addPile()
  const client = await bed.connect(pile)
  client.send('[3,"nobody-asked",{}]')
  client.send('[4,"nobody-asked","GenericError","",{}]')
  expect((await client.call('Heartbeat', {}))[0]).toBe(3)
  await bed.gateway.settled()
  const stored = await db.platform(tx =>
    tx.query({ problem: col.text }, 'select problem from gateway_frame where pile_id = $1', [pile.pileId]),
  )
  expect(stored.map(row => row.problem)).toEqual(['not-expected', 'not-expected'])
})

test('what the tolerant reader mended is noted with the frame', async () => {
  const pile = await bed.addPile()
  const client = await bed.connect(pile)
  const answer = await client.call('StatusNotification', {
    connectorId: 1,
    errorCode: 'noerror',
    status: 'Available',
    timestamp: '2026-11-20 10:00:00',
  })
  expect(answer[0]).toBe(3)
  await bed.gateway.settled()
  const [stored] = await db.platform(tx =>
    tx.query({ mended: col.text }, 'select mended from gateway_frame where pile_id = $1', [pile.pileId]),
  )
  expect(stored?.mended).toContain('word-case:/errorCode')
  expect(stored?.mended).toContain('timestamp-form:/timestamp')
})
