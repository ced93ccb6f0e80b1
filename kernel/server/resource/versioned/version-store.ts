import { columnOf, type Resource, snakeCase, type Validity } from '@wattyard/resource'
import type { VersionedRule } from '@wattyard/resource/versioned'
import { col } from '../../database/columns.ts'
import type { Tx } from '../../database/tx.ts'
import { newId } from '../../new-id.ts'

/** The part of a versioned definition that its rows are written by. */
export type VersionTable = Pick<Resource, 'name' | 'table' | 'fields'> & { readonly versioned: VersionedRule }

/** Column with the id of what a version is of. */
export function ownerColumn({ name, fields, versioned: { of } }: VersionTable): string {
  const field = fields[of]
  if (!field) throw new Error(`${name}: no field ${of}`)
  return columnOf(of, field)
}

export const bodyColumn = ({ versioned }: VersionTable): string => snakeCase(versioned.body)

export interface NewVersionDraft {
  tenantId: string
  ownerId: string
  body: unknown
  source: string | null
  /** Faults that still forbid publication. */
  problems: number
  /** Null where nobody of the tenant wrote it: anybody may publish it then. */
  editor: { id: string | null; name: string }
  /** Columns of the module's own. */
  columns?: Readonly<Record<string, unknown>>
}

/** Stores a draft under its owner's next number; numbers of discarded drafts do not come back. */
export async function insertVersionDraft(
  tx: Tx,
  resource: VersionTable,
  { tenantId, ownerId, body, source, problems, editor, columns = {} }: NewVersionDraft,
): Promise<{ id: string; number: number }> {
  const id = newId()
  const [given] = await tx.query(
    { last: col.integer },
    `insert into kernel_version_number (tenant_id, resource, owner_id, last) values ($1, $2, $3, 1)
     on conflict (tenant_id, resource, owner_id) do update set last = kernel_version_number.last + 1 returning last`,
    [tenantId, resource.name, ownerId],
  )
  const number = given?.last ?? 1
  const row: Record<string, unknown> = {
    tenant_id: tenantId,
    id,
    [ownerColumn(resource)]: ownerId,
    number,
    state: 'draft',
    source,
    problems,
    [bodyColumn(resource)]: JSON.stringify(body),
    edited_by: editor.name,
    edited_by_id: editor.id,
    ...columns,
  }
  const names = Object.keys(row)
  await tx.execute(
    `insert into ${resource.table} (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(row),
  )
  return { id, number }
}

/** Writes columns of one version; whoever read it before finds it changed. */
export async function writeVersion(
  tx: Tx,
  { table }: Pick<VersionTable, 'table'>,
  id: string,
  columns: Readonly<Record<string, unknown>>,
  tenantId = tx.tenantId,
): Promise<void> {
  const sets = Object.keys(columns).map((column, i) => `${column} = $${i + 3}`)
  await tx.execute(
    `update ${table} set ${[...sets, 'version = version + 1', 'updated_at = now()'].join(', ')} where tenant_id = $1 and id = $2`,
    [tenantId, id, ...Object.values(columns)],
  )
}

export interface VersionPublication {
  tenantId: string
  id: string
  publisher: string
  /** Epoch ms. */
  now: number
  /** When it holds; absent for versions without times. */
  times?: { from: number; to: number | null }
  /** Columns of the module's own. */
  columns?: Readonly<Record<string, unknown>>
}

/** Turns a draft's row into a published one. */
export async function storePublication(
  tx: Tx,
  resource: VersionTable,
  { tenantId, id, publisher, now, times, columns = {} }: VersionPublication,
): Promise<void> {
  const held = times && { valid_from_at: new Date(times.from), valid_to_at: dateOf(times.to) }
  const row = {
    state: 'published',
    problems: 0,
    published_by: publisher,
    published_at: new Date(now),
    ...held,
    ...columns,
  }
  await writeVersion(tx, resource, id, row, tenantId)
}

export const dateOf = (at: number | null): Date | null => (at === null ? null : new Date(at))

/** Times in force of the published and retired versions of an owner, the one given left out. */
export async function validitiesOf(
  tx: Tx,
  resource: VersionTable,
  ownerId: string,
  exceptId: string,
): Promise<Validity[]> {
  return tx.query(
    { id: col.uuid, number: col.integer, from: col.instant, to: col.instant.orNull },
    `select id, number, valid_from_at as "from", valid_to_at as "to" from ${resource.table}
     where tenant_id = $1 and ${ownerColumn(resource)} = $2 and id <> $3 and valid_from_at is not null and state <> 'draft' order by valid_from_at`,
    [tx.tenantId, ownerId, exceptId],
  )
}

/** Number of the draft that an owner has; null when there is none. */
export async function openDraftOf(tx: Tx, resource: VersionTable, ownerId: string): Promise<number | null> {
  const [open] = await tx.query(
    { number: col.integer },
    `select number from ${resource.table} where tenant_id = $1 and ${ownerColumn(resource)} = $2 and state = 'draft' limit 1`,
    [tx.tenantId, ownerId],
  )
  return open?.number ?? null
}

/** The next draft of a new owner of the same id would begin at 1 again: for owners that are deleted. */
export async function forgetVersionNumbers(
  tx: Tx,
  { name }: Pick<VersionTable, 'name'>,
  ownerIds: readonly string[],
): Promise<void> {
  await tx.execute(
    'delete from kernel_version_number where tenant_id = $1 and resource = $2 and owner_id = any($3::uuid[])',
    [tx.tenantId, name, ownerIds],
  )
}
