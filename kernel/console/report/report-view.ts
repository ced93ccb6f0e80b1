import { useCallback, useMemo } from 'react'
import { useTabQuery, withParams } from '../module/tab-query.ts'
import type { ReportSort } from './report-groups.ts'

/** View of a report: grouping, pivot, order and hidden columns. */
export interface ReportView {
  /** Keys of dimensions, the outer first. */
  readonly groupBy: readonly string[]
  /** Dimension whose values are columns; empty for a report without a pivot. */
  readonly across: string
  /** Key of the pivot's figure. */
  readonly figure: string
  readonly sort: ReportSort | null
  /** Keys of hidden columns. */
  readonly hidden: readonly string[]
  /** Keys of columns that the reader ticked: they are shown whether there is room or not. */
  readonly shown: readonly string[]
}

export const PLAIN_VIEW: ReportView = { groupBy: [], across: '', figure: '', sort: null, hidden: [], shown: [] }

/** Parameter value for an empty setting whose default is not empty. */
const NOTHING = '-'

const list = (text: string | null): string[] => (text ?? '').split(',').filter(Boolean)

/** Reads a view from the query; `usual` gives the settings that it omits. The grid ignores keys that no column has. */
export function readReportView(params: URLSearchParams, prefix: string, usual: ReportView): ReportView {
  const of = (name: string): string | null => {
    const text = params.get(`${prefix}.${name}`)
    return text === NOTHING ? '' : text
  }
  const sort = of('sort')
  return {
    groupBy: of('by') === null ? usual.groupBy : list(of('by')),
    across: of('across') ?? usual.across,
    figure: of('figure') ?? usual.figure,
    sort:
      sort === null ? usual.sort : sort === '' ? null : { key: sort.replace(/^-/, ''), isDown: sort.startsWith('-') },
    hidden: of('hide') === null ? usual.hidden : list(of('hide')),
    shown: of('show') === null ? usual.shown : list(of('show')),
  }
}

/**
 * Returns the parameters of a view; null for settings that equal `usual`. A setting emptied against `usual` has the value `-`.
 */
export function reportParams(view: ReportView, prefix: string, usual: ReportView): Record<string, string | null> {
  const said = (text: string, before: string): string | null => (text === before ? null : text || NOTHING)
  const order = (sort: ReportSort | null): string => (sort ? `${sort.isDown ? '-' : ''}${sort.key}` : '')
  return {
    [`${prefix}.by`]: said(view.groupBy.join(','), usual.groupBy.join(',')),
    [`${prefix}.across`]: said(view.across, usual.across),
    [`${prefix}.figure`]: said(view.figure, usual.figure),
    [`${prefix}.sort`]: said(order(view.sort), order(usual.sort)),
    [`${prefix}.hide`]: said(view.hidden.join(','), usual.hidden.join(',')),
    [`${prefix}.show`]: said(view.shown.join(','), usual.shown.join(',')),
  }
}

/** Keeps the view of a report in the URL of its tab, under `prefix`. */
export function useReportView(
  prefix: string,
  usual: ReportView = PLAIN_VIEW,
): readonly [ReportView, (change: Partial<ReportView>) => void] {
  const [params, setParams] = useTabQuery()
  const view = useMemo(() => readReportView(params, prefix, usual), [params, prefix, usual])
  const change = useCallback(
    (part: Partial<ReportView>) =>
      setParams(
        before =>
          withParams(before, reportParams({ ...readReportView(before, prefix, usual), ...part }, prefix, usual)),
        { replace: true },
      ),
    [setParams, prefix, usual],
  )
  return [view, change]
}
