import {
  columnOf,
  isListKind,
  masked,
  maskedFields,
  masksOf,
  ownerField,
  type Resource,
  writableFields,
} from '@wattyard/resource'
import { inputSchema, toColumns, toRecord } from '@wattyard/resource/schema'
import { actorOf, audit, type AuditEntry, changedFields } from '../audit.ts'
import { checkFiles, dropFilesOf, holdFiles } from '../files/attach-files.ts'
import { checkInput } from '../http/check-input.ts'
import type { Call } from '../http/route.ts'
import { isId, newId } from '../new-id.ts'
import { seesPersonalOf } from '../personal.ts'
import { invalid, Refusal, refuseTogether } from '../refusal.ts'
import { type ResourceIndex, rowInScope, rowsInScope } from './read-records.ts'
import { checkOnly } from './choices/offered.ts'
import { checkWithin } from './within.ts'
import { copiedColumns, followCopies } from './copies.ts'
import { checkChoices } from '../wording.ts'
import { checkNewValues } from './check-new-values.ts'
import { checkReferences, checkUnique, statedSets } from './check-stored.ts'
import { searchText } from './search-text.ts'
import { mustChange } from './scope.ts'
import { checkOwner, ownerOfNew } from './owner.ts'
import { uniqueIndexName } from './table-plan.ts'
import { noteDeed } from './second-person.ts'
import type { ResourceRow, ServedResource } from './served.ts'
import { mustBeWithinReach } from './within-reach.ts'

type Input = Record<string, unknown>

/** The row as it is stored now. One that the caller could not see must not be written either. */
async function storedRow(call: Call, resource: Resource, id: string): Promise<ResourceRow> {
  const [row] = await rowsInScope(call.tx, call.caller, resource, [id])
  if (!row) throw new Refusal('kernel.outsideScope', { status: 403 })
  return row
}

/**
 * Two writers may pass `checkUnique` at the same moment, and some sets are unique over all tenants (`_everywhere`) or
 * whatever the case of their letters (`_folded`); then the index refuses, and its name says which fields.
 */
async function namingDuplicates<T>(resource: Resource, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const isDuplicate = error instanceof Error && 'code' in error && error.code === '23505' && 'constraint' in error
    const constraint = isDuplicate ? String(error.constraint).replace(/_(everywhere|folded)$/, '_key') : ''
    const set = resource.unique?.find(keys => uniqueIndexName(resource, keys) === constraint)
    if (!set) throw error
    throw invalid(Object.fromEntries(set.map(key => [key, { key: 'kernel.field.taken' }])))
  }
}

async function insertRow(call: Call, resource: Resource, row: Input): Promise<void> {
  const columns = Object.keys(row)
  const places = columns.map((_, i) => `$${i + 1}`).join(', ')
  await call.tx.execute(`insert into ${resource.table} (${columns.join(', ')}) values (${places})`, Object.values(row))
}

async function updateRow(call: Call, resource: Resource, id: string, version: number, row: Input): Promise<void> {
  const columns = Object.keys(row)
  const sets = columns.map((column, i) => `${column} = $${i + 4}`).join(', ')
  const touched = await call.tx.execute(
    `update ${resource.table} set version = version + 1, updated_at = now()${sets ? `, ${sets}` : ''} where tenant_id = $1 and id = $2 and version = $3`,
    [call.tx.tenantId, id, version, ...Object.values(row)],
  )
  if (touched !== 1) throw new Refusal('kernel.stale', { status: 409 })
}

/** What many saves of one call share. */
export interface SaveTogether {
  /** References found to be there, `resource#id`. */
  seen: Set<string>
  /** Takes the audit entries, which the caller writes; at once when absent. */
  entries?: AuditEntry[]
  /** Nothing of it will stay: it takes no lock that other writers would wait for. */
  isTrial?: boolean
}

/**
 * Runs checks together, and where one refuses also others that otherwise come later: a person learns all flaws at once, and of values
 * that are in use the module may say more before the index is asked.
 */
async function refuseWith(checks: readonly (() => unknown)[], others: () => unknown): Promise<void> {
  try {
    await refuseTogether(checks)
  } catch (error) {
    await refuseTogether([() => Promise.reject(error), others])
  }
}

/**
 * Returns the input of a new record.
 *
 * @throws Refusal `kernel.invalid` with every flaw of the values: where some cannot be read, the others are checked all the same
 */
async function readNew(call: Call, served: ServedResource, index: ResourceIndex, raw: Input): Promise<Input> {
  let input: Input = {}
  await refuseWith(
    [() => void (input = checkInput(inputSchema(served.resource, 'create'), withInitials(call, served.resource, raw)))],
    () => checkNewValues(call, served, index, raw),
  )
  return input
}

/** Creates or updates one record; answers the stored row. */
export async function saveRecord(
  call: Call,
  served: ServedResource,
  index: ResourceIndex,
  raw: Input,
  together: SaveTogether = { seen: new Set() },
): Promise<ResourceRow> {
  const { resource } = served
  const { id, version, ...rest } = raw
  const creating = id === undefined || id === null || id === ''
  if (!creating && (typeof id !== 'string' || !isId(id))) throw invalid({ id: { key: 'kernel.field.notAnId' } })
  const mode = creating ? 'create' : 'update'
  mustChange(call.caller, resource)
  const input = creating ? await readNew(call, served, index, rest) : checkInput(inputSchema(resource, mode), rest)
  if (!together.isTrial) await served.lockFirst?.(call, creating ? [] : [String(id)])
  const lock = served.changesBeside ? 'beside' : true
  const before = creating ? null : await rowInScope(call.tx, call.caller, resource, id as string, { lock }) // checked above
  if (before && version !== undefined && Number(version) !== before.version)
    throw new Refusal('kernel.stale', { status: 409 })
  if (before) await mustBeWithinReach(call, served, [before])
  if (before && served.allows && !served.allows('update', before)) throw new Refusal('kernel.notAllowedNow')
  if (before && !seesPersonalOf(call.caller, resource)) keepMasked(resource, input, before)
  checkOwner(call.caller, resource, input, before)
  const own = toColumns(resource, input)
  const recordId = before?.id ?? newId()
  // First alone: the other checks would tell about records that the caller does not reach.
  await checkReferences(call, index, resource, input, together.seen)
  await refuseWith(
    [
      () => checkChoices(call.tx, resource.fields, input, key => before?.[columnOf(key, resource.fields[key]!)]), // a field of the input
      () => checkOnly(call, index, resource.fields, input, before),
      () => checkWithin(call, index, resource, input, before),
      () => served.checkValues?.(input),
    ],
    () => checkUnique(call, resource, statedSets(resource), { changes: own, row: { ...before, ...own }, id: recordId }),
  )
  const columns = { ...own, ...(await copiedColumns(call.tx, index, resource, own, before)) }
  await checkFiles(call, resource, recordId, input)
  const extra = (await served.beforeSave?.(call, { mode, id: recordId, input, before, said: saidIn(rest) })) ?? {}
  const row: Input = { ...(creating ? ownerOfNew(call.caller, resource) : {}), ...columns, ...extra }
  const merged = { ...before, ...row }
  await checkUnique(call, resource, resource.unique ?? [], { changes: row, row: merged, id: recordId })
  if (resource.list.search) row.search_text = searchText(resource, merged)
  await namingDuplicates(resource, () =>
    before
      ? updateRow(call, resource, recordId, before.version, row)
      : insertRow(call, resource, { tenant_id: call.tx.tenantId, id: recordId, ...row }),
  )
  if (before) await followCopies(call.tx, index, resource, [recordId], new Set(Object.keys(row)))
  const after = await storedRow(call, resource, recordId)
  await holdFiles(call.tx, call.caller.tenantId, resource, { before, after, id: recordId })
  const inClear = { inClear: true }
  const change = changedFields(before ? toRecord(resource, before, inClear) : {}, toRecord(resource, after, inClear))
  if (change) {
    const entry = {
      resource: resource.name,
      recordId,
      action: mode,
      // Compared in clear, so that a name that is masked the same counts as changed; kept masked.
      before: before ? maskedFields({ masked: masksOf(resource) }, change.before) : null,
      after: maskedFields({ masked: masksOf(resource) }, change.after),
    }
    if (together.entries) together.entries.push(entry)
    else await audit(call.tx, actorOf(call), [entry])
  }
  await served.afterSave?.(call, { mode, id: recordId, before, after })
  noteDeed(call.tx, { resource: resource.name, name: mode, input })
  return after
}

/** Returns the fields that a caller states a value for; the others of a new record have their initial values. */
const saidIn = (input: Input): ReadonlySet<string> =>
  new Set(Object.keys(input).filter(key => input[key] !== undefined))

/** A form that got a masked text sends it back: then nobody has changed it, and the stored value stays. */
function keepMasked(resource: Resource, input: Input, before: Readonly<ResourceRow>): void {
  for (const [key, mask] of Object.entries(masksOf(resource))) {
    const of = resource.fields[key]
    const stored = of ? before[columnOf(key, of)] : undefined
    if (mask && typeof stored === 'string' && input[key] === masked(mask, stored)) delete input[key]
  }
}

/** A new record's form may leave out what has an initial value, and whose it is; a list that is left out is empty. */
function withInitials({ caller }: Pick<Call, 'caller'>, resource: Resource, input: Input): Input {
  const full: Input = { ...input }
  const owner = ownerField(resource)
  if (owner !== null && !resource.fields[owner]?.computed) full[owner] ??= caller.userId
  for (const [key, of] of writableFields(resource, 'create')) {
    if (full[key] !== undefined) continue
    if (of.initial !== undefined) full[key] = of.initial
    else if (isListKind(of) && !of.optional) full[key] = []
  }
  return full
}

/** Deletes records of the caller's scope, all or none. */
export async function deleteRecords(
  call: Call,
  served: ServedResource,
  ids: readonly string[],
): Promise<{ deleted: number }> {
  const { resource } = served
  mustChange(call.caller, resource)
  await served.lockFirst?.(call, ids)
  const rows = await rowsInScope(call.tx, call.caller, resource, ids, { lock: true })
  if (rows.length !== new Set(ids).size) throw new Refusal('kernel.notFound', { status: 404 })
  await mustBeWithinReach(call, served, rows)
  for (const row of rows) {
    if (served.allows && !served.allows('delete', row)) throw new Refusal('kernel.notAllowedNow')
    await served.beforeDelete?.(call, row)
  }
  await call.tx.execute(`delete from ${resource.table} where tenant_id = $1 and id = any($2::uuid[])`, [
    call.tx.tenantId,
    ids,
  ])
  await audit(
    call.tx,
    actorOf(call),
    rows.map(row => ({ resource: resource.name, recordId: row.id, action: 'delete', before: toRecord(resource, row) })),
  )
  await dropFilesOf(call.tx, call.caller.tenantId, resource, rows)
  await served.afterDelete?.(call, rows)
  noteDeed(call.tx, { resource: resource.name, name: 'delete', input: {} })
  return { deleted: rows.length }
}
