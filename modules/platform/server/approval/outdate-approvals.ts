import { fen, formatFen } from '@wattyard/money'
import type { Resource } from '@wattyard/resource'
import {
  basisOf,
  type CommandCall,
  commandInput,
  col,
  type DoneCommand,
  emit,
  Refusal,
  type ResourceRow,
  rowsInScope,
  type ServedResource,
  textList,
  WHOLE_TENANT,
} from '@wattyard/server-kit'
import { APPROVAL_DECIDED, APPROVAL_ENDED, type ApprovalDecided } from '../../contract/events.ts'
import { isSameBasis } from './same-basis.ts'
import type { ApprovalNews } from './approval-news.ts'

const WAITING = {
  id: col.uuid,
  command: col.text,
  record: col.text,
  subject: col.text,
  amount_fen: col.fen.orNull,
  asker_id: col.uuid,
  station_id: col.uuid.orNull,
  basis: col.json<unknown>(),
  input: col.json<unknown>(),
}

/** Characters of a decision's note. */
const NOTE_MAX = 200

/**
 * Ends the requests on records that a command has just changed, as far as their decision rests on what changed: nobody can approve
 * them any more, and rejecting one would tell its asker that what was done was not. Approvers lock the request first and the record
 * afterwards, so a request that one of them holds is left to them: they find the record changed.
 */
export async function outdateApprovals(
  call: CommandCall,
  served: ServedResource,
  { name: instead, ids, input: given }: DoneCommand,
  tell: ApprovalNews,
): Promise<void> {
  const { tx, caller } = call
  const note = typeof given.reason === 'string' ? given.reason.slice(0, NOTE_MAX) : null
  const { resource } = served
  const waiting = await tx.query(
    WAITING,
    `select id, command, record, subject, amount_fen, asker_id, station_id, basis, input from platform_approval
     where tenant_id = $1 and resource = $2 and record = any($3::text[]) and state = 'waiting' and id is distinct from $4
     for update skip locked`,
    [caller.tenantId, resource.name, textList([...ids]), call.approval?.id ?? null],
  )
  if (waiting.length === 0) return
  // Wherever the command has moved them.
  const rows = await rowsInScope(tx, { ...caller, scope: WHOLE_TENANT }, resource, [...ids])
  for (const request of waiting) {
    const row = rows.find(one => one.id === request.record)
    if (row && (await stillHolds(call, served, request, row))) continue
    await tx.execute(
      `update platform_approval set state = 'outdated', decider_id = $3, decided_by = $4, decided_at = now(), instead = $5, note = $6, version = version + 1, updated_at = now()
       where tenant_id = $1 and id = $2`,
      [caller.tenantId, request.id, caller.userId, caller.displayName, instead, note],
    )
    const { id, record, command, subject, asker_id: askerId, station_id: stationId } = request
    tell(call, { id, resource: resource.name, record, askerId, stationId }, false)
    await emit(tx, [{ tenantId: caller.tenantId, topic: APPROVAL_ENDED, key: id, body: {} }])
    const rule = served.secondPerson?.[command]
    // Who has changed it themselves needs no message.
    if (askerId === caller.userId || rule?.tellsAsker) continue
    const body: ApprovalDecided = {
      resource: resource.name,
      command,
      subject,
      amount: request.amount_fen === null ? null : formatFen(request.amount_fen),
      askerId,
      state: 'outdated',
      decidedBy: caller.displayName,
      instead,
      insteadAmount: amountIn(resource, instead, given),
      note,
      next: rule?.page?.(record) ?? null,
    }
    await emit(tx, [{ tenantId: caller.tenantId, topic: APPROVAL_DECIDED, key: id, body: { ...body } }])
  }
}

/** Returns the amount among the inputs of a command; null where it takes none. */
function amountIn({ commands }: Resource, command: string, given: DoneCommand['input']): string | null {
  const { amount } = given
  const isMoney = commands[command]?.input?.amount?.kind === 'money'
  return isMoney && typeof amount === 'bigint' ? formatFen(fen(amount)) : null
}

async function stillHolds(
  call: CommandCall,
  { resource, secondPerson }: ServedResource,
  { command, input, basis }: { command: string; input: unknown; basis: unknown },
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
    // What was asked for would be refused now; the command that has just run is not.
    if (error instanceof Refusal) return false
    throw error
  }
}
