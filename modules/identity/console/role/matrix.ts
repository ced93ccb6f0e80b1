import { isPlainAction, PLAIN_ACTIONS, type PlainAction, permissionParts } from '../../contract/permission.ts'

/** What may be granted about one resource: at most one permission per plain action, and its commands. */
export interface MatrixRow {
  readonly resource: string
  readonly plain: Readonly<Partial<Record<PlainAction, string>>>
  readonly commands: readonly string[]
}

export interface MatrixModule {
  readonly module: string
  readonly rows: readonly MatrixRow[]
}

/** Permissions as a matrix: modules and resources in the order in which they come. */
export function matrixOf(permissions: readonly string[]): MatrixModule[] {
  const rows = [...Map.groupBy(permissions, one => permissionParts(one).resource)].map(([resource, all]): MatrixRow => {
    const isPlain = (permission: string): boolean => isPlainAction(permissionParts(permission).action)
    return {
      resource,
      plain: Object.fromEntries(all.filter(isPlain).map(one => [permissionParts(one).action, one])),
      commands: all.filter(one => !isPlain(one)),
    }
  })
  return [...Map.groupBy(rows, row => row.resource.split('.')[0] ?? '')].map(([module, inside]) => ({
    module,
    rows: inside,
  }))
}

/** In the order in which they stand in the matrix. */
export const permissionsOfRow = ({ plain, commands }: MatrixRow): string[] => [
  ...PLAIN_ACTIONS.flatMap(action => plain[action] ?? []),
  ...commands,
]

/** Returns whether all, some or none of them are granted. */
export function shareOf(granted: ReadonlySet<string>, of: readonly string[]): 'all' | 'some' | 'none' {
  const count = of.filter(one => granted.has(one)).length
  return count === 0 ? 'none' : count === of.length ? 'all' : 'some'
}

/**
 * Returns the grants after a box over several of them was pressed: all of them when one was missing, else none. What
 * the giver does not hold stays as it is.
 */
export function pressed(
  granted: ReadonlySet<string>,
  over: readonly string[],
  mayGive: (permission: string) => boolean,
): string[] {
  const mine = over.filter(mayGive)
  const isOn = mine.every(one => granted.has(one))
  const next = new Set(granted)
  for (const one of mine) {
    if (isOn) next.delete(one)
    else next.add(one)
  }
  return [...next].toSorted()
}

/** Two roles side by side: for each resource what only one of them has, and what both have. */
export interface Compared {
  readonly resource: string
  readonly left: readonly string[]
  readonly right: readonly string[]
  readonly both: readonly string[]
}

export function compare(left: readonly string[], right: readonly string[]): Compared[] {
  const [a, b] = [new Set(left), new Set(right)]
  const resources = matrixOf([...new Set([...left, ...right])].toSorted()).flatMap(({ rows }) => rows)
  return resources.map(row => {
    const all = permissionsOfRow(row)
    return {
      resource: row.resource,
      left: all.filter(one => a.has(one) && !b.has(one)),
      right: all.filter(one => b.has(one) && !a.has(one)),
      both: all.filter(one => a.has(one) && b.has(one)),
    }
  })
}
