import { type Language, showDecimal, showDecimalText, showDuration, showInColumn } from '@wattyard/resource'
import { isDimension, isRatio, type FigureKind, type ReportColumn, type ReportValue, wordOf } from './report-column.ts'
import { figureIn, textOfFigure } from './report-figures.ts'
import type { ReportLine } from './report-lines.ts'

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

/** Returns whether a figure is zero, which reports may draw as a dash. */
export const isZero = (value: string | number): boolean => !/[1-9]/.test(String(value))

/** Returns a figure as screen and paper show it, with the separators of the language. */
export function shownFigure(kind: FigureKind, value: string | number, language: Language): string {
  switch (kind) {
    case 'integer':
      return showDecimalText(String(value), language)
    case 'duration':
      return showDuration(Number(value))
    case 'share':
      return showDecimal('percent', value, language)
    default:
      return showInColumn(kind, value, language)
  }
}
