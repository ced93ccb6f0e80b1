import { useWords } from '../words/use-words.ts'
import { isDimension, type ReportColumn, type ReportValue, wordOf } from './report-column.ts'
import { isZero, shownFigure } from './report-values.ts'

interface ReportValueProps<R> {
  readonly column: ReportColumn<R>
  readonly value: ReportValue
  readonly isZeroQuiet: boolean
}

/** Draws a value by the kind of its column; figures are grouped in the reader's language. */
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
  if (isZeroQuiet && isZero(value)) return <span className="w-report-zero">–</span>
  return <span className="w-num">{shownFigure(column.kind, value, language)}</span>
}
