/**
 * A value as it came: decimal text of the wire, or a counted or measured number. Only the drawing converts a text to a float.
 * `null` is a gap, never a zero.
 */
export type ChartValue = string | number | null

/** One value axis of a chart, with the format of its values. */
export interface ChartAxis {
  /** Unit shown behind every value: `kWh`, `¥`. The unit of a kind of figures gives them its decimals (decision 391). */
  readonly unit?: string
  /** Most decimals of numbers in any other unit, 2 when absent. Decimal texts are shown as they are. */
  readonly decimals?: number
  /** Begins near the lowest value instead of at zero: for levels such as registers, never for amounts. */
  readonly cropped?: boolean
  /** Ends of the axis, when the values do not set them. */
  readonly min?: number
  readonly max?: number
}

export interface ChartSeries {
  readonly name: string
  readonly values: readonly ChartValue[]
  /** Kind of this series, when it differs from the chart's: a line over bars. */
  readonly as?: CartesianKind
  /** Axis of the series; left when absent. */
  readonly axis?: 'left' | 'right'
  /** Name of a stack: bars and areas of the same stack are stacked. */
  readonly stack?: string
  /** Colour of the palette instead of the next one in order. */
  readonly colour?: string
}

/** A meaningful value, such as a limit or a target. Drawn as a named line; a column of its own in the table. */
export interface Threshold {
  readonly name: string
  readonly value: Exclude<ChartValue, null>
  readonly axis?: 'left' | 'right'
}

/** A stretch of the axis with a meaning of its own, such as a tariff period. Drawn behind the series; named in the table. */
export interface ChartBand {
  /** Ends on the axis: epoch ms where the chart has `at`, else places among the labels. */
  readonly from: number
  readonly to: number
  readonly name: string
  readonly colour: string
}

type CartesianKind = 'line' | 'area' | 'bar'

export interface CartesianChart {
  readonly kind: CartesianKind
  /** Categories, or the names of the moments in `at`. */
  readonly labels: readonly string[]
  /** Epoch ms of each label: points keep their true distance when they were read at uneven intervals. */
  readonly at?: readonly number[]
  /** Longest time between two readings that a line bridges, in ms; with a longer one it breaks. Needs `at`. */
  readonly gap_ms?: number
  readonly series: readonly ChartSeries[]
  readonly left?: ChartAxis
  /** The second value axis; drawn when a series uses it. */
  readonly right?: ChartAxis
  readonly thresholds?: readonly Threshold[]
  /** Bands in order, and the head of their column in the table. */
  readonly bands?: { readonly name: string; readonly list: readonly ChartBand[] }
  /** Named moments, such as now: a line across the drawing. Places as in `ChartBand`. */
  readonly moments?: readonly { readonly at: number; readonly name: string }[]
  /** Lets people zoom a long series with the slider, the wheel with Ctrl, and buttons. */
  readonly zoom?: boolean
  /** Draws horizontal bars, for long names. */
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
  /** From the lowest on, each up to its `to`; the last one ends at `max`. */
  readonly bands?: readonly { readonly to: number; readonly tone: 'good' | 'wait' | 'bad' }[]
}

/** Flows from sources to targets, without cycles. */
export interface SankeyChart extends ChartAxis {
  readonly kind: 'sankey'
  readonly links: readonly { readonly from: string; readonly to: string; readonly value: ChartValue }[]
}

export type ChartData = CartesianChart | PieChart | HeatmapChart | ScatterChart | GaugeChart | SankeyChart
export type ChartKind = ChartData['kind']

/**
 * Returns a value as the number to draw; null for empty text and for text that is no number. Only this function turns exact text
 * into floats.
 */
export function drawn(value: ChartValue): number | null {
  const number = typeof value === 'string' ? Number(value) : value
  return number === null || !Number.isFinite(number) || value === '' ? null : number
}

/** A column of values, with the format of their axis. */
export interface ChartColumn extends Pick<ChartAxis, 'unit' | 'decimals'> {
  readonly head: string
}

/** Returns the band of a label: the last one that has begun there and has not ended. */
export function bandAt({ at, bands }: CartesianChart, index: number): ChartBand | undefined {
  const place = at?.[index] ?? index
  return bands?.list.findLast(({ from, to }) => from <= place && place <= to)
}

/** The chart as a table: label columns in front, then the values as they came. */
export interface ChartTable {
  readonly heads: readonly string[]
  readonly columns: readonly ChartColumn[]
  readonly rows: readonly {
    readonly labels: readonly string[]
    readonly values: readonly ChartValue[]
    /** The point that a row stands for, when its place in the table does not show it. */
    readonly pick?: { readonly index: number; readonly series: string }
  }[]
}

/** Heads of the columns that have no name of their own. */
export interface TableWords {
  readonly category: string
  readonly series: string
  readonly value: string
  readonly from: string
  readonly to: string
}

const headed = (name: string, { unit, decimals }: ChartAxis = {}): ChartColumn => ({
  head: unit ? `${name} (${unit})` : name,
  ...(unit === undefined ? {} : { unit }),
  ...(decimals === undefined ? {} : { decimals }),
})

/** Returns the drawn figures as a table, for people who cannot or do not want to see the drawing, and for files. */
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
      const { thresholds = [], bands } = data
      const axisOf = ({ axis = 'left' }: { axis?: 'left' | 'right' }) => data[axis]
      return {
        heads: [words.category, ...(bands ? [bands.name] : [])],
        columns: [...data.series, ...thresholds].map(one => headed(one.name, axisOf(one))),
        rows: data.labels.map((label, row) => ({
          labels: [label, ...(bands ? [bandAt(data, row)?.name ?? ''] : [])],
          values: [...data.series.map(({ values }) => values[row] ?? null), ...thresholds.map(({ value }) => value)],
        })),
      }
    }
  }
}

/** Returns whether there is any value to draw. */
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
