import type { Call } from '../../http/route.ts'
import { Refusal } from '../../refusal.ts'
import { rowInScope } from '../read-records.ts'
import type { AnyHandler, CommandCall, ResourceRow } from '../served.ts'
import { ownerOf, planVersion, type VersionedResource } from './plan-version.ts'
import type { AnyVersion, AnyVersionDoors, VersionCommand } from './version-doors.ts'
import {
  bodyColumn,
  dateOf,
  insertVersionDraft,
  openDraftOf,
  storePublication,
  validitiesOf,
  writeVersion,
} from './version-store.ts'

/** The one version that a command is on. */
function onlyVersion(rows: readonly ResourceRow[]): AnyVersion {
  const [row] = rows
  if (!row) throw new Error('the command is on one record')
  return row as AnyVersion // a row of this definition
}

/** Tells screens of a version's new state, once it is so. */
function publishState(
  { tx, caller }: Call,
  { name }: VersionedResource,
  doors: AnyVersionDoors,
  id: string,
  state: string,
) {
  const data = { id, state }
  tx.afterCommit(() => doors.live?.publish({ tenantId: caller.tenantId, topic: name, stationId: null, data }))
}

type Handlers = Readonly<Record<VersionCommand, AnyHandler>>

/** Returns the commands of versions, over what the module says of them. */
export function versionCommands(resource: VersionedResource, doors: AnyVersionDoors): Handlers {
  const { timed } = resource.versioned
  return {
    createDraft: createDraft(resource, doors),
    saveDraft: saveDraft(resource, doors),
    publish: publish(resource, doors),
    retire: timed ? retireTimed(resource, doors) : retire(resource, doors),
    async discardDraft(call, rows, input) {
      const { tx } = call
      const row = onlyVersion(rows)
      mustHaveSeen(call, row, input)
      const { id } = row
      await tx.execute(`delete from ${resource.table} where tenant_id = $1 and id = $2`, [tx.tenantId, id])
      return { discarded: 1 }
    },
  }
}

/**
 * Checks that nobody else has changed the draft since the caller saw it. What a second person agreed to rests on its revision
 * already.
 *
 * @throws Refusal `kernel.stale`
 */
function mustHaveSeen(
  { caller, approval }: CommandCall,
  row: AnyVersion,
  { seen }: Readonly<Record<string, unknown>>,
): void {
  const isSeen = typeof seen === 'number' ? seen === row.version : row.edited_by_id === caller.userId
  if (!isSeen && !approval) throw new Refusal('kernel.stale', { status: 409 })
}

/** `createDraft`: what the module begins with, or a copy of any version; so an old one is restored. */
function createDraft(resource: VersionedResource, doors: AnyVersionDoors): AnyHandler {
  const { of, drafts } = resource.versioned
  return async (call, _rows, input) => {
    const { tx, caller } = call
    const ownerId = String(input[of])
    await doors.lockOwner(tx, ownerId)
    const open = drafts === 'many' ? null : await openDraftOf(tx, resource, ownerId)
    if (open !== null) throw new Refusal(`${resource.module}.draftExists`, { params: { number: open } })
    const { copyOf } = input
    // A row of this definition, read whole.
    const copied = typeof copyOf === 'string' ? ((await rowInScope(tx, caller, resource, copyOf)) as AnyVersion) : null
    const { body: content, judged, columns, ...begun } = await doors.begin(call, input, copied)
    const draft = await insertVersionDraft(tx, resource, {
      tenantId: caller.tenantId,
      ownerId,
      body: content,
      source: begun.source === undefined && copied ? `version:${copied.number}` : (begun.source ?? null),
      problems: judged.count,
      editor: { id: caller.userId, name: caller.displayName },
      columns: { ...judged.columns, ...columns },
    })
    publishState(call, resource, doors, draft.id, 'draft')
    return draft
  }
}

/** `saveDraft`: stores the whole content, complete or not, and says what is missing. */
function saveDraft(resource: VersionedResource, doors: AnyVersionDoors): AnyHandler {
  return async (call, rows, input) => {
    const { tx, caller } = call
    const row = onlyVersion(rows)
    if (input.seen !== row.version) throw new Refusal('kernel.stale', { status: 409 })
    const content = doors.read(input[resource.versioned.body])
    const { count, told, columns } = await doors.judge(tx, row, content)
    await writeVersion(tx, resource, row.id, {
      [bodyColumn(resource)]: JSON.stringify(content),
      note: input.note ?? null,
      problems: count,
      edited_by: caller.displayName,
      edited_by_id: caller.userId,
      ...columns,
    })
    // Others may have the draft open; they are told at once and not when they save.
    publishState(call, resource, doors, row.id, 'draft')
    return { id: row.id, version: row.version + 1, problems: told }
  }
}

/** `publish`: from now on, or from an instant on, unchangeable. Judged anew, because rules may have become stricter. */
function publish(resource: VersionedResource, doors: AnyVersionDoors): AnyHandler {
  return async (call, rows, input) => {
    const draft = onlyVersion(rows)
    mustHaveSeen(call, draft, input)
    const { tx, caller } = call
    const planned = await planVersion(resource, doors, call, draft, input)
    const now = doors.clock.now()
    if (planned?.ends) await writeVersion(tx, resource, planned.ends.id, { valid_to_at: dateOf(planned.from) })
    const sealed = await doors.seal?.(tx, draft, { planned, now })
    await storePublication(tx, resource, {
      tenantId: caller.tenantId,
      id: draft.id,
      publisher: caller.displayName,
      now,
      ...(planned && { times: { from: planned.from, to: planned.to } }),
      ...(sealed && { columns: sealed.columns }),
    })
    const more = await doors.published?.(call, draft)
    const to = planned?.to ?? null
    call.alsoTell?.({
      ...(sealed?.told?.before && { before: sealed.told.before }),
      after: {
        ...(planned && { validFrom: planned.from }),
        ...(to !== null && { validTo: to }),
        ...sealed?.told?.after,
      },
    })
    publishState(call, resource, doors, draft.id, 'published')
    const times = planned && {
      validFrom: planned.from,
      validTo: planned.to,
      endedNumber: planned.ends?.number ?? null,
    }
    return { id: draft.id, number: draft.number, ...times, ...sealed?.answer, ...more }
  }
}

/** `retire` of versions without times: what uses it goes on, nothing new takes it. */
function retire(resource: VersionedResource, doors: AnyVersionDoors): AnyHandler {
  return async (call, rows) => {
    const { id } = onlyVersion(rows)
    await writeVersion(call.tx, resource, id, { state: 'retired' })
    publishState(call, resource, doors, id, 'retired')
    return { retired: 1 }
  }
}

/**
 * `retire` of timed versions: ends one now, or takes a planned one back; then the version that it would have ended goes on.
 * What was in force stays in the record for what reports late.
 */
function retireTimed(resource: VersionedResource, doors: AnyVersionDoors): AnyHandler {
  return async (call, rows, input) => {
    const row = onlyVersion(rows)
    const { tx } = call
    const owner = ownerOf(resource, row)
    await doors.lockOwner(tx, owner)
    const now = doors.clock.now()
    const from = row.valid_from_at ?? now
    const to = row.valid_to_at ?? null
    const others = await validitiesOf(tx, resource, owner, row.id)
    const before = from > now ? others.find(other => other.to === from && other.from < from) : undefined
    const holds = to === null || to > now
    if (!before && holds && input.evenIfInUse !== true) await doors.mayEnd?.(call, row, now)
    const end = Math.max(from, to === null ? now : Math.min(to, now))
    await writeVersion(tx, resource, row.id, { state: 'retired', valid_to_at: dateOf(end) })
    if (before) await writeVersion(tx, resource, before.id, { valid_to_at: dateOf(to) })
    publishState(call, resource, doors, row.id, 'retired')
    return { id: row.id, validTo: end, continues: before ? before.number : null }
  }
}
