import { fen, formatFen } from '@wattyard/money'
import {
  basisOf,
  type CommandCall,
  commandInput,
  col,
  type Deed,
  emit,
  Refusal,
  type ResourceIndex,
  type ResourceRow,
  type RowIn,
  rowsInScope,
  type ServedResource,
  type Tx,
  uuidList,
  WHOLE_TENANT,
} from '@wattyard/server-kit'
import { APPROVAL_DECIDED, APPROVAL_ENDED, type ApprovalDecided } from '../../contract/events.ts'
import { isSameBasis } from './same-basis.ts'
import type { ApprovalNews } from './approval-news.ts'

const TOUCHED = { approval_id: col.uuid, gone: col.boolean, own: col.boolean }

/** A request of which a record was written: deleted or not, by this transaction or by one before it. */
type Touched = RowIn<typeof TOUCHED>

const ASKED = {
  id: col.uuid,
  resource: col.text,
  command: col.text,
  record: col.text,
  subject: col.text,
  amount_fen: col.fen.orNull,
  state: col.text,
  asker_id: col.uuid,
  station_id: col.uuid.orNull,
  basis: col.json<unknown>(),
  input: col.json<unknown>(),
}

type Asked = RowIn<typeof ASKED>

/** Characters of a decision's note. */
const NOTE_MAX = 200

/**
 * Ends the requests that rest on records which this transaction has written, by whatever statements, as far as their decision rests on
 * what changed: nobody can approve them any more, and rejecting one would tell its asker that what was done was not. What devices and
 * jobs wrote before is looked at as well; nobody is named for it. Costs one look at an empty table where nothing waits.
 *
 * Approvers lock the request first and the record afterwards, so a request that one of them holds is left to them, and looked at
 * again at the next call: they find the record changed.
 */
export async function outdateApprovals(call: CommandCall, deed: Deed | null, tell: ApprovalNews): Promise<void> {
  const { tx, caller, resources } = call
  const touched = await touchedBy(tx, caller.tenantId)
  if (touched.size === 0) return
  const requests = await tx.query(
    ASKED,
    `select id, resource, command, record, subject, amount_fen, state, asker_id, station_id, basis, input from platform_approval
     where tenant_id = $1 and id = any($2::uuid[]) order by id for update skip locked`,
    [caller.tenantId, uuidList([...touched.keys()])],
  )
  for (const [resource, own] of Map.groupBy(
    requests.filter(({ state }) => state === 'waiting'),
    request => request.resource,
  )) {
    const served = resources.byName(resource)
    const rows = served ? await rowsOf(call, served, own) : new Map<string, ResourceRow>()
    for (const request of own) {
      const touch = touched.get(request.id)
      if (!touch) continue
      const row = rows.get(request.record)
      if (!touch.gone && served && row && (await stillHolds(call, served, request, row))) continue
      await outdate(call, request, touch.own ? doneBy(call, deed, request, row !== undefined) : null, tell)
    }
  }
  await tx.execute('delete from platform_approval_touch where tenant_id = $1 and approval_id = any($2::uuid[])', [
    caller.tenantId,
    uuidList(requests.map(({ id }) => id)),
  ])
}

async function touchedBy(tx: Tx, tenantId: string): Promise<ReadonlyMap<string, Touched>> {
  const rows = await tx.kept.query(
    TOUCHED,
    `select approval_id, bool_or(gone) as gone, coalesce(bool_or(xact = pg_current_xact_id_if_assigned()::text::bigint), false) as own
     from platform_approval_touch where tenant_id = $1 group by approval_id`,
    [tenantId],
  )
  return new Map(rows.map(row => [row.approval_id, row]))
}

/** Returns the records of requests, wherever the call has moved them. */
async function rowsOf({ tx, caller }: CommandCall, { resource }: ServedResource, requests: readonly Asked[]) {
  const ids = [...new Set(requests.map(({ record }) => record))]
  const rows = await rowsInScope(tx, { ...caller, scope: WHOLE_TENANT }, resource, ids)
  return new Map(rows.map(row => [row.id, row]))
}

/** What was done instead of a request, by whom and why. */
interface Instead {
  /** Command of the same definition, `update`, `delete`, or `<definition>.<command>` of another. */
  readonly name: string
  readonly amount: string | null
  readonly by: { readonly id: string; readonly name: string }
  readonly note: string | null
}

function doneBy({ caller, resources }: CommandCall, deed: Deed | null, { resource }: Asked, isThere: boolean): Instead {
  const by = { id: caller.userId, name: caller.displayName }
  // A call of its own, such as one that sets many amounts off, has no name in the words of definitions.
  if (deed === null) return { name: isThere ? 'update' : 'delete', amount: null, by, note: null }
  const { name, input } = deed
  const isOwn = deed.resource === resource || name === 'update' || name === 'delete'
  return {
    name: isOwn ? name : `${deed.resource}.${name}`,
    amount: amountIn(resources, deed),
    by,
    note: typeof input.reason === 'string' ? input.reason.slice(0, NOTE_MAX) : null,
  }
}

/** Returns the amount among the inputs of a command; null where it takes none. */
function amountIn(
  resources: Pick<ResourceIndex, 'byName'>,
  { resource, name, input: { amount } }: Deed,
): string | null {
  const isMoney = resources.byName(resource)?.resource.commands[name]?.input?.amount?.kind === 'money'
  return isMoney && typeof amount === 'bigint' ? formatFen(fen(amount)) : null
}

async function outdate(call: CommandCall, request: Asked, done: Instead | null, tell: ApprovalNews): Promise<void> {
  const { tx, caller, resources } = call
  const { id, resource, record, command, subject, amount_fen, asker_id: askerId, station_id: stationId } = request
  await tx.execute(
    `update platform_approval set state = 'outdated', decider_id = $3, decided_by = $4, decided_at = now(), instead = $5, note = $6, version = version + 1, updated_at = now()
     where tenant_id = $1 and id = $2`,
    [caller.tenantId, id, done?.by.id ?? null, done?.by.name ?? null, done?.name ?? null, done?.note ?? null],
  )
  tell(call, { id, resource, record, askerId, stationId }, false)
  await emit(tx, [{ tenantId: caller.tenantId, topic: APPROVAL_ENDED, key: id, body: {} }])
  const rule = resources.byName(resource)?.secondPerson?.[command]
  // Who has changed it themselves needs no message.
  if (askerId === done?.by.id || rule?.tellsAsker) return
  const body: ApprovalDecided = {
    resource,
    command,
    subject,
    amount: amount_fen === null ? null : formatFen(amount_fen),
    askerId,
    state: 'outdated',
    decidedBy: done?.by.name ?? null,
    instead: done?.name ?? 'update',
    insteadAmount: done?.amount ?? null,
    note: done?.note ?? null,
    next: rule?.page?.(record) ?? null,
  }
  await emit(tx, [{ tenantId: caller.tenantId, topic: APPROVAL_DECIDED, key: id, body: { ...body } }])
}

/** Returns whether a request's inputs are those of this release, and what its decision rests on is as it was when it was asked. */
export async function stillHolds(
  call: CommandCall,
  { resource, secondPerson }: ServedResource,
  { command, input, basis }: Pick<Asked, 'command' | 'input' | 'basis'>,
  row: ResourceRow,
): Promise<boolean> {
  const rule = secondPerson?.[command]
  const definition = resource.commands[command]
  if (!rule || !definition) return false
  const read = commandInput(definition).safeParse(input)
  if (!read.success) return false
  try {
    return isSameBasis(basis, await basisOf(call, rule, row, read.data))
  } catch (error) {
    // What was asked for would be refused now; what has just been done was not.
    if (error instanceof Refusal) return false
    throw error
  }
}
