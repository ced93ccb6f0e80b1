import { countLives } from '@wattyard/assets/server'
import { aPile } from '@wattyard/assets/testing'
import { col, newId } from '@wattyard/server-kit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { GATEWAY_MESSAGES } from '../offline/messages.ts'
import { PILE_FAULT, PILE_FAULT_OVER } from './tell-faults.ts'
import { type ServedGateway, servedGateway, type TestPile } from '../../testing/index.ts'

let served: ServedGateway

beforeEach(async () => {
  served = await servedGateway()
})
afterEach(() => served.close())

const call = async (path: string, input: Record<string, unknown>) => {
  const { success, data, msg } = await served.server.call(path, input, { as: served.as, key: newId() })
  expect(success, msg).toBe(true)
  return data
}
const settled = () => served.bed.gateway.settled()
const pileNow = async ({ pileId }: TestPile) => (await call('/api/device/devicePole/get', { id: pileId })) as unknown
const stationNow = async (id: string) => (await call('/api/device/station/get', { id })) as unknown
const total = async (path: string, live: string): Promise<number> =>
  (await call(path, { page: 1, pageSize: 50, filter: { live } })).total

async function connected(states: readonly string[]) {
  const pile = await served.bed.addPile({ connectorCount: 2 })
  const client = await served.bed.connect(pile)
  for (const [at, status] of states.entries())
    await client.call('StatusNotification', {
      connectorId: at + 1,
      errorCode: status === 'Faulted' ? 'GroundFailure' : 'NoError',
      status,
      timestamp: new Date(Date.now()).toISOString(),
    })
  return { pile, client }
}

test('one pile of each kind: list, station and count agree', async () => {
  const never = await served.bed.addPile()
  // As the form that creates a pile does.
  const { tenantId, stationId, pileId } = never
  served.bed.bus.publish({ tenantId, topic: 'assets.pile', stationId, data: { id: pileId, mode: 'create' } })
  const fault = await connected(['Faulted', 'Charging'])
  const charging = await connected(['Charging', 'Available'])
  const idle = await connected(['Available', 'Unavailable'])
  const gone = await connected(['Faulted'])
  await gone.client.close()
  await settled()
  const kinds = { never, fault: fault.pile, charging: charging.pile, idle: idle.pile, offline: gone.pile }
  const counts = await served.server.db.tenant(served.as.tenantId, tx => countLives(tx, served.as))
  for (const [live, pile] of Object.entries(kinds)) {
    expect(await pileNow(pile)).toMatchObject({ live, reported: live })
    expect(await total('/api/device/devicePole/list', live), live).toBe(1)
    expect(await stationNow(pile.stationId)).toMatchObject({ live, lives: { [live]: 1 } })
    expect(await total('/api/device/station/list', live), live).toBe(1)
    expect(counts).toMatchObject({ [live]: 1 })
    const choices = await call('/api/device/devicePole/select', { ids: [pile.pileId] })
    expect(choices.list).toMatchObject([{ state: { field: 'live', value: live } }])
  }
  expect(await pileNow(gone.pile)).toMatchObject({ liveSince: expect.closeTo(Date.now(), -5) })
  expect(await pileNow(never)).toMatchObject({ liveSince: null })
})

test('screens hear a new live status of pile and station', async () => {
  const { pile } = await connected(['Charging'])
  await settled()
  const news = served.bed.live.filter(event => event.stationId === pile.stationId)
  expect(news).toContainEqual(
    expect.objectContaining({
      topic: 'assets.pile',
      data: expect.objectContaining({ id: pile.pileId, live: 'charging' }),
    }),
  )
  expect(news).toContainEqual(
    expect.objectContaining({ topic: 'assets.station', data: { id: pile.stationId, live: 'charging' } }),
  )
})

test('a station that closes takes its piles out of every count, and opening it brings them back', async () => {
  const { pile } = await connected(['Faulted'])
  await settled()
  await call('/api/device/station/maintain', { ids: [pile.stationId] })
  await settled()
  expect(await pileNow(pile)).toMatchObject({ live: 'out', reported: 'fault' })
  expect(await stationNow(pile.stationId)).toMatchObject({ live: 'out', lives: { out: 1 } })
  await call('/api/device/station/open', { ids: [pile.stationId] })
  await settled()
  expect(await pileNow(pile)).toMatchObject({ live: 'fault' })
  expect(await stationNow(pile.stationId)).toMatchObject({ live: 'fault' })
})

test('the register state of a pile counts, and its record keeps its version', async () => {
  const { pile } = await connected(['Available'])
  await settled()
  const before = await call('/api/device/devicePole/get', { id: pile.pileId })
  const save = (status: string, version: number) =>
    call('/api/device/devicePole/save', { id: pile.pileId, version, status })
  await save('maintenance', before.version)
  await settled()
  expect(await pileNow(pile)).toMatchObject({ live: 'out', reported: 'idle', version: before.version + 1 })
  expect(await stationNow(pile.stationId)).toMatchObject({ live: 'empty' })
  await save('retired', before.version + 1)
  await settled()
  expect(await pileNow(pile)).toMatchObject({ live: 'retired', version: before.version + 2 })
})

test('a connector taken out of use does not speak for its pile', async () => {
  const { pile } = await connected(['Faulted', 'Available'])
  await settled()
  const { list } = await call('/api/device/connector/list', { filter: { pile: pile.pileId }, sort: 'code' })
  const { id, kind, qrText } = list[0]
  await call('/api/device/connector/change', { id, kind, qrText, status: 'stopped' })
  await settled()
  expect(await pileNow(pile)).toMatchObject({ live: 'idle' })
})

test('a pile that moves or goes changes both of its stations', async () => {
  const { pile } = await connected(['Faulted'])
  const other = await served.bed.addPile()
  await settled()
  const { version } = await call('/api/device/devicePole/get', { id: pile.pileId })
  await call('/api/device/devicePole/save', { id: pile.pileId, version, station: other.stationId })
  await settled()
  expect(await stationNow(pile.stationId)).toMatchObject({ live: 'empty' })
  expect(await stationNow(other.stationId)).toMatchObject({ live: 'fault', lives: { fault: 1, never: 1 } })
  await call('/api/device/devicePole/del', { ids: [pile.pileId] })
  await settled()
  expect(await stationNow(other.stationId)).toMatchObject({ live: 'never' })
})

test('what nobody told of is found when the gateway starts', async () => {
  const { server, as } = served
  const first = await served.bed.addPile()
  await settled()
  await server.db.platform(async tx => {
    const { stationId, tenantId } = first
    const pile = await aPile(tx, { id: stationId, tenantId, operatorId: newId() })
    await tx.execute(
      `insert into gateway_pile_state (tenant_id, pile_id, station_id, online, disconnected_at) values ($1, $2, $3, false, $4)`,
      [as.tenantId, pile.id, stationId, new Date('2026-11-20T08:00:00Z')],
    )
  })
  await served.bed.gateway.stop()
  await served.bed.gateway.start()
  await settled()
  expect(await stationNow(first.stationId)).toMatchObject({ live: 'offline', lives: { offline: 1, never: 1 } })
})

test('a fault becomes one message to those who look after the pile, and none for a pile out of service', async () => {
  const { pile, client } = await connected(['Faulted'])
  const other = await connected(['Available'])
  await settled()
  const { version } = await call('/api/device/devicePole/get', { id: other.pile.pileId })
  await call('/api/device/devicePole/save', { id: other.pile.pileId, version, status: 'maintenance' })
  await settled()
  const status = (errorCode: string) =>
    ({ connectorId: 1, errorCode, status: 'Faulted', timestamp: new Date(Date.now()).toISOString() }) as const
  // It says the same again, and the other one is being repaired.
  await client.call('StatusNotification', status('GroundFailure'))
  await other.client.call('StatusNotification', status('HighTemperature'))
  await settled()
  const events = await served.server.db.platform(tx =>
    tx.query(
      { tenantId: col.uuid, key: col.text, body: col.json<Record<string, unknown>>() },
      'select tenant_id as "tenantId", key, body from kernel_outbox where topic = $1',
      [PILE_FAULT],
    ),
  )
  expect(events.map(event => event.key)).toEqual([pile.pileId])
  const kind = GATEWAY_MESSAGES.find(one => one.topic === PILE_FAULT)
  expect(events[0] && kind?.draft({ ...events[0], topic: PILE_FAULT })).toMatchObject({
    about: expect.stringContaining(pile.pileId),
    stationId: pile.stationId,
    may: ['assets.pile:read'],
  })
})

test('a fault that survives a restart keeps its beginning, and each end of it is told once', async () => {
  const { pile, client } = await connected(['Faulted'])
  await settled()
  const told = () =>
    served.server.db.platform(tx =>
      tx.query(
        { topic: col.text, since: col.bigint.orNull },
        `select topic, (body ->> 'since')::bigint as since from kernel_outbox where topic = any($1) order by id`,
        [[PILE_FAULT, PILE_FAULT_OVER]],
      ),
    )
  const report = (from: typeof client, errorCode: string, status: string) =>
    from.call('StatusNotification', {
      connectorId: 1,
      errorCode,
      status,
      timestamp: new Date(Date.now()).toISOString(),
    })
  const [began] = await told()
  await client.close()
  await settled()
  const again = await served.bed.connect(pile)
  await report(again, 'GroundFailure', 'Faulted')
  await settled()
  const since = Number(began?.since)
  expect(await pileNow(pile)).toMatchObject({ live: 'fault', liveSince: since })
  expect(await told()).toEqual([began, { topic: PILE_FAULT_OVER, since: null }, began])
  await report(again, 'NoError', 'Available')
  await settled()
  expect((await told()).map(event => event.topic)).toEqual([PILE_FAULT, PILE_FAULT_OVER, PILE_FAULT, PILE_FAULT_OVER])
})
