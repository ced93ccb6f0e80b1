import fc from 'fast-check'
import { formatScaled, parseScaled } from '@wattyard/money'
import type { ReportColumn } from '../report/report-column.ts'

/** A test row: two dimensions, and figures that add up in each of the possible ways. */
export interface TestRow {
  readonly station: string | null
  readonly day: string
  readonly orders: number
  readonly money: string | null
  readonly energy: string
  readonly price: string
}

/** Returns a row of two orders at half a yuan per kWh. */
export const aTestRow = (station: string, day: string, money: string, energy = '4.0000'): TestRow => ({
  station,
  day,
  orders: 2,
  money,
  energy,
  price: '0.500000',
})

export const COLUMNS: readonly ReportColumn<TestRow>[] = [
  { key: 'station', head: 'Station', kind: 'text', value: row => row.station, word: id => `S ${id}` },
  { key: 'day', head: 'Day', kind: 'day', value: row => row.day },
  { key: 'orders', head: 'Orders', kind: 'integer', value: row => row.orders },
  { key: 'money', head: 'Money', group: 'fees', kind: 'money', value: row => row.money },
  { key: 'energy', head: 'Energy', kind: 'energy', value: row => row.energy },
  { key: 'price', head: 'Price', kind: 'price', value: row => row.price, adds: false },
  { key: 'perKwh', head: 'Per kWh', group: 'fees', kind: 'price', ratio: { of: 'money', by: 'energy' } },
]

const scaled = (scale: number, max: bigint) => fc.bigInt({ min: -max, max }).map(value => formatScaled(value, scale))

/** Rows as calls answer them: large sums, negative ones, and unknown values. */
export const testRows: fc.Arbitrary<TestRow[]> = fc.array(
  fc.record({
    station: fc.option(fc.constantFrom('a', 'b', 'c10', 'c9'), { nil: null }),
    day: fc.constantFrom('2026-11-01', '2026-11-02', '2026-11-03'),
    orders: fc.integer({ min: 0, max: 1_000_000 }),
    money: fc.option(scaled(2, 10n ** 15n), { nil: null }),
    energy: scaled(4, 10n ** 13n),
    price: scaled(6, 10n ** 8n),
  }),
  { maxLength: 40 },
)

/** Adds up decimal texts one by one; null when there are none. */
export function plainSum(values: readonly (string | null)[], scale: number): bigint | null {
  const known = values.filter(value => value !== null).map(value => parseScaled(value, scale))
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0n)
}
