import { energy, EXACT_PER_FEN, parseEnergy, price, sumFen } from '@wattyard/money'
import { DAY_MS, PERIOD_KINDS } from '@wattyard/time'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aFlatTariff, anyPoints, anyPolicy, anyTariff, aPlan, aTariff, SAMPLE_PRICES } from '../testing/index.ts'
import {
  type Bill,
  DEFAULT_POLICY,
  MAX_POINTS,
  MAX_SESSION_DAYS,
  type MeterPoint,
  PricingError,
  type RatingPolicy,
  rateSession,
  type Tariff,
} from './index.ts'

const at = (text: string) => Date.parse(text)
const point = (text: string, kwh: string): MeterPoint => ({ at: at(text), register: parseEnergy(kwh) })
const EXACT: RatingPolicy = { rounding: 'exact_total', energyDecimals: 4 }
const size = (value: bigint) => (value < 0n ? -value : value)
const unitOf = (policy: RatingPolicy) => (policy.energyDecimals === 2 ? 100n : 1n)
const codeOf = (run: () => unknown) => {
  try {
    run()
    return 'no error'
  } catch (error) {
    if (error instanceof PricingError) return error.code
    throw error
  }
}

describe('a bill people can check', () => {
  it('splits an hour at the boundary and keeps electricity and service apart', () => {
    // 07:30–08:30 in Guangdong: half valley, half flat; 20 kWh evenly.
    const points = [point('2026-01-04T23:30:00Z', '100'), point('2026-01-05T00:30:00Z', '120')]
    const bill = rateSession({ points, tariff: aTariff(), policy: DEFAULT_POLICY })
    expect(bill.lines).toEqual([
      {
        seq: 1,
        period: 'G',
        from: at('2026-01-04T23:30:00Z'),
        to: at('2026-01-05T00:00:00Z'),
        energy: 100_000n,
        electricityPrice: 425_700n,
        servicePrice: 500_000n,
        electricityExact: 42_570_000_000n,
        serviceExact: 50_000_000_000n,
        electricityFen: 426n,
        serviceFen: 500n,
      },
      {
        seq: 2,
        period: 'P',
        from: at('2026-01-05T00:00:00Z'),
        to: at('2026-01-05T00:30:00Z'),
        energy: 100_000n,
        electricityPrice: 770_100n,
        servicePrice: 500_000n,
        electricityExact: 77_010_000_000n,
        serviceExact: 50_000_000_000n,
        electricityFen: 770n,
        serviceFen: 500n,
      },
    ])
    expect(bill).toMatchObject({ energy: 200_000n, meteredEnergy: 200_000n, electricityFen: 1196n, serviceFen: 1000n })
    expect(bill.totalFen).toBe(2196n)
    expect(bill.byPeriod.G).toEqual({ energy: 100_000n, electricityFen: 426n, serviceFen: 500n })
    expect(bill.byPeriod.S).toEqual({ energy: 0n, electricityFen: 0n, serviceFen: 0n })
  })

  it('the rounding rule is a choice: rows that add up, or the one exact total', () => {
    // 0.005 CNY of electricity in each of two lines: two fen by rows, one fen in total.
    const tariff = aTariff({
      days: [aPlan({ slots: 'G'.repeat(16) + 'P'.repeat(32), prices: halfFen() })],
    })
    const points = [point('2026-01-04T23:30:00Z', '0'), point('2026-01-05T00:30:00Z', '0.02')]
    expect(rateSession({ points, tariff, policy: DEFAULT_POLICY }).totalFen).toBe(2n)
    const exact = rateSession({ points, tariff, policy: EXACT })
    expect(exact.totalFen).toBe(1n)
    // The tie goes to flat, which comes before valley in the order of periods, although it is later in time.
    expect(exact.lines.map(line => [line.period, line.electricityFen])).toEqual([
      ['G', 0n],
      ['P', 1n],
    ])
  })

  it('ties of one line go to electricity before service', () => {
    const points = [point('2026-01-01T00:00:00Z', '0'), point('2026-01-01T01:00:00Z', '0.01')]
    const bill = rateSession({ points, tariff: aFlatTariff('0.5', '0.5'), policy: EXACT })
    expect([bill.electricityFen, bill.serviceFen, bill.totalFen]).toEqual([1n, 0n, 1n])
  })

  it('bills 0.01 kWh where a partner recomputes: price × billed energy gives the money', () => {
    const policy: RatingPolicy = { rounding: 'row_sum', energyDecimals: 2 }
    const points = [point('2026-01-04T23:30:00Z', '0'), point('2026-01-05T00:30:00Z', '10.0150')]
    const bill = rateSession({ points, tariff: aTariff(), policy })
    expect(bill.meteredEnergy).toBe(100_150n)
    expect(bill.energy).toBe(100_200n)
    expect(bill.lines.map(line => line.energy)).toEqual([50_100n, 50_100n])
  })

  it('gives nothing for nothing, and a jump at one instant its price there', () => {
    const still = rateSession({
      points: [point('2026-01-05T00:00:00Z', '5'), point('2026-01-05T03:00:00Z', '5')],
      tariff: aTariff(),
      policy: DEFAULT_POLICY,
    })
    expect([still.lines, still.totalFen, still.energy]).toEqual([[], 0n, 0n])
    const jump = rateSession({
      points: [point('2026-01-05T00:00:00Z', '5'), point('2026-01-05T00:00:00Z', '6')],
      tariff: aTariff(),
      policy: DEFAULT_POLICY,
    })
    expect(jump.lines.map(line => [line.period, line.energy])).toEqual([['P', 10_000n]])
  })

  it('a jump in the middle of a session belongs to the stretch that begins there', () => {
    const points = [
      point('2026-01-04T23:30:00Z', '0'),
      point('2026-01-05T00:00:00Z', '1'),
      point('2026-01-05T00:00:00Z', '3'),
      point('2026-01-05T00:30:00Z', '3'),
    ]
    const bill = rateSession({ points, tariff: aTariff(), policy: DEFAULT_POLICY })
    expect(bill.lines.map(line => [line.period, line.energy])).toEqual([
      ['G', 10_000n],
      ['P', 20_000n],
    ])
  })

  it('joins equal prices across midnight and across day plans', () => {
    const days = [aPlan({ key: 'weekend', when: { weekdays: [6, 7] } }), aPlan()]
    const points = [point('2026-01-09T12:00:00Z', '0'), point('2026-01-09T20:00:00Z', '8')]
    const bill = rateSession({ points, tariff: aTariff({ days }), policy: DEFAULT_POLICY })
    expect(bill.lines.map(line => [line.period, line.from, line.energy])).toEqual([
      ['P', at('2026-01-09T12:00:00Z'), 40_000n],
      ['G', at('2026-01-09T16:00:00Z'), 40_000n],
    ])
  })
})

describe('nights in which the clock changes (Madrid 2026)', () => {
  const tariff = aTariff({ zone: 'Europe/Madrid', days: [aPlan({ slots: `GGGGFF${'P'.repeat(42)}` })] })
  const night = (from: string, to: string, kwh: string) =>
    rateSession({ points: [point(from, '0'), point(to, kwh)], tariff, policy: DEFAULT_POLICY }).lines.map(line => [
      line.period,
      (line.to - line.from) / 3_600_000,
      line.energy,
    ])

  it('spring: 00:00–06:00 are five hours, none of them in the missing hour', () => {
    expect(night('2026-03-28T23:00:00Z', '2026-03-29T04:00:00Z', '5')).toEqual([
      ['G', 2, 20_000n],
      ['P', 3, 30_000n],
    ])
  })

  it('autumn: 00:00–06:00 are seven hours, two of them in the doubled hour', () => {
    expect(night('2026-10-24T22:00:00Z', '2026-10-25T05:00:00Z', '7')).toEqual([
      ['G', 2, 20_000n],
      ['F', 2, 20_000n],
      ['P', 3, 30_000n],
    ])
  })

  it('the turn of the UTC year cuts nothing', () => {
    const flat = { ...aFlatTariff('1', '0'), zone: 'Asia/Kathmandu' }
    const points = [point('2025-12-31T20:00:00Z', '0'), point('2026-01-01T04:00:00Z', '8')]
    expect(rateSession({ points, tariff: flat, policy: DEFAULT_POLICY }).lines).toHaveLength(1)
  })
})

describe('laws of rating', () => {
  const rated = (check: (bill: Bill, points: readonly MeterPoint[], tariff: Tariff) => void, numRuns = 400) =>
    fc.assert(
      fc.property(anyPoints, anyTariff, anyPolicy, (points, tariff, policy) => {
        check(rateSession({ points, tariff, policy }), points, tariff)
      }),
      { numRuns },
    )

  it('I-02: exact amounts are price × energy, and each fen amount is less than one fen away', () => {
    rated(({ lines, policy }) => {
      for (const line of lines) {
        expect(line.electricityExact).toBe(BigInt(line.electricityPrice) * BigInt(line.energy))
        expect(line.serviceExact).toBe(BigInt(line.servicePrice) * BigInt(line.energy))
        const off = [
          line.electricityFen * EXACT_PER_FEN - line.electricityExact,
          line.serviceFen * EXACT_PER_FEN - line.serviceExact,
        ]
        const most = policy.rounding === 'row_sum' ? EXACT_PER_FEN / 2n : EXACT_PER_FEN - 1n
        expect(off.every(value => size(value) <= most)).toBe(true)
      }
    })
  })

  it('I-03: lines, totals and periods are the same money', () => {
    rated(bill => {
      expect(sumFen(bill.lines.map(line => line.electricityFen))).toBe(bill.electricityFen)
      expect(sumFen(bill.lines.map(line => line.serviceFen))).toBe(bill.serviceFen)
      expect(bill.electricityFen + bill.serviceFen).toBe(bill.totalFen)
      const periods = PERIOD_KINDS.map(period => bill.byPeriod[period])
      expect(sumFen(periods.flatMap(sum => [sum.electricityFen, sum.serviceFen]))).toBe(bill.totalFen)
    })
  })

  it('I-04: nothing is negative', () => {
    rated(bill => {
      const values = bill.lines.flatMap(line => [line.energy, line.electricityFen, line.serviceFen])
      expect(values.every(value => value >= 0n)).toBe(true)
    })
  })

  it('I-05: Σ energy of lines and of periods = stop − start at the billed scale', () => {
    rated((bill, points) => {
      const metered = (points.at(-1)?.register ?? 0n) - (points[0]?.register ?? 0n)
      const unit = unitOf(bill.policy)
      expect(bill.meteredEnergy).toBe(metered)
      expect(bill.lines.reduce((sum, line) => sum + line.energy, 0n)).toBe(bill.energy)
      expect(PERIOD_KINDS.reduce((sum, period) => sum + bill.byPeriod[period].energy, 0n)).toBe(bill.energy)
      expect(2n * size(bill.energy - metered)).toBeLessThanOrEqual(unit === 1n ? 0n : unit)
      expect(bill.lines.filter(line => line.energy % unit !== 0n)).toEqual([])
    })
  })

  it('each line is less than one unit from its exact share, found by walking quarter by quarter', () => {
    rated((bill, points, tariff) => {
      const unit = unitOf(bill.policy)
      const shares = quarterShares(points, tariff)
      for (const line of bill.lines) {
        const exact = shares.find(share => share.from === line.from)
        expect(exact).toBeDefined()
        const { numerator, denominator } = exact ?? { numerator: 0n, denominator: 1n }
        expect(size(line.energy * denominator - numerator)).toBeLessThan(unit * denominator)
      }
    }, 150)
  })

  it('exact_total: the total is the one rounding of the exact sum', () => {
    rated(bill => {
      const exact = bill.lines.reduce((sum, line) => sum + line.electricityExact + line.serviceExact, 0n)
      const rounded = (2n * exact + EXACT_PER_FEN) / (2n * EXACT_PER_FEN)
      expect(bill.policy.rounding === 'row_sum' || bill.totalFen === rounded).toBe(true)
    })
  })

  it('I-06: a boundary inside a period with the same price changes nothing at all', () => {
    fc.assert(
      fc.property(anyPoints, anyTariff, anyPolicy, fc.integer({ min: 1, max: 95 }), (points, tariff, policy, cut) => {
        const days = tariff.days.map(plan => ({
          ...plan,
          intervals: plan.intervals.flatMap(i =>
            i.fromQuarter < cut && cut < i.toQuarter
              ? [
                  { ...i, toQuarter: cut },
                  { ...i, fromQuarter: cut },
                ]
              : [i],
          ),
        }))
        expect(rateSession({ points, tariff: { ...tariff, days }, policy })).toEqual(
          rateSession({ points, tariff, policy }),
        )
      }),
      { numRuns: 300 },
    )
  })

  it('I-07: an extra interpolated sample moves no line by more than one unit of energy', () => {
    fc.assert(
      fc.property(
        anyPoints,
        anyTariff,
        anyPolicy,
        fc.nat(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (points, tariff, policy, n, f) => {
          const denser = withSample(points, n % (points.length - 1), f)
          const before = energyByStart(rateSession({ points, tariff, policy }))
          const after = energyByStart(rateSession({ points: denser, tariff, policy }))
          for (const from of new Set([...before.keys(), ...after.keys()])) {
            expect(size((before.get(from) ?? 0n) - (after.get(from) ?? 0n))).toBeLessThanOrEqual(unitOf(policy))
          }
        },
      ),
      { numRuns: 600 },
    )
  })

  it('lines lie in time order within the session and neighbours differ', () => {
    rated((bill, points) => {
      const { lines } = bill
      expect(lines.map(line => line.seq)).toEqual(lines.map((_, i) => i + 1))
      expect(lines.filter((line, i) => i > 0 && (lines[i - 1]?.to ?? 0) > line.from)).toEqual([])
      expect((lines[0]?.from ?? Number.POSITIVE_INFINITY) >= (points[0]?.at ?? 0)).toBe(true)
      expect((lines.at(-1)?.to ?? 0) <= (points.at(-1)?.at ?? 0)).toBe(true)
    })
  })
})

describe('refusals', () => {
  const rate = (points: readonly MeterPoint[], tariff = aTariff()) =>
    codeOf(() => rateSession({ points, tariff, policy: DEFAULT_POLICY }))
  const start = at('2026-01-01T00:00:00Z')

  it('names what the rule book should not have let through', () => {
    expect(rate([])).toBe('pricing.no-points')
    expect(rate([{ at: start, register: energy(0n) }])).toBe('pricing.no-points')
    expect(rate([point('2026-01-01T01:00:00Z', '1'), point('2026-01-01T00:00:00Z', '2')])).toBe(
      'pricing.points-not-ascending',
    )
    expect(rate([point('2026-01-01T00:00:00Z', '2'), point('2026-01-01T01:00:00Z', '1')])).toBe(
      'pricing.register-falls',
    )
    const nowhen = [
      { at: start, register: energy(0n) },
      { at: Number.NaN, register: energy(1n) },
    ]
    expect(rate(nowhen)).toBe('pricing.points-not-ascending')
  })

  it('keeps its limits, one above', () => {
    const after = (ms: number) => [
      { at: start, register: energy(0n) },
      { at: start + ms, register: energy(1n) },
    ]
    expect(rate(after(MAX_SESSION_DAYS * DAY_MS))).toBe('no error')
    expect(rate(after(MAX_SESSION_DAYS * DAY_MS + 1))).toBe('pricing.session-too-long')
    const many = Array.from({ length: MAX_POINTS + 1 }, (_, i) => ({ at: start + i, register: energy(BigInt(i)) }))
    expect(rate(many)).toBe('pricing.too-many-points')
    expect(rate(many.slice(1))).toBe('no error')
  })

  it('does not bill through a hole in the tariff', () => {
    const hole = {
      key: 'default',
      intervals: [{ fromQuarter: 0, toQuarter: 40, period: 'P', ...SAMPLE_PRICES.P }],
    } as const
    const points = [point('2026-01-01T01:00:00Z', '0'), point('2026-01-01T05:00:00Z', '1')]
    expect(rate(points, aTariff({ days: [hole] }))).toBe('pricing.no-price')
  })
})

function halfFen() {
  const none = price(0n)
  const half = price(500_000n)
  return { G: { electricity: half, service: none }, P: { electricity: half, service: none } }
}

function energyByStart(bill: Bill): Map<number, bigint> {
  return new Map(bill.lines.map(line => [line.from, line.energy]))
}

/** Puts a sample on the line between two points, its register rounded to the nearest unit as a meter would. */
function withSample(points: readonly MeterPoint[], index: number, fraction: number): MeterPoint[] {
  const [a, b] = [points[index], points[index + 1]]
  if (a === undefined || b === undefined || a.at === b.at) return [...points]
  const instant = a.at + Math.round((b.at - a.at) * fraction)
  const span = BigInt(b.at - a.at)
  const gained = (2n * (b.register - a.register) * BigInt(instant - a.at) + span) / (2n * span)
  return [
    ...points.slice(0, index + 1),
    { at: instant, register: energy(a.register + gained) },
    ...points.slice(index + 1),
  ]
}

type Walked = { from: number; key: string; numerator: bigint; denominator: bigint }

/** Independent oracle: from quarter to quarter over the whole session, each with its own price look-up through Intl. */
function quarterShares(points: readonly MeterPoint[], tariff: Tariff): Walked[] {
  const walked: Walked[] = []
  const first = points[0]?.at ?? 0
  const last = points.at(-1)?.at ?? 0
  const edges = new Set([first, last, ...points.map(p => p.at)])
  for (let edge = Math.ceil(first / 900_000) * 900_000; edge < last; edge += 900_000) edges.add(edge)
  const sorted = [...edges].sort((a, b) => a - b)
  for (const [i, from] of sorted.entries()) {
    const to = sorted[i + 1] ?? from
    const key = priceKey(tariff, from)
    const open = walked.at(-1)
    const isNew = open === undefined || (open.key !== key && (to > from || from < last))
    const target = isNew ? { from, key, numerator: 0n, denominator: 1n } : open
    if (isNew) walked.push(target)
    addGained(target, points, from, to)
  }
  return walked
}

function addGained(target: Walked, points: readonly MeterPoint[], from: number, to: number): void {
  points.forEach((after, i) => {
    const before = points[i - 1]
    if (before === undefined) return
    const gained = after.register - before.register
    const inside = before.at <= from && to <= after.at && to > from
    const jump = before.at === after.at && before.at === from
    if (!inside && !jump) return
    const span = jump ? 1n : BigInt(after.at - before.at)
    const part = jump ? 1n : BigInt(to - from)
    target.numerator = target.numerator * span + gained * part * target.denominator
    target.denominator *= span
  })
}

const dials = new Map<string, Intl.DateTimeFormat>()

function priceKey(tariff: Tariff, instant: number): string {
  const dial =
    dials.get(tariff.zone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone: tariff.zone,
      hourCycle: 'h23',
      weekday: 'short',
      month: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
  dials.set(tariff.zone, dial)
  const part = Object.fromEntries(dial.formatToParts(instant).map(({ type, value }) => [type, value]))
  const quarter = Math.floor((Number(part.hour) * 60 + Number(part.minute)) / 15)
  const weekend = part.weekday === 'Sat' || part.weekday === 'Sun'
  const wanted = (key: string) => tariff.days.find(plan => plan.key === key)
  const autumn = Number(part.month) === 9 || Number(part.month) === 10 ? wanted('autumn') : undefined
  const plan = autumn ?? (weekend ? wanted('weekend') : undefined) ?? wanted('default')
  const slot = plan?.intervals.find(i => i.fromQuarter <= quarter && quarter < i.toQuarter)
  return `${slot?.period}/${slot?.electricity}/${slot?.service}`
}
