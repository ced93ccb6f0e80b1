import {
  type Energy,
  exactAmount,
  type Fen,
  fen,
  EXACT_PER_FEN,
  type Exact,
  type Price,
  roundToFen,
  roundTogether,
  subEnergy,
  sumEnergy,
  sumFen,
} from '@wattyard/money'
import { PERIOD_KINDS, type PeriodKind } from '@wattyard/time'
import { checkPoints, type MeterPoint, splitEnergy } from './split-energy.ts'
import { type Stretch, stretchesOf } from './stretches.ts'
import type { Tariff } from './tariff.ts'

/**
 * Rounding of exact amounts to fen. `row_sum`: every amount of a line is rounded half up, and totals are sums of lines; driver
 * and partner can recompute each line. `exact_total`: the exact total is rounded half up once, and the lines follow by largest
 * remainder; lowest bias.
 */
export type RoundingRule = 'row_sum' | 'exact_total'

/** Rating options in the price snapshot of an order, fixed at its start. */
export type RatingPolicy = {
  readonly rounding: RoundingRule
  /** Decimals of billed energy in kWh: 2 when a partner sees the order (T/CEC 102 DetailPower), else 4. */
  readonly energyDecimals: 2 | 4
}

export const DEFAULT_POLICY: RatingPolicy = { rounding: 'row_sum', energyDecimals: 4 }

/** A period of time with one tariff period and one pair of prices, in time order. Lines without billed energy are omitted. */
export type BillLine = {
  /** 1, 2, 3 … */
  readonly seq: number
  readonly period: PeriodKind
  /** Epoch ms. */
  readonly from: number
  readonly to: number
  /** Billed energy, a multiple of the policy's scale. */
  readonly energy: Energy
  readonly electricityPrice: Price
  readonly servicePrice: Price
  readonly electricityExact: Exact
  readonly serviceExact: Exact
  readonly electricityFen: Fen
  readonly serviceFen: Fen
}

export type PeriodSum = { readonly energy: Energy; readonly electricityFen: Fen; readonly serviceFen: Fen }

export type Bill = {
  readonly policy: RatingPolicy
  /** Billed energy, the sum of the lines; differs from `meteredEnergy` only by rounding to the policy's scale. */
  readonly energy: Energy
  /** Stop − start, as metered. */
  readonly meteredEnergy: Energy
  readonly electricityFen: Fen
  readonly serviceFen: Fen
  readonly totalFen: Fen
  readonly lines: readonly BillLine[]
  /** Sums of the lines per period, for all five periods. */
  readonly byPeriod: Readonly<Record<PeriodKind, PeriodSum>>
}

export type RatingInput = {
  /** Ascending; first = start, last = stop; registers never fall. Checked before by charging's energy rules. */
  readonly points: readonly MeterPoint[]
  readonly tariff: Tariff
  readonly policy: RatingPolicy
}

type UnpricedLine = Omit<BillLine, 'electricityFen' | 'serviceFen'>
type LineFen = Pick<BillLine, 'electricityFen' | 'serviceFen'>

/**
 * Returns the price of a session. Pure: same points, tariff and policy, same bill, for ever (I-10).
 * @throws PricingError see `checkPoints` and `stretchesOf`; UnitError when an amount fits no bigint column
 */
export function rateSession({ points, tariff, policy }: RatingInput): Bill {
  checkPoints(points)
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined) throw new Error('checkPoints lets no empty list through')
  const stretches = stretchesOf(tariff, first.at, last.at)
  const energies = splitEnergy(points, stretches, policy.energyDecimals === 2 ? 100n : 1n)
  const unpriced = unpricedLines(stretches, energies)
  const amounts = policy.rounding === 'row_sum' ? roundRows(unpriced) : roundTotal(unpriced)
  const lines = unpriced.map((line, i): BillLine => {
    const amount = amounts[i]
    if (amount === undefined) throw new Error('one amount per line')
    return { ...line, ...amount }
  })
  const electricityFen = sumFen(lines.map(line => line.electricityFen))
  const serviceFen = sumFen(lines.map(line => line.serviceFen))
  return {
    policy,
    energy: sumEnergy(energies),
    meteredEnergy: subEnergy(last.register, first.register),
    electricityFen,
    serviceFen,
    totalFen: sumFen([electricityFen, serviceFen]),
    lines,
    byPeriod: sumByPeriod(lines),
  }
}

function unpricedLines(stretches: readonly Stretch[], energies: readonly Energy[]): UnpricedLine[] {
  const lines: UnpricedLine[] = []
  stretches.forEach(({ period, from, to, electricity, service }, i) => {
    const amount = energies[i]
    if (amount === undefined || amount === 0n) return
    lines.push({
      seq: lines.length + 1,
      period,
      from,
      to,
      energy: amount,
      electricityPrice: electricity,
      servicePrice: service,
      electricityExact: exactAmount(electricity, amount),
      serviceExact: exactAmount(service, amount),
    })
  })
  return lines
}

function roundRows(lines: readonly UnpricedLine[]): LineFen[] {
  return lines.map(line => ({
    electricityFen: roundToFen(line.electricityExact),
    serviceFen: roundToFen(line.serviceExact),
  }))
}

/**
 * Rounds by `exact_total`. Ties go to J, F, P, G, S in this order, then to electricity before service, then to the earlier line.
 */
function roundTotal(lines: readonly UnpricedLine[]): LineFen[] {
  const cells = lines
    .flatMap((line, index) => [
      { index, line, service: false, nano: line.electricityExact },
      { index, line, service: true, nano: line.serviceExact },
    ])
    .sort(
      (a, b) =>
        PERIOD_KINDS.indexOf(a.line.period) - PERIOD_KINDS.indexOf(b.line.period) ||
        Number(a.service) - Number(b.service) ||
        a.index - b.index,
    )
  const rounded = roundTogether(
    cells.map(cell => cell.nano),
    EXACT_PER_FEN,
  )
  const amounts = lines.map(() => ({ electricityFen: fen(0n), serviceFen: fen(0n) }))
  cells.forEach(({ index, service }, i) => {
    const amount = amounts[index]
    const value = rounded[i]
    if (amount === undefined || value === undefined) throw new Error('one rounded value per cell')
    amount[service ? 'serviceFen' : 'electricityFen'] = fen(value)
  })
  return amounts
}

function sumByPeriod(lines: readonly BillLine[]): Record<PeriodKind, PeriodSum> {
  const sumOf = (period: PeriodKind): PeriodSum => {
    const own = lines.filter(line => line.period === period)
    return {
      energy: sumEnergy(own.map(line => line.energy)),
      electricityFen: sumFen(own.map(line => line.electricityFen)),
      serviceFen: sumFen(own.map(line => line.serviceFen)),
    }
  }
  return { J: sumOf('J'), F: sumOf('F'), P: sumOf('P'), G: sumOf('G'), S: sumOf('S') }
}
