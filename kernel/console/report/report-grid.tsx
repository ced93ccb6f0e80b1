import { useMemo, useState } from 'react'
import { Button } from 'antd'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { useWords } from '../words/use-words.ts'
import { type HeadGroup, isDimension, isMeasure, isRatio, nameOfColumn } from './report-column.ts'
import { measureRows } from './report-figures.ts'
import { MAX_PIVOT_COLUMNS, type Pivot, type PivotRow, pivotRows } from './report-pivot.ts'
import type { ReportGridProps } from './report-props.ts'
import type { ShownReport } from './report-sheet.ts'
import { ReportTable } from './report-table.tsx'
import { groupingDimensions, ReportTools, SaveReport } from './report-tools.tsx'
import { PLAIN_VIEW, type ReportView } from './report-view.ts'
import { useReport } from './use-report.ts'
import './report.css'

/**
 * Draws a report: rows of a call with exact sums, grouped or as a pivot. Heads and first columns stay in view; groups open and
 * close by keyboard and mouse; the shown report can be saved. The grid also draws the loading, empty and error states.
 */
export function ReportGrid<R>(props: ReportGridProps<R>) {
  const { t } = useWords()
  const own = useState(PLAIN_VIEW)
  const [view, onView] = props.view ?? [
    own[0],
    (part: Partial<ReportView>) => own[1](before => ({ ...before, ...part })),
  ]
  const { rows, error, onRetry } = props
  if (!rows)
    return error ? (
      <ErrorState error={error} {...(onRetry ? { onRetry } : {})} />
    ) : (
      <div className="w-report-wait">
        <Skeleton lines={8} height={24} />
      </div>
    )
  if (rows.length === 0) return <EmptyState title={props.empty ?? t('kit.noData')} />
  return view.across === '' ? (
    <Report props={props} view={view} onView={onView} tools={<Tools props={props} view={view} onView={onView} />} />
  ) : (
    <PivotReport props={props} view={view} onView={onView} rows={rows} />
  )
}

interface PartProps<R> {
  readonly props: ReportGridProps<R>
  readonly view: ReportView
  readonly onView: (change: Partial<ReportView>) => void
}

function Tools<R>({ props, view, onView }: PartProps<R>) {
  if (!props.hasTools) return null
  return <ReportTools columns={props.columns} heads={props.heads ?? []} view={view} onView={onView} />
}

const NO_KEYS: readonly string[] = []
const NO_FACTS: NonNullable<ReportGridProps<never>['facts']> = []

/** Draws the table and the tools above it. */
function Report<R>({ props, view, onView, tools }: PartProps<R> & { readonly tools: React.ReactNode }) {
  const { t, language } = useWords()
  const shape = useReport(props, view, language)
  const total = props.total === false ? null : (props.total ?? {})
  const hasBar = Boolean(props.hasTools || props.file !== undefined || shape.hasGroups)
  const shown = (): ShownReport<R> => ({
    ...shape,
    total: total &&
      shape.total && {
        label: total.label ?? t('kit.report.total'),
        note: total.note ?? (total.label === undefined ? t('kit.report.rows', { count: shape.count }) : ''),
        figures: shape.total,
      },
  })
  const { priority = NO_KEYS, isZeroQuiet = false, facts = NO_FACTS } = props
  return (
    <div className="w-report-frame">
      {hasBar && (
        <div className="w-report-tools w-no-print">
          {tools}
          <span className="w-row w-report-end">
            {shape.hasGroups && (
              <>
                <Button size="small" type="text" onClick={shape.openAll}>
                  {t('kit.tree.expandAll')}
                </Button>
                <Button size="small" type="text" onClick={shape.closeAll}>
                  {t('kit.tree.collapseAll')}
                </Button>
              </>
            )}
            {props.file !== undefined && (
              <SaveReport
                file={props.file}
                shown={shown}
                look={{ priority: [...view.shown, ...priority], isZeroQuiet, facts }}
              />
            )}
          </span>
        </div>
      )}
      <ReportTable props={props} shape={shape} view={view} onView={onView} />
    </div>
  )
}

const NO_HEADS: readonly HeadGroup[] = []
const keyOfPivotRow = (row: PivotRow): string => row.key

/** Draws the pivot of a report. It is a report too: its rows are the values of the row dimensions. */
function PivotReport<R>({ props, view, onView, rows }: PartProps<R> & { readonly rows: readonly R[] }) {
  const { t } = useWords()
  const { columns, total, below: _below, frozen: _frozen, ...rest } = props
  const pivot = useMemo(() => pivotOf(rows, columns, view, t('kit.report.total')), [rows, columns, view, t])
  const figure = columns.find(({ key }) => key === view.figure)
  // The innermost dimension of the grouping becomes the rows of the pivot.
  const inner = useMemo(() => ({ ...view, groupBy: view.groupBy.slice(0, -1) }), [view])
  const tools = <Tools props={props} view={view} onView={onView} />
  if (!pivot || pivot.values > MAX_PIVOT_COLUMNS)
    return (
      <div className="w-report-frame">
        <div className="w-report-tools w-no-print">{tools}</div>
        <EmptyState
          title={t(pivot ? 'kit.report.tooManyColumns' : 'kit.noData', {
            count: pivot?.values ?? 0,
            max: MAX_PIVOT_COLUMNS,
          })}
        />
      </div>
    )
  const given: ReportGridProps<PivotRow> = {
    ...rest,
    rows: pivot.rows,
    columns: pivot.columns,
    rowKey: keyOfPivotRow,
    heads: NO_HEADS,
    // The columns are named by their values: paper says above them what they count.
    facts: [...(props.facts ?? NO_FACTS), [t('kit.report.figure'), figure ? nameOfColumn(figure, props.heads) : '']],
    // Of many values, paper has no room for all: the sums over them come first.
    priority: pivot.columns.slice(-1).map(({ key }) => key),
    // Sums given for the report belong to other columns.
    ...(total === false ? { total } : {}),
  }
  return <Report props={given} view={inner} onView={onView} tools={tools} />
}

function pivotOf<R>(
  rows: readonly R[],
  columns: ReportGridProps<R>['columns'],
  view: ReportView,
  total: string,
): Pivot | null {
  const across = columns.filter(isDimension).find(({ key }) => key === view.across)
  const figure = columns.find(({ key }) => key === view.figure)
  const grouped = view.groupBy.flatMap(key => columns.filter(isDimension).filter(column => column.key === key))
  const first = groupingDimensions(columns).find(({ key }) => key !== view.across)
  const down = grouped.length > 0 ? grouped : first ? [first] : []
  if (!across || !figure || down.length === 0 || !(isMeasure(figure) || isRatio(figure))) return null
  return pivotRows(measureRows(rows, columns), { rows: down, across, figure, columns, total })
}
