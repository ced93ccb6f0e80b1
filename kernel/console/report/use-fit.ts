import { useMemo } from 'react'
import { type Fit, fitColumns } from '../resource/list/fit/fit-columns.ts'
import { leadingWidth, widthOfColumn } from './column-widths.ts'
import type { ReportColumn } from './report-column.ts'
import type { ReportView } from './report-view.ts'
import type { ReportShape } from './use-report.ts'

interface FitOptions {
  readonly frozen: number
  readonly priority: readonly string[]
  readonly view: ReportView
  readonly isPhone: boolean
  readonly isTight: boolean
  /** In pixels; undefined until it is measured. */
  readonly room: number | undefined
}

interface SizedColumn<R> {
  readonly key: string
  readonly width: number
  readonly together?: string
  readonly column: ReportColumn<R>
}

/**
 * Returns the columns of a report that have room, with their widths in pixels, and the offsets at which the first ones stick. A
 * phone and a pivot show all columns, which scroll sideways.
 */
export function useFit<R>(shape: ReportShape<R>, { frozen, priority, view, isPhone, isTight, room }: FitOptions) {
  const { columns, all, lines, total } = shape
  const sized = useMemo(() => {
    const counted = total ? [...lines, { figures: total }] : lines
    return columns.map(
      (column, index): SizedColumn<R> => ({
        key: column.key,
        column,
        ...(column.together === undefined ? {} : { together: column.together }),
        width: index === 0 ? leadingWidth(column.width, isPhone) : widthOfColumn(column, counted, all, isTight),
      }),
    )
  }, [columns, all, lines, total, isPhone, isTight])
  const { across, shown: chosen } = view
  const fit = useMemo((): Fit<SizedColumn<R>> => {
    const kept = [...sized.slice(0, frozen).map(({ key }) => key), ...chosen]
    return fitColumns(sized, { room: isPhone || across !== '' ? undefined : room, priority, chosen: kept })
  }, [sized, frozen, chosen, across, room, priority, isPhone])
  return useMemo(() => {
    const widths = fit.shown.map(({ width }) => width)
    const stays = widths
      .slice(0, isPhone ? 1 : frozen)
      .map((_, index) => widths.slice(0, index).reduce((sum, one) => sum + one, 0))
    return {
      columns: fit.shown.map(({ column }) => column),
      left: fit.left,
      widths,
      stays,
      sum: widths.reduce((sum, one) => sum + one, 0),
    }
  }, [fit, frozen, isPhone])
}

/** The columns of a report that have room. */
export type FittedColumns<R> = ReturnType<typeof useFit<R>>
