import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Car } from './charging.ts'
import { createRandom } from './random.ts'
import { createTestCsms, type TestCsms, until } from './test-csms.ts'
import { VirtualPile } from './virtual-pile.ts'

const KEY = 'station-key'
let csms: TestCsms
let pile: VirtualPile

beforeAll(async () => {
  csms = await createTestCsms(22_004, KEY)
})
beforeEach(async () => {
  csms.received.length = 0
  pile = new VirtualPile({
    url: csms.url,
    identity: 'two-by-two',
    stationKey: KEY,
    version: 'ocpp2.0.1',
    kind: 'dc-120',
    connectors: 4,
    connectorsPerEvse: 2,
    random: createRandom(2),
    meterInterval_ms: 1_000,
    retryFirst_ms: 20,
    carForRemoteStart: aCar,
  })
  pile.start()
  await until(() => pile.isOnline)
})
afterEach(() => pile.stop())
afterAll(() => csms.close())

const aCar = (): Car => ({ capacity_wh: 60_000, maxDirect_w: 120_000, soc_permille: 200, target_permille: 800 })
const ask = async (action: string, payload: object) => {
  const answer = await csms.raw('two-by-two', action, payload)
  return 'payload' in answer ? answer.payload.status : answer.code
}
const start = (evseId: number, remoteStartId: number) =>
  ask('RequestStartTransaction', { idToken: { idToken: 'APP', type: 'Central' }, remoteStartId, evseId })

test('a pile of two EVSEs with two connectors reports them, and unlocks the addressed one', async () => {
  const places = () =>
    csms.of('two-by-two', 'StatusNotification').map(({ payload }) => [payload.evseId, payload.connectorId])
  await until(() => places().length >= 5)
  expect(places()).toEqual([
    [0, 0],
    [1, 1],
    [1, 2],
    [2, 1],
    [2, 2],
  ])
  expect(pile.plugIn(3, aCar())).toBe(true)
  await pile.presentTag(3, 'CARD')
  await until(() => csms.of('two-by-two', 'TransactionEvent').length > 0)
  expect(csms.of('two-by-two', 'TransactionEvent')[0]?.payload.evse).toEqual({ id: 2, connectorId: 1 })
  expect(await ask('UnlockConnector', { evseId: 2, connectorId: 1 })).toBe('Unlocked')
  await until(() => pile.connector(3).session === null)
  expect(await ask('UnlockConnector', { evseId: 2, connectorId: 3 })).toBe('UnknownConnector')
})

test('an EVSE serves one car: its other connector accepts neither a plug nor a start', async () => {
  expect(pile.plugIn(2, aCar())).toBe(true)
  expect(pile.plugIn(1, aCar())).toBe(false)
  expect(pile.plugIn(3, aCar())).toBe(true)
  // The start names the EVSE, and the connector with the cable is taken.
  expect(await start(1, 7)).toBe('Accepted')
  await until(() => pile.connector(2).session !== null)
  expect(await start(1, 8)).toBe('Rejected')
})

test('an EVSE goes out of service with all its connectors, a connector alone', async () => {
  const set = (evse: object) => ask('ChangeAvailability', { operationalStatus: 'Inoperative', evse })
  expect(await set({ id: 1 })).toBe('Accepted')
  expect(await set({ id: 2, connectorId: 2 })).toBe('Accepted')
  expect(pile.connectors.map(one => one.phase)).toEqual(['unavailable', 'unavailable', 'idle', 'unavailable'])
})
