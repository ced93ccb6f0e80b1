import { MAX_REPORT_COLUMNS, MAX_REPORT_LINES, type ReportPaper } from '@wattyard/calls'
import type { Language } from '@wattyard/resource'
import { fitColumns } from '../resource/list/fit/fit-columns.ts'
import type { Translate } from '../words/use-words.ts'
import { leadingWidth, widthOfColumn } from './column-widths.ts'
import { isDimension, nameOfColumn, type ReportColumn } from './report-column.ts'
import type { ReportLine } from './report-lines.ts'
import { nameInFile, type ShownReport } from './report-sheet.ts'
import { isZero, nameOfLine, shownFigure, valueIn } from './report-values.ts'

/** What a report on paper needs besides its lines. */
export interface PaperLook {
  readonly title: string
  readonly zone: string
  readonly language: Language
  readonly t: Translate
  /** Keys of columns from the most important on. */
  readonly priority: readonly string[]
  readonly isZeroQuiet: boolean
  /** How the rows were narrowed: labels with values. */
  readonly facts: readonly (readonly [label: string, value: string])[]
}

/** Room of A4 laid across in the pixels of the screen, whose letters are larger. */
const PAPER_ROOM = 1_240

/**
 * Returns a report for paper: the columns that have room by their priority, groups with their sums over their rows, figures as on
 * screen. The columns left out are named above the table.
 */
export function paperOfReport<R>(report: ShownReport<R>, look: PaperLook): ReportPaper {
  const { heads, leading, total } = report
  const lines = report.lines.filter(({ note }) => note === undefined)
  const columns = columnsOnPaper(report, look.priority)
  const left = report.columns.filter(column => !columns.includes(column))
  const [first, ...others] = columns
  const textsOf = (line: Pick<ReportLine<R>, 'row' | 'figures'>): string[] =>
    others.map(column => textOf(column, line, report.all, look))
  // Where no group shows its rows, groups are the lines of a plain table.
  const hasRows = lines.some(({ group, isOpen }) => group && isOpen)
  return {
    title: look.title,
    zone: look.zone,
    facts: look.facts.map(([label, value]) => [label, value]),
    note:
      left.length === 0
        ? ''
        : look.t('kit.notPrinted', { names: left.map(one => nameOfColumn(one, heads)).join(' · ') }),
    columns: [
      { title: leading, isFigure: false },
      ...others.map(column => ({ title: nameInFile(column, heads), isFigure: !isDimension(column) })),
    ],
    lines: lines.slice(0, MAX_REPORT_LINES + 1).map(line => ({
      kind: line.group && line.isOpen !== undefined && hasRows ? 'sums' : 'row',
      depth: line.level - 1,
      cells: [nameOnPaper(line, first, look.t), ...textsOf(line)],
    })),
    totals: total
      ? [total.note ? `${total.label} · ${total.note}` : total.label, ...textsOf({ figures: total.figures })]
      : [],
  }
}

function nameOnPaper<R>(line: ReportLine<R>, leading: ReportColumn<R> | undefined, t: Translate): string {
  const name = nameOfLine(line, leading)
  return line.group ? `${name} · ${t('kit.report.rows', { count: line.group.count })}` : name
}

function textOf<R>(
  column: ReportColumn<R>,
  line: Pick<ReportLine<R>, 'row' | 'figures'>,
  all: readonly ReportColumn<R>[],
  { language, isZeroQuiet }: PaperLook,
): string {
  const value = valueIn(column, line, all)
  if (isDimension(column))
    return line.row === undefined || value === null ? '' : (column.word?.(String(value)) ?? String(value))
  return value === null || (isZeroQuiet && isZero(value)) ? '–' : shownFigure(column.kind, value, language)
}

/** Returns the columns that have room on paper: the leading one always, then by priority. */
function columnsOnPaper<R>(
  { columns, all, lines, total }: ShownReport<R>,
  priority: readonly string[],
): readonly ReportColumn<R>[] {
  const counted = total ? [...lines, { figures: total.figures }] : lines
  const sized = columns.map((column, index) => ({
    key: column.key,
    column,
    ...(column.together === undefined ? {} : { together: column.together }),
    width: index === 0 ? leadingWidth(column.width, false) : widthOfColumn(column, counted, all),
  }))
  let { shown } = fitColumns(sized, { room: PAPER_ROOM, priority, chosen: [] })
  const rank = (key: string): number => (priority.includes(key) ? priority.indexOf(key) : priority.length)
  while (shown.length > MAX_REPORT_COLUMNS) {
    const last = shown.slice(1).reduce((most, one) => (rank(one.key) >= rank(most.key) ? one : most))
    shown = shown.filter(one => one !== last && (last.together === undefined || one.together !== last.together))
  }
  return shown.map(({ column }) => column)
}
