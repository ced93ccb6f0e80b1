import { price, UnitError } from '@wattyard/money'
import { type BusinessDay, isBusinessDay, isPeriodKind } from '@wattyard/time'
import { checkTariff } from './check-tariff.ts'
import { PricingError } from './pricing-error.ts'
import type { RatingPolicy } from './rate-session.ts'
import { sha256Hex } from './sha256.ts'
import type { DayCondition, DayPlan, Tariff, TariffInterval } from './tariff.ts'

/**
 * Prices that an order stores at its start. With it and the meter points, the same bill can be computed again whatever happens to
 * the tariff later (I-10).
 */
export type PriceSnapshot = {
  readonly tariff: Tariff
  readonly policy: RatingPolicy
  /** Set for snapshots from the time when prices had five decimals, so that their hash stays the same. */
  readonly encoding?: 1
}

/** First element of every encoding. A new shape gets a new number; old snapshots stay readable and keep their hash. */
export const SNAPSHOT_ENCODING = 2
/** Unit of a price per encoding in 1e-6 CNY/kWh. The first encoding had five decimals. */
const UNIT: Readonly<Record<1 | 2, bigint>> = { 1: 10n, 2: 1n }
/** Longest encoded snapshot in characters. A tariff at every limit of `checkTariff` is shorter. */
export const MAX_SNAPSHOT_LENGTH = 1_000_000

/**
 * Returns the canonical text of a snapshot: equal snapshots give equal text. It is JSON without spaces, with sorted keys, money
 * integers as text, the encoding number first, intervals in order of the day and sorted condition lists; plans keep their order,
 * which is their priority. It can therefore be stored once per hash and shared by orders.
 */
export function encodeSnapshot({ tariff, policy, encoding: earlier }: PriceSnapshot): string {
  const encoding = earlier ?? SNAPSHOT_ENCODING
  return JSON.stringify([
    encoding,
    {
      days: tariff.days.map(plan => encodePlan(plan, UNIT[encoding])),
      policy: { energyDecimals: policy.energyDecimals, rounding: policy.rounding },
      versionId: tariff.versionId,
      zone: tariff.zone,
    },
  ])
}

/** Returns the SHA-256 of `encodeSnapshot`, 64 hex digits. */
export function hashSnapshot(snapshot: PriceSnapshot): string {
  return sha256Hex(encodeSnapshot(snapshot))
}

/**
 * Returns the inverse of `encodeSnapshot`; refuses everything that it would not have written, so text ⇄ hash is one to
 * one.
 * @throws PricingError `pricing.unknown-encoding`, `pricing.bad-snapshot`
 */
export function decodeSnapshot(text: string): PriceSnapshot {
  if (text.length > MAX_SNAPSHOT_LENGTH) throw bad('too long')
  const root = list(parseJson(text), 'root')
  const encoding = root[0]
  if (encoding !== 1 && encoding !== SNAPSHOT_ENCODING)
    throw new PricingError('pricing.unknown-encoding', String(root[0]).slice(0, 16))
  const body = record(root[1], 'body')
  const snapshot: PriceSnapshot = {
    tariff: {
      versionId: string(body.versionId, 'versionId'),
      zone: string(body.zone, 'zone'),
      days: list(body.days, 'days').map(plan => decodePlan(plan, UNIT[encoding])),
    },
    policy: decodePolicy(body.policy),
    ...(encoding === 1 ? { encoding } : {}),
  }
  const problem = checkTariff(snapshot.tariff)[0]
  if (problem !== undefined) throw bad(`tariff: ${problem.code}`)
  if (encodeSnapshot(snapshot) !== text) throw bad('not canonical')
  return snapshot
}

function encodePlan({ key, when, intervals }: DayPlan, unit: bigint): unknown {
  return {
    intervals: intervals
      .toSorted((a, b) => a.fromQuarter - b.fromQuarter)
      .map(i => [
        i.fromQuarter,
        i.toQuarter,
        i.period,
        (i.electricity / unit).toString(),
        (i.service / unit).toString(),
      ]),
    key,
    ...(when === undefined ? {} : { when: encodeCondition(when) }),
  }
}

function encodeCondition({ dates, months, weekdays }: DayCondition): unknown {
  return {
    ...(dates === undefined ? {} : { dates: [...new Set(dates)].sort() }),
    ...(months === undefined ? {} : { months: [...new Set(months)].sort((a, b) => a - b) }),
    ...(weekdays === undefined ? {} : { weekdays: [...new Set(weekdays)].sort((a, b) => a - b) }),
  }
}

function decodePlan(value: unknown, unit: bigint): DayPlan {
  const plan = record(value, 'plan')
  const key = string(plan.key, 'key')
  const intervals = list(plan.intervals, 'intervals').map(one => decodeInterval(one, unit))
  return plan.when === undefined ? { key, intervals } : { key, when: decodeCondition(plan.when), intervals }
}

function decodeInterval(value: unknown, unit: bigint): TariffInterval {
  const [fromQuarter, toQuarter, period, electricity, service] = list(value, 'interval')
  const kind = string(period, 'period')
  if (!isPeriodKind(kind)) throw bad('period')
  return {
    fromQuarter: number(fromQuarter, 'fromQuarter'),
    toQuarter: number(toQuarter, 'toQuarter'),
    period: kind,
    electricity: decodePrice(electricity, unit),
    service: decodePrice(service, unit),
  }
}

function decodePrice(value: unknown, unit: bigint): TariffInterval['electricity'] {
  const text = string(value, 'price')
  if (!/^(0|[1-9][0-9]{0,18})$/.test(text)) throw bad('price')
  try {
    return price(BigInt(text) * unit)
  } catch (error) {
    if (error instanceof UnitError) throw bad(error.code)
    throw error
  }
}

function decodeCondition(value: unknown): DayCondition {
  const { dates, months, weekdays } = record(value, 'when')
  return {
    ...(dates === undefined ? {} : { dates: list(dates, 'dates').map(decodeDay) }),
    ...(months === undefined ? {} : { months: list(months, 'months').map(month => number(month, 'month')) }),
    ...(weekdays === undefined ? {} : { weekdays: list(weekdays, 'weekdays').map(day => number(day, 'weekday')) }),
  }
}

function decodeDay(value: unknown): BusinessDay {
  const text = string(value, 'date')
  if (!isBusinessDay(text)) throw bad('date')
  return text
}

function decodePolicy(value: unknown): RatingPolicy {
  const { energyDecimals, rounding } = record(value, 'policy')
  if (energyDecimals !== 2 && energyDecimals !== 4) throw bad('energyDecimals')
  if (rounding !== 'row_sum' && rounding !== 'exact_total') throw bad('rounding')
  return { energyDecimals, rounding }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw bad('not JSON')
  }
}

function list(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw bad(name)
  return value
}

function record(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw bad(name)
  return value as Record<string, unknown> // an object that is no array has text keys and unknown values
}

function string(value: unknown, name: string): string {
  if (typeof value !== 'string') throw bad(name)
  return value
}

function number(value: unknown, name: string): number {
  if (typeof value !== 'number') throw bad(name)
  return value
}

function bad(what: string): PricingError {
  return new PricingError('pricing.bad-snapshot', what)
}
