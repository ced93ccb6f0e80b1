import {
  allLabelKeys,
  columnOf,
  type Field,
  isNameColumn,
  type Resource,
  scopeFields,
  sortableFields,
  tableOf,
} from '@wattyard/resource'
import { kindOf } from '@wattyard/resource/schema'
import type { PresentColumn, PresentIndex } from '../database/read-schema.ts'

/** One column as the definition wants it. */
export interface PlannedColumn {
  name: string
  /** As PostgreSQL prints it (`format_type`). */
  type: string
  notNull: boolean
}

/** One index as the definition wants it. */
export interface PlannedIndex {
  name: string
  method: 'btree' | 'gin'
  columns: readonly string[]
  unique: boolean
  /** Substring search: `gin_trgm_ops`. */
  trigram: boolean
  /** A sort needs its order to the last id; narrowing needs the column up front only. */
  use: 'unique' | 'sort' | 'narrow'
  /** What the index is for, as a comment of the proposal and of a failing test. */
  purpose: string
}

export interface TablePlan {
  table: string
  columns: readonly PlannedColumn[]
  indexes: readonly PlannedIndex[]
  /** References to tables of the same module; those to others are kept by their modules' doors. */
  references: readonly { readonly column: string; readonly table: string }[]
}

/** PostgreSQL cuts longer names silently. */
const MAX_NAME = 63

const BOOKKEEPING: readonly PlannedColumn[] = [
  { name: 'tenant_id', type: 'uuid', notNull: true },
  { name: 'id', type: 'uuid', notNull: true },
  { name: 'version', type: 'integer', notNull: true },
  { name: 'created_at', type: 'timestamp with time zone', notNull: true },
  { name: 'updated_at', type: 'timestamp with time zone', notNull: true },
]

const PRINTED: Readonly<Record<string, string>> = { timestamptz: 'timestamp with time zone' }

/** Name of the index behind a unique set; the writer reads it back to name the fields of a race's loser. */
export function uniqueIndexName(resource: Resource, set: readonly string[]): string {
  return `${resource.table}_${set.map(key => columnFor(resource, key)).join('_')}_key`.slice(0, MAX_NAME)
}

function columnFor(resource: Resource, key: string): string {
  const of = resource.fields[key]
  if (of) return columnOf(key, of)
  if (key === 'createdAt') return 'created_at'
  throw new Error(`${resource.name} has no field ${key}`)
}

function plannedColumns(resource: Resource): PlannedColumn[] {
  const own = Object.entries(resource.fields).map(([key, of]) => {
    const type = kindOf(of).column(of)
    return { name: columnOf(key, of), type: PRINTED[type] ?? type, notNull: !of.optional }
  })
  const search = resource.list.search ? [{ name: 'search_text', type: 'text', notNull: true }] : []
  return [...BOOKKEEPING, ...own, ...search]
}

function filterIndex(resource: Resource, key: string, of: Field): PlannedIndex | null {
  const column = columnFor(resource, key)
  const purpose = `filter ${key}`
  const { filter } = kindOf(of)
  if (filter === 'none') return null
  if (filter === 'contains') return gin(resource, column, true, purpose)
  if (filter === 'any') return gin(resource, column, false, purpose)
  return btree(resource, column, 'narrow', purpose)
}

function btree(resource: Resource, column: string, use: 'sort' | 'narrow', purpose: string): PlannedIndex {
  const name = `${resource.table}_${column}`.slice(0, MAX_NAME)
  return { name, method: 'btree', columns: ['tenant_id', column, 'id'], unique: false, trigram: false, use, purpose }
}

function gin(resource: Resource, column: string, trigram: boolean, purpose: string): PlannedIndex {
  const name = `${resource.table}_${column}_${trigram ? 'trgm' : 'any'}`.slice(0, MAX_NAME)
  return { name, method: 'gin', columns: [column], unique: false, trigram, use: 'narrow', purpose }
}

function plannedIndexes(resource: Resource): PlannedIndex[] {
  const planned: PlannedIndex[] = (resource.unique ?? []).map(set => ({
    name: uniqueIndexName(resource, set),
    method: 'btree',
    columns: ['tenant_id', ...set.map(key => columnFor(resource, key))],
    unique: true,
    trigram: false,
    use: 'unique',
    purpose: `unique ${set.join(', ')}`,
  }))
  const want = (index: PlannedIndex | null) => {
    if (index && !planned.some(other => serves({ ...other, where: null }, index))) planned.push(index)
  }
  // What stands beside the table has the indexes of its own.
  const isOwn = (key: string): boolean => resource.added?.[key] === undefined
  for (const key of sortableFields(resource).filter(isOwn))
    want(btree(resource, columnFor(resource, key), 'sort', `sort ${key}`))
  for (const key of scopeFields(resource))
    if (resource.fields[key]?.kind === 'refs') want(gin(resource, columnFor(resource, key), false, `scope ${key}`))
    else want(btree(resource, columnFor(resource, key), 'narrow', `scope ${key}`))
  for (const key of resource.list.filters.filter(isOwn)) {
    const of = resource.fields[key]
    // A name is looked for in every language in which it is written.
    if (of && isNameColumn(resource, key))
      for (const one of allLabelKeys(resource)) want(filterIndex(resource, one, of))
    else
      want(of ? filterIndex(resource, key, of) : btree(resource, columnFor(resource, key), 'narrow', `filter ${key}`))
  }
  if (resource.list.search) want({ ...gin(resource, 'search_text', true, 'search'), name: `${resource.table}_search` })
  return planned
}

/**
 * Returns whether a present index does the work of a planned one. `(tenant, column)` unique serves for
 * `(tenant, column, id)`: equal keys do not occur, so the id adds no order. An index of the rows
 * that have a value serves to narrow by that value.
 */
export function serves(present: Omit<PresentIndex, 'name'>, planned: PlannedIndex): boolean {
  if (present.method !== planned.method || present.trigram !== planned.trigram) return false
  const { columns } = present
  const begins = (wanted: readonly string[]) => wanted.every((column, i) => columns[i] === column)
  if (planned.use === 'narrow') {
    const wanted = planned.columns.slice(0, planned.method === 'gin' ? 1 : 2)
    return begins(wanted) && (present.where === null || present.where === `(${wanted.at(-1)} IS NOT NULL)`)
  }
  if (present.where !== null) return false
  if (planned.use === 'unique') return present.unique && columns.join() === planned.columns.join()
  return begins(planned.columns) || (present.unique && columns.length === 2 && begins(planned.columns.slice(0, 2)))
}

/** Returns whether a present column holds what is planned; a smaller whole number does. */
export function holds(present: Pick<PresentColumn, 'type' | 'notNull'>, planned: PlannedColumn): boolean {
  const isSmaller = present.type === 'smallint' && planned.type === 'integer'
  return (present.type === planned.type || isSmaller) && present.notNull === planned.notNull
}

/** What the table of a definition has to look like: columns, and an index per filter, sort and scope. */
export function planTable(resource: Resource): TablePlan {
  const { table, module, fields } = resource
  const references = Object.entries(fields).flatMap(([key, of]) =>
    of.kind === 'ref' && of.of?.startsWith(`${module}.`) ? [{ column: columnOf(key, of), table: tableOf(of.of) }] : [],
  )
  return { table, columns: plannedColumns(resource), indexes: plannedIndexes(resource), references }
}
