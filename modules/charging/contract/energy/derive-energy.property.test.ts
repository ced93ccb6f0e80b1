import { type Energy, energy, parsePrice, subEnergy } from '@wattyard/money'
import { type BillLine, DEFAULT_POLICY, type Tariff } from '@wattyard/pricing/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aSession, type Faults, type GeneratedSession, seededRandom, withFaults } from '../../testing/index.ts'
import { type DerivedEnergy, deriveEnergy, type EnergyLimits } from './derive-energy.ts'
import { clockStep, mostMetered, type Point } from './energy-series.ts'
import { finishSession } from '../session/finish-session.ts'
import { foldSession } from '../session/session-fold.ts'
import type { SessionFact } from '../session/session-state.ts'

const NOW = Date.UTC(2026, 5, 1)
const RUNS = { numRuns: 1_000 }
const seeds = fc.integer({ min: 1, max: 2 ** 31 - 1 })

const TARIFF: Tariff = {
  versionId: 'v1',
  zone: 'Asia/Shanghai',
  days: [
    {
      key: 'every-day',
      intervals: [
        { fromQuarter: 0, toQuarter: 28, period: 'G', electricity: parsePrice('0.3'), service: parsePrice('0.4') },
        {
          fromQuarter: 28,
          toQuarter: 71,
          period: 'P',
          electricity: parsePrice('0.65123'),
          service: parsePrice('0.45'),
        },
        { fromQuarter: 71, toQuarter: 96, period: 'F', electricity: parsePrice('1.1145'), service: parsePrice('0.5') },
      ],
    },
  ],
}
const SNAPSHOT = { tariff: TARIFF, policy: DEFAULT_POLICY }

/** Any mixture of faults that leaves a session recognisable. */
function drawFaults(seed: number): Faults {
  const random = seededRandom(seed)
  const faults: Faults = { duplicate: random.next() / 2, reorder: true }
  if (random.chance(0.3)) faults.dropReads = random.next()
  if (random.chance(0.1)) faults.dropStart = true
  if (random.chance(0.1)) faults.dropStop = true
  if (random.chance(0.15)) faults.resetAfter = random.next()
  if (random.chance(0.15)) faults.beginZero = true
  if (random.chance(0.15)) faults.unit = { factor: random.pick(['1000', '0.001']), of: random.pick(['samples', 'all']) }
  if (random.chance(0.3)) faults.skewMs = random.int(-40, 40) * 3_600_000
  if (random.chance(0.2)) faults.offlineMs = random.int(1, 72) * 3_600_000
  return faults
}

function scaled(register: Energy, factor: '1000' | '0.001'): bigint {
  return factor === '1000' ? register * 1_000n : register / 1_000n
}

function limitsOf(session: GeneratedSession): EnergyLimits {
  return { ratedPowerW: session.options.ratedPowerW, lastRegister: null, now: NOW }
}

function deriveWith(seed: number, faults: Faults): { derived: DerivedEnergy; session: ReturnType<typeof aSession> } {
  const session = aSession({ seed })
  const facts = withFaults(session, faults)
  return { session, derived: deriveEnergy(foldSession(facts), limitsOf(session)) }
}

function span(points: readonly Point[]): Energy {
  const first = points[0]
  const last = points.at(-1)
  return first === undefined || last === undefined ? energy(0n) : subEnergy(last.register, first.register)
}

describe('a session without faults', () => {
  test('gives the delivered energy exactly, from its own registers', () => {
    fc.assert(
      fc.property(seeds, seed => {
        const { session, derived } = deriveWith(seed, {})
        expect(derived.energy).toBe(session.truth.energy)
        expect(derived.billable).toBe(true)
        expect(['registers-and-samples', 'registers']).toContain(derived.method)
        expect(derived.startedAt).toBe(session.truth.startedAt)
        expect(derived.endedAt).toBe(session.truth.endedAt)
      }),
      RUNS,
    )
  })

  test('in a pile of intervals, their sum', () => {
    fc.assert(
      fc.property(seeds, seed => {
        const session = aSession({ seed, meter: 'intervals', hasPower: false })
        const derived = deriveEnergy(foldSession(session.facts), limitsOf(session))
        expect(derived).toMatchObject({ method: 'intervals', energy: session.truth.energy, billable: true })
      }),
      { numRuns: 200 },
    )
  })
})

describe('I-16: arrival', () => {
  test('order and copies change neither energy nor bill', () => {
    fc.assert(
      fc.property(seeds, fc.nat(), (seed, order) => {
        const session = aSession({ seed })
        const facts = withFaults(session, { ...drawFaults(seed), duplicate: 0, reorder: false })
        const random = seededRandom(order)
        const copies = Array.from({ length: random.int(1, 4) }, () => facts).flat()
        if (!facts.some(fact => fact.kind !== 'connector-status')) return
        const limits = limitsOf(session)
        expect(finishSession(foldSession(random.shuffle(copies)), limits, SNAPSHOT)).toEqual(
          finishSession(foldSession(facts), limits, SNAPSHOT),
        )
      }),
      { numRuns: 300 },
    )
  })
})

describe('whatever has happened', () => {
  test('the verdict is whole: points rise, span the energy, one basis, billed only without a block', () => {
    fc.assert(
      fc.property(seeds, seed => {
        const session = aSession({ seed })
        const facts = withFaults(session, drawFaults(seed))
        if (!facts.some(fact => fact.kind !== 'connector-status')) return
        const derived = deriveEnergy(foldSession(facts), limitsOf(session))
        expect(derived.energy).toBeGreaterThanOrEqual(0n)
        expect(derived.energy).toBe(span(derived.points))
        derived.points.forEach((point, index) => {
          const before = derived.points[index - 1]
          if (before === undefined) return
          expect(point.at).toBeGreaterThanOrEqual(before.at)
          expect(point.register).toBeGreaterThanOrEqual(before.register)
        })
        expect(derived.flags.filter(flag => flag.effect === 'basis')).toHaveLength(1)
        expect(derived.billable).toBe(['exact', 'high', 'medium'].includes(derived.confidence))
      }),
      RUNS,
    )
  })

  test('what is billed was delivered: never more than the truth, and to the Wh where registers frame it', () => {
    fc.assert(
      fc.property(seeds, seed => {
        const session = aSession({ seed })
        const faults = drawFaults(seed)
        const facts = withFaults(session, faults)
        if (!facts.some(fact => fact.kind !== 'connector-status')) return
        // The fleet's meters run on: the server knows what they had reached, in the unit in which they report.
        const reported =
          faults.unit?.of === 'all' ? scaled(session.truth.meterStart, faults.unit.factor) : session.truth.meterStart
        const lastRegister = energy(reported)
        const derived = deriveEnergy(foldSession(facts), { ...limitsOf(session), lastRegister })
        if (!derived.billable) return
        expect(derived.energy).toBeLessThanOrEqual(session.truth.energy)
        // Begin 0 and a reset to 0 together look like a meter that counts from 0: too little, never too much.
        // A thousandth everywhere shows only where power was measured.
        const looksRight = (faults.beginZero === true && faults.resetAfter !== undefined) || faults.unit?.of === 'all'
        const isFramed = derived.method.startsWith('registers') && !looksRight
        expect(isFramed ? derived.energy : session.truth.energy).toBe(session.truth.energy)
      }),
      { numRuns: 3_000 },
    )
  })

  test('I-13: more than rated power × time × 1.1, more than 24 h or a wrong year is never billed', () => {
    const odd = fc.record({
      seed: seeds,
      factor: fc.integer({ min: 1, max: 40 }),
      hours: fc.integer({ min: 1, max: 60 }),
      year: fc.constantFrom(1970, 1999, 2019, 2020, 2026, 2038),
    })
    fc.assert(
      fc.property(odd, ({ seed, factor, hours, year }) => {
        const durationMs = hours * 3_600_000
        const startedAt = Date.UTC(year, 4, 11, 8)
        const { facts, options } = aSession({
          seed,
          durationMs,
          startedAt,
          sampleMs: 0,
          loadPermille: 1_000,
          meter: 'registers',
        })
        const inflated = facts.map(fact =>
          fact.kind === 'session-stopped' && fact.meterStop !== null
            ? {
                ...fact,
                meterStop: energy(options.meterStart + (fact.meterStop - options.meterStart) * BigInt(factor)),
                samples: [],
              }
            : fact,
        )
        const derived = deriveEnergy(foldSession(inflated), {
          ratedPowerW: options.ratedPowerW,
          lastRegister: null,
          now: NOW,
        })
        const stop = inflated.find(fact => fact.kind === 'session-stopped')
        const claimed = (stop?.meterStop ?? 0n) - options.meterStart
        const isImplausible =
          claimed > mostMetered(options.ratedPowerW, durationMs, clockStep([startedAt, startedAt + durationMs])) ||
          hours > 24 ||
          startedAt < Date.UTC(2020, 0, 1) ||
          startedAt > NOW + 86_400_000
        expect(derived.billable).toBe(!isImplausible)
      }),
      RUNS,
    )
  })

  test('I-13: what a pile gives within its rated power is billed, however short, whatever its meter and clock cut off', () => {
    const charge = fc.record({
      power_w: fc.integer({ min: 3_000, max: 600_000 }),
      begin_ms: fc.integer({ min: 0, max: 5_000 }),
      length_ms: fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 7_200_000 })),
      register_mwh: fc.integer({ min: 0, max: 2_000_000 }),
      step_ms: fc.constantFrom(1, 1_000),
    })
    fc.assert(
      fc.property(charge, ({ power_w, begin_ms, length_ms, register_mwh, step_ms }) => {
        const shown = (at: number) => NOW - 86_400_000 + Math.floor(at / step_ms) * step_ms
        const wh = (mwh: number) => energy(BigInt(Math.floor(mwh / 1_000)) * 10n)
        const delivered_mwh = Math.floor((power_w * length_ms) / 3_600)
        const session = aSession({ seed: 1, sampleMs: 0, meter: 'registers' })
        const facts = session.facts.flatMap((fact): SessionFact[] => {
          if (fact.kind === 'session-started')
            return [{ ...fact, at: shown(begin_ms), deviceAt: shown(begin_ms), meterStart: wh(register_mwh) }]
          if (fact.kind !== 'session-stopped') return []
          const at = shown(begin_ms + length_ms)
          return [{ ...fact, at, deviceAt: at, meterStop: wh(register_mwh + delivered_mwh), samples: [] }]
        })
        const derived = deriveEnergy(foldSession(facts), { ratedPowerW: power_w, lastRegister: null, now: NOW })
        expect(derived.flags.map(flag => flag.code)).not.toContain('power-exceeded')
      }),
      RUNS,
    )
  })

  test('I-12: stop below start never posts a charge', () => {
    fc.assert(
      fc.property(seeds, fc.bigInt({ min: 1n, max: 10_000_000n }), (seed, below) => {
        const { facts, options } = aSession({ seed })
        const reversed = facts.map(fact =>
          fact.kind === 'session-stopped' ? { ...fact, meterStop: energy(options.meterStart - below) } : fact,
        )
        const finished = finishSession(
          foldSession(reversed),
          { ratedPowerW: options.ratedPowerW, lastRegister: null, now: NOW },
          SNAPSHOT,
        )
        expect(finished.derived.flags.map(flag => flag.code)).toContain(
          options.meterStart < below ? 'negative-register' : 'stop-below-start',
        )
        expect(finished.bill).toBeNull()
        expect(finished.derived.energy).toBeGreaterThanOrEqual(0n)
      }),
      RUNS,
    )
  })
})

describe('with rating', () => {
  test('I-04, I-05: no negative row; the rows sum to stop − start; each row is what interpolation says', () => {
    fc.assert(
      fc.property(seeds, seed => {
        const session = aSession({ seed })
        const facts = withFaults(session, { dropReads: 0.3, duplicate: 0.2, reorder: true })
        const { derived, bill } = finishSession(foldSession(facts), limitsOf(session), SNAPSHOT)
        if (bill === null) throw new Error('a session with both registers has a bill')
        const sum = bill.lines.reduce((total, line) => total + line.energy, 0n)
        expect(sum).toBe(session.truth.meterStop - session.truth.meterStart)
        for (const line of bill.lines) {
          expect(line.energy >= 0n && line.electricityFen >= 0n && line.serviceFen >= 0n).toBe(true)
          expect(Math.abs(Number(line.energy) - interpolated(derived.points, line))).toBeLessThan(1.001)
        }
      }),
      RUNS,
    )
  })
})

/** A second, plain way to the energy between two instants: straight lines between points, in floating point. */
function interpolated(points: readonly Point[], { from, to }: BillLine): number {
  const base = points[0]?.register ?? 0n
  const registerAt = (at: number): number => {
    let before = points[0]
    for (const point of points) {
      if (point.at >= at && before !== undefined) {
        const share = point.at === before.at ? 1 : (at - before.at) / (point.at - before.at)
        return Number(before.register - base) + share * Number(point.register - before.register)
      }
      before = point
    }
    return Number((before?.register ?? base) - base)
  }
  return registerAt(to) - registerAt(from)
}
