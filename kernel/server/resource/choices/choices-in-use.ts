import { col } from '../../database/columns.ts'
import { columnOf, isFromDictionary, type Resource } from '@wattyard/resource'
import type { Tx } from '../../database/tx.ts'

interface Place {
  table: string
  column: string
  isList: boolean
}

/** Columns that hold codes of a dictionary. */
function placesOf(resources: readonly Resource[], dictionary: string): Place[] {
  return resources.flatMap(({ table, fields }) =>
    Object.entries(fields)
      .filter(([, of]) => isFromDictionary(of) && of.of === dictionary)
      .map(([key, of]) => ({ table, column: columnOf(key, of), isList: of.kind === 'tags' })),
  )
}

/** Returns whether any record of the tenant holds this code of a dictionary. */
export async function isChoiceInUse(
  tx: Tx,
  resources: readonly Resource[],
  dictionary: string,
  code: string,
): Promise<boolean> {
  for (const { table, column, isList } of placesOf(resources, dictionary)) {
    const holds = isList ? `${column} && array[$2::text]` : `${column} = $2`
    const [row] = await tx.query(`select 1 from ${table} where tenant_id = $1 and ${holds} limit 1`, [
      tx.tenantId,
      code,
    ])
    if (row) return true
  }
  return false
}

/** Most different values that are told of one field. */
const MAX_VALUES = 200

/** Different values that records of the tenant hold in fields of a dictionary, codes of it or not. */
export async function choicesInUse(tx: Tx, resources: readonly Resource[], dictionary: string): Promise<string[]> {
  const found = new Set<string>()
  for (const { table, column, isList } of placesOf(resources, dictionary)) {
    const value = isList ? `unnest(${column})` : column
    const rows = await tx.query(
      { value: col.text.orNull },
      `select distinct ${value} as value from ${table} where tenant_id = $1 limit ${MAX_VALUES}`,
      [tx.tenantId],
    )
    for (const { value: one } of rows) if (one !== null) found.add(one)
  }
  return [...found].toSorted()
}
