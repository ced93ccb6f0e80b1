import {
  actorOf,
  audit,
  type Call,
  changedFields,
  type CommandHandler,
  invalid,
  Refusal,
  rowsInScope,
  uuidList,
  col,
} from '@wattyard/server-kit'
import { MAX_OFFICE_DEPTH, office } from '../../contract/office.ts'
import type { OfficeRow } from '../tables.ts'

const OFFICE_ROW = {
  id: col.uuid,
  code: col.text,
  name: col.text,
  kind: col.oneOf(['operator', 'department']),
  status: col.oneOf(['active', 'closed']),
  parent_id: col.uuid.orNull,
  path: col.text,
  operator_id: col.uuid.orNull,
  position: col.integer,
}

/** The part of a call that moving and placing need. */
export type OfficeCall = Pick<Call, 'tx' | 'caller'>

const COLUMNS = 'id, code, name, kind, status, parent_id, path, operator_id, position'

/** Returns the depth of an office; 1 is the top. */
export const depthOf = ({ path }: Pick<OfficeRow, 'path'>): number => path.split('/').length - 1

/**
 * Returns an office of the caller's tenant, whether or not the caller sees it.
 * @throws Refusal at the named field when it does not exist
 */
export async function officeById({ tx, caller }: OfficeCall, id: string, field = 'parent'): Promise<OfficeRow> {
  const [row] = await tx.query(OFFICE_ROW, `select ${COLUMNS} from identity_office where tenant_id = $1 and id = $2`, [
    caller.tenantId,
    id,
  ])
  if (!row) throw invalid({ [field]: { key: 'kernel.field.noSuchRecord' } })
  return row
}

/** Returns an office and everything below it from the top down, whether or not the caller sees them. */
export async function withBelow({ tx, caller }: OfficeCall, { path }: Pick<OfficeRow, 'path'>): Promise<OfficeRow[]> {
  return tx.query(
    OFFICE_ROW,
    `select ${COLUMNS} from identity_office where tenant_id = $1 and path like $2 order by length(path), id`,
    [caller.tenantId, `${path}%`],
  )
}

/**
 * Checks that an office can be below another.
 * @throws Refusal with the reason
 */
export function mustFitBelow(moved: readonly OfficeRow[], parent: OfficeRow | null): void {
  const [top] = moved
  if (!top || !parent) return
  if (moved.some(({ id }) => id === parent.id)) throw invalid({ parent: { key: 'identity.field.ownDescendant' } })
  const lowest = Math.max(...moved.map(depthOf))
  if (depthOf(parent) + 1 + lowest - depthOf(top) > MAX_OFFICE_DEPTH)
    throw invalid({ parent: { key: 'identity.field.tooDeep', params: { max: MAX_OFFICE_DEPTH } } })
  if (parent.status === 'closed' && moved.some(({ status }) => status === 'active'))
    throw invalid({ parent: { key: 'identity.field.officeClosed' } })
}

/** Returns the new paths and operators of an office and everything below it, when the first is moved below `parent`. */
export function placesBelow(
  moved: readonly OfficeRow[],
  parent: OfficeRow | null,
): Map<string, { path: string; operator: string | null }> {
  const places = new Map<string, { path: string; operator: string | null }>()
  for (const [index, row] of moved.entries()) {
    const above =
      index === 0 ? parent && { path: parent.path, operator: parent.operator_id } : places.get(row.parent_id ?? '')
    if (above === undefined) throw new Error('an office below another has its parent there too')
    places.set(row.id, {
      path: `${above?.path ?? ''}${row.id}/`,
      operator: row.kind === 'operator' ? row.id : (above?.operator ?? null),
    })
  }
  return places
}

/** Renumbers the offices below `parentId`, with one of them before another, or last. */
async function putAmong({ tx, caller }: OfficeCall, id: string, parentId: string | null, beforeId: string | null) {
  const beside = await tx.query(
    { id: col.uuid },
    `select id from identity_office where tenant_id = $1 and parent_id is not distinct from $2 and id <> $3 order by position, code, id`,
    [caller.tenantId, parentId, id],
  )
  const ids = beside.map(row => row.id)
  const place = beforeId === null ? ids.length : ids.indexOf(beforeId)
  if (place < 0) throw invalid({ before: { key: 'identity.field.notBeside' } })
  ids.splice(place, 0, id)
  // The position of siblings is no change of theirs: version and history stay.
  await tx.execute(
    `update identity_office o set position = placed.position
     from unnest($2::uuid[]) with ordinality as placed(id, position) where o.tenant_id = $1 and o.id = placed.id and o.position <> placed.position`,
    [caller.tenantId, uuidList(ids)],
  )
}

/** Sets the operator of people and duties to that of their office. */
async function followOperators({ tx, caller }: OfficeCall): Promise<void> {
  for (const table of ['identity_user', 'identity_duty'])
    await tx.execute(
      `update ${table} u set operator_id = o.operator_id from identity_office o
       where u.tenant_id = $1 and o.tenant_id = $1 and o.id = u.office_id and u.operator_id is distinct from o.operator_id`,
      [caller.tenantId],
    )
}

/**
 * Moves an office with everything below it. Callers limited to some operators can move only offices they see, to places where
 * they still see them. The tree is already locked (`lockFirst`), so that two moves cannot form a cycle.
 */
export const moveOffice: CommandHandler<typeof office, 'move'> = async (call, [row], input) => {
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  const parentId = input.parent ?? null
  const beforeId = input.before ?? null
  await mustSee(call, { parent: parentId, before: beforeId })
  const moved = await withBelow(call, row)
  const parent = parentId === null ? null : await officeById(call, parentId)
  mustFitBelow(moved, parent)
  const places = placesBelow(moved, parent)
  await call.tx.execute(
    `update identity_office o set path = m.path, operator_id = m.operator_id, parent_id = case when o.id = $2 then $3 else o.parent_id end,
       version = version + 1, updated_at = now()
     from unnest($4::uuid[], $5::text[], $6::uuid[]) as m(id, path, operator_id) where o.tenant_id = $1 and o.id = m.id
       and (o.path, o.operator_id, o.id = $2) is distinct from (m.path, m.operator_id, false)`,
    [
      call.caller.tenantId,
      row.id,
      parentId,
      [...places.keys()],
      [...places.values()].map(({ path }) => path),
      [...places.values()].map(({ operator }) => operator),
    ],
  )
  await putAmong(call, row.id, parentId, beforeId)
  await followOperators(call)
  await mustReach(call, moved)
  await writeHistories(call, moved, places, parentId)
  return { offices: moved.length }
}

/** Records old and new parent, and each changed operator. The kernel records the command itself. */
async function writeHistories(
  call: Call,
  moved: readonly OfficeRow[],
  places: ReadonlyMap<string, { operator: string | null }>,
  parentId: string | null,
): Promise<void> {
  const entries = moved.flatMap((row, index) => {
    const before = { ...(index === 0 ? { parent: row.parent_id } : {}), operator: row.operator_id }
    const after = { ...(index === 0 ? { parent: parentId } : {}), operator: places.get(row.id)?.operator ?? null }
    const change = changedFields(before, after)
    return change ? [{ resource: office.name, recordId: row.id, action: 'update', ...change }] : []
  })
  await audit(call.tx, actorOf(call), entries)
}

/**
 * Checks that the caller sees all the offices, so that nobody changes hidden ones or moves any out of their own sight.
 * @throws Refusal `identity.outOfReach`
 */
export async function mustReach({ tx, caller }: OfficeCall, offices: readonly OfficeRow[]): Promise<void> {
  const ids = offices.map(({ id }) => id)
  const seen = await rowsInScope(tx, caller, office, ids)
  if (seen.length !== ids.length) throw new Refusal('identity.outOfReach', { status: 403 })
}

/** References of a command are not checked by the kernel, as those of a save are. */
async function mustSee({ tx, caller }: OfficeCall, named: Readonly<Record<string, string | null>>): Promise<void> {
  for (const [field, id] of Object.entries(named)) {
    if (id === null) continue
    const [seen] = await rowsInScope(tx, caller, office, [id])
    if (!seen) throw invalid({ [field]: { key: 'kernel.field.noSuchRecord' } })
  }
}
