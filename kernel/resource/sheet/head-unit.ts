const KILOWATTS = /[(（]\s*kw\s*[)）]\s*$/i
const BARE_NUMBER = /^\d+(?:\.\d+)?$/

/**
 * Returns a power as a sheet means it: a bare number below a head such as `Power (kW)` gets that unit. Without a unit in cell or
 * head, imports read watts.
 */
export function withHeadUnit(cell: string, head: string): string {
  return KILOWATTS.test(head) && BARE_NUMBER.test(cell.trim()) ? `${cell.trim()} kW` : cell
}
