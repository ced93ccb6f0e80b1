import { columnsOf, FILE_LABELS, holdsFiles, type Resource } from '@wattyard/resource'
import type { VersionedRule } from '@wattyard/resource/versioned'
import { toRecord } from '@wattyard/resource/schema'
import { type Caller, WHOLE_TENANT } from '../caller.ts'
import { type PersonalReader, seesPersonalOf } from '../personal.ts'
import type { Tx } from '../database/tx.ts'
import { Refusal } from '../refusal.ts'
import type { Language } from '../words.ts'
import { type Shape, col } from '../database/columns.ts'
import type { Copy } from './copies.ts'
import type { WholeRow } from './doors.ts'
import { wholeRow } from './row-shape.ts'
import { labelColumn, named } from './label-column.ts'
import { addFilters, COUNT_CAP, findForList, fromOf, MAX_OFFSET, orderBy } from './list-query.ts'
import { refTargets } from './abilities/ref-targets.ts'
import { abilities, resourceAbilities, revealing } from './abilities/record-abilities.ts'
import { changesOf, scoped, scopedByPlace } from './scope.ts'
import type { House, ServedSheet } from '../paper/served-sheet.ts'
import type { ApprovalService } from './second-person.ts'
import type { ResourceRow, ServedResource } from './served.ts'
import { type ListInput } from '@wattyard/calls'

export interface WireRecord extends Record<string, unknown> {
  id: string
  version: number
  createdAt: number
  updatedAt: number
  can: string[]
}

export type Labels = Record<string, Record<string, string>>

/** Looks resources up by name; the server wires one over all modules. */
export interface ResourceIndex {
  byName(name: string): ServedResource | undefined
  /** Columns that take their values from other records. */
  readonly copies: readonly Copy[]
  /** Who keeps commands that wait for a second person; without it none waits. */
  approvalService?: ApprovalService
  /** Sheets of single records: one of every resource, and those that modules make besides. */
  readonly sheets?: readonly ServedSheet[]
  /** Whose the papers of a transaction's tenant are; absent where no module knows. */
  readonly houseOf?: (tx: Tx) => Promise<House | null>
  /** Returns a value without secrets; absent where no module knows them. */
  readonly withoutSecrets?: <T>(value: T) => T
}

export async function present(
  tx: Tx,
  caller: Caller,
  served: ServedResource,
  index: ResourceIndex,
  rows: readonly ResourceRow[],
): Promise<WireRecord[]> {
  const changes = changesOf(caller, served.resource)
  const asks = changes !== 'none' && !caller.readOnly && rows.length > 0
  const reached = asks ? await served.withinReach?.(tx, caller, rows) : undefined
  const inClear = seesPersonalOf(caller, served.resource)
  const reveals = revealing(served, caller, index)
  const isOpen = (id: string): boolean => changes !== 'none' && (reached?.has(id) ?? changes === 'all')
  const records = rows.map(
    (row): WireRecord => ({
      ...toRecord(served.resource, row, { inClear }),
      id: row.id,
      version: row.version,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      can: [...(isOpen(row.id) ? abilities(served, caller, row) : []), ...(reveals(row) ? ['reveal'] : [])],
    }),
  )
  if (served.decorate) await served.decorate(tx, caller, records, index)
  return records
}

/** For whom something is named. */
export type Reader = Pick<Caller, 'tenantId' | 'scope' | 'language' | 'permissions' | 'readsMasked'>

/**
 * What everything that the records point at is called by a reader, one query per resource. A name on a row that somebody
 * reaches is theirs to read; but rows that all of the tenant share name people and places of everywhere, and of those beyond
 * the reader's reach they get no name. Whose own a record is never hides its name (decision 367).
 */
export async function labelsOf(
  tx: Tx,
  index: ResourceIndex,
  resource: Pick<Resource, 'fields' | 'scope'>,
  records: readonly Readonly<Record<string, unknown>>[],
  reader: Reader,
): Promise<Labels> {
  const within = resource.scope === 'shared' ? reader.scope : WHOLE_TENANT
  const wanted = new Map<string, Set<string>>()
  for (const [key, f] of refTargets(resource.fields)) {
    const ids = wanted.get(f.of ?? '') ?? new Set<string>()
    for (const record of records) for (const id of [record[key]].flat()) if (typeof id === 'string') ids.add(id)
    wanted.set(f.of ?? '', ids)
  }
  const labels: Labels = {}
  for (const [name, ids] of wanted) {
    const target = index.byName(name)?.resource
    if (target && ids.size > 0)
      labels[name] = Object.fromEntries(
        (await labelRows(tx, index, target, [...ids], { ...reader, scope: within })).map(row => [row.id, row.label]),
      )
  }
  const files = await fileNames(tx, resource, records)
  return files ? { ...labels, [FILE_LABELS]: files } : labels
}

/** Names of the files that records hold or held; null for a definition without files. */
async function fileNames(
  tx: Tx,
  { fields }: Pick<Resource, 'fields'>,
  records: readonly Readonly<Record<string, unknown>>[],
): Promise<Record<string, string> | null> {
  const keys = Object.keys(fields).filter(key => holdsFiles(fields[key]!)) // its own keys
  const ids = keys.flatMap(key => records.flatMap(record => [record[key]].flat().filter(id => typeof id === 'string')))
  if (ids.length === 0 || tx.tenantId === null) return null
  const rows = await tx.query(
    { id: col.uuid, name: col.text },
    'select id, name from kernel_file where tenant_id = $1 and id = any($2::uuid[])',
    [tx.tenantId, [...new Set(ids)]],
  )
  return Object.fromEntries(rows.map(row => [row.id, row.name]))
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * What one record of any resource is called, by its name and id; null when there is no such thing. Who reads it may not be known
 * yet, so a person's name is masked unless a reader is given.
 */
export async function nameOfRecord(
  tx: Tx,
  index: ResourceIndex,
  name: string,
  id: string,
  language: Language,
  reading: PersonalReader = NOBODY,
): Promise<string | null> {
  return (await namesOfRecords(tx, index, name, [id], language, reading)).get(id) ?? null
}

/** What records of one resource are called, by id, as above; ids that name none are left out. */
export async function namesOfRecords(
  tx: Tx,
  index: ResourceIndex,
  name: string,
  ids: readonly string[],
  language: Language,
  reading: PersonalReader = NOBODY,
): Promise<ReadonlyMap<string, string>> {
  const target = index.byName(name)?.resource
  const { tenantId } = tx
  const real = [...new Set(ids)].filter(id => UUID.test(id))
  if (!target || tenantId === null || real.length === 0) return new Map()
  const reader = { ...reading, tenantId, scope: WHOLE_TENANT, language }
  return new Map((await labelRows(tx, index, target, real, reader)).map(row => [row.id, row.label]))
}

const NOBODY: PersonalReader = { permissions: new Set() }

async function labelRows(
  tx: Tx,
  index: ResourceIndex,
  target: Resource,
  ids: readonly string[],
  reader: Reader,
): Promise<{ id: string; label: string }[]> {
  const where = scopedByPlace(reader, target)
  where.add(`id = any(${where.value(ids)}::uuid[])`)
  const rows = await tx.query(
    { id: col.uuid, label: col.text },
    `select id, ${labelColumn(target, reader.language)}::text as label from ${target.table} where ${where.text}`,
    where.values,
  )
  const { versioned }: Resource & { readonly versioned?: Pick<VersionedRule, 'of'> } = target
  if (versioned) return versionNames(tx, index, { target, of: versioned.of }, rows, reader)
  const { of } = target.fields[target.label] ?? {}
  return of === undefined ? named(target, rows, reader) : calledAs(tx, index, of, rows, reader)
}

/** Names of versions: of what they are a version, and their number: a number alone says nothing in a log or beside an order. */
async function versionNames(
  tx: Tx,
  index: ResourceIndex,
  { target, of }: { readonly target: Resource; readonly of: string },
  rows: readonly { id: string; label: string }[],
  reader: Reader,
): Promise<{ id: string; label: string }[]> {
  const owner = index.byName(target.fields[of]?.of ?? '')?.resource
  if (!owner || rows.length === 0) return [...rows]
  const owners = await tx.query(
    { id: col.uuid, owner: col.uuid },
    `select id, ${columnsOf(target)[of]} as owner from ${target.table} where tenant_id = $1 and id = any($2::uuid[])`,
    [reader.tenantId, rows.map(row => row.id)],
  )
  const found = await labelRows(tx, index, owner, [...new Set(owners.map(row => row.owner))], reader)
  const names = new Map(found.map(row => [row.id, row.label]))
  const ownerOf = new Map(owners.map(row => [row.id, names.get(row.owner)]))
  return rows.map(({ id, label }) => {
    const name = ownerOf.get(id)
    return { id, label: name === undefined ? label : `${name} · v${label}` }
  })
}

/** Names of records that are called as another one is, such as a key as its pile; without a name where that one has none. */
async function calledAs(
  tx: Tx,
  index: ResourceIndex,
  other: string,
  rows: readonly { id: string; label: string }[],
  reader: Reader,
): Promise<{ id: string; label: string }[]> {
  const target = index.byName(other)?.resource
  if (!target || rows.length === 0) return []
  const found = await labelRows(tx, index, target, [...new Set(rows.map(row => row.label))], reader)
  const names = new Map(found.map(row => [row.id, row.label]))
  return rows.flatMap(({ id, label }) => {
    const name = names.get(label)
    return name === undefined ? [] : [{ id, label: name }]
  })
}

export async function listRecords(
  tx: Tx,
  caller: Caller,
  served: ServedResource,
  index: ResourceIndex,
  input: ListInput,
) {
  const { resource, beside } = served
  const offset = (input.page - 1) * input.pageSize
  if (offset > MAX_OFFSET) throw new Refusal('kernel.tooDeep', { params: { max: MAX_OFFSET } })
  const where = scoped(caller, resource)
  addFilters(where, resource, input, caller, await findForList(tx, served, input, caller), beside)
  const order = orderBy(resource, input.sort, caller.language, beside)
  const rows = await tx.query(
    wholeRow(resource),
    `select ${resource.table}.* from ${fromOf(served, input)} where ${where.text} order by ${order.text} limit ${input.pageSize} offset ${offset}`,
    where.values,
  )
  const [count] = await tx.query(
    { total: col.bigint },
    `select count(*) as total from (select 1 from ${fromOf(served, { filter: input.filter })} where ${where.text} limit ${COUNT_CAP + 1}) as counted`,
    where.values,
  )
  const total = Number(count?.total ?? 0n)
  const list = await present(tx, caller, served, index, rows)
  return {
    list,
    total: Math.min(total, COUNT_CAP),
    capped: total > COUNT_CAP,
    labels: await labelsOf(tx, index, resource, list, caller),
    can: resourceAbilities(served, caller, index),
    asOf: Date.now(),
  }
}

type Scoped = Parameters<typeof scoped>[1]

interface RowOptions<I extends Shape> {
  /**
   * Locks them in id order, so that two writers never deadlock. `beside` does not wait for transactions that name the rows in
   * others, which may be long; two writers wait for each other all the same.
   */
  lock?: boolean | 'beside'
  /** Columns of the table that are no fields. */
  inner?: I
}

/** Rows by id inside the caller's scope. */
export async function rowsInScope<R extends Scoped, I extends Shape = Readonly<Record<never, never>>>(
  tx: Tx,
  caller: Caller,
  resource: R,
  ids: readonly string[],
  { lock = false, inner }: RowOptions<I> = {},
): Promise<WholeRow<R, I>[]> {
  const where = scoped(caller, resource)
  where.add(`id = any(${where.value(ids)}::uuid[])`)
  const rows = await tx.query(
    wholeRow(resource, inner),
    `select * from ${resource.table} where ${where.text} order by id${lock === 'beside' ? ' for no key update' : lock ? ' for update' : ''}`,
    where.values,
  )
  return rows as unknown as WholeRow<R, I>[] // the compiler does not compute this while R is open
}

/** @throws Refusal `kernel.notFound`, the same for a missing row and somebody else's. */
export async function rowInScope<R extends Scoped, I extends Shape = Readonly<Record<never, never>>>(
  tx: Tx,
  caller: Caller,
  resource: R,
  id: string,
  options: RowOptions<I> = {},
): Promise<WholeRow<R, I>> {
  const [row] = await rowsInScope(tx, caller, resource, [id], options)
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  return row
}
