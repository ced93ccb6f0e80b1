import { isPlainAction, PLAIN_ACTIONS, type PlainAction, permissionParts } from '../../contract/permission.ts'

/** Permissions of one resource: at most one per plain action, and those of its commands. */
export interface MatrixRow {
  readonly resource: string
  readonly plain: Readonly<Partial<Record<PlainAction, string>>>
  readonly commands: readonly string[]
}

export interface MatrixModule {
  readonly module: string
  readonly rows: readonly MatrixRow[]
}

/** Returns permissions as a matrix; modules and resources keep their given order. */
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

/** Returns the permissions of a row, in the order of the matrix. */
export const permissionsOfRow = ({ plain, commands }: MatrixRow): string[] => [
  ...PLAIN_ACTIONS.flatMap(action => plain[action] ?? []),
  ...commands,
]

/** Returns whether all, some or none of the permissions are granted. */
export function shareOf(granted: ReadonlySet<string>, of: readonly string[]): 'all' | 'some' | 'none' {
  const count = of.filter(one => granted.has(one)).length
  return count === 0 ? 'none' : count === of.length ? 'all' : 'some'
}

/**
 * Returns the grants after a checkbox over several permissions was pressed: all of them when one was missing, else none. What can
 * be done to records is granted with reading them, and taken away with it, because nobody finds the records otherwise.
 * Permissions that the giver does not hold stay unchanged.
 * @param rows of the matrix that the checkbox is in
 */
export function pressed(
  granted: ReadonlySet<string>,
  over: readonly string[],
  mayGive: (permission: string) => boolean,
  rows: readonly MatrixRow[],
): string[] {
  const mine = over.filter(mayGive)
  const isOn = mine.every(one => granted.has(one))
  const next = new Set(granted)
  const touched = rows.filter(row => permissionsOfRow(row).some(one => mine.includes(one)))
  for (const { plain, commands } of touched) {
    const all = permissionsOfRow({ resource: '', plain, commands }).filter(mayGive)
    const { read } = plain
    const follows = isOn && read !== undefined && mine.includes(read) ? all : all.filter(one => mine.includes(one))
    for (const one of follows)
      if (isOn) next.delete(one)
      else next.add(one)
    if (!isOn && read !== undefined && mayGive(read)) next.add(read)
  }
  return [...next].toSorted()
}

/** Comparison of two roles for one resource: permissions of only one of them, and of both. */
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
