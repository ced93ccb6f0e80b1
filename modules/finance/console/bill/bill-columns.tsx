import { type HeadGroup, isOpenable, type ReportColumn, type Translate, useWords } from '@wattyard/console-kit'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import type { Sums } from '../../contract/index.ts'

interface BillColumn {
  readonly key: keyof Sums
  readonly kind: 'integer' | 'energy' | 'money'
  readonly group?: 'energy' | 'fees' | 'paid'
  readonly isStrong?: true
  readonly together?: 'periods'
}

/** Columns of a bill in their order: energy, fees, payment. Two of five periods would look like the whole day. */
const BILL_COLUMNS: readonly BillColumn[] = [
  { key: 'orders', kind: 'integer' },
  { key: 'energy', kind: 'energy', group: 'energy' },
  { key: 'energyJ', kind: 'energy', group: 'energy', together: 'periods' },
  { key: 'energyF', kind: 'energy', group: 'energy', together: 'periods' },
  { key: 'energyP', kind: 'energy', group: 'energy', together: 'periods' },
  { key: 'energyG', kind: 'energy', group: 'energy', together: 'periods' },
  { key: 'energyS', kind: 'energy', group: 'energy', together: 'periods' },
  { key: 'electricity', kind: 'money', group: 'fees' },
  { key: 'service', kind: 'money', group: 'fees' },
  { key: 'discount', kind: 'money', group: 'fees' },
  { key: 'total', kind: 'money', group: 'fees', isStrong: true },
  { key: 'paidPrincipal', kind: 'money', group: 'paid' },
  { key: 'paidGift', kind: 'money', group: 'paid' },
  { key: 'receivable', kind: 'money', group: 'paid' },
  { key: 'refunded', kind: 'money', group: 'paid' },
  { key: 'reversed', kind: 'money', group: 'paid' },
  { key: 'abnormalOpen', kind: 'integer' },
]

/** Figures from the most important on: what came in, what went back, what waits for a person; the split by periods last. */
export const BILL_PRIORITY: readonly string[] = [
  'state',
  'total',
  'energy',
  'orders',
  'abnormalOpen',
  'refunded',
  'receivable',
  'electricity',
  'service',
  'discount',
  'reversed',
  'paidPrincipal',
  'paidGift',
]

/** Returns the key of a column's short head below the head of its group; energies are named by their period. */
function headOf({ key, group }: BillColumn): string {
  if (key === 'orders') return 'finance.dailyBill.orders'
  if (key === 'energy') return 'finance.bill.energyTotal'
  if (group === 'energy') return `finance.bill.period.${key.slice(-1)}`
  return `finance.bill.head.${key}`
}

/** Returns the heads above the columns of a bill. */
export function useBillHeads(): readonly HeadGroup[] {
  const { t } = useWords()
  return useMemo(
    () => [
      { key: 'energy', head: t('finance.bill.groupEnergy') },
      { key: 'fees', head: t('finance.bill.groupFees') },
      { key: 'paid', head: t('finance.bill.groupPaid') },
    ],
    [t],
  )
}

/** Days and station of a row. */
export interface BillPlace {
  readonly from: string
  readonly to: string
  readonly station: string
}

/**
 * Returns the figures of a bill as columns of a report; counts are links to the counted rows. Both arguments must be constant
 * functions.
 */
export function useSumColumns<R>(sumsOf: (row: R) => Sums, placeOf: (row: R) => BillPlace): ReportColumn<R>[] {
  const { t } = useWords()
  return useMemo(
    () =>
      BILL_COLUMNS.map(column => ({
        ...column,
        head: t(headOf(column)),
        title: t(`finance.dailyBill.${column.key}`),
        value: (row: R) => sumsOf(row)[column.key],
        show: ({ row }: { row: R | undefined }, figure: ReactNode) =>
          row === undefined ? (
            figure
          ) : (
            <>
              {linked(column.key, sumsOf(row), placeOf(row), figure)}
              {column.key === 'abnormalOpen' && sealedAbnormal(sumsOf(row), t)}
            </>
          ),
      })),
    [t, sumsOf, placeOf],
  )
}

/** Draws how many abnormal orders the closing carried on, where it is another number than that of those open now. */
export function sealedAbnormal({ abnormalOpen, abnormalSealed }: Sums, t: Translate): ReactNode {
  if (abnormalSealed === 0 || abnormalSealed === abnormalOpen) return null
  return <small className="w-quiet fb-sealed"> {t('finance.bill.sealedAbnormal', { count: abnormalSealed })}</small>
}

/** Draws a figure as a link to the rows that it counts, where there are any and the reader may open them. */
export function linked(key: keyof Sums, sums: Sums, place: BillPlace, figure: ReactNode): ReactNode {
  const address = rowsOf(key, place)
  if (address === undefined || sums[key] === 0 || !isOpenable(address)) return figure
  return (
    <Link to={address} className="fb-link" data-tone={key === 'abnormalOpen' ? 'wait' : undefined}>
      {figure}
    </Link>
  )
}

/** Returns the address of the counted rows. */
function rowsOf(key: keyof Sums, { from, to, station }: BillPlace): string | undefined {
  const of = station === '' ? '' : `&f.station=${station}`
  if (key === 'orders') return `/cwdata2/orderDeatil?f.bookedOn.from=${from}&f.bookedOn.to=${to}${of}`
  if (key === 'abnormalOpen')
    return `/cwdata2/errOrderDetail?f.state=open&f.severity=critical,warning&f.orderEndedAt.from=${from}&f.orderEndedAt.to=${to}${of}`
  return undefined
}
