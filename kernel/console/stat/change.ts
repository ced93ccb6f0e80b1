import { energy, fen, formatEnergy, formatFen, formatPpm, parseEnergy, parseFen, parsePpm, ppm } from '@wattyard/money'

/** A figure as it came: decimal text of money (yuan), energy (kWh) and a share (percent), whole watts, a count. Null means unknown. */
export type Figure =
  | { readonly kind: 'money' | 'energy' | 'percent'; readonly value: string | null }
  | { readonly kind: 'power' | 'count'; readonly value: number | null }

/**
 * Smallest base for a percentage, in the smallest unit: ¥10, 10 kWh, 1 kW, 10 things. Null for shares, which change by points: half
 * as much of 4 % is not "50 % less".
 */
const LEAST_BASE: Readonly<Record<Figure['kind'], bigint | null>> = {
  money: 1_000n,
  energy: 100_000n,
  power: 1_000n,
  count: 10n,
  percent: null,
}
/** Smallest number of cases behind a base, such as orders behind a revenue: a handful of them says nothing in percent. */
export const LEAST_CASES = 20
/** Largest percentage in tenths; above it no percentage is shown. */
const MOST = 9_990n

export interface Change {
  readonly direction: 'more' | 'less' | 'same'
  /**
   * Change in tenths of a percent of the base, unsigned, halves rounded away from zero; null when the base is too small or the
   * change too large.
   */
  readonly tenths: number | null
  /** Difference, unsigned, in the figure's own form. */
  readonly by: Figure
}

/**
 * Returns the change of a figure against a former one; null when either is unknown or cannot be read. A base of zero or nearly
 * zero gives no percentage: from 2 orders to 3 is one more, not 50 %. Neither does a base of fewer than `LEAST_CASES` cases.
 */
export function changeOf(
  kind: Figure['kind'],
  value: Figure['value'],
  before: Figure['value'],
  cases = LEAST_CASES,
): Change | null {
  const [is, was] = [unitsOf(kind, value), unitsOf(kind, before)]
  if (is === null || was === null) return null
  const difference = is - was
  const [by, base] = [absolute(difference), absolute(was)]
  const least = LEAST_BASE[kind]
  const tenths = least === null || base < least || cases < LEAST_CASES ? null : (by * 2_000n + base) / (2n * base)
  return {
    direction: difference > 0n ? 'more' : difference < 0n ? 'less' : 'same',
    tenths: tenths === null || tenths > MOST ? null : Number(tenths),
    by: figureOf(kind, by),
  }
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value)

function unitsOf(kind: Figure['kind'], value: Figure['value']): bigint | null {
  if (value === null) return null
  try {
    if (kind === 'money') return parseFen(String(value))
    if (kind === 'energy') return parseEnergy(String(value))
    if (kind === 'percent') return parsePpm(String(value))
    return BigInt(value)
  } catch {
    return null // a server of another version may send text that this one cannot read; the page goes on
  }
}

function figureOf(kind: Figure['kind'], units: bigint): Figure {
  if (kind === 'money') return { kind, value: formatFen(fen(units)) }
  if (kind === 'energy') return { kind, value: formatEnergy(energy(units)) }
  if (kind === 'percent') return { kind, value: formatPpm(ppm(units)) }
  return { kind, value: Number(units) }
}
