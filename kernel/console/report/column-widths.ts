import { DECIMALS, unitOfColumn } from '@wattyard/resource'
import { headWidth } from '../resource/list/fit/head-width.ts'
import { type FigureKind, isDimension, type ReportColumn } from './report-column.ts'
import { figureIn, type Figures, textOfFigure } from './report-figures.ts'

const LEADING = 216
const PHONE_LEADING = 148
const TEXT = 132
const DAY = 104
/** Padding of a cell in pixels, and of a tight report's. */
const AROUND = 18
const AROUND_TIGHT = 12
/** Width in pixels of a tabular digit at a report's font size. */
const DIGIT = 7.6
const MOST_HEAD = 130
/** Pixels that a head of a tight report does without: its padding, and a margin that longer names need. */
const HEAD_TIGHTER = 2

/**
 * Returns the width of a column in pixels. A column of figures fits its longest figure, so that none is cut. `lines` are all
 * lines with figures, the total included.
 */
export function widthOfColumn<R>(
  column: ReportColumn<R>,
  lines: readonly { readonly figures: Figures }[],
  all: readonly ReportColumn<R>[],
  isTight = false,
): number {
  if (column.width !== undefined) return column.width
  const unit = column.group === undefined ? unitOfColumn(column) : undefined
  const around = isTight ? AROUND_TIGHT : AROUND
  const wide = headWidth(unit === undefined ? column.head : `${column.head} ${unit}`) - AROUND
  const head = Math.min(MOST_HEAD, wide - (isTight ? HEAD_TIGHTER : 0))
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
  return Math.max(head, Math.ceil((longest + more) * DIGIT) + around)
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
