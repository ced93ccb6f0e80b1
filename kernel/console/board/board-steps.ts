/** A column as the keyboard walks it: its card ids from top to bottom. */
export interface ColumnOfIds {
  readonly key: string
  readonly ids: readonly string[]
}

const clamp = (at: number, length: number): number => Math.min(Math.max(at, 0), length - 1)

function placeOf(columns: readonly ColumnOfIds[], id: string | null): { column: number; at: number } | null {
  for (const [column, { ids }] of columns.entries()) {
    const at = id === null ? -1 : ids.indexOf(id)
    if (at >= 0) return { column, at }
  }
  return null
}

/**
 * Returns the card that a key leads to; null for other keys and when there is no card in that direction. Sideways, the key leads
 * to the same height in the nearest column that has cards. With no card selected, every key leads to the first card.
 */
export function walk(columns: readonly ColumnOfIds[], from: string | null, key: string): string | null {
  const place = placeOf(columns, from)
  const isKnown = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key)
  if (!isKnown) return null
  if (!place) return columns.find(({ ids }) => ids.length > 0)?.ids[0] ?? null
  const ids = columns[place.column]?.ids ?? []
  if (key === 'Home') return ids[0] ?? null
  if (key === 'End') return ids.at(-1) ?? null
  if (key === 'ArrowUp' || key === 'ArrowDown')
    return ids[clamp(place.at + (key === 'ArrowUp' ? -1 : 1), ids.length)] ?? null
  const way = key === 'ArrowLeft' ? -1 : 1
  for (let column = place.column + way; column >= 0 && column < columns.length; column += way) {
    const beside = columns[column]?.ids ?? []
    if (beside.length > 0) return beside[clamp(place.at, beside.length)] ?? null
  }
  return null
}

/** Returns the next column in the key's direction that a held card may be in, skipping the others; `over` when there is none. */
export function nextTarget(
  columns: readonly string[],
  over: string,
  key: 'ArrowLeft' | 'ArrowRight',
  mayBeIn: (column: string) => boolean,
): string {
  const way = key === 'ArrowLeft' ? -1 : 1
  for (let at = columns.indexOf(over) + way; at >= 0 && at < columns.length; at += way) {
    const column = columns[at]
    if (column !== undefined && mayBeIn(column)) return column
  }
  return over
}

/** Returns the neighbour of a card that leaves its column: the one below, else the one above; null when it was alone. */
export function leftNear(columns: readonly ColumnOfIds[], id: string): string | null {
  const place = placeOf(columns, id)
  const ids = place ? (columns[place.column]?.ids ?? []) : []
  return place ? (ids[place.at + 1] ?? ids[place.at - 1] ?? null) : null
}
