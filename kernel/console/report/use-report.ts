import { useCallback, useMemo, useState } from 'react'
import { type Dimension, isDimension, isMeasure, nameOfColumn, type ReportColumn } from './report-column.ts'
import { figureOf, type Figures, measureRows, type MeasuredRow, sumFigures } from './report-figures.ts'
import { groupRows, type ReportGroup, sortGroups, sortRows } from './report-groups.ts'
import { groupKeys, linesOfReport, withoutRows } from './report-lines.ts'
import type { ReportGridProps } from './report-props.ts'
import type { ReportView } from './report-view.ts'

const NO_KEYS: ReadonlySet<string> = new Set()

/** Returns the columns that a view shows. */
function shownColumns<R>(columns: readonly ReportColumn<R>[], view: ReportView) {
  const grouped = view.groupBy
    .map(key => columns.find(column => column.key === key))
    .filter((column): column is Dimension<R> => column !== undefined && isDimension(column))
  const shown = columns.filter(
    ({ key, isHidden }) => !isHidden && !view.hidden.includes(key) && !grouped.some(one => one.key === key),
  )
  const leading = shown.find(isDimension)
  const ordered = leading ? [leading, ...shown.filter(column => column !== leading)] : shown
  // When all dimensions are grouped by, the innermost is the leading column: its groups are the last lines.
  const last = grouped.at(-1)
  return { grouped, leading, columns: leading || !last ? ordered : [last, ...ordered] }
}

/** Returns the figures of the total: given ones in wire form, otherwise the exact sums of the rows. */
function totalOf<R>(
  total: ReportGridProps<R>['total'],
  rows: readonly MeasuredRow<R>[],
  columns: readonly ReportColumn<R>[],
): Figures | null {
  if (total === false) return null
  const measures = columns.filter(isMeasure)
  const given = total?.values
  if (!given) return sumFigures(rows, measures)
  return new Map(measures.map(({ key, kind }) => [key, figureOf(kind, given[key] ?? null)]))
}

/** Computes everything that a report shows: columns, groups with their sums, lines, total. */
export function useReport<R>(props: ReportGridProps<R>, view: ReportView, language: string) {
  const { columns: all, rows = [], rowKey, below, heads = [] } = props
  const [closed, setClosed] = useState(NO_KEYS)
  const { grouped, leading, columns } = useMemo(() => shownColumns(all, view), [all, view])
  const measured = useMemo(() => measureRows(rows, all), [rows, all])
  const groups = useMemo((): readonly ReportGroup<R>[] => {
    const made = groupRows(measured, grouped, all)
    return sortGroups(leading ? made : withoutRows(made), view.sort, all, language, leading)
  }, [measured, grouped, all, leading, view.sort, language])
  const sorted = useMemo(
    () => (grouped.length > 0 ? [] : sortRows(measured, view.sort, all, language)),
    [grouped, measured, view.sort, all, language],
  )
  const lines = useMemo(
    () =>
      linesOfReport(
        { groups, rows: sorted },
        {
          closed,
          rowKey,
          below: row => {
            const found = below?.(row)
            if (!found) return null
            const { isOpen, rows: inner, error } = found
            const measuredInner = isOpen && inner ? measureRows(inner, all) : undefined
            return { isOpen, rows: measuredInner, hasFailed: Boolean(error) && inner === undefined }
          },
        },
      ),
    [groups, sorted, closed, rowKey, below, all],
  )
  const total = useMemo(() => totalOf(props.total, measured, all), [props.total, measured, all])
  const toggle = useCallback(
    (key: string) =>
      setClosed(before => {
        const next = new Set(before)
        if (!next.delete(key)) next.add(key)
        return next
      }),
    [],
  )
  return {
    all,
    columns,
    heads,
    lines,
    total,
    count: rows.length,
    opens: grouped.length > 0 || below !== undefined,
    hasGroups: grouped.length > 0,
    leading: [...(leading ? grouped : grouped.slice(0, -1)), columns[0]]
      .flatMap(column => (column ? [nameOfColumn(column, heads)] : []))
      .join(' / '),
    toggle,
    openAll: () => setClosed(NO_KEYS),
    closeAll: () => setClosed(new Set(groupKeys(groups))),
  }
}

/** Everything that a report shows. */
export type ReportShape<R> = ReturnType<typeof useReport<R>>
