import { type Database, col } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PileClient, testGateway, type TestGateway, type TestPile } from '../testing/index.ts'
import { DUPLICATE_PING_MS, MAX_REPLACEMENTS } from './limits.ts'

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

const ELSEWHERE = { localAddress: '127.0.44.1' }

async function eventsOf(pile: TestPile): Promise<string[]> {
  await bed.gateway.settled()
  const rows = await db.platform(tx =>
    tx.query(
      { kind: col.text, times: col.integer },
      'select kind, times from gateway_event where pile_id = $1 order by id',
      [pile.pileId],
    ),
  )
  return rows.flatMap(row => Array<string>(row.times).fill(row.kind))
}

const isAlive = async (client: PileClient) => (await client.call('Heartbeat', {}))[0] === 3
const status = { connectorId: 1, errorCode: 'NoError', status: 'Available' }

test('a second connection from the same network replaces the living first, with an event', async () => {
  const pile = await bed.addPile()
  const old = await bed.connect(pile)
  const fresh = await bed.connect(pile)
  expect((await fresh.call('StatusNotification', status))[0]).toBe(3)
  expect(await old.closed).toEqual({ code: 4001, reason: 'replaced by a newer connection' })
  expect(await eventsOf(pile)).toEqual(['connected', 'replaced-alive', 'connected'])
})

test('more than three times in ten minutes is held: only heartbeats, until the operator decides', async () => {
  const pile = await bed.addPile()
  let current = await bed.connect(pile)
  for (let i = 0; i < MAX_REPLACEMENTS; i++) {
    const next = await bed.connect(pile)
    expect(await isAlive(next)).toBe(true)
    current = next
  }
  const held = await bed.connect(pile)
  expect(await isAlive(held)).toBe(true)
  expect((await held.call('StatusNotification', status)).slice(0, 3)).toEqual([4, expect.any(String), 'SecurityError'])
  expect((await current.call('StatusNotification', status))[0]).toBe(3)
  expect(await eventsOf(pile)).toContain('held-pending')
})

const boot = { chargePointVendor: 'V', chargePointModel: 'M' }

test('a pile that we told to restart may come back as often as it needs; one that refused may not', async () => {
  for (const word of ['Accepted', 'Rejected']) {
    const pile = await bed.addPile()
    let current = await bed.connect(pile)
    expect((await current.call('BootNotification', boot))[0]).toBe(3)
    const reset = bed.gateway.sendCommand({
      tenantId: pile.tenantId,
      pile,
      command: { kind: 'reset', mode: 'hard' },
      by: 'x',
    })
    const asked = await current.asked()
    current.answer(asked.id, { status: word })
    await reset
    const states: unknown[] = []
    for (let i = 0; i < MAX_REPLACEMENTS + 3; i++) {
      current = await bed.connect(pile)
      const [type, , payload] = await current.call('BootNotification', boot)
      states.push(type === 3 ? (payload as { status: string }).status : type)
    }
    expect(states.filter(state => state === 'Accepted')).toHaveLength(
      word === 'Accepted' ? MAX_REPLACEMENTS + 3 : MAX_REPLACEMENTS,
    )
  }
})

test('a connection that is held is told to wait when it introduces itself, and is accepted once admitted', async () => {
  const pile = await bed.addPile()
  await bed.connect(pile)
  const held = await bed.connect(pile, 'ocpp1.6', ELSEWHERE)
  expect((await held.call('BootNotification', boot))[2]).toMatchObject({ status: 'Pending', interval: 30 })
  expect((await held.call('StatusNotification', status))[2]).toBe('SecurityError')
  expect(bed.gateway.admitHeld(pile.pileId)).toBe(true)
  expect((await held.call('BootNotification', boot))[2]).toMatchObject({ status: 'Accepted' })
})

test('from another network the living first stays; refused by the operator, the second is closed', async () => {
  const pile = await bed.addPile()
  const first = await bed.connect(pile)
  const second = await bed.connect(pile, 'ocpp1.6', ELSEWHERE)
  expect((await second.call('BootNotification', boot))[2]).toMatchObject({ status: 'Pending' })
  expect(bed.gateway.refuseHeld(pile.pileId)).toBe(true)
  expect((await second.closed).code).toBe(1008)
  expect((await first.call('StatusNotification', status))[0]).toBe(3)
  expect(bed.gateway.refuseHeld(pile.pileId)).toBe(false)
})

test('admitted by the operator, the held one takes over', async () => {
  const pile = await bed.addPile()
  const first = await bed.connect(pile)
  const second = await bed.connect(pile, 'ocpp1.6', ELSEWHERE)
  expect(await isAlive(second)).toBe(true)
  expect(bed.gateway.admitHeld(pile.pileId)).toBe(true)
  expect((await first.closed).code).toBe(4001)
  expect((await second.call('StatusNotification', status))[0]).toBe(3)
  expect(await eventsOf(pile)).toContain('admitted')
})

test('when the first goes, the held one takes its place', async () => {
  const pile = await bed.addPile()
  const first = await bed.connect(pile)
  const second = await bed.connect(pile, 'ocpp1.6', ELSEWHERE)
  expect(await isAlive(second)).toBe(true)
  await first.close()
  await expect.poll(async () => (await second.call('StatusNotification', status))[0]).toBe(3)
  expect(await eventsOf(pile)).toContain('promoted')
})

test('a half-open first is found out by a ping and replaced in three seconds, from any network', async () => {
  const pile = await bed.addPile()
  const dead = await bed.connect(pile, 'ocpp1.6', { autoPong: false })
  const began = performance.now()
  const fresh = await bed.connect(pile, 'ocpp1.6', ELSEWHERE)
  expect((await fresh.call('StatusNotification', status))[0]).toBe(3)
  expect(performance.now() - began).toBeLessThan(3_000)
  expect(performance.now() - began).toBeGreaterThan(DUPLICATE_PING_MS - 200)
  await dead.closed
  expect(await eventsOf(pile)).toEqual(['connected', 'replaced-dead', 'connected'])
})

test('of a herd on one identity exactly one is the pile’s', async () => {
  const pile = await bed.addPile()
  const herd = await Promise.allSettled(Array.from({ length: 20 }, () => bed.connect(pile)))
  const open = herd.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
  await new Promise(done => setTimeout(done, 300))
  const answers = await Promise.all(
    open
      .filter(client => client.socket.readyState === client.socket.OPEN)
      .map(client => Promise.race([client.call('StatusNotification', status), client.closed])),
  )
  expect(answers.filter(answer => Array.isArray(answer) && answer[0] === 3)).toHaveLength(1)
  expect(bed.gateway.isConnected(pile.pileId)).toBe(true)
})

test('a transaction goes on over a new connection', async () => {
  const pile = await bed.addPile()
  const old = await bed.connect(pile)
  const started = await old.call('StartTransaction', {
    connectorId: 1,
    idTag: 'A',
    meterStart: 0,
    timestamp: new Date().toISOString(),
  })
  const { transactionId } = started[2] as { transactionId: number }
  const fresh = await bed.connect(pile)
  const stopped = await fresh.call('StopTransaction', {
    transactionId,
    meterStop: 10,
    timestamp: new Date().toISOString(),
  })
  expect(stopped[0]).toBe(3)
  const rows = await db.platform(tx => tx.query('select 1 from gateway_transaction where pile_id = $1', [pile.pileId]))
  expect(rows).toHaveLength(1)
})
