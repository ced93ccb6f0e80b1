import { energy, price } from '@wattyard/money'
import { DAY_MS, PERIOD_KINDS, QUARTERS_PER_DAY } from '@wattyard/time'
import fc from 'fast-check'
import type { DayPlan, MeterPoint, RatingPolicy, Tariff, TariffInterval } from '../contract/index.ts'

const anyPrice = fc.oneof(
  fc.bigInt({ min: 0n, max: 200_000n }).map(price),
  fc.constantFrom(price(0n), price(1_250_000n), price(1_000_000n), price(681_335n)),
)

/** A dial cut at random quarters, completely covered. */
const anyIntervals: fc.Arbitrary<TariffInterval[]> = fc
  .uniqueArray(fc.integer({ min: 1, max: QUARTERS_PER_DAY - 1 }), { maxLength: 11 })
  .chain(cuts => {
    const edges = [0, ...cuts.toSorted((a, b) => a - b), QUARTERS_PER_DAY]
    const spans = edges.slice(1).map((toQuarter, i) => ({ fromQuarter: edges[i] ?? 0, toQuarter }))
    const priced = fc.record({ period: fc.constantFrom(...PERIOD_KINDS), electricity: anyPrice, service: anyPrice })
    return fc
      .array(priced, { minLength: spans.length, maxLength: spans.length })
      .map(list => list.map((slot, i) => ({ ...(spans[i] ?? { fromQuarter: 0, toQuarter: 0 }), ...slot })))
  })

/** Tariffs that the publisher accepts: a default plan and up to two that take precedence on some days. */
export const anyTariff: fc.Arbitrary<Tariff> = fc
  .record({
    zone: fc.constantFrom('Asia/Shanghai', 'Europe/Madrid', 'Atlantic/Canary', 'Asia/Kathmandu'),
    fallback: anyIntervals,
    weekend: fc.option(anyIntervals),
    months: fc.option(anyIntervals),
  })
  .map(({ zone, fallback, weekend, months }) => {
    const days: DayPlan[] = [{ key: 'default', intervals: fallback }]
    if (months !== null) days.unshift({ key: 'autumn', when: { months: [9, 10] }, intervals: months })
    if (weekend !== null) days.push({ key: 'weekend', when: { weekdays: [6, 7] }, intervals: weekend })
    return { versionId: 'any', zone, days }
  })

/** Cleaned meter points of one session of up to three days, often across the Madrid clock changes of 2026. */
export const anyPoints: fc.Arbitrary<MeterPoint[]> = fc
  .record({
    start: fc.oneof(
      fc.integer({ min: Date.UTC(2026, 2, 28), max: Date.UTC(2026, 2, 29, 12) }),
      fc.integer({ min: Date.UTC(2026, 9, 24), max: Date.UTC(2026, 9, 25, 12) }),
      fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) }),
    ),
    register: fc.bigInt({ min: 0n, max: 10n ** 9n }),
    steps: fc.array(
      fc.record({
        gapMs: fc.oneof(fc.integer({ min: 0, max: DAY_MS / 4 }), fc.constantFrom(0, 900_000, 3_600_000)),
        gained: fc.oneof(fc.bigInt({ min: 0n, max: 10n }), fc.bigInt({ min: 0n, max: 2_000_000n })),
      }),
      { minLength: 1, maxLength: 12 },
    ),
  })
  .map(({ start, register, steps }) => {
    const points: MeterPoint[] = [{ at: start, register: energy(register) }]
    let [at, total] = [start, register]
    for (const { gapMs, gained } of steps) {
      at += gapMs
      total += gained
      points.push({ at, register: energy(total) })
    }
    return points
  })

export const anyPolicy: fc.Arbitrary<RatingPolicy> = fc.record({
  rounding: fc.constantFrom('row_sum', 'exact_total'),
  energyDecimals: fc.constantFrom(2, 4),
})
