import { csvLine, type SheetLine } from '@wattyard/resource'
import { showDuration } from '../format/time.ts'
import {
  type HeadGroup,
  isDimension,
  isRatio,
  nameOfColumn,
  type ReportColumn,
  type ReportValue,
  wordOf,
} from './report-column.ts'
import { figureIn, type Figures, textOfFigure } from './report-figures.ts'
import type { ReportLine } from './report-lines.ts'

/** What a sheet of a report is made of: the columns as they are seen, the first of them the leading one. */
export interface ShownReport<R> {
  readonly columns: readonly ReportColumn<R>[]
  /** Columns from which ratios are reckoned, shown or not. */
  readonly all: readonly ReportColumn<R>[]
  readonly heads: readonly HeadGroup[]
  readonly leading: string
  readonly lines: readonly ReportLine<R>[]
  readonly total: { readonly label: string; readonly figures: Figures } | null
}

/** Returns the value of a column in a line: text of its kind on the wire, or nothing where the line has none. */
export function valueIn<R>(
  column: ReportColumn<R>,
  line: Pick<ReportLine<R>, 'row' | 'figures'>,
  all: readonly ReportColumn<R>[],
): ReportValue {
  if (isDimension(column)) return line.row === undefined ? null : column.value(line.row)
  // What came as the wire's text goes on as it is.
  if (!isRatio(column) && line.row !== undefined) return column.value(line.row)
  return textOfFigure(column.kind, figureIn(column, line.figures, all))
}

/** Returns the text of a value outside the screen: words of dimensions, clock form of durations, else the text of the wire. */
export function plainValue<R>(column: ReportColumn<R>, value: ReportValue): string {
  if (value === null) return ''
  if (isDimension(column)) return wordOf(column, String(value))
  return column.kind === 'duration' ? showDuration(Number(value)) : String(value)
}

/** Returns the name of a line: its group, or the row's value of the leading column. */
export function nameOfLine<R>(line: ReportLine<R>, leading: ReportColumn<R> | undefined): string {
  if (line.group) return wordOf(line.group.column, line.group.value)
  if (line.row === undefined || !leading || !isDimension(leading)) return ''
  return wordOf(leading, leading.value(line.row))
}

const INDENT = '  '

/** Returns a report as it is seen, as lines of a spreadsheet: what is closed is left out, what stands below is set in. */
export function sheetOfReport<R>({ columns, all, heads, leading, lines, total }: ShownReport<R>): SheetLine[] {
  const [first, ...others] = columns
  const cells = (line: Pick<ReportLine<R>, 'row' | 'figures'>): (string | number)[] =>
    others.map(column => {
      const value = plainValue(column, valueIn(column, line, all))
      return column.kind === 'integer' && value !== '' && Number.isSafeInteger(Number(value)) ? Number(value) : value
    })
  return [
    [leading, ...others.map(column => nameOfColumn(column, heads))],
    ...lines
      .filter(({ note }) => note === undefined)
      .map(line => [INDENT.repeat(line.level - 1) + nameOfLine(line, first), ...cells(line)]),
    ...(total ? [[total.label, ...cells({ figures: total.figures })]] : []),
  ]
}

/** Returns lines as CSV for spreadsheet programs, with the mark of UTF-8 and without formulas, as the server's exports are. */
export function csvOfSheet(lines: readonly SheetLine[]): string {
  return `\uFEFF${lines.map(csvLine).join('')}`
}
