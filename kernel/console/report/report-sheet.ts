import { csvLine, type SheetLine, unitOfColumn } from '@wattyard/resource'
import { showDuration } from '@wattyard/resource'
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

/** Content of a report's sheet: the shown columns, the leading one first. */
export interface ShownReport<R> {
  readonly columns: readonly ReportColumn<R>[]
  /** All columns, shown or not, from which ratios are computed. */
  readonly all: readonly ReportColumn<R>[]
  readonly heads: readonly HeadGroup[]
  readonly leading: string
  readonly lines: readonly ReportLine<R>[]
  readonly total: { readonly label: string; readonly figures: Figures } | null
}

/** Returns the value of a column in a line as wire text of its kind; null when the line has none. */
export function valueIn<R>(
  column: ReportColumn<R>,
  line: Pick<ReportLine<R>, 'row' | 'figures'>,
  all: readonly ReportColumn<R>[],
): ReportValue {
  if (isDimension(column)) return line.row === undefined ? null : column.value(line.row)
  // A row's own value is passed on unchanged.
  if (!isRatio(column) && line.row !== undefined) return column.value(line.row)
  return textOfFigure(column.kind, figureIn(column, line.figures, all))
}

/** Returns a value as text outside the screen: words of dimensions, durations as a clock, otherwise the wire text. */
export function plainValue<R>(column: ReportColumn<R>, value: ReportValue): string {
  if (value === null) return ''
  if (isDimension(column)) return wordOf(column, String(value))
  return column.kind === 'duration' ? showDuration(Number(value)) : String(value)
}

/** Returns the name of a line: its group, or the row's value in the leading column. */
export function nameOfLine<R>(line: ReportLine<R>, leading: ReportColumn<R> | undefined): string {
  if (line.group) return wordOf(line.group.column, line.group.value)
  if (line.row === undefined || !leading || !isDimension(leading)) return ''
  return wordOf(leading, leading.value(line.row))
}

/** Returns the head of a column in a file: its full name with its unit. */
function nameInFile<R>(column: ReportColumn<R>, heads: readonly HeadGroup[]): string {
  const unit = unitOfColumn(column)
  return unit === undefined ? nameOfColumn(column, heads) : `${nameOfColumn(column, heads)} (${unit})`
}

const INDENT = '  '

/** Returns the shown report as lines of a spreadsheet: without the content of closed groups, inner lines indented. */
export function sheetOfReport<R>({ columns, all, heads, leading, lines, total }: ShownReport<R>): SheetLine[] {
  const [first, ...others] = columns
  const cells = (line: Pick<ReportLine<R>, 'row' | 'figures'>): (string | number)[] =>
    others.map(column => {
      const value = plainValue(column, valueIn(column, line, all))
      return column.kind === 'integer' && value !== '' && Number.isSafeInteger(Number(value)) ? Number(value) : value
    })
  return [
    [leading, ...others.map(column => nameInFile(column, heads))],
    ...lines
      .filter(({ note }) => note === undefined)
      .map(line => [INDENT.repeat(line.level - 1) + nameOfLine(line, first), ...cells(line)]),
    ...(total ? [[total.label, ...cells({ figures: total.figures })]] : []),
  ]
}

/** Returns lines as CSV for spreadsheet programs, with a byte order mark and without formulas, like the server's exports. */
export function csvOfSheet(lines: readonly SheetLine[]): string {
  return `\uFEFF${lines.map(csvLine).join('')}`
}
