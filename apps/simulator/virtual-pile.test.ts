import type { OcppVersion } from '@wattyard/ocpp-frame'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Car } from './charging.ts'
import { createRandom } from './random.ts'
import { createTestCsms, type TestCsms, until } from './test-csms.ts'
import { type PileEvent, type PileOptions, VirtualPile } from './virtual-pile.ts'

const KEY = 'station-key'
const versions: OcppVersion[] = ['ocpp1.6', 'ocpp2.0.1']
let csms: TestCsms
let piles: VirtualPile[] = []
let events: PileEvent[] = []

beforeAll(async () => {
  csms = await createTestCsms(22_000, KEY)
})
afterEach(async () => {
  await Promise.all(piles.map(pile => pile.stop()))
  piles = []
  events = []
  csms.silent = false
  csms.refusedTags.clear()
  csms.received.length = 0
})
afterAll(() => csms.close())

/** Returns a car small enough to be full within seconds at real power. */
const aSmallCar = (room_wh = 20): Car => ({
  capacity_wh: room_wh * 2,
  maxDirect_w: 180_000,
  soc_permille: 200,
  target_permille: 700,
})

async function aPile(version: OcppVersion, options: Partial<PileOptions> = {}): Promise<VirtualPile> {
  const pile = new VirtualPile({
    url: csms.url,
    identity: `P-${version}-${piles.length}`,
    stationKey: KEY,
    version,
    kind: 'dc-120',
    connectors: 2,
    random: createRandom(1),
    register_wh: 1_532_050,
    meterInterval_ms: 100,
    retryFirst_ms: 20,
    retryMax_ms: 100,
    restart_ms: 50,
    work_ms: 20,
    onEvent: event => events.push(event),
    ...options,
  })
  piles.push(pile)
  pile.start()
  await until(() => pile.isOnline)
  return pile
}

const stops = () => events.filter(event => event.kind === 'stopped')
const factsOf = (pile: VirtualPile) => csms.of(pile.identity).flatMap(call => call.facts)
const samplesOf = (pile: VirtualPile) => factsOf(pile).flatMap(fact => ('samples' in fact ? fact.samples : []))

describe.each(versions)('a pile that speaks %s', version => {
  it('boots, reports its states, and sends nothing that needs repair', async () => {
    const pile = await aPile(version)
    await until(() => csms.of(pile.identity, 'StatusNotification').length === 3)
    expect(csms.of(pile.identity)[0]?.action).toBe('BootNotification')
    expect(csms.of(pile.identity).flatMap(call => call.mended)).toEqual([])
    expect(factsOf(pile)[0]).toMatchObject({ kind: 'pile-booted', vendor: 'Wattyard Simulator', model: 'SIM-DC120' })
  })

  it('charges a car until it is full, and its registers agree', async () => {
    const pile = await aPile(version)
    expect(pile.plugIn(1, aSmallCar())).toBe(true)
    expect(await pile.presentTag(1, 'CARD1')).toBe(true)
    await until(() => stops().length === 1)
    expect(stops()[0]).toMatchObject({ connector: 1, energy_wh: 20, cause: 'full' })
    const facts = factsOf(pile)
    const started = facts.find(fact => fact.kind === 'session-started')
    const stopped = facts.find(fact => fact.kind === 'session-stopped')
    expect(started).toMatchObject({ connector: 1, tag: 'CARD1', meterStart: 15_320_500n })
    expect(stopped).toMatchObject({ meterStop: 15_320_700n })
    const registers = samplesOf(pile).map(sample => sample.register ?? -1n)
    expect(registers.length).toBeGreaterThan(2)
    expect(registers).toEqual(registers.toSorted((a, b) => Number(a - b)))
    expect(csms.of(pile.identity).flatMap(call => call.mended)).toEqual([])
    pile.connector(1).unplug()
    expect(pile.connector(1).phase).toBe('idle')
  })

  it('keeps two cars on two connectors apart', async () => {
    const pile = await aPile(version)
    pile.plugIn(1, aSmallCar(12))
    pile.plugIn(2, aSmallCar(30))
    await Promise.all([pile.presentTag(1, 'CARD1'), pile.presentTag(2, 'CARD2')])
    await until(() => stops().length === 2)
    expect(stops().map(stop => [stop.connector, stop.energy_wh])).toEqual([
      [1, 12],
      [2, 30],
    ])
    expect(new Set(stops().map(stop => stop.transactionId)).size).toBe(2)
  })

  it('keeps its session messages in order while it is offline, and loses none', async () => {
    const pile = await aPile(version)
    pile.plugIn(1, aSmallCar(15))
    await pile.presentTag(1, 'CARD1')
    await until(() => samplesOf(pile).length > 1)
    pile.cut(700)
    expect(pile.isOnline).toBe(false)
    await until(() => pile.connector(1).phase === 'finishing')
    expect(pile.unsent).toBeGreaterThan(0)
    expect(stops()).toEqual([])
    await until(() => stops().length === 1)
    expect(stops()[0]?.energy_wh).toBe(15)
    expect(csms.connectionsOf(pile.identity)).toBeGreaterThan(1)
    const times = samplesOf(pile).map(sample => sample.at)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  it('starts without a connection and reports it afterwards', async () => {
    const pile = await aPile(version)
    pile.cut(300)
    pile.plugIn(1, aSmallCar(5))
    expect(await pile.presentTag(1, 'CARD1')).toBe(true)
    await until(() => stops().length === 1)
    expect(stops()[0]).toMatchObject({ energy_wh: 5 })
    expect(stops()[0]?.transactionId).not.toBeNull()
  })

  it('does not charge a refused tag', async () => {
    csms.refusedTags.add('STOLEN')
    const pile = await aPile(version)
    pile.plugIn(1, aSmallCar())
    expect(await pile.presentTag(1, 'STOLEN')).toBe(false)
    expect(pile.connector(1).phase).toBe('plugged')
  })

  it('ends a charge whose start is refused', async () => {
    const pile = await aPile(version)
    pile.plugIn(1, aSmallCar(500))
    csms.refusedTags.add('STOLEN')
    pile.connector(1).begin('STOLEN', null)
    await until(() => stops().length === 1)
    expect(stops()[0]?.cause).toBe('deauthorized')
    expect(events.map(event => event.kind)).toContain('start-refused')
  })

  it('stops for the driver, the plug and a fault', async () => {
    const pile = await aPile(version)
    const begin = async () => {
      pile.plugIn(1, aSmallCar(500))
      await pile.presentTag(1, 'CARD1')
    }
    await begin()
    await pile.presentTag(1, 'CARD1')
    pile.connector(1).unplug()
    await begin()
    pile.connector(1).unplug()
    await begin()
    pile.connector(1).fail('OverCurrentFailure')
    expect(pile.plugIn(1, aSmallCar())).toBe(false)
    pile.connector(1).repair()
    await until(() => stops().length === 3)
    expect(stops().map(stop => stop.cause)).toEqual(['local', 'unplugged', 'fault'])
    expect(factsOf(pile).some(fact => fact.kind === 'fault-raised')).toBe(true)
  })

  it('resends unanswered messages, and ends cleanly', async () => {
    const pile = await aPile(version, { callTimeout_ms: 100 })
    pile.plugIn(1, aSmallCar(500))
    await pile.presentTag(1, 'CARD1')
    csms.silent = true
    await until(() => pile.unsent > 3)
    csms.silent = false
    await until(() => pile.unsent <= 1)
    await pile.stop()
    const before = csms.received.length
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(csms.received.length).toBe(before)
  })
})

describe('a pile with more than one car', () => {
  it('shares its registered power, by its own clock, even with late timers', async () => {
    const pile = await aPile('ocpp1.6', { power_w: 90_000, meterInterval_ms: 40 })
    for (const number of [1, 2]) pile.plugIn(number, aSmallCar(2_000))
    await pile.presentTag(1, 'CARD1')
    await until(() => samplesOf(pile).length > 1)
    await pile.presentTag(2, 'CARD2')
    for (let round = 0; round < 4; round++) {
      await new Promise(resolve => setTimeout(resolve, 60))
      // A blocked process: nothing runs while the clock continues.
      for (const end = performance.now() + 150; performance.now() < end; );
    }
    for (const number of [1, 2]) pile.connector(number).stop('local')
    await until(() => stops().length === 2)
    const facts = factsOf(pile)
    const started = facts.filter(fact => fact.kind === 'session-started')
    const stopped = facts.filter(fact => fact.kind === 'session-stopped')
    const at = (fact: { deviceAt: number | null } | undefined) => fact?.deviceAt ?? Number.NaN
    const whole_ms = at(stopped.at(-1)) - at(started[0])
    const sum_wh = stops().reduce((sum, stop) => sum + stop.energy_wh, 0)
    expect(sum_wh).toBeGreaterThan(4)
    // The register shows whole Wh, so each of the two can show up to one too many.
    expect(sum_wh).toBeLessThanOrEqual((90_000 * whole_ms) / 3_600_000 + 2)
    const both = samplesOf(pile).flatMap(sample => sample.powerW ?? [])
    expect(Math.max(...both)).toBeLessThanOrEqual(90_000)
    expect(both.at(-1)).toBeLessThanOrEqual(45_000)
  })

  it('never gives two charges the same id, even with the same seed', async () => {
    const ids: (string | null)[] = []
    for (let run = 0; run < 2; run++) {
      const pile = await aPile('ocpp2.0.1', { identity: 'P-again', random: createRandom(7) })
      pile.plugIn(1, aSmallCar(1))
      await pile.presentTag(1, 'CARD1')
      await until(() => stops().length === run + 1)
      ids.push(stops()[run]?.transactionId ?? null)
      await pile.stop()
    }
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(ids).size).toBe(2)
  })
})

describe('a connection', () => {
  it('that is refused is retried with pauses and never opens', async () => {
    const pile = new VirtualPile({
      url: csms.url,
      identity: 'P-wrong',
      stationKey: 'wrong',
      version: 'ocpp1.6',
      kind: 'ac-7',
      connectors: 1,
      random: createRandom(3),
      retryFirst_ms: 10,
      retryMax_ms: 40,
    })
    piles.push(pile)
    pile.start()
    await new Promise(resolve => setTimeout(resolve, 200))
    expect(pile.isOnline).toBe(false)
    expect(csms.connectionsOf('P-wrong')).toBe(0)
  })
})
