/** What the tree needs to know of a type. */
export interface TypeRow {
  readonly id: string
  readonly parent: string | null
  readonly position: number
  readonly code: string
  readonly builtIn: boolean
}

/** A type in its place, as the tree shows it from top to bottom. */
export interface TreeLine<T extends TypeRow> {
  readonly type: T
  readonly depth: number
  readonly hasChildren: boolean
  /** Place among its siblings and how many there are, from 0. */
  readonly place: number
  readonly siblings: number
}

function childrenOf<T extends TypeRow>(rows: readonly T[]): ReadonlyMap<string | null, T[]> {
  const known = new Set(rows.map(row => row.id))
  // Whoever may not see a parent sees its children at the top.
  const groups = Map.groupBy(rows, row => (row.parent !== null && known.has(row.parent) ? row.parent : null))
  for (const group of groups.values()) group.sort((a, b) => a.position - b.position || (a.code < b.code ? -1 : 1))
  return groups
}

/** Lines of the tree; what is below a folded type is left out. */
export function linesOf<T extends TypeRow>(rows: readonly T[], folded: ReadonlySet<string>): TreeLine<T>[] {
  const groups = childrenOf(rows)
  const lines: TreeLine<T>[] = []
  const add = (parent: string | null, depth: number): void => {
    const group = groups.get(parent) ?? []
    group.forEach((type, place) => {
      const hasChildren = groups.has(type.id)
      lines.push({ type, depth, hasChildren, place, siblings: group.length })
      if (hasChildren && !folded.has(type.id)) add(type.id, depth + 1)
    })
  }
  add(null, 0)
  return lines
}

export interface Move {
  readonly parent: string | null
  readonly position: number
}

/** Where Alt and an arrow move a type; null where it cannot go. Built-in types stay below their parent. */
export function keyMove<T extends TypeRow>(lines: readonly TreeLine<T>[], id: string, key: string): Move | null {
  const at = lines.findIndex(line => line.type.id === id)
  const line = lines[at]
  if (!line) return null
  const { parent, builtIn } = line.type
  switch (key) {
    case 'ArrowUp':
      return line.place > 0 ? { parent, position: line.place - 1 } : null
    case 'ArrowDown':
      return line.place < line.siblings - 1 ? { parent, position: line.place + 1 } : null
    case 'ArrowLeft': {
      const above = lines.find(one => one.type.id === parent)
      return above && !builtIn ? { parent: above.type.parent, position: above.place + 1 } : null
    }
    case 'ArrowRight': {
      const before = lines.slice(0, at).findLast(one => one.depth === line.depth && one.type.parent === parent)
      return before && !builtIn ? { parent: before.type.id, position: 1_000 } : null
    }
    default:
      return null
  }
}

/** Where a drop on a line moves what was dragged: the upper third before it, the lower behind it, the middle below it. */
export function dropMove<T extends TypeRow>(
  lines: readonly TreeLine<T>[],
  dragged: string,
  onto: string,
  share: number,
): Move | null {
  const target = lines.find(line => line.type.id === onto)
  const moved = lines.find(line => line.type.id === dragged)
  if (!target || !moved || dragged === onto || isBelow(lines, onto, dragged)) return null
  const inside = share > 1 / 3 && share < 2 / 3
  const parent = inside ? target.type.id : target.type.parent
  if (moved.type.builtIn && parent !== moved.type.parent) return null
  if (inside) return { parent, position: 1_000 }
  const isAfter = share >= 2 / 3
  // The place is counted among the others, without what is moved.
  const isBefore = moved.type.parent === parent && moved.place < target.place
  return { parent, position: target.place + (isAfter ? 1 : 0) - (isBefore ? 1 : 0) }
}

function isBelow<T extends TypeRow>(lines: readonly TreeLine<T>[], id: string, above: string): boolean {
  const byId = new Map(lines.map(line => [line.type.id, line.type]))
  for (
    let at = byId.get(id), steps = 0;
    at && steps < 50;
    at = at.parent === null ? undefined : byId.get(at.parent), steps++
  )
    if (at.id === above) return true
  return false
}
