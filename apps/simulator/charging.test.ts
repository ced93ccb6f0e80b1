import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Car,
  charge,
  fixed,
  isPileKind,
  PILE_KINDS,
  type PileKind,
  powerOf,
  readMeter,
  type Supply,
} from './charging.ts'
import { aCar } from './visits.ts'
import { createRandom } from './random.ts'

const kinds = fc.constantFrom<PileKind>('dc-60', 'dc-120', 'dc-180', 'ac-7')
const full = (kind: PileKind): Supply => ({ kind, limit_w: PILE_KINDS[kind].power_w })
const cars = fc.record<Car>({
  capacity_wh: fc.integer({ min: 500, max: 100_000 }),
  maxDirect_w: fc.integer({ min: 20_000, max: 250_000 }),
  soc_permille: fc.integer({ min: 0, max: 1_000 }),
  target_permille: fc.integer({ min: 0, max: 1_000 }),
})

describe('a charge', () => {
  it('never delivers more than pile and car can take, and ends at the target', () => {
    fc.assert(
      fc.property(
        kinds,
        cars,
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 600_000 })), { maxLength: 40 }),
        (kind, car, sharers, ticks) => {
          const before = { ...car }
          const limit_w = Math.floor(PILE_KINDS[kind].power_w / sharers)
          let register = 0
          let elapsed_ms = 0
          for (const elapsed of ticks) {
            const next = charge({ kind, limit_w }, car, register, elapsed)
            expect(next).toBeGreaterThanOrEqual(register)
            elapsed_ms += elapsed
            register = next
            // mWh against W × ms: rounding must not add up to more than the supply delivers.
            expect(register * 3_600).toBeLessThanOrEqual(limit_w * elapsed_ms)
          }
          const room_mwh = Math.max(
            0,
            ((before.target_permille - before.soc_permille) / 1_000) * before.capacity_wh * 1_000,
          )
          expect(register).toBeLessThanOrEqual(Math.ceil(room_mwh) + 1)
          expect(car.soc_permille).toBeGreaterThanOrEqual(before.soc_permille)
        },
      ),
    )
  })

  it('tapers above 80 % on DC and stays flat on AC', () => {
    const at = (kind: PileKind, soc_permille: number) =>
      powerOf(full(kind), { capacity_wh: 60_000, maxDirect_w: 150_000, soc_permille, target_permille: 1_000 })
    expect(at('dc-120', 300)).toBeGreaterThan(at('dc-120', 790))
    expect(at('dc-120', 790)).toBeGreaterThan(2 * at('dc-120', 950))
    expect(at('dc-180', 300)).toBeLessThanOrEqual(150_000)
    expect(at('dc-60', 1_000)).toBe(0)
    expect(at('ac-7', 100)).toBe(at('ac-7', 900))
  })

  it('fills a typical car in a plausible time', () => {
    const car: Car = { capacity_wh: 60_000, maxDirect_w: 120_000, soc_permille: 200, target_permille: 800 }
    let register = 0
    let minutes = 0
    while (car.soc_permille < car.target_permille) {
      register = charge(full('dc-120'), car, register, 60_000)
      minutes++
    }
    expect(minutes).toBeGreaterThan(18)
    expect(minutes).toBeLessThan(30)
    expect(register).toBe(36_000_000)
  })

  it('shows whole watt-hours and the current that matches the power', () => {
    const car: Car = { capacity_wh: 60_000, maxDirect_w: 60_000, soc_permille: 500, target_permille: 800 }
    const reading = readMeter(full('dc-60'), car, 1_234_567, true, 5)
    expect(reading).toMatchObject({ at: 5, register_wh: 1234, soc_permille: 500, voltage_mv: 385_000 })
    expect(Math.round((reading.current_ma * reading.voltage_mv) / 1_000_000)).toBe(reading.power_w)
    expect(readMeter(full('dc-60'), car, 0, false, 5)).toMatchObject({ power_w: 0, current_ma: 0 })
    expect(readMeter(full('dc-60'), null, 0, true, 5)).toMatchObject({ power_w: 0, current_ma: 0, voltage_mv: 0 })
  })
})

describe('small parts', () => {
  it('write integers as decimals', () => {
    expect([fixed(149_500, 3), fixed(5, 3), fixed(-5, 1), fixed(7, 0)]).toEqual(['149.500', '0.005', '-0.5', '7'])
  })

  it('give the same values for the same seed, and cars within their bounds', () => {
    const draw = (seed: number) =>
      Array.from({ length: 5 }, (_, index) => createRandom(seed).fork(`p${index}`).integer(0, 1_000_000))
    expect(draw(7)).toEqual(draw(7))
    expect(draw(7)).not.toEqual(draw(8))
    expect(new Set(draw(7)).size).toBe(5)
    for (let index = 0; index < 200; index++) {
      const car = aCar(createRandom(index), 10)
      expect(car.capacity_wh).toBeLessThanOrEqual(9_000)
      expect(car.maxDirect_w).toBeLessThanOrEqual(110_000)
      expect(car.soc_permille).toBeLessThan(car.target_permille)
    }
    expect(isPileKind('dc-60') && !isPileKind('toString')).toBe(true)
  })
})
