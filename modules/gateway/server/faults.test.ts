import { type Caller } from '@wattyard/server-kit'
import { callerWith, type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Faults } from '../contract/calls/fault.ts'
import { servedGateway, type ServedGateway, type TestGateway } from '../testing/index.ts'

let served: ServedGateway
let server: TestServer
let bed: TestGateway
let as: Caller

beforeAll(async () => {
  served = await servedGateway()
  ;({ bed, server, as } = served)
})
afterAll(() => served.close())

const status = (connectorId: number, word: string, more: Record<string, unknown> = {}) => ({
  connectorId,
  errorCode: 'NoError',
  status: word,
  timestamp: new Date().toISOString(),
  ...more,
})
const faults = async (kind: 'station' | 'pile', id: string, caller = as): Promise<Faults> =>
  (await server.call('/api/device/fault/list', { kind, id }, { as: caller })).data

test('a fault has its codes and its start, and when the connector is well again its end', async () => {
  const pile = await bed.addPile({ connectorCount: 2 })
  const client = await bed.connect(pile)
  const say = async (...args: Parameters<typeof status>) => {
    await client.call('StatusNotification', status(...args))
    await bed.gateway.settled()
  }
  await say(1, 'Faulted', { errorCode: 'GroundFailure', vendorErrorCode: 'E21', info: 'leak' })
  await say(2, 'Available')
  const { now, ended, offline } = await faults('pile', pile.pileId)
  expect({ ended, offline }).toEqual({ ended: [], offline: [] })
  expect(now).toMatchObject([
    { pile: { id: pile.pileId }, connector: '1', code: 'GroundFailure', vendorCode: 'E21', info: 'leak' },
  ])
  expect(await faults('station', pile.stationId)).toMatchObject({ now, ended: [] })

  // The same fault said again is the same one; another code is another fault, and ends the first.
  await say(1, 'Faulted', { errorCode: 'GroundFailure', vendorErrorCode: 'E21', info: 'leak' })
  expect((await faults('pile', pile.pileId)).now).toEqual(now)
  await say(1, 'Faulted', { errorCode: 'HighTemperature' })
  expect(await faults('pile', pile.pileId)).toMatchObject({
    now: [{ code: 'HighTemperature', vendorCode: null }],
    ended: [{ code: 'GroundFailure', vendorCode: 'E21', since: now[0]?.since }],
  })

  // An older report that comes late ends nothing.
  await say(1, 'Available', { timestamp: new Date(Date.now() - 60_000).toISOString() })
  expect((await faults('pile', pile.pileId)).now).toHaveLength(1)
  await say(1, 'Available')
  const after = await faults('station', pile.stationId)
  expect(after.now).toEqual([])
  expect(after.ended.map(one => one.code)).toEqual(['HighTemperature', 'GroundFailure'])
  for (const one of after.ended) expect(one.endedAt).toBeGreaterThanOrEqual(one.since)
  await client.close()
})

test('faults of other stations are nobody’s business', async () => {
  const [pile, other] = [await bed.addPile(), await bed.addPile()]
  const narrow = callerWith({
    tenantId: as.tenantId,
    permissions: ['gateway.connector:read'],
    scope: { operators: null, stations: [other.stationId], investors: null },
  })
  const ask = (kind: string, id: string) => server.call('/api/device/fault/list', { kind, id }, { as: narrow })
  expect(await ask('pile', pile.pileId)).toMatchObject({ status: 404 })
  expect(await ask('station', pile.stationId)).toMatchObject({ status: 404 })
  expect(await ask('station', other.stationId)).toMatchObject({ status: 200 })
})

test('numbers of people in the codes and words of a pile are hidden from who sees masked', async () => {
  const pile = await bed.addPile()
  const client = await bed.connect(pile)
  const told = { vendorErrorCode: '13966655544', info: '车主 13966655544' }
  const shown = { vendorCode: '139****5544', info: '车主 139****5544' }
  await client.call('StatusNotification', status(1, 'Faulted', told))
  await bed.gateway.settled()
  const masked = { ...as, readsMasked: true } as const
  expect((await faults('pile', pile.pileId, masked)).now).toMatchObject([shown])
  expect((await faults('pile', pile.pileId)).now).toMatchObject([{ vendorCode: '13966655544' }])
  const { data } = await server.call('/api/device/connectorState/list', { piles: [pile.pileId] }, { as: masked })
  expect(data.list).toMatchObject([{ vendorError: '139****5544', info: '车主 139****5544' }])
  await client.call('StatusNotification', status(1, 'Available'))
  await bed.gateway.settled()
  expect((await faults('pile', pile.pileId, masked)).ended).toMatchObject([{ vendorCode: '139****5544' }])
})
