import type { RowOf } from '@wattyard/resource'
import {
  actorOf,
  audit,
  type Call,
  type CommandHandler,
  invalid,
  Refusal,
  type SaveChange,
  type ServedResource,
  serveResource,
  valueAfter,
  col,
} from '@wattyard/server-kit'
import { office } from '../../contract/office.ts'
import { lockTenant } from '../rights/guard-grants.ts'
import { moveOffice, mustFitBelow, mustReach, officeById, withBelow } from './move-office.ts'
import type { OfficeRow } from '../tables.ts'

type OfficeColumns = Partial<RowOf<typeof office>>

/** Returns the columns of a new office, which is placed last among its siblings. */
async function placeOfNew(
  call: Call,
  { id, input }: SaveChange<typeof office> & { mode: 'create' },
): Promise<OfficeColumns> {
  const parent = input.parent ? await officeById(call, input.parent) : null
  const path = `${parent?.path ?? ''}${id}/`
  mustFitBelow([{ id, path, status: 'active' } as OfficeRow], parent) // what it looks at
  const [last] = await call.tx.query(
    { position: col.integer.orNull },
    'select max(position) as position from identity_office where tenant_id = $1 and parent_id is not distinct from $2',
    [call.caller.tenantId, parent?.id ?? null],
  )
  const operator = input.kind === 'operator' ? id : (parent?.operator_id ?? null)
  return { path, operator_id: operator, position: (last?.position ?? 0) + 1 }
}

/** Checks that the head of an office is not a deputy as well. */
function checkLeaders(change: SaveChange<typeof office>): void {
  const head = valueAfter(office, change, 'head') ?? null
  const ids = valueAfter(office, change, 'deputyIds') ?? []
  if (head !== null && ids.includes(head)) throw invalid({ deputyIds: { key: 'identity.field.headIsDeputy' } })
}

async function beforeSave(call: Call, change: SaveChange<typeof office>): Promise<OfficeColumns> {
  checkLeaders(change)
  return change.mode === 'create' ? placeOfNew(call, change) : {}
}

/** Refuses to delete an office that is not empty, with the numbers of each kind. */
async function beforeDelete(call: Call, row: { readonly id: string }): Promise<void> {
  const [inside] = await call.tx.query(
    { offices: col.bigint, people: col.bigint, duties: col.bigint },
    `select (select count(*) from identity_office where tenant_id = $1 and parent_id = $2) as offices,
       (select count(*) from identity_user where tenant_id = $1 and office_id = $2) as people,
       (select count(*) from identity_duty where tenant_id = $1 and office_id = $2) as duties`,
    [call.caller.tenantId, row.id],
  )
  const counts = { offices: Number(inside?.offices), people: Number(inside?.people), duties: Number(inside?.duties) }
  if (Object.values(counts).some(count => count > 0)) throw new Refusal('identity.officeNotEmpty', { params: counts })
}

async function setStatus(call: Call, offices: readonly OfficeRow[], status: OfficeRow['status']) {
  const { tx, caller } = call
  await mustReach(call, offices)
  const ids = offices.filter(one => one.status !== status).map(({ id }) => id)
  await tx.execute(
    `update identity_office set status = $3, version = version + 1, updated_at = now() where tenant_id = $1 and id = any($2::uuid[])`,
    [caller.tenantId, ids, status],
  )
  // The kernel records the command for the first office.
  const entries = ids
    .filter(id => id !== offices[0]?.id)
    .map(id => ({
      resource: office.name,
      recordId: id,
      action: 'update',
      before: { status: status === 'closed' ? 'active' : 'closed' },
      after: { status },
    }))
  await audit(tx, actorOf(call), entries)
  return { offices: ids.length }
}

const disable: CommandHandler<typeof office, 'disable'> = async (call, [row]) => {
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  return setStatus(call, await withBelow(call, row), 'closed')
}

const enable: CommandHandler<typeof office, 'enable'> = async (call, [one], { below }) => {
  if (!one) throw new Refusal('kernel.notFound', { status: 404 })
  const parent = one.parent_id === null ? null : await officeById(call, one.parent_id)
  if (parent?.status === 'closed') throw new Refusal('identity.aboveClosed', { params: { name: parent.name } })
  return setStatus(call, below ? await withBelow(call, one) : [one], 'active')
}

export function serveOffice(): ServedResource {
  return serveResource(office, {
    lockFirst: lockTenant,
    // Stations, orders and bills name their operator for ever: an operator closes, it does not vanish.
    allows: (action, row) =>
      action === 'delete'
        ? row.kind !== 'operator'
        : action === 'disable'
          ? row.status === 'active'
          : action !== 'enable' || row.status === 'closed',
    beforeSave,
    beforeDelete,
    commands: { move: moveOffice, disable, enable },
  })
}
