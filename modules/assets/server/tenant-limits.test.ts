import { aTenant, limitTenant } from '@wattyard/identity/testing'
import { type Caller, newId } from '@wattyard/server-kit'
import { callerWith, type TestServer, testServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aStation, quietPorts } from '../testing/index.ts'
import { addPile } from './pile/add-pile.ts'
import { assetsByTenant } from './count-assets.ts'
import { assetsModule } from './module.ts'

let server: TestServer
let as: Caller
let station: { id: string; code: string; operatorId: string }

beforeAll(async () => {
  server = await testServer({
    modules: [assetsModule(quietPorts({ operatorNames: async (_tx, ids) => new Map(ids.map(id => [id, id])) }))],
  })
  const { tenantId } = await aTenant(server.db)
  as = callerWith({ tenantId })
  station = await server.db.tenant(tenantId, tx => aStation(tx, { tenantId, name: '主站' }))
})
afterAll(() => server.close())

const savePile = (differs: Record<string, unknown> = {}) => {
  const mark = newId().slice(-10)
  const pile = {
    identity: `ID-${mark}`,
    code: `P${mark}`,
    name: '桩',
    station: station.id,
    power: 7000,
    connectorCount: 1,
  }
  return server.call('/api/device/devicePole/save', { ...pile, ...differs }, { as })
}
const saveStation = () => {
  const code = `S${newId().slice(-10)}`
  const place = { address: '路', location: { lng: '121.5', lat: '31.2' } }
  return server.call('/api/device/station/save', { code, name: code, operator: station.operatorId, ...place }, { as })
}

test('the last pile that fits is taken once, by forms, by two at once and from the command line', async () => {
  await limitTenant(server.db, as.tenantId, { piles: 2 })
  const first = await savePile()
  expect(first.success).toBe(true)
  const both = await Promise.all([savePile(), savePile()])
  expect(both.filter(answer => answer.success)).toHaveLength(1)
  expect(both.find(answer => !answer.success)).toMatchObject({
    code: 'identity.limitOfPiles',
    msg: '充电桩不能超过 2 台，请联系平台',
  })
  const wanted = { identity: 'CLI-1', stationCode: station.code, tenantId: as.tenantId, qrPrefix: 'https://x/c/' }
  await expect(server.db.platform(tx => addPile(tx, wanted))).rejects.toThrow('identity.limitOfPiles')

  // A retired one makes room, and does not come back into a full house.
  await server.call('/api/device/devicePole/save', { id: first.data.id, status: 'retired' }, { as })
  expect((await savePile()).success).toBe(true)
  const back = await server.call('/api/device/devicePole/save', { id: first.data.id, status: 'normal' }, { as })
  expect(back.code).toBe('identity.limitOfPiles')
  expect((await savePile({ id: first.data.id, name: '改名' })).code).not.toBe('identity.limitOfPiles')
  expect((await server.db.platform(assetsByTenant)).get(as.tenantId)).toEqual({ stations: 1, piles: 2 })
})

test('stations have their own limit; without one nothing is counted', async () => {
  await limitTenant(server.db, as.tenantId, { stations: 2 })
  const answers = await Promise.all([saveStation(), saveStation()])
  expect(answers.filter(answer => answer.success)).toHaveLength(1)
  expect(answers.find(answer => !answer.success)?.code).toBe('identity.limitOfStations')
  await limitTenant(server.db, as.tenantId, {})
  expect((await saveStation()).success).toBe(true)
  expect((await savePile()).success).toBe(true)
})
