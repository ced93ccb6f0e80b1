import {
  addEnergy,
  addFen,
  type Energy,
  type Fen,
  subFen,
  sumEnergy,
  sumFen,
  UnitError,
  ZERO_ENERGY,
  ZERO_FEN,
} from '@wattyard/money'
import type { PeriodKind } from '@wattyard/time'
import { PricingError } from './pricing-error.ts'
import { type Bill, type PeriodSum, type RatingPolicy, rateSession } from './rate-session.ts'
import type { MeterPoint } from './split-energy.ts'
import type { Tariff } from './tariff.ts'

/** Most sessions in one call. Rate a longer history in batches and add the totals. */
export const MAX_WHAT_IF_SESSIONS = 100_000

export type MoneySplit = { readonly electricityFen: Fen; readonly serviceFen: Fen; readonly totalFen: Fen }

/** A session that has a bill already. */
export type PastSession = {
  readonly id: string
  readonly points: readonly MeterPoint[]
  /** Amounts that were really billed; a `Bill` fits. */
  readonly billed: MoneySplit
}

export type SessionDifference = {
  readonly id: string
  readonly energy: Energy
  readonly before: MoneySplit
  readonly after: MoneySplit
  /** after − before: positive when the driver would have paid more. */
  readonly difference: MoneySplit
}

export type WhatIf = {
  readonly sessions: readonly SessionDifference[]
  /** Sums over `sessions`, without refused ones. */
  readonly total: Omit<SessionDifference, 'id'>
  /** The new bills per period, summed over `sessions`. */
  readonly byPeriod: Readonly<Record<PeriodKind, PeriodSum>>
  readonly dearer: number
  readonly cheaper: number
  readonly unchanged: number
  /** Sessions that cannot be rated, with the error code, so that they can be shown. */
  readonly refused: readonly { readonly id: string; readonly code: string }[]
}

/**
 * Returns the cost of past sessions under another tariff and policy. Only the price changes: drivers' behaviour under other
 * prices is unknown.
 * @throws PricingError `pricing.too-many-sessions`
 */
export function whatIf(past: readonly PastSession[], tariff: Tariff, policy: RatingPolicy): WhatIf {
  if (past.length > MAX_WHAT_IF_SESSIONS) {
    throw new PricingError('pricing.too-many-sessions', `${past.length} > ${MAX_WHAT_IF_SESSIONS}`)
  }
  const sessions: SessionDifference[] = []
  const refused: { id: string; code: string }[] = []
  const bills: Bill[] = []
  for (const { id, points, billed } of past) {
    const after = tryRate(points, tariff, policy)
    if (typeof after === 'string') refused.push({ id, code: after })
    else {
      bills.push(after)
      sessions.push({ id, energy: after.energy, ...compare(billed, after) })
    }
  }
  const signOf = (wanted: (fen: Fen) => boolean) => sessions.filter(s => wanted(s.difference.totalFen)).length
  return {
    sessions,
    total: sessions.reduce<WhatIf['total']>(addDifference, { energy: ZERO_ENERGY, ...compare(NOTHING, NOTHING) }),
    byPeriod: sumPeriods(bills),
    dearer: signOf(fen => fen > 0n),
    cheaper: signOf(fen => fen < 0n),
    unchanged: signOf(fen => fen === 0n),
    refused,
  }
}

/** Returns the sums per period over bills, for all five periods. */
export function sumPeriods(bills: readonly Pick<Bill, 'byPeriod'>[]): Record<PeriodKind, PeriodSum> {
  const sumOf = (period: PeriodKind): PeriodSum => {
    const own = bills.map(bill => bill.byPeriod[period])
    return {
      energy: sumEnergy(own.map(sum => sum.energy)),
      electricityFen: sumFen(own.map(sum => sum.electricityFen)),
      serviceFen: sumFen(own.map(sum => sum.serviceFen)),
    }
  }
  return { J: sumOf('J'), F: sumOf('F'), P: sumOf('P'), G: sumOf('G'), S: sumOf('S') }
}

const NOTHING: MoneySplit = { electricityFen: ZERO_FEN, serviceFen: ZERO_FEN, totalFen: ZERO_FEN }

/** Returns the bill, or the code of an expected error. Other errors are thrown on. */
function tryRate(points: readonly MeterPoint[], tariff: Tariff, policy: RatingPolicy): Bill | string {
  try {
    return rateSession({ points, tariff, policy })
  } catch (error) {
    if (error instanceof PricingError || error instanceof UnitError) return error.code
    throw error
  }
}

function compare(billed: MoneySplit, rated: MoneySplit): Omit<SessionDifference, 'id' | 'energy'> {
  const before = combine(billed, NOTHING, addFen)
  const after = combine(rated, NOTHING, addFen)
  return { before, after, difference: combine(after, before, subFen) }
}

function addDifference(sum: WhatIf['total'], session: SessionDifference): WhatIf['total'] {
  return {
    energy: addEnergy(sum.energy, session.energy),
    before: combine(sum.before, session.before, addFen),
    after: combine(sum.after, session.after, addFen),
    difference: combine(sum.difference, session.difference, addFen),
  }
}

function combine(a: MoneySplit, b: MoneySplit, join: (a: Fen, b: Fen) => Fen): MoneySplit {
  return {
    electricityFen: join(a.electricityFen, b.electricityFen),
    serviceFen: join(a.serviceFen, b.serviceFen),
    totalFen: join(a.totalFen, b.totalFen),
  }
}
