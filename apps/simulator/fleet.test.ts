import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFleet, type FleetPile } from './fleet.ts'
import { readFleetFile } from './main.ts'
import { createTestCsms, type TestCsms, until } from './test-csms.ts'

const KEY = 'station-key'
let csms: TestCsms

beforeAll(async () => {
  csms = await createTestCsms(22_002, KEY)
})
afterAll(() => csms.close())

const piles: FleetPile[] = Array.from({ length: 12 }, (_, index) => ({
  identity: `F-${index}`,
  stationKey: KEY,
  kind: index % 3 === 0 ? 'ac-7' : 'dc-120',
  connectors: 1 + (index % 2),
  version: index % 2 === 0 ? 'ocpp1.6' : 'ocpp2.0.1',
}))

describe('a fleet', () => {
  it('comes online, charges as drivers come, and ends without open sockets or timers', async () => {
    const fleet = createFleet({
      url: csms.url,
      piles,
      tags: ['M1', 'M2', 'M3'],
      seed: 42,
      speed: 20_000,
      meterInterval_ms: 100,
      connectEvery_ms: 1,
      faultRate: 0.2,
      outageRate: 0.2,
      busyAtStart: 0,
    })
    fleet.start()
    await until(() => fleet.counts().stopped > 30, 20_000)
    const counts = fleet.counts()
    expect(counts.started).toBeGreaterThanOrEqual(counts.stopped)
    expect(counts.energy_wh).toBeGreaterThan(0)
    expect(counts.refused).toBe(0)
    await fleet.stop()
    expect(fleet.counts().online).toBe(0)
    const before = csms.received.length
    await new Promise(resolve => setTimeout(resolve, 200))
    expect(csms.received.length).toBe(before)
    expect(csms.received.flatMap(call => call.mended)).toEqual([])
    expect(new Set(csms.received.map(call => call.identity)).size).toBe(12)
  })

  it('has idle piles without drivers', async () => {
    const [idle, driven] = [piles[0], piles[2]]
    if (!idle || !driven) throw new Error('the list above has twelve')
    const fleet = createFleet({
      url: csms.url,
      piles: [{ ...idle, idle: true }, driven],
      tags: ['M1'],
      seed: 5,
      speed: 20_000,
      connectEvery_ms: 1,
      outageRate: 0,
    })
    fleet.start()
    const before = csms.received.length
    await until(() => fleet.counts().stopped > 5 && fleet.counts().online === 2, 20_000)
    await fleet.stop()
    const began = csms.received.slice(before).filter(call => call.action === 'StartTransaction')
    expect(new Set(began.map(call => call.identity))).toEqual(new Set([driven.identity]))
  })

  it('has its first cars within seconds, and reports the end of every charge at a power failure', async () => {
    const fleet = createFleet({
      url: csms.url,
      piles: piles.map(pile => ({ ...pile, identity: `P-${pile.identity}` })),
      tags: ['M1'],
      seed: 3,
      connectEvery_ms: 1,
      busyAtStart: 1,
      outageRate: 0,
    })
    fleet.start()
    await until(() => fleet.counts().started > 10, 8_000)
    await fleet.powerDown(5_000)
    const { started, stopped, charging, unsent } = fleet.counts()
    expect({ stopped, charging, unsent }).toEqual({ stopped: started, charging: 0, unsent: 0 })
    const ends = csms.received.filter(
      ({ identity, action, payload }) =>
        identity.startsWith('P-') &&
        (action === 'StopTransaction' || ('eventType' in payload && payload.eventType === 'Ended')),
    )
    expect(ends).toHaveLength(started)
    expect(ends.every(({ payload }) => JSON.stringify(payload).includes('PowerLoss'))).toBe(true)
    await fleet.stop()
  })

  it('begins with a plug out of order and a reserved one, and says what it is', async () => {
    const [first] = piles
    if (!first) throw new Error('the list above has twelve')
    const fleet = createFleet({
      url: csms.url,
      piles: [
        { ...first, identity: 'B-0', begins: 'fault', vendor: 'Lingchuan', model: 'LC-DC60' },
        { ...first, identity: 'B-1', begins: 'reserved' },
      ],
      tags: ['M1'],
      seed: 1,
      busyAtStart: 1,
      connectEvery_ms: 1,
    })
    fleet.start()
    const said = () => csms.received.filter(({ identity }) => identity.startsWith('B-'))
    await until(() => ['Faulted', 'Reserved'].every(state => JSON.stringify(said()).includes(state)), 8_000)
    await fleet.stop()
    expect(JSON.stringify(said().filter(({ identity }) => identity === 'B-0'))).toContain('LC-DC60')
    expect(fleet.counts().started).toBe(0)
  })

  it('stays empty without tags, and has a limit', async () => {
    const fleet = createFleet({ url: csms.url, piles: piles.slice(0, 1), tags: [], seed: 1, speed: 100_000 })
    fleet.start()
    await until(() => fleet.counts().online === 1)
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(fleet.counts().started).toBe(0)
    await fleet.stop()
    expect(() =>
      createFleet({
        url: csms.url,
        piles: Array<FleetPile>(20_001).fill({ ...piles[0] } as FleetPile),
        tags: [],
        seed: 1,
      }),
    ).toThrow(RangeError) // the list above is not empty
  })
})

describe('the pile file', () => {
  it('is read with its defaults, as a list or with tags', () => {
    expect(readFleetFile('[{"identity":"A","stationKey":"k"}]')).toEqual({
      piles: [
        {
          identity: 'A',
          stationKey: 'k',
          kind: 'dc-120',
          connectors: 1,
          connectorsPerEvse: 1,
          version: 'ocpp1.6',
          register_wh: 0,
        },
      ],
      tags: [],
    })
    expect(readFleetFile('[{"identity":"A","stationKey":"k","idle":true}]').piles[0]).toMatchObject({ idle: true })
    expect(readFleetFile('{"piles":[],"tags":["M1"]}')).toEqual({ piles: [], tags: ['M1'] })
  })

  it.each([
    ['{"piles":7}', 'holds no list'],
    ['[7]', 'pile 0: is not an object'],
    ['[{"stationKey":"k"}]', 'identity is missing'],
    ['[{"identity":"A"}]', 'stationKey is missing'],
    ['[{"identity":"A","stationKey":"k","kind":"toString"}]', 'kind is not'],
    ['[{"identity":"A","stationKey":"k","connectors":0}]', 'connectors is not'],
    ['[{"identity":"A","stationKey":"k","connectors":2,"connectorsPerEvse":3}]', 'connectorsPerEvse is not'],
    ['[{"identity":"A","stationKey":"k","version":"ocpp1.5"}]', 'version is not'],
    ['[{"identity":"A","stationKey":"k","register_wh":-1}]', 'register_wh'],
    ['[{"identity":"A","stationKey":"k","idle":"yes"}]', 'idle is'],
    ['{"piles":[],"tags":[7]}', 'tags is not'],
  ])('%s is refused', (text, message) => {
    expect(() => readFleetFile(text)).toThrow(message)
  })
})
