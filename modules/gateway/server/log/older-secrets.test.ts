import { col, logInterfaceCall, newId } from '@wattyard/server-kit'
import { platformModule as platform } from '@wattyard/platform/server'
import { callerWith } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServedGateway, servedGateway } from '../../testing/index.ts'
import { heardOf } from '../connection/listen-for-piles.ts'

// Rows from before a rule about secrets hold them as they are; nobody reads, exports or finds them.

const CANARY = 'Kanarienvogel-7Qz91'
let served: ServedGateway
let pileId: string
let commandId: string

const ENTRIES = [
  ['gateway.command', 'setConfiguration', { key: 'AuthorizationKey', value: CANARY, piles: [] }],
  ['gateway.command', 'dataTransfer', { vendorId: 'v', data: JSON.stringify({ password: CANARY }) }],
  ['assets.pile', 'update', { authorizationKey: CANARY, note: `password is ${CANARY}` }],
  ['assets.station', 'update', { remark: `wifi pwd=${CANARY}`, name: 'plain' }],
  ['gone.resource', 'update', { nested: { apiKey: CANARY } }],
] as const

beforeAll(async () => {
  served = await servedGateway({ modules: [platform] })
  const { bed, as, server } = served
  ;({ pileId } = await bed.addPile())
  commandId = newId()
  await server.db.tenant(as.tenantId, async tx => {
    for (const [resource, action, values] of ENTRIES)
      await tx.execute(
        `insert into kernel_audit (tenant_id, id, at, actor_name, resource, record_id, action, before, after)
         values ($1, $2, now(), 'Ann', $3, $4, $5, $6, $6)`,
        [as.tenantId, newId(), resource, pileId, action, JSON.stringify(values)],
      )
    await tx.execute(
      `insert into gateway_event (tenant_id, id, kind, severity, pile_id, station_id, identity, ip, detail, at)
       select tenant_id, $2, 'wrong-key', 'warning', id, station_id, 'CP-1', '10.0.0.7', $4, now()
       from assets_pile where tenant_id = $1 and id = $3`,
      [as.tenantId, newId(), pileId, `{"key":"AuthorizationKey","value":"${CANARY}"}`],
    )
    await tx.execute(
      `insert into gateway_command (tenant_id, id, created_at, pile_id, station_id, kind, payload, state, detail, result, asked_by, not_before_at, expires_at, ended_at)
       select tenant_id, $2, now(), id, station_id, 'get-configuration', '{}', 'accepted', $4, $5, 'Ann', now(), now(), now()
       from assets_pile where tenant_id = $1 and id = $3`,
      [
        as.tenantId,
        commandId,
        pileId,
        `pwd=${CANARY}`,
        JSON.stringify({ configurationKey: [{ key: 'AuthorizationKey', value: CANARY }] }),
      ],
    )
    const call = [as.tenantId, newId(), `/x?secret=${CANARY}`, `password=${CANARY}`]
    await tx.execute(
      `insert into kernel_interface_call (tenant_id, id, at, direction, peer, host, method, path, status, outcome, reason, took_ms)
       values ($1, $2, now(), 'in', 'partner', 'h', 'GET', $3, 200, 'ok', $4, 1)`,
      call,
    )
  })
})
afterAll(() => served.close())

const get = async (path: string, input: Record<string, unknown>, who = served.as): Promise<string> => {
  const answer = await served.server.call(path, input, { as: who, method: 'GET' })
  expect(answer.status, `${path}: ${answer.text.slice(0, 200)}`).toBe(200)
  return answer.text
}

test.each([
  ['/api/platform/audit/list', () => ({ pageSize: 50 }), 'dataTransfer'],
  ['/api/platform/audit/export', () => ({}), 'dataTransfer'],
  ['/api/device/devicePole/history', () => ({ id: pileId }), 'update'],
  ['/api/device/gatewayEvent/list', () => ({}), 'AuthorizationKey'],
  ['/api/device/gatewayEvent/export', () => ({}), 'AuthorizationKey'],
  ['/api/platform/interface/list', () => ({}), 'partner'],
  ['/api/platform/interface/export', () => ({}), 'partner'],
  ['/api/device/command/answer', () => ({ id: commandId }), 'AuthorizationKey'],
  ['/api/device/credential/heard', () => ({ piles: [pileId], since: Date.now() - 60_000 }), 'wrong-key'],
] as const)('%s', async (path, input, present) => {
  const text = await get(path, input())
  expect(text).toContain(present)
  expect(text).toContain('••••••')
  expect(text).not.toContain(CANARY.slice(3, 9))
})

test('no search finds a secret, whoever asks, and every search finds what is shown', async () => {
  const { tenantId } = served.as
  const masked = callerWith({ tenantId, permissions: ['platform.audit:read', 'platform.interface:read'] })
  for (const who of [served.as, masked])
    for (const path of ['/api/platform/audit/list', '/api/platform/interface/list']) {
      for (const q of [CANARY, 'vogel', '7qz'])
        expect(JSON.parse(await get(path, { q }, who)).data.list, `${path} ${q}`).toEqual([])
    }
  for (const q of ['vendorid', 'authorizationkey', 'plain'])
    expect(JSON.parse(await get('/api/platform/audit/list', { q }, served.as)).data.list, q).not.toEqual([])
  expect(await get('/api/platform/audit/export', { q: '7Qz91' })).not.toContain('dataTransfer')
  expect(JSON.parse(await get('/api/platform/interface/list', { q: 'password' })).data.list).toHaveLength(1)
})

test('who reveals numbers of people in a row reveals no secret in it', async () => {
  const { server, as } = served
  const id = newId()
  await server.db.tenant(as.tenantId, tx =>
    tx.execute(
      `insert into gateway_event (tenant_id, id, kind, severity, pile_id, station_id, detail, at)
       select tenant_id, $2, 'faulted', 'warning', id, station_id, $4, now()
       from assets_pile where tenant_id = $1 and id = $3`,
      [as.tenantId, id, pileId, `call 13800138000, pwd=${CANARY}`],
    ),
  )
  const input = { resource: 'gateway.event', id, reason: 'the driver called' }
  const { data } = await server.call('/api/platform/personal/reveal', input, { as, key: newId() })
  expect(data.values).toEqual({ detail: 'call 13800138000, pwd=••••••' })
})

test('what a pile says of a fault is logged without secrets', async () => {
  const { bed, server, as } = served
  const pile = await bed.addPile()
  const client = await bed.connect(pile, 'ocpp1.6')
  await client.call('StatusNotification', {
    connectorId: 1,
    errorCode: 'OtherError',
    status: 'Faulted',
    info: 'pwd=Zeisig77',
  })
  await bed.gateway.settled()
  const rows = await server.db.tenant(as.tenantId, tx =>
    tx.query(
      { detail: col.text },
      "select detail from gateway_event where tenant_id = $1 and pile_id = $2 and kind = 'faulted'",
      [as.tenantId, pile.pileId],
    ),
  )
  expect(rows).toEqual([{ detail: expect.stringContaining('pwd=••••••') }])
  await client.close()
})

test('a call is written down without its query', async () => {
  const { server, as } = served
  const path = `/y?secret=${CANARY}`
  await logInterfaceCall(server.db, {
    tenantId: as.tenantId,
    at: Date.now(),
    direction: 'in',
    peer: 'partner',
    host: 'h',
    method: 'GET',
    path,
    status: 200,
    outcome: 'ok',
    took_ms: 1,
  })
  const { data } = JSON.parse(await get('/api/platform/interface/list', { q: '/y' }))
  expect(data.list).toMatchObject([{ path: '/y' }])
  const heard = await server.db.tenant(as.tenantId, tx => heardOf(tx, as.tenantId, [pileId], 0))
  expect(JSON.stringify(heard)).not.toContain(CANARY)
})
