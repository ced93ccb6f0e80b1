import { loadSpanish, shownText } from '@wattyard/console-kit/testing'
import { beforeAll, expect, test } from 'vitest'
import type { BillsAnswer } from '../../contract/index.ts'
import { consoleModule } from '../index.ts'
import { BillSums } from './bill-sums.tsx'

beforeAll(() => loadSpanish(consoleModule))

/** Bills of a period: how many there are, and what they come to. */
const bills = (total: number, amount: string): BillsAnswer => {
  const sums = { orders: total, energy: '0.0000', total: amount, receivable: '0.00', refunded: '0.00' }
  return { total, totals: sums, days: [], from: '2026-11-01', to: '2026-11-02' } as unknown as BillsAnswer // what is read
}
const compared = (before: BillsAnswer) =>
  shownText(<BillSums bills={bills(2, '16.15')} before={{ bills: before, hasFailed: false }} today="2026-11-30" />)

test('days without a single bill are no base of a comparison, those with bills of nothing are', () => {
  expect(compared(bills(0, '0.00')).match(/sin datos para comparar/g)).toHaveLength(5)
  expect(compared(bills(1, '0.00'))).not.toContain('sin datos')
})
