import { csvLine, type SheetLine, unitOfColumn } from '@wattyard/resource'
import { type HeadGroup, nameOfColumn, type ReportColumn } from './report-column.ts'
import type { Figures } from './report-figures.ts'
import type { ReportLine } from './report-lines.ts'
import { nameOfLine, plainValue, valueIn } from './report-values.ts'

/** Content of a report's sheet: the shown columns, the leading one first. */
export interface ShownReport<R> {
  readonly columns: readonly ReportColumn<R>[]
  /** All columns, shown or not, from which ratios are computed. */
  readonly all: readonly ReportColumn<R>[]
  readonly heads: readonly HeadGroup[]
  readonly leading: string
  readonly lines: readonly ReportLine<R>[]
  readonly total: { readonly label: string; readonly note?: string; readonly figures: Figures } | null
}

/** Returns the head of a column in a file: its full name with its unit. */
export function nameInFile<R>(column: ReportColumn<R>, heads: readonly HeadGroup[]): string {
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
