import { parseEnergy, parseFen } from '@wattyard/money'
import type { Figure } from '../../contract/index.ts'

/** Change in tenths of a percent, halves away from zero; null when there is nothing to compare with. */
export function changeOf(
  unit: Figure['unit'],
  value: string | number,
  before: string | number | undefined,
): number | null {
  if (before === undefined) return null
  const [is, was] = [unitsOf(unit, value), unitsOf(unit, before)]
  if (was === 0n) return null
  const doubled = (is - was) * 2000n
  const size = was < 0n ? -was : was
  const rounded = (doubled + (doubled < 0n ? -size : size)) / (2n * size)
  return Number(rounded)
}

function unitsOf(unit: Figure['unit'], value: string | number): bigint {
  if (unit === 'yuan') return parseFen(String(value))
  if (unit === 'kwh') return parseEnergy(String(value))
  return BigInt(value)
}
