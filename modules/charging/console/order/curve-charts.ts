import { type CartesianChart, PERIOD_COLOURS } from '@wattyard/console-kit'
import type { ChargingCurveAnswer } from '../../contract/calls/live.ts'

/** Number of readings from which a curve can be zoomed. */
const LONG = 40
/** Readings that are this many times further apart than usual have a gap between them. */
const GAP_STEPS = 3
/** Shortest time that counts as a gap: piles may send every few seconds and be late by some. */
const MIN_GAP_MS = 2 * 60_000

interface Said {
  t: (key: string, values?: Record<string, string>) => string
  /** Returns the time of day of an instant on the station's clock. */
  clock: (at: number) => string
  /** Maximum power of the connector in watts; null when it is unknown. */
  most_W: number | null
}

export interface CurveCharts {
  /** Power and state of charge; null when neither was reported. */
  flow: CartesianChart | null
  energy: CartesianChart | null
  /** Registers as the pile stated them; null unless they contradict each other. */
  register: CartesianChart | null
}

/** Returns the time between two readings from which a line breaks, in ms. */
export function gapOf(at: readonly number[]): number {
  const steps = at.slice(1).map((one, index) => one - (at[index] ?? one))
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0
  return Math.max(MIN_GAP_MS, GAP_STEPS * usual)
}

/** Returns whether a register is lower than one before it, or a reading counts nowhere. */
export function contradict({ meterStart, points, meterStop, notCounted }: ChargingCurveAnswer): boolean {
  const registers = [meterStart, ...points.map(({ register }) => register), meterStop].flatMap(text => text ?? [])
  // Compared as numbers: a curve shows no difference that a float would lose.
  return (
    notCounted.length > 0 || registers.some((one, index) => index > 0 && Number(one) < Number(registers[index - 1]))
  )
}

/** Returns the curves of a session, all over the same true time with the tariff periods behind them. */
export function curveCharts(curve: ChargingCurveAnswer, said: Said): CurveCharts {
  const { periods } = curve
  const points = fromStartToEnd(curve)
  const { t, clock, most_W } = said
  const at = points.map(point => point.at)
  const possible = possibleOf(curve)
  const along = {
    labels: at.map(clock),
    at,
    gap_ms: gapOf(at),
    zoom: curve.points.length > LONG,
    ...(periods.length > 0
      ? {
          bands: {
            name: t('charging.page.period'),
            list: periods.map(({ from, to, period }) => ({
              from,
              to,
              name: t(`charging.page.periodValue.${period}`),
              colour: PERIOD_COLOURS[period],
            })),
          },
        }
      : {}),
  }
  const soc = points.map(point => (point.soc === null ? null : point.soc / 10))
  const power = points.map(point => (point.power === null ? null : point.power / 1_000))
  const hasFlow = points.some(point => point.power !== null || point.soc !== null)
  return {
    flow: hasFlow
      ? {
          kind: 'area',
          ...along,
          left: { unit: 'kW', min: 0 },
          right: { unit: '%', min: 0, max: 100 },
          series: [
            { name: t('charging.page.power'), values: power },
            ...(soc.some(value => value !== null)
              ? [{ name: t('charging.page.soc'), values: soc, as: 'line' as const, axis: 'right' as const }]
              : []),
          ],
          ...(most_W === null ? {} : { thresholds: [{ name: t('charging.order.ratedPower'), value: most_W / 1_000 }] }),
        }
      : null,
    energy: curve.points.some(point => point.energy !== null)
      ? {
          kind: 'area',
          ...along,
          left: { unit: 'kWh' },
          series: [{ name: t('charging.order.energy'), values: points.map(point => point.energy) }],
          ...(possible === null ? {} : { thresholds: [{ name: t('charging.evidence.possible'), value: possible }] }),
        }
      : null,
    register: contradict(curve) ? registerChart(curve, said) : null,
  }
}

type Point = ChargingCurveAnswer['points'][number]

/**
 * Returns the points of a session with the registers of its start and stop, which are known as well as any reading between them;
 * without them where registers contradict each other, because then the total is not their difference.
 */
function fromStartToEnd(curve: ChargingCurveAnswer): readonly Point[] {
  const { startedAt, endedAt, meterStart, meterStop, energy, points } = curve
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || contradict(curve)) return points
  const stated = (at: number, register: string, sum: string): Point => ({
    at,
    power: null,
    soc: null,
    register,
    energy: sum,
  })
  const hasTotal = meterStart !== null && meterStop !== null && endedAt !== null && energy !== null
  return [
    ...(meterStart !== null && startedAt < first.at ? [stated(startedAt, meterStart, '0')] : []),
    ...points,
    ...(hasTotal && endedAt > last.at ? [stated(endedAt, meterStop, energy)] : []),
  ]
}

/** Returns the most energy that a rule held possible, where one has stated it. */
function possibleOf({ flags }: ChargingCurveAnswer): string | null {
  return flags.map(({ evidence }) => evidence.possible).find(text => text !== undefined && text !== '') ?? null
}

/** Draws every register in the order of time, those that count nowhere beside, between the two that were stated at start and stop. */
function registerChart(curve: ChargingCurveAnswer, { t, clock }: Said): CartesianChart {
  const { startedAt, endedAt, meterStart, meterStop, notCounted } = curve
  const stated = [
    ...(meterStart === null ? [] : [{ at: startedAt, register: meterStart, isCounted: true }]),
    ...curve.points.flatMap(({ at, register }) => (register === null ? [] : [{ at, register, isCounted: true }])),
    ...(meterStop === null || endedAt === null ? [] : [{ at: endedAt, register: meterStop, isCounted: true }]),
    ...notCounted.map(({ at, register }) => ({ at, register, isCounted: false })),
  ].toSorted((a, b) => a.at - b.at)
  return {
    kind: 'line',
    labels: stated.map(({ at }) => clock(at)),
    at: stated.map(({ at }) => at),
    left: { unit: 'kWh', cropped: true },
    series: [
      { name: t('charging.page.register'), values: stated.map(one => (one.isCounted ? one.register : null)) },
      ...(notCounted.length > 0
        ? [
            {
              name: t('charging.page.notCounted'),
              values: stated.map(one => (one.isCounted ? null : one.register)),
            },
          ]
        : []),
    ],
    thresholds: [
      ...(meterStart === null ? [] : [{ name: t('charging.order.meterStart'), value: meterStart }]),
      ...(meterStop === null ? [] : [{ name: t('charging.order.meterStop'), value: meterStop }]),
    ],
  }
}
