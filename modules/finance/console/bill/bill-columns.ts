import type { Sums } from '../../contract/index.ts'

export interface BillColumn {
  readonly key: keyof Sums
  readonly kind: 'count' | 'energy' | 'money'
  readonly group: 'orders' | 'energy' | 'fees' | 'paid' | 'abnormal'
  /** On a phone only shown of the day that is open. */
  readonly isMinor?: true
}

/** Columns of a bill, in the order of a bill: what was taken, what it cost, how it was paid. */
export const BILL_COLUMNS: readonly BillColumn[] = [
  { key: 'orders', kind: 'count', group: 'orders' },
  { key: 'energy', kind: 'energy', group: 'energy' },
  { key: 'energyJ', kind: 'energy', group: 'energy', isMinor: true },
  { key: 'energyF', kind: 'energy', group: 'energy', isMinor: true },
  { key: 'energyP', kind: 'energy', group: 'energy', isMinor: true },
  { key: 'energyG', kind: 'energy', group: 'energy', isMinor: true },
  { key: 'energyS', kind: 'energy', group: 'energy', isMinor: true },
  { key: 'electricity', kind: 'money', group: 'fees' },
  { key: 'service', kind: 'money', group: 'fees' },
  { key: 'discount', kind: 'money', group: 'fees', isMinor: true },
  { key: 'total', kind: 'money', group: 'fees' },
  { key: 'paidPrincipal', kind: 'money', group: 'paid', isMinor: true },
  { key: 'paidGift', kind: 'money', group: 'paid', isMinor: true },
  { key: 'receivable', kind: 'money', group: 'paid' },
  { key: 'refunded', kind: 'money', group: 'paid' },
  { key: 'reversed', kind: 'money', group: 'paid', isMinor: true },
  { key: 'abnormalOpen', kind: 'count', group: 'abnormal' },
]

/** Short head under the head of its group: the period's own name for the split of energy. */
export function headOf({ key, group }: BillColumn): string {
  if (key === 'energy') return 'finance.bill.energyTotal'
  if (group === 'energy') return `finance.bill.period.${key.slice(-1)}`
  return `finance.bill.head.${key}`
}
