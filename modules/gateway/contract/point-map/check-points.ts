import { add, compare, type Decimal, multiply, wholeNumber } from './decimal.ts'
import type { MapProtocol, Point, PointRow, PointType } from './point.ts'
import { type PointProblem, readPoint } from './read-point.ts'

export interface CheckedPoints {
  problems: PointProblem[]
  /** Points of rows without an error, in the order of the rows. */
  points: Point[]
}

/** Reads the rows of a map and names everything that is wrong with them, alone and together. */
export function checkPoints(protocol: MapProtocol, rows: readonly PointRow[]): CheckedPoints {
  const problems: PointProblem[] = []
  const points: (Point & { row: number })[] = []
  rows.forEach((row, place) => {
    const point = readPoint(protocol, row, (column, code, params, level = 'error') =>
      problems.push({ row: place, column, code, level, ...(params ? { params } : {}) }),
    )
    if (point) points.push({ ...point, row: place })
  })
  for (const point of points) if (isNeverReached(point)) problems.push(unreachable(point.row))
  const doubled = [...doubledKeys(rows), ...overlaps(points)]
  problems.push(...doubled)
  problems.sort((a, b) => a.row - b.row)
  const wrong = new Set(doubled.filter(one => one.level === 'error').map(one => one.row))
  return { problems, points: points.filter(one => !wrong.has(one.row)).map(({ row: _row, ...point }) => point) }
}

export function errorsIn(problems: readonly PointProblem[]): number {
  return problems.filter(one => one.level === 'error').length
}

function doubledKeys(rows: readonly PointRow[]): PointProblem[] {
  const seen = new Map<string, number>()
  const problems: PointProblem[] = []
  rows.forEach(({ key = '' }, row) => {
    const text = key.trim().toLowerCase()
    const first = seen.get(text)
    if (text === '') return
    if (first === undefined) seen.set(text, row)
    else problems.push({ row, column: 'key', code: 'duplicate', level: 'error', params: { row: first + 1 } })
  })
  return problems
}

/**
 * Returns problems of overlapping values. Values that share only some of their registers cannot both be right. Two at exactly the
 * same place may be intended, so that is a warning; bits of one register are always fine.
 */
function overlaps(points: readonly (Point & { row: number })[]): PointProblem[] {
  const problems: PointProblem[] = []
  const byPlace = points.toSorted((a, b) => a.area.localeCompare(b.area) || a.address - b.address || a.row - b.row)
  const items = new Map<string, number>()
  for (const point of points) {
    if (point.item === '') continue
    const name = `${point.item}${point.part ?? ''}`
    const first = items.get(name)
    if (first === undefined) items.set(name, point.row)
    else problems.push(shared(point.row, 'sameAddress', first))
  }
  let last: (Point & { row: number }) | null = null
  for (const point of byPlace) {
    if (point.item !== '') continue
    if (last && last.area === point.area && last.address + last.size > point.address) {
      const isSame = last.address === point.address && last.size === point.size
      const areBits = point.type === 'bit' && last.type === 'bit' && point.bit !== last.bit
      // A bit and the whole of the same register may both be read.
      const isPart = isSame && (point.type === 'bit') !== (last.type === 'bit')
      if (!isSame) problems.push(shared(Math.max(point.row, last.row), 'overlaps', Math.min(point.row, last.row)))
      else if (!areBits && !isPart) problems.push(shared(point.row, 'sameAddress', last.row))
    }
    if (!last || last.area !== point.area || point.address + point.size >= last.address + last.size) last = point
  }
  return problems
}

function shared(row: number, code: 'overlaps' | 'sameAddress', other: number): PointProblem {
  const level = code === 'overlaps' ? 'error' : 'warning'
  return { row, column: 'address', code, level, params: { row: other + 1 } }
}

/** Smallest and largest whole number of a type. */
const RANGES: Readonly<Partial<Record<PointType, readonly [bigint, bigint]>>> = {
  u16: [0n, 0xffffn],
  i16: [-0x8000n, 0x7fffn],
  u32: [0n, 0xffff_ffffn],
  i32: [-0x8000_0000n, 0x7fff_ffffn],
  bcd16: [0n, 9_999n],
  bcd32: [0n, 99_999_999n],
  bit: [0n, 1n],
  bool: [0n, 1n],
}

/** Returns whether no value of the type lies within the limits, so that scale or limits must be wrong. */
function isNeverReached(point: Point): boolean {
  const range = RANGES[point.type]
  if (!range || (!point.min && !point.max)) return false
  const ends = range.map(end => add(multiply(wholeNumber(end), point.scale), point.offset))
  const [low, high] = ends.toSorted(compare) as [Decimal, Decimal] // a range has two ends
  return (point.min !== null && compare(high, point.min) < 0) || (point.max !== null && compare(low, point.max) > 0)
}

const unreachable = (row: number): PointProblem => ({ row, column: 'scale', code: 'neverReached', level: 'error' })
