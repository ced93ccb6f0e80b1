import { showDecimalText } from '@wattyard/resource'
import { Decimal, Duration } from '../ui/shown.tsx'
import { useWords } from '../words/use-words.ts'
import { isDimension, type ReportColumn, type ReportValue, wordOf } from './report-column.ts'

interface ReportValueProps<R> {
  readonly column: ReportColumn<R>
  readonly value: ReportValue
  readonly isZeroQuiet: boolean
}

/** Draws a value by the kind of its column; figures are grouped in the reader's language and keep every digit. */
export function ReportValueShown<R>({ column, value, isZeroQuiet }: ReportValueProps<R>) {
  const { language } = useWords()
  if (isDimension(column)) {
    const word = wordOf(column, value === null ? null : String(value))
    return (
      <span className="w-clip" title={word}>
        {word}
      </span>
    )
  }
  if (value === null) return <span className="w-report-none">–</span>
  if (isZeroQuiet && !/[1-9]/.test(String(value))) return <span className="w-report-zero">–</span>
  switch (column.kind) {
    case 'integer':
      return <span className="w-num">{showDecimalText(String(value), language)}</span>
    case 'duration':
      return <Duration seconds={Number(value)} />
    case 'share':
      return <Decimal kind="percent" value={value} />
    default:
      return <Decimal kind={column.kind} value={value} aligned />
  }
}
