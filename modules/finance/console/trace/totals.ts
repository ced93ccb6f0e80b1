import { formatEnergy, formatFen, parseEnergy, parseFen, sumEnergy, sumFen } from '@wattyard/money'

/** Returns the exact sum of amounts in yuan. */
export function fenTotal(amounts: readonly string[]): string {
  return formatFen(sumFen(amounts.map(text => parseFen(text))))
}

/** Returns the exact sum of energies in kWh. */
export function energyTotal(energies: readonly string[]): string {
  return formatEnergy(sumEnergy(energies.map(text => parseEnergy(text))))
}
