import { bcd, digits, type Layout, repeat, type Scalar } from '@wattyard/byte-frame'

/** A data identifier (DI3 DI2 DI1 DI0) whose values are known; others stay bytes. */
export interface Identifier {
  /** Name of the quantity: `energy.forward`, `voltage`, … */
  name: string
  /** Which one of several: the rate of an energy, the phase of a voltage; null for a block of all. */
  part: string | null
  /** Settlement days back; 0 is the current value. */
  period: number
  layout: Layout
}

const RATES = ['total', 'tip', 'peak', 'flat', 'valley'] as const
const PHASES = ['a', 'b', 'c'] as const
/** Kinds of energy by DI2; the sum of both directions and reactive sums carry a sign. */
const ENERGIES: Readonly<Record<string, { name: string; kind: Scalar<number> }>> = {
  '00': { name: 'energy.combined', kind: bcd(4, { unit: 'kWh', decimals: 2, signed: true }) },
  '01': { name: 'energy.forward', kind: bcd(4, { unit: 'kWh', decimals: 2 }) },
  '02': { name: 'energy.reverse', kind: bcd(4, { unit: 'kWh', decimals: 2 }) },
}
/** Variables by DI3 DI2: one per phase, or all in a block. Powers have the sum first. */
const VARIABLES: Readonly<Record<string, { name: string; kind: Scalar<number>; hasTotal: boolean }>> = {
  '0201': { name: 'voltage', kind: bcd(2, { unit: 'V', decimals: 1 }), hasTotal: false },
  '0202': { name: 'current', kind: bcd(3, { unit: 'A', decimals: 3, signed: true }), hasTotal: false },
  '0203': { name: 'activePower', kind: bcd(3, { unit: 'kW', decimals: 4, signed: true }), hasTotal: true },
  '0204': { name: 'reactivePower', kind: bcd(3, { unit: 'kvar', decimals: 4, signed: true }), hasTotal: true },
  '0206': { name: 'powerFactor', kind: bcd(2, { decimals: 3, signed: true }), hasTotal: true },
}
const SINGLES: Readonly<Record<string, { name: string; layout: Layout }>> = {
  '02800002': { name: 'frequency', layout: { frequency: bcd(2, { unit: 'Hz', decimals: 2 }) } },
  // Weekday, day, month, year.
  '04000101': { name: 'date', layout: { date: digits(4, { reversed: true }) } },
  '04000102': { name: 'clock', layout: { clock: digits(3, { reversed: true }) } },
  '04000401': { name: 'address', layout: { meterAddress: digits(6, { reversed: true }) } },
  '04000402': { name: 'meterNumber', layout: { meterNumber: digits(6, { reversed: true }) } },
}
/** Number of settlement days a meter keeps. */
const MAX_PERIOD = 12

/** Meaning of an identifier, eight hexadecimal digits as written in the standard; null when it is not known. */
export function identifierOf(di: string): Identifier | null {
  const single = SINGLES[di]
  if (single) return { name: single.name, part: null, period: 0, layout: single.layout }
  const [group, part, period] = [di.slice(0, 4), di.slice(4, 6), Number.parseInt(di.slice(6), 16)]
  const energy = group.startsWith('00') ? ENERGIES[group.slice(2)] : undefined
  if (energy) return period > MAX_PERIOD ? null : oneOrBlock(energy.name, energy.kind, RATES, part, 0, period)
  const variable = VARIABLES[group]
  if (!variable || period !== 0) return null
  const parts = variable.hasTotal ? ['total', ...PHASES] : PHASES
  return oneOrBlock(variable.name, variable.kind, parts, part, variable.hasTotal ? 0 : 1, 0)
}

function oneOrBlock(
  name: string,
  kind: Scalar<number>,
  parts: readonly string[],
  part: string,
  first: number,
  period: number,
): Identifier | null {
  const short = name.split('.')[0] ?? name
  if (part === 'FF') return { name, part: null, period, layout: { values: repeat('rest', { [short]: kind }, parts) } }
  const one = parts[Number.parseInt(part, 16) - first]
  return one === undefined ? null : { name, part: one, period, layout: { [short]: kind } }
}
