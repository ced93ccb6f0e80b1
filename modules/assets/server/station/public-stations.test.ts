import { newId } from '@wattyard/server-kit'
import { callerWith, type TestServer, testServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConnectorState } from '../../contract/index.ts'
import { aPile, aStation, quietPorts } from '../../testing/index.ts'
import { assetsModule } from '../module.ts'
import { connectorKey } from '../ports.ts'
import { publicStation } from './public-stations.ts'

const states = new Map<string, ConnectorState>()
let server: TestServer

beforeAll(async () => {
  server = await testServer({ modules: [assetsModule(quietPorts({ connectorStates: async () => states }))] })
})
afterAll(() => server.close())

test('nothing that names a device leaves in public (trust R-41)', async () => {
  const tenantId = newId()
  const canaries = {
    identity: 'CANARY-IDENTITY',
    serial: 'CANARY-SERIAL',
    code: 'CANARY-CODE',
    name: 'CANARY-PILE',
    sim: 'CANARY-SIM',
    firmware: 'CANARY-FW',
  }
  const { station, pile } = await server.db.tenant(tenantId, async tx => {
    const madeStation = await aStation(tx, { tenantId, name: '公开站' })
    const { identity, serial, code, name, firmware } = canaries
    const madePile = await aPile(tx, madeStation, { identity, serial, code, name, firmware })
    await tx.execute('update assets_pile set sim_number = $1, note = $1 where id = $2', [canaries.sim, madePile.id])
    await tx.execute(
      "update assets_station set supply_account = 'CANARY-ACCOUNT', note = 'CANARY-NOTE' where id = $1",
      [madeStation.id],
    )
    return { station: madeStation, pile: madePile }
  })
  states.set(connectorKey(pile.id, 2), 'idle')
  const answer = await server.call('/pubapi/station/list', {}, { method: 'GET' })
  expect(answer.status).toBe(200)
  expect(answer.text).not.toMatch(/CANARY/i)
  for (const secret of [pile.id, tenantId, station.operatorId, ...pile.connectors.map(one => one.publicCode)])
    expect(answer.text).not.toContain(secret)
  expect(answer.data.list).toHaveLength(1)
  // Strict: a field that is not declared fails here.
  expect(publicStation.parse(answer.data.list[0])).toMatchObject({
    id: station.id,
    name: '公开站',
    fast: { total: 2, free: 1 },
    slow: { total: 0, free: 0 },
  })
  // QR codes are public, too.
  for (const { publicCode } of pile.connectors) expect(publicCode).not.toContain('CANARY')
})

test('only open stations for everybody are listed, over all tenants, by area and page', async () => {
  const tenants = [newId(), newId()]
  for (const tenantId of tenants)
    await server.db.tenant(tenantId, async tx => {
      await aStation(tx, { tenantId, name: `区${tenantId}`, areaCode: '310115' })
      await aStation(tx, { tenantId, name: '关', areaCode: '310115', status: 'closed' })
      const bus = await aStation(tx, { tenantId, name: '公交', areaCode: '310115' })
      await tx.execute("update assets_station set kind = 'bus' where id = $1", [bus.id])
    })
  const { data } = await server.call('/pubapi/station/list', { areaCode: '3101' }, { method: 'GET' })
  expect(data.list.map((one: { name: string }) => one.name)).toEqual(tenants.map(id => `区${id}`).toSorted())
  const second = await server.call(
    '/pubapi/station/list',
    { areaCode: '3101', page: 2, pageSize: 1 },
    { method: 'GET' },
  )
  expect(second.data.list).toEqual([data.list[1]])
  for (const input of [{ pageSize: 101 }, { areaCode: "4403' or 1=1" }, { tenantId: tenants[0] }])
    expect((await server.call('/pubapi/station/list', input, { method: 'GET' })).code, JSON.stringify(input)).toBe(
      'kernel.invalid',
    )
})

test('the public list is the same for somebody who is signed in elsewhere', async () => {
  const stranger = callerWith({ tenantId: newId() })
  const { data } = await server.call('/pubapi/station/list', {}, { as: stranger, method: 'GET' })
  const { data: nobody } = await server.call('/pubapi/station/list', {}, { method: 'GET' })
  expect(data.list).toEqual(nobody.list)
})

test('an EVSE that charges has no free connector, whatever the other cable says', async () => {
  const tenantId = newId()
  const pile = await server.db.tenant(tenantId, async tx => {
    const station = await aStation(tx, { tenantId, name: '双枪单路站' })
    return aPile(tx, station, { connectorCount: 4, connectorsPerEvse: 2 })
  })
  for (const number of [1, 3, 4]) states.set(connectorKey(pile.id, number), 'idle')
  states.set(connectorKey(pile.id, 2), 'charging')
  const { data } = await server.call('/pubapi/station/list', {}, { method: 'GET' })
  const found = data.list.find((one: { name: string }) => one.name === '双枪单路站')
  expect(found.fast).toEqual({ total: 4, free: 2 })
})
