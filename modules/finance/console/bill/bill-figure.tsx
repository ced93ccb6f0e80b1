import { Count, Decimal, isOpenable } from '@wattyard/console-kit'
import { Link } from 'react-router'
import type { Sums } from '../../contract/index.ts'
import type { BillColumn } from './bill-columns.ts'

/** A cell of a bill. Nothing at all is a quiet dash, so that the figures that are there stand out. */
export function Figure({ column, sums }: { column: BillColumn; sums: Sums }) {
  const value = sums[column.key]
  if (!/[1-9]/.test(String(value))) return <span className="fb-zero">–</span>
  if (column.kind === 'count') return <Count value={Number(value)} />
  return <Decimal kind={column.kind} value={value} aligned />
}

/** Counts lead to what was counted. */
export function LinkedFigure({
  column,
  sums,
  from,
  to,
  station = '',
}: {
  column: BillColumn
  sums: Sums
  from: string
  to: string
  station?: string
}) {
  const figure = <Figure column={column} sums={sums} />
  const address = rowsOf(column.key, { from, to, station })
  if (address === undefined || sums[column.key] === 0 || !isOpenable(address)) return figure
  return (
    <Link to={address} className="fb-link">
      {figure}
    </Link>
  )
}

function rowsOf(
  key: keyof Sums,
  { from, to, station }: { from: string; to: string; station: string },
): string | undefined {
  const of = station === '' ? '' : `&f.station=${station}`
  if (key === 'orders') return `/cwdata2/orderDeatil?f.bookedOn.from=${from}&f.bookedOn.to=${to}${of}`
  if (key === 'abnormalOpen') return `/cwdata2/errOrderDetail?f.state=open${of}`
  return undefined
}
