/**
 * A value as it came: decimal text of the wire, or a counted or measured number. Tables and files show the text to its
 * last digit; only what is drawn is a float. `null` is a gap, never a zero.
 */
export type ChartValue = string | number | null

/** One side of a chart, and how its values are said. */
export interface ChartAxis {
  /** Behind every value: `kWh`, `元`. */
  readonly unit?: string
  /** Decimals of numbers, 2 when absent. Decimal texts are shown as they are. */
  readonly decimals?: number
  /** Where the side begins and ends, when not by its values. */
  readonly min?: number
  readonly max?: number
}

export interface ChartSeries {
  readonly name: string
  readonly values: readonly ChartValue[]
  /** Drawn otherwise than the chart: a line over bars. */
  readonly as?: CartesianKind
  /** Side whose unit it has; left when absent. */
  readonly axis?: 'left' | 'right'
  /** Bars and areas of one name of stack stand on each other. */
  readonly stack?: string
  /** Colour of the palette instead of the next one of the row. */
  readonly colour?: string
}

/** A value that has a meaning: a limit, a target. Drawn as a named line; a column of its own in the table. */
export interface Threshold {
  readonly name: string
  readonly value: Exclude<ChartValue, null>
  readonly axis?: 'left' | 'right'
}

type CartesianKind = 'line' | 'area' | 'bar'

export interface CartesianChart {
  readonly kind: CartesianKind
  /** Categories, or how each moment is called. */
  readonly labels: readonly string[]
  /** Epoch ms of each label: points stand at their true distance, however unevenly they were read. */
  readonly at?: readonly number[]
  readonly series: readonly ChartSeries[]
  readonly left?: ChartAxis
  /** The second side; there when a series is of it. */
  readonly right?: ChartAxis
  readonly thresholds?: readonly Threshold[]
  /** Long series can be narrowed by the slider, by the wheel with Ctrl, and by buttons. */
  readonly zoom?: boolean
  /** Bars lie: for long names. */
  readonly sideways?: boolean
}

export interface PieChart extends ChartAxis {
  readonly kind: 'pie'
  readonly slices: readonly { readonly name: string; readonly value: ChartValue; readonly colour?: string }[]
}

/** `labels` are columns, `series` rows. */
export interface HeatmapChart extends ChartAxis {
  readonly kind: 'heatmap'
  readonly labels: readonly string[]
  readonly series: readonly { readonly name: string; readonly values: readonly ChartValue[] }[]
}

export interface ScatterChart {
  readonly kind: 'scatter'
  readonly x: ChartAxis & { readonly name: string }
  readonly y: ChartAxis & { readonly name: string }
  readonly series: readonly {
    readonly name: string
    readonly points: readonly { readonly name: string; readonly x: ChartValue; readonly y: ChartValue }[]
  }[]
}

export interface GaugeChart extends ChartAxis {
  readonly kind: 'gauge'
  readonly name: string
  readonly value: ChartValue
  readonly min: number
  readonly max: number
  /** From the lowest on, each to its end; the last one ends at `max`. */
  readonly bands?: readonly { readonly to: number; readonly tone: 'good' | 'wait' | 'bad' }[]
}

/** Where something comes from and where it goes; no way leads back. */
export interface SankeyChart extends ChartAxis {
  readonly kind: 'sankey'
  readonly links: readonly { readonly from: string; readonly to: string; readonly value: ChartValue }[]
}

export type ChartData = CartesianChart | PieChart | HeatmapChart | ScatterChart | GaugeChart | SankeyChart
export type ChartKind = ChartData['kind']

/** The one place where exact text becomes a point of a picture. Text that is no number is a gap. */
export function drawn(value: ChartValue): number | null {
  const number = typeof value === 'string' ? Number(value) : value
  return number === null || !Number.isFinite(number) || value === '' ? null : number
}

export interface ChartColumn {
  readonly head: string
  readonly decimals: number
}

/** The chart as a table: what stands before each line, and its values as they came. */
export interface ChartTable {
  readonly heads: readonly string[]
  readonly columns: readonly ChartColumn[]
  readonly rows: readonly {
    readonly labels: readonly string[]
    readonly values: readonly ChartValue[]
    /** Which point the line is, where its place in the table does not say it. */
    readonly pick?: { readonly index: number; readonly series: string }
  }[]
}

/** What columns without a name of their own are called. */
export interface TableWords {
  readonly category: string
  readonly series: string
  readonly value: string
  readonly from: string
  readonly to: string
}

const DECIMALS = 2
const headed = (name: string, { unit, decimals = DECIMALS }: ChartAxis = {}): ChartColumn => ({
  head: unit ? `${name} (${unit})` : name,
  decimals,
})

/** Returns the same figures as drawn, for everybody who cannot or does not want to see them, and for files. */
export function chartTable(data: ChartData, words: TableWords): ChartTable {
  switch (data.kind) {
    case 'pie':
      return {
        heads: [words.category],
        columns: [headed(words.value, data)],
        rows: data.slices.map(({ name, value }) => ({ labels: [name], values: [value] })),
      }
    case 'scatter':
      return {
        heads: [words.category, words.series],
        columns: [headed(data.x.name, data.x), headed(data.y.name, data.y)],
        rows: data.series.flatMap(({ name, points }) =>
          points.map((point, index) => ({
            labels: [point.name, name],
            values: [point.x, point.y],
            pick: { index, series: name },
          })),
        ),
      }
    case 'gauge':
      return {
        heads: [words.category],
        columns: [headed(words.value, data)],
        rows: [{ labels: [data.name], values: [data.value] }],
      }
    case 'sankey':
      return {
        heads: [words.from, words.to],
        columns: [headed(words.value, data)],
        rows: data.links.map(({ from, to, value }) => ({ labels: [from, to], values: [value] })),
      }
    case 'heatmap':
      return {
        heads: [words.category],
        columns: data.series.map(({ name }) => headed(name, data)),
        rows: data.labels.map((label, row) => ({
          labels: [label],
          values: data.series.map(({ values }) => values[row] ?? null),
        })),
      }
    default: {
      const { thresholds = [] } = data
      const axisOf = ({ axis = 'left' }: { axis?: 'left' | 'right' }) => data[axis]
      return {
        heads: [words.category],
        columns: [...data.series, ...thresholds].map(one => headed(one.name, axisOf(one))),
        rows: data.labels.map((label, row) => ({
          labels: [label],
          values: [...data.series.map(({ values }) => values[row] ?? null), ...thresholds.map(({ value }) => value)],
        })),
      }
    }
  }
}

/** Returns whether there is anything to draw. */
export function hasValues(data: ChartData): boolean {
  const isThere = (value: ChartValue): boolean => drawn(value) !== null
  switch (data.kind) {
    case 'pie':
      return data.slices.some(({ value }) => isThere(value))
    case 'scatter':
      return data.series.some(({ points }) => points.some(({ x, y }) => isThere(x) && isThere(y)))
    case 'gauge':
      return isThere(data.value)
    case 'sankey':
      return data.links.some(({ value }) => isThere(value))
    default:
      return data.series.some(({ values }) => values.some(isThere))
  }
}
