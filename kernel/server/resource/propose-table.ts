import type { Resource } from '@wattyard/resource'
import { readTable } from '../database/read-schema.ts'
import type { Tx } from '../database/tx.ts'
import { holds, type PlannedColumn, type PlannedIndex, planTable, serves, type TablePlan } from './table-plan.ts'

const DEFAULTS: Readonly<Record<string, string>> = {
  version: ' default 1',
  created_at: ' default now()',
  updated_at: ' default now()',
  search_text: " default ''",
}

const shortType = (type: string) => (type === 'timestamp with time zone' ? 'timestamptz' : type)

function columnText(column: PlannedColumn): string {
  return `${column.name} ${shortType(column.type)}${column.notNull ? ' not null' : ''}${DEFAULTS[column.name] ?? ''}`
}

function indexText(table: string, index: PlannedIndex): string {
  const columns = index.columns.join(', ')
  const list = index.method === 'gin' ? `using gin (${columns}${index.trigram ? ' gin_trgm_ops' : ''})` : `(${columns})`
  return `create ${index.unique ? 'unique ' : ''}index ${index.name} on ${table} ${list};`
}

/** Returns the `create table` of a definition, with its indexes and its protection, for a person to edit. */
export function createTableText(plan: TablePlan): string {
  const columns = plan.columns.map(column => `  ${columnText(column)}`)
  const references = plan.references.map(
    ({ column, table }) => `  foreign key (tenant_id, ${column}) references ${table} (tenant_id, id)`,
  )
  return [
    `create table ${plan.table} (`,
    [...columns, '  primary key (tenant_id, id)', ...references].join(',\n'),
    ');',
    ...plan.indexes.map(index => indexText(plan.table, index)),
    `call wattyard_protect('${plan.table}');`,
  ].join('\n')
}

/** What brings an existing table to its plan; columns that only the database has are named, never dropped. */
async function alterTableText(tx: Tx, plan: TablePlan): Promise<string[]> {
  const present = await readTable(tx, plan.table)
  if (!present) return [createTableText(plan)]
  const lines: string[] = []
  for (const column of plan.columns) {
    const found = present.columns.find(other => other.name === column.name)
    if (!found) {
      const backfill = column.notNull && !(column.name in DEFAULTS) ? ' -- existing rows need a value first' : ''
      lines.push(`alter table ${plan.table} add column ${columnText(column)};${backfill}`)
      continue
    }
    if (holds(found, column)) continue
    if (found.type !== column.type)
      lines.push(
        `alter table ${plan.table} alter column ${column.name} type ${shortType(column.type)}; -- is ${found.type}`,
      )
    if (found.notNull !== column.notNull)
      lines.push(`alter table ${plan.table} alter column ${column.name} ${column.notNull ? 'set' : 'drop'} not null;`)
  }
  for (const index of plan.indexes)
    if (!present.indexes.some(other => serves(other, index)))
      lines.push(`${indexText(plan.table, index)} -- ${index.purpose}`)
  if (!present.forced) lines.push(`call wattyard_protect('${plan.table}');`)
  const known = new Set(plan.columns.map(column => column.name))
  const extra = present.columns.filter(column => !known.has(column.name)).map(column => column.name)
  if (lines.length && extra.length) lines.push(`-- ${plan.table} also has: ${extra.join(', ')}`)
  return lines
}

/** Tables after those that they refer to, else as given. */
function referredFirst(resources: readonly Resource[]): Resource[] {
  const byTable = new Map(resources.map(one => [one.table, one]))
  const ordered = new Set<Resource>()
  const add = (resource: Resource, above: ReadonlySet<Resource>): void => {
    for (const { table } of planTable(resource).references) {
      const referred = byTable.get(table)
      if (referred && !above.has(referred)) add(referred, new Set([...above, referred]))
    }
    ordered.add(resource)
  }
  for (const resource of resources) add(resource, new Set([resource]))
  return [...ordered]
}

/**
 * SQL that brings the database of `tx` to the definitions; empty when it is there already. A
 * proposal: a person reads and edits it into a numbered migration, nothing runs it.
 */
export async function proposeSchema(tx: Tx, resources: readonly Resource[]): Promise<string> {
  const parts: string[] = []
  for (const resource of referredFirst(resources)) {
    const lines = await alterTableText(tx, planTable(resource))
    if (lines.length) parts.push(`-- ${resource.name}\n${lines.join('\n')}`)
  }
  return parts.join('\n\n')
}
