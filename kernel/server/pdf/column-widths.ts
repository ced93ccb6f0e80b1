/** What the texts of a column take, in points. */
export interface ColumnNeed {
  /** Width of the longest text on one line. */
  whole: number
  /** Width of the longest part that may not break: a number, a code, a day. */
  part: number
}

/** Returns the sum of some widths. */
const sumOf = (widths: readonly number[]): number => widths.reduce((sum, one) => sum + one, 0)

/**
 * Shares a width among columns by what they hold. With room for all texts on one line, what is left is shared in proportion;
 * otherwise each column has its longest part, and the texts that are longer share the rest. Where even the parts have no room, the
 * widest give way first, so that short codes stay whole.
 */
export function shareWidth(needs: readonly ColumnNeed[], room: number): number[] {
  const wholes = needs.map(({ whole }) => whole)
  const parts = needs.map(({ part, whole }) => Math.min(part, whole))
  const spare = room - sumOf(wholes)
  if (spare >= 0) return wholes.map(width => width + (spare * width) / Math.max(sumOf(wholes), 1))
  const rest = room - sumOf(parts)
  if (rest >= 0) {
    const wanted = sumOf(wholes) - sumOf(parts)
    return parts.map((part, i) => part + (rest * ((wholes[i] ?? part) - part)) / wanted)
  }
  return cutWidest(parts, room)
}

/** Returns widths that are at most some height of their own, so that their sum is the room: the widest are cut to one width. */
function cutWidest(parts: readonly number[], room: number): number[] {
  const sorted = parts.toSorted((a, b) => a - b)
  let left = room
  for (const [i, part] of sorted.entries()) {
    const each = left / (sorted.length - i)
    if (part > each) return parts.map(one => Math.min(one, each))
    left -= part
  }
  return [...parts]
}
