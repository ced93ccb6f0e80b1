/** One line, bar set or pie; `null` is a gap, never a zero. */
export interface ChartSeries {
  readonly name: string
  readonly values: readonly (number | null)[]
  /** Bars and lines of one name of stack stand on each other. */
  readonly stack?: string
  /** Colour of the palette instead of the next one of the row. */
  readonly colour?: string
}

/** `heatmap`: `labels` are columns, `series` are rows. `pie`: only the first series counts. */
export type ChartKind = 'line' | 'area' | 'bar' | 'pie' | 'heatmap'

export interface ChartData {
  readonly kind: ChartKind
  /** Categories of the x axis, or slices. */
  readonly labels: readonly string[]
  readonly series: readonly ChartSeries[]
  /** Unit behind every value: `kWh`, `元`. */
  readonly unit?: string
  /** Decimals shown, 2 when absent. */
  readonly decimals?: number
}

/** The chart as rows of texts: what its table alternative shows and what copies take. */
export function chartTable(
  data: ChartData,
  show: (value: number | null) => string,
  firstHead: string,
): { heads: string[]; rows: string[][] } {
  const unit = data.unit ? ` (${data.unit})` : ''
  return {
    heads: [firstHead, ...data.series.map(series => series.name + unit)],
    rows: data.labels.map((label, index) => [label, ...data.series.map(series => show(series.values[index] ?? null))]),
  }
}

/** Whether there is anything to draw. */
export function hasValues(data: ChartData): boolean {
  return data.series.some(series => series.values.some(value => value !== null))
}
