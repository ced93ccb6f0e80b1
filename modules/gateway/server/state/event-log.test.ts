import { type Database, newId, col } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVENT_WINDOW_MS, MAX_PENDING_PILES, MAX_WAITING_EVENTS } from '../limits.ts'
import { Metrics } from '../metrics.ts'
import { createEventLog, type GatewayEvent, writeEvents } from './event-log.ts'
import { writeUnknownStations } from './pending-piles.ts'

let db: Database

beforeAll(async () => {
  db = await testDatabase()
})

afterAll(() => db.close())

const tenantId = newId()
const wrongKey = (at: number, differs: Partial<GatewayEvent> = {}): GatewayEvent => ({
  kind: 'wrong-key',
  tenantId,
  pileId: null,
  stationId: null,
  identity: 'A',
  ip: '1.1.1.1',
  detail: null,
  at,
  ...differs,
})
const timesOf = (rows: readonly { times: number }[]) => rows.map(row => row.times)

test('an event that repeats within a minute is one row with a count', () => {
  const log = createEventLog(new Metrics())
  for (let i = 0; i < 5; i++) log.add(wrongKey(i))
  log.add(wrongKey(5, { ip: '2.2.2.2' }))
  log.add(wrongKey(6, { identity: 'B' }))
  expect(timesOf(log.take())).toEqual([5, 1, 1])
})

test('what repeats after the row was written is counted by the next row', () => {
  const log = createEventLog(new Metrics())
  log.add(wrongKey(0))
  expect(timesOf(log.take())).toEqual([1])
  for (let i = 1; i <= 3; i++) log.add(wrongKey(i))
  expect(log.take()).toEqual([])
  log.add(wrongKey(EVENT_WINDOW_MS))
  expect(timesOf(log.take())).toEqual([4])
})

test('connections are told one by one', () => {
  const log = createEventLog(new Metrics())
  for (let i = 0; i < 3; i++) log.add(wrongKey(i, { kind: 'connected' }))
  expect(timesOf(log.take())).toEqual([1, 1, 1])
})

test('more events than may wait are counted and dropped, and nobody waits', () => {
  const metrics = new Metrics()
  const log = createEventLog(metrics)
  for (let i = 0; i < MAX_WAITING_EVENTS + 7; i++) log.add(wrongKey(0, { identity: `A${i}` }))
  expect(metrics.droppedEvents).toBe(7)
  const rows = log.take()
  expect(rows).toHaveLength(MAX_WAITING_EVENTS)
  log.restore(rows)
  expect(log.take()).toHaveLength(MAX_WAITING_EVENTS)
})

test('events are written with their severity, whatever is in their texts', async () => {
  const log = createEventLog(new Metrics())
  log.add(wrongKey(1, { detail: `a\0b${'x'.repeat(1_000)}` }))
  log.add(wrongKey(2, { kind: 'held-pending' }))
  await db.platform(tx => writeEvents(tx, log.take()))
  const rows = await db.platform(tx =>
    tx.query(
      { kind: col.text, severity: col.text, detail: col.text.orNull },
      'select kind, severity, detail from gateway_event where tenant_id = $1 order by at',
      [tenantId],
    ),
  )
  expect(rows).toMatchObject([
    { kind: 'wrong-key', severity: 'warning' },
    { kind: 'held-pending', severity: 'critical' },
  ])
  expect(rows[0]?.detail).toHaveLength(500)
})

test('a full list of unknown stations takes no new names but goes on counting the known', async () => {
  const tenant = newId()
  const knock = (i: number, times = 1) => ({
    identity: `K${i}`,
    ip: '1.1.1.1',
    protocols: ['ocpp1.6', 'a,b'],
    at: 5,
    times,
  })
  const all = Array.from({ length: MAX_PENDING_PILES + 50 }, (_, i) => knock(i))
  await db.platform(tx => writeUnknownStations(tx, tenant, all.slice(0, MAX_PENDING_PILES - 10)))
  await db.platform(tx => writeUnknownStations(tx, tenant, all))
  await db.platform(tx => writeUnknownStations(tx, tenant, [knock(0, 3), knock(999_999)]))
  const rows = await db.platform(tx =>
    tx.query(
      { identity: col.text, attempts: col.integer, protocols: col.texts },
      'select identity, attempts, protocols from gateway_pending_pile where tenant_id = $1',
      [tenant],
    ),
  )
  expect(rows).toHaveLength(MAX_PENDING_PILES)
  expect(rows.find(row => row.identity === 'K0')).toEqual({ identity: 'K0', attempts: 5, protocols: ['ocpp1.6', 'ab'] })
  expect(rows.some(row => row.identity === 'K999999')).toBe(false)
})
