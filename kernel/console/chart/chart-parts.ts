import type { Palette } from '../theme/palette.ts'
import type { ChartAxis } from './chart-data.ts'

export interface Look {
  readonly palette: Palette
  readonly colours: readonly string[]
  /** Formats a value for people as its axis says, without the unit. */
  readonly show: (value: unknown, axis: ChartAxis) => string
  /** Formats the number at a mark of an axis. */
  readonly mark: (value: number) => string
  /** Returns the time of day of a moment, on the zone's clock. */
  readonly clock: (at: number) => string
  /** Font families of the page, because a canvas inherits none. */
  readonly font: string
  readonly reducedMotion: boolean
  /** Text that assistive technology reads instead of the drawing. */
  readonly description: string
  /** Width of the drawing in pixels; undefined until it is known. */
  readonly width?: number
}

export const withUnit = (text: string, { unit }: ChartAxis = {}): string => (unit ? `${text} ${unit}` : text)

/** Returns a value with the unit of its axis. */
export const shownAt = (value: unknown, look: Look, axis: ChartAxis = {}): string =>
  withUnit(look.show(value, axis), axis)

export function axisLook(palette: Palette) {
  const line = { lineStyle: { color: palette.line } }
  return { line, label: { color: palette.text3, fontSize: 11, hideOverlap: true } }
}

/** Extremes of what the library draws on an axis. */
interface Extent {
  readonly min: number
  readonly max: number
}

/** Room beyond a threshold, as a share of its distance from the values. */
const MARGIN = 0.05
const DIGITS_OF_AN_END = 2

/** Returns an end that is a round number beyond `wanted`, seen from `other`. */
function roundEnd(wanted: number, other: number): number {
  const end = wanted + (wanted - other) * MARGIN
  const step = 10 ** (Math.floor(Math.log10(Math.abs(end - other) || 1)) - DIGITS_OF_AN_END + 1)
  return (end > other ? Math.ceil(end / step) : Math.floor(end / step)) * step
}

/**
 * Returns a value axis.
 *
 * @param lines values that must be in sight beside those of the series: the library does not make room for thresholds
 */
export function valueAxis(
  { unit, min, max, cropped = false }: ChartAxis,
  look: Look,
  { side = 'left', lines = [] }: { side?: 'left' | 'right'; lines?: readonly number[] } = {},
) {
  const { line, label } = axisLook(look.palette)
  const lowest = Math.min(...lines)
  const highest = Math.max(...lines)
  return {
    type: 'value',
    name: unit ?? '',
    nameTextStyle: { color: look.palette.text3, fontSize: 11, align: side === 'left' ? 'left' : 'right' },
    // Two sets of grid lines behind one another cannot be read.
    splitLine: side === 'left' ? line : { show: false },
    axisLabel: { ...label, formatter: look.mark },
    scale: cropped,
    min:
      min ??
      ((drawn: Extent) => (lowest < Math.min(drawn.min, cropped ? Infinity : 0) ? roundEnd(lowest, drawn.max) : null)),
    max:
      max ??
      ((drawn: Extent) =>
        highest > drawn.max ? roundEnd(highest, Math.min(drawn.min, cropped ? Infinity : 0)) : null),
  }
}

export const legendOf = (look: Look) => ({
  type: 'scroll',
  top: 0,
  right: 0,
  itemWidth: 14,
  itemHeight: 8,
  textStyle: { color: look.palette.text2, fontSize: 12 },
})

export const GRID = { left: 8, right: 12, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' } as const

/** A drawn value under the pointer, as the chart library describes it. */
export interface Hovered {
  readonly seriesIndex: number
  readonly dataIndex: number
  /** The drawn item, as the option holds it. */
  readonly data?: unknown
}
