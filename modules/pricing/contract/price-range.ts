import { formatPrice, price } from '@wattyard/money'
import type { Tariff } from './tariff.ts'

/**
 * Returns the lowest and the highest price of a tariff over all its days, electricity and service in CNY/kWh, such as
 * `0.4257–1.1145`; one number where they are the same.
 */
export function priceRange({ days }: Tariff): string {
  const prices = days.flatMap(({ intervals }) => intervals.map(({ electricity, service }) => electricity + service))
  const [low, high] = [prices.reduce((a, b) => (b < a ? b : a)), prices.reduce((a, b) => (b > a ? b : a))]
  const text = (one: bigint): string => formatPrice(price(one)).replace(/(\.\d{4})0+$/, '$1')
  return low === high ? text(low) : `${text(low)}–${text(high)}`
}
