import type { ListInput } from '@wattyard/calls'
import { columnOf, columnsOf, type Field, fieldOf, type Resource, type TotalsAnswer } from '@wattyard/resource'
import { kindOf } from '@wattyard/resource/schema'
import type { Caller } from '../caller.ts'
import { col } from '../database/columns.ts'
import type { Tx } from '../database/tx.ts'
import { addFilters, findForList, fromOf } from './list-query.ts'
import { scoped } from './scope.ts'
import type { ServedResource } from './served.ts'

/** Rows that are added up; a list with more says so instead. One million takes about half a second. */
export const MAX_TOTALLED_ROWS = 1_000_000

function wireSum(sum: string | null, of: Field): string | number | null {
  if (sum === null) return null
  // Counts and seconds travel as numbers, and a million of the largest stay exact in one.
  if (of.kind === 'integer' || of.kind === 'duration') return Number(sum)
  const wire = kindOf(of).toWire(BigInt(sum), of)
  return typeof wire === 'string' ? wire : String(wire)
}

/** Returns the condition of the rows that `list.totalled` adds up, with its values from `$first` on. */
function addedUp({ fields, list }: Resource, first: number): { text: string; values: readonly (readonly string[])[] } {
  const conditions = Object.entries<readonly string[] | undefined>(list.totalled ?? {}).flatMap(([key, values]) => {
    const of = fields[key]
    return of && values ? [{ column: columnOf(key, of), values }] : []
  })
  return {
    text: ['true', ...conditions.map(({ column }, index) => `${column} = any($${first + index})`)].join(' and '),
    values: conditions.map(({ values }) => values),
  }
}

/**
 * Adds up the fields of `list.totals` over all rows of the caller's scope that the filters leave.
 *
 * @returns sums in wire form; none when there are more than `MAX_TOTALLED_ROWS` rows
 */
export async function totalRecords(
  tx: Tx,
  caller: Caller,
  served: ServedResource,
  input: Pick<ListInput, 'filter' | 'q'>,
): Promise<TotalsAnswer> {
  const { resource, beside } = served
  const keys = resource.list.totals ?? []
  const fields = keys.flatMap((key): [string, Field][] => {
    const of = fieldOf(resource, key)
    return of ? [[key, of]] : []
  })
  const where = scoped(caller, resource)
  addFilters(where, resource, input, caller, await findForList(tx, served, input, caller), beside)
  const columns = fields.map(
    ([key], i) => `${columnsOf(resource)[key] ?? beside?.columns[key] ?? 'null'} as added_${i}`,
  )
  // As texts: a sum may be larger than what JSON numbers keep.
  const sums = columns.map((_, i) => `sum(added_${i}) filter (where is_added)::text`).join(', ')
  const added = addedUp(resource, where.values.length + 1)
  const [row] = await tx.query(
    { all_rows: col.bigint, rows: col.bigint, sums: col.json<readonly (string | null)[]>() },
    `select count(*) as all_rows, count(*) filter (where is_added) as rows, json_build_array(${sums}) as sums
     from (select ${columns.join(', ')}, ${added.text} as is_added
       from ${fromOf(served, { filter: input.filter, totals: keys })} where ${where.text} limit ${MAX_TOTALLED_ROWS + 1}) as counted`,
    [...where.values, ...added.values],
  )
  const all = Number(row?.all_rows ?? 0n)
  const rows = Number(row?.rows ?? 0n)
  const capped = all > MAX_TOTALLED_ROWS
  return {
    rows: capped ? MAX_TOTALLED_ROWS : rows,
    left: capped ? 0 : all - rows,
    capped,
    totals: capped ? {} : Object.fromEntries(fields.map(([key, of], i) => [key, wireSum(row?.sums[i] ?? null, of)])),
  }
}
