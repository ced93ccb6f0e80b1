import { DECIMALS, unitOfColumn } from '@wattyard/resource'
import { headWidth } from '../resource/list/fit/head-width.ts'
import { type FigureKind, isDimension, type ReportColumn } from './report-column.ts'
import { figureIn, type Figures, textOfFigure } from './report-figures.ts'

const LEADING = 216
const PHONE_LEADING = 148
const TEXT = 132
const DAY = 104
/** Padding of a cell in pixels. */
const AROUND = 18
/** Width in pixels of a tabular digit at a report's font size. */
const DIGIT = 7.6
const MOST_HEAD = 130

/**
 * Returns the width of a column in pixels. A column of figures fits its longest figure, so that none is cut. `lines` are all
 * lines with figures, the total included.
 */
export function widthOfColumn<R>(
  column: ReportColumn<R>,
  lines: readonly { readonly figures: Figures }[],
  all: readonly ReportColumn<R>[],
): number {
  if (column.width !== undefined) return column.width
  const unit = column.group === undefined ? unitOfColumn(column) : undefined
  const head = Math.min(MOST_HEAD, headWidth(unit === undefined ? column.head : `${column.head} ${unit}`) - AROUND)
  if (isDimension(column)) return Math.max(head, column.kind === 'day' ? DAY : TEXT)
  let longest = 3
  for (const { figures } of lines) {
    const text = textOfFigure(column.kind, figureIn(column, figures, all)) ?? ''
    const [whole = ''] = text.split('.')
    // Grouping adds a separator for every three digits.
    longest = Math.max(longest, whole.length + decimalsOf(column.kind) + Math.floor((whole.length - 1) / 3))
  }
  // A duration is shown as `123:45:06`.
  const more = column.kind === 'duration' ? 4 : 0
  return Math.max(head, Math.ceil((longest + more) * DIGIT) + AROUND)
}

/** Returns the number of characters behind the whole part of a figure: the decimal point and the decimals. */
function decimalsOf(kind: FigureKind): number {
  if (kind === 'integer' || kind === 'duration') return 0
  return 1 + DECIMALS[kind === 'share' ? 'percent' : kind]
}

/** Returns the width in pixels of the leading column. */
export function leadingWidth(width: number | undefined, isPhone: boolean): number {
  return isPhone ? Math.min(width ?? PHONE_LEADING, PHONE_LEADING) : (width ?? LEADING)
}
