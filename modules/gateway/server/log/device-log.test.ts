import { aPile, aStation } from '@wattyard/assets/testing'
import { platformModule as platform } from '@wattyard/platform/server'
import { createLiveBus, type Database, newId, SEE_PERSONAL } from '@wattyard/server-kit'
import { callerWith, testDatabase, type TestServer, testServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeviceLogRow } from '../../contract/calls/device-log.ts'
import type { FaultRaised, PileBooted } from '../../contract/facts.ts'
import { applyStates } from '../state/apply-states.ts'
import { deviceLogRoutes } from './device-log-routes.ts'

let db: Database
let server: TestServer
const tenantId = newId()
const [north, south, pile, otherPile] = [newId(), newId(), newId(), newId()]
/** Whose each station is. */
const operators = { [north]: newId(), [south]: newId() }
const START = Date.UTC(2026, 10, 1)
const MINUTE_MS = 60_000
const as = callerWith({ tenantId, permissions: ['gateway.log:read', 'gateway.log:export'] })

type Line = { source: 'event' | 'command'; kind: string; minute: number; station?: string | null; detail?: string }
async function write({ source, kind, minute, station = north, detail = '' }: Line): Promise<void> {
  const at = START + minute * MINUTE_MS
  const pileId = station === north ? pile : station === south ? otherPile : null
  await db.tenant(tenantId, tx =>
    source === 'event'
      ? tx.execute(
          `insert into gateway_event (tenant_id, id, kind, severity, pile_id, station_id, identity, ip, detail, at)
           values ($1, $2, $3, 'notice', $4, $5, 'CP-1', '10.0.0.7', $6, $7)`,
          [tenantId, newId(at), kind, pileId, station, detail, new Date(at)],
        )
      : tx.execute(
          `insert into gateway_command (tenant_id, id, created_at, pile_id, station_id, kind, payload, state, detail, asked_by, not_before_at, expires_at)
           values ($1, $2, $3, $4, $5, $6, '{"secret": "canary"}', 'rejected', $7, 'Ann', $3, $3)`,
          [tenantId, newId(at), new Date(at), pileId, station, kind, detail],
        ),
  )
}

beforeAll(async () => {
  db = await testDatabase()
  server = await testServer({
    db,
    modules: [platform, { name: 'gateway', routesOver: deviceLogRoutes }],
  })
  await db.tenant(tenantId, async tx => {
    for (const [stationId, pileId] of [
      [north, pile],
      [south, otherPile],
    ] as const)
      await aPile(tx, await aStation(tx, { tenantId, id: stationId, operatorId: String(operators[stationId]) }), {
        id: pileId,
      })
  })
  await write({ source: 'event', kind: 'connected', minute: 1 })
  await write({ source: 'command', kind: 'reset', minute: 2, detail: 'Rejected (Busy)' })
  await write({ source: 'event', kind: 'disconnected', minute: 3, detail: 'no heartbeat' })
  await write({ source: 'event', kind: 'wrong-key', minute: 4, station: south })
  await write({ source: 'event', kind: 'unknown-identity', minute: 5, station: null })
})
afterAll(async () => {
  await server.close()
  await db.close()
})

const ask = (input: Record<string, unknown> = {}, who = as) => server.call('/api/device/log/list', input, { as: who })
const kinds = async (input: Record<string, unknown> = {}, who = as): Promise<string[]> =>
  ((await ask(input, who)).data.list as DeviceLogRow[]).map(row => row.kind)

test('events and commands stand in one list, the newest first, with who asked and what the pile said', async () => {
  expect(await kinds()).toEqual(['unknown-identity', 'wrong-key', 'disconnected', 'reset', 'connected'])
  const { list, kept } = (await ask({ group: 'command' })).data
  expect(list).toMatchObject([{ source: 'command', askedBy: 'Ann', state: 'rejected', detail: 'Rejected (Busy)' }])
  // What a command carried may be a password of a file server.
  expect(JSON.stringify(list)).not.toContain('canary')
  expect(kept).toEqual({ events: 180, commands: 180 })
})

test('pages by cursor are the list', async () => {
  const seen: string[] = []
  let after: string | null = ''
  while (after !== null) {
    const { data } = await ask({ pageSize: 2, ...(after ? { after } : {}) })
    seen.push(...(data.list as DeviceLogRow[]).map(row => row.kind))
    after = data.next
  }
  expect(seen).toEqual(await kinds())
})

test('narrowed by group, pile, station, time and text', async () => {
  expect(await kinds({ group: 'connection' })).toEqual(['disconnected', 'connected'])
  expect(await kinds({ group: 'security' })).toEqual(['unknown-identity', 'wrong-key'])
  expect(await kinds({ pile: otherPile })).toEqual(['wrong-key'])
  expect(await kinds({ station: north })).toEqual(['disconnected', 'reset', 'connected'])
  expect(await kinds({ from: START + 2 * MINUTE_MS, to: START + 4 * MINUTE_MS })).toEqual(['disconnected', 'reset'])
  expect(await kinds({ q: 'BUSY' })).toEqual(['reset'])
  expect(await kinds({ q: 'heart', station: south })).toEqual([])
  expect(await kinds({ q: '10.0.0.7', pageSize: 1 })).toEqual(['unknown-identity'])
})

test('wrong questions are refused', async () => {
  for (const bad of [{ group: 'all' }, { after: 'x' }, { q: 'a' }, { pile: 'x' }, { from: -1 }, { extra: 1 }])
    expect((await ask(bad)).success, JSON.stringify(bad)).toBe(false)
})

test('nobody sees more than their stations, another tenant or no permission nothing', async () => {
  const narrow = callerWith({
    tenantId,
    permissions: ['gateway.log:read'],
    scope: { operators: null, stations: [south], investors: null },
  })
  expect(await kinds({}, narrow)).toEqual(['wrong-key'])
  const ofOperator = { operators: [String(operators[south])], stations: null, investors: null }
  expect(await kinds({}, callerWith({ tenantId, permissions: ['gateway.log:read'], scope: ofOperator }))).toEqual([
    'wrong-key',
  ])
  expect(await kinds({ station: north }, narrow)).toEqual([])
  expect(await kinds({ group: 'security' }, narrow)).toEqual(['wrong-key'])
  expect(await kinds({}, callerWith({ tenantId: newId() }))).toEqual([])
  const without = callerWith({ tenantId, permissions: ['gateway.event:read', 'gateway.command:read'] })
  expect((await ask({}, without)).status).toBe(403)
})

test('a file holds what was asked for, and taking it away is in the log', async () => {
  const take = (who = as) =>
    server.call('/api/device/log/export', { group: 'connection', zone: 'UTC' }, { as: who, method: 'GET' })
  const lines = (await take()).text.trim().split(/\r?\n/)
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain('2026-11-01 00:03:00')
  expect(lines[1]).toContain('no heartbeat')
  const log = await server.call(
    '/api/platform/audit/list',
    { resource: 'gateway.log' },
    { as: callerWith({ tenantId }) },
  )
  expect(log.data.list).toMatchObject([{ action: 'export', after: { group: 'connection', format: 'csv' } }])
  expect((await take(callerWith({ tenantId, permissions: ['gateway.log:read'] }))).status).toBe(403)
})

const base = { tenantId, pileId: pile, deviceAt: null, clock: 'received' as const }
let seq = 0
const fault = (connector: number, code: string): FaultRaised => ({
  ...base,
  kind: 'fault-raised',
  frame: `1:${++seq}`,
  at: START + 600 * MINUTE_MS + seq,
  receivedAt: START + 600 * MINUTE_MS + seq,
  connector,
  code,
  severity: 'critical',
  text: null,
})
const apply = (facts: (FaultRaised | PileBooted)[]) =>
  db.platform(tx =>
    applyStates(
      tx,
      [{ seq, tenantId, pileId: pile, receivedAt: START, values: [], facts } as never], // the rest of a frame is not looked at
      createLiveBus(),
      () => north,
    ),
  )

test('a boot is told with its reason and leads to its message', async () => {
  await apply([
    {
      ...base,
      kind: 'pile-booted',
      frame: '1:77',
      at: START,
      receivedAt: START + 500 * MINUTE_MS,
      vendor: 'Acme',
      model: 'X1',
      serial: null,
      firmware: '1.2',
      iccid: null,
      imsi: null,
      meterType: null,
      meterSerial: null,
      reason: 'PowerUp',
    },
  ])
  expect((await ask({ group: 'boot' })).data.list).toMatchObject([
    { kind: 'booted', detail: 'PowerUp · Acme X1 · 1.2', frame: '1:77', pileId: pile, stationId: north },
  ])
})

test('a fault is told once for each connector, however often the pile repeats it', async () => {
  await apply([fault(1, 'GroundFailure'), fault(1, 'GroundFailure'), fault(2, 'HighTemperature')])
  await db.platform(tx =>
    tx.execute(
      `insert into gateway_connector_state (tenant_id, pile_id, connector, state, error, at) values
       ($1, $2, 1, 'fault', 'GroundFailure', now()), ($1, $2, 2, 'fault', null, now())`,
      [tenantId, pile],
    ),
  )
  await apply([fault(1, 'GroundFailure')])
  await apply([fault(2, 'Faulted')])
  expect(((await ask({ group: 'fault' })).data.list as DeviceLogRow[]).map(row => String(row.detail)).sort()).toEqual([
    '#1 GroundFailure',
    '#2 HighTemperature',
  ])
  await apply([fault(1, 'HighTemperature')])
  expect(await kinds({ group: 'fault' })).toHaveLength(3)
})

test('no part of a hidden number finds its line, in the list and in the file; what is shown does', async () => {
  await write({ source: 'event', kind: 'faulted', minute: -1, detail: '车主 13966655544' })
  const inClear = callerWith({ tenantId, permissions: ['gateway.log:read', 'gateway.log:export', SEE_PERSONAL] })
  const file = async (q: string) =>
    (await server.call('/api/device/log/export', { q }, { as, method: 'GET' })).text.trim()
  for (const q of ['66', '665', '6665', '3966655', '13966655544']) {
    expect(await kinds({ q }), q).toEqual([])
    expect(await file(q), q).not.toMatch(/\n/)
    expect(await kinds({ q }, inClear), q).toEqual(['faulted'])
  }
  for (const q of ['139', '5544', '车主 139']) expect(await kinds({ q }), q).toEqual(['faulted'])
  expect(await file('5544')).toContain('车主 139****5544')
})
