import { columnOf, type Field, type Resource } from '@wattyard/resource'
import { col } from '../database/columns.ts'
import type { Tx } from '../database/tx.ts'
import type { ResourceIndex } from './read-records.ts'
import type { ResourceRow, ServedResource } from './served.ts'

/** A column that takes its value from a record that another column of the same row points at. */
export interface Copy {
  /** Resource that has the column. */
  readonly resource: Resource
  readonly column: string
  /** Column that points at the source. */
  readonly through: string
  /** Resource that the value comes from, and its column. */
  readonly source: string
  readonly from: string
  /** Kept as it was when the record was made. */
  readonly fixed: boolean
}

function copyOf(resource: Resource, key: string, of: Field, index: Pick<ResourceIndex, 'byName'>): Copy {
  const [through = '', from = ''] = (of.copies ?? '').split('.')
  const link = resource.fields[through]
  const source = index.byName(link?.of ?? '')?.resource
  const copied = source?.fields[from]
  if (link?.kind !== 'ref' || !source || !copied || copied.kind !== of.kind || copied.of !== of.of)
    throw new Error(`${resource.name}.${key} copies ${of.copies}, which is no field of the same kind`)
  return {
    resource,
    column: columnOf(key, of),
    through: columnOf(through, link),
    source: source.name,
    from: columnOf(from, copied),
    fixed: of.fixed === true,
  }
}

/**
 * Returns every copied column of some definitions. @throws Error at start where one copies nothing; a mistake of ours
 */
export function allCopies(served: readonly ServedResource[], index: Pick<ResourceIndex, 'byName'>): Copy[] {
  return served.flatMap(({ resource }) =>
    Object.entries(resource.fields).flatMap(([key, of]) =>
      of.copies === undefined ? [] : [copyOf(resource, key, of, index)],
    ),
  )
}

/** Values of the copied columns of a row about to be written: of all when it is made, else of those whose source changes. */
export async function copiedColumns(
  tx: Tx,
  index: ResourceIndex,
  resource: Resource,
  columns: Readonly<Record<string, unknown>>,
  before: Readonly<ResourceRow> | null,
): Promise<Record<string, unknown>> {
  const copied: Record<string, unknown> = {}
  for (const copy of index.copies) {
    if (copy.resource.name !== resource.name) continue
    const isLeft = before !== null && (copy.fixed || columns[copy.through] === undefined)
    const id = columns[copy.through] ?? null
    if (isLeft) continue
    if (id === null) {
      copied[copy.column] = null
      continue
    }
    const table = index.byName(copy.source)?.resource.table
    const [row] = await tx.query(
      // As text: the column it goes into reads every type back from it, and no number passes through a float.
      { value: col.text.orNull },
      `select ${copy.from}::text as value from ${table} where tenant_id = $1 and id = $2`,
      [tx.tenantId, id],
    )
    copied[copy.column] = row?.value ?? null
  }
  return copied
}

/**
 * Brings copies to what their sources say now, and the copies of those in turn. Call it after a source was changed by other
 * ways than the generated save, in the same transaction. Rows that agree already keep their version.
 *
 * @param changed columns of the source that may have changed; all when absent
 */
export async function followCopies(
  tx: Tx,
  index: ResourceIndex,
  source: Pick<Resource, 'name' | 'table'>,
  ids: readonly string[],
  changed?: ReadonlySet<string>,
): Promise<void> {
  if (ids.length === 0) return
  for (const copies of byLink(index.copies, source.name, changed)) {
    const [{ resource, through } = { resource: null, through: '' }] = copies
    if (!resource) continue
    const touched = await tx.query(
      { id: col.uuid },
      `update ${resource.table} as copy
       set ${copies.map(one => `${one.column} = source.${one.from}`).join(', ')}, version = copy.version + 1, updated_at = now()
       from ${source.table} as source
       where copy.tenant_id = $1 and source.tenant_id = $1 and source.id = any($2::uuid[]) and copy.${through} = source.id
         and (${copies.map(one => `copy.${one.column} is distinct from source.${one.from}`).join(' or ')})
       returning copy.id`,
      [tx.tenantId, ids],
    )
    await followCopies(
      tx,
      index,
      resource,
      touched.map(({ id }) => id),
      new Set(copies.map(one => one.column)),
    )
  }
}

/** Copies that follow a source, by the column that points at it: rows are written once, however many of their columns follow. */
function byLink(copies: readonly Copy[], source: string, changed: ReadonlySet<string> | undefined): Copy[][] {
  const groups = new Map<string, Copy[]>()
  for (const copy of copies) {
    if (copy.source !== source || copy.fixed || (changed && !changed.has(copy.from))) continue
    const key = `${copy.resource.name}.${copy.through}`
    groups.set(key, [...(groups.get(key) ?? []), copy])
  }
  return [...groups.values()]
}
