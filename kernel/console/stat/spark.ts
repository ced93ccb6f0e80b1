import { type ChartValue, drawn } from '../chart/chart-data.ts'

/** Margin in pixels at the top and bottom, so that the stroke is not cut. */
const EDGE = 1.5

/** Returns the SVG path of a small line in a box of pixels, from the lowest value to the highest; gaps stay gaps. */
export function sparkPath(values: readonly ChartValue[], width: number, height: number): string {
  const points = values.map(drawn)
  const known = points.filter(point => point !== null)
  if (known.length < 2) return ''
  const low = Math.min(...known)
  const span = Math.max(...known) - low
  const x = (index: number): number => (index * width) / (points.length - 1)
  // A constant series is drawn as a line in the middle.
  const y = (value: number): number =>
    span === 0 ? height / 2 : height - EDGE - ((value - low) / span) * (height - 2 * EDGE)
  return points
    .map((point, index) => {
      if (point === null) return ''
      const isFirst = (points[index - 1] ?? null) === null
      return `${isFirst ? 'M' : 'L'}${x(index).toFixed(1)} ${y(point).toFixed(1)}`
    })
    .join('')
}
