import { formatEnergy, formatFen, parseEnergy, parseFen, sumEnergy, sumFen } from '@wattyard/money'

/** Sum of amounts in yuan, exact. */
export function fenTotal(amounts: readonly string[]): string {
  return formatFen(sumFen(amounts.map(text => parseFen(text))))
}

/** Sum of energies in kWh, exact. */
export function energyTotal(energies: readonly string[]): string {
  return formatEnergy(sumEnergy(energies.map(text => parseEnergy(text))))
}
