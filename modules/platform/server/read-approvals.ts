import { type Caller, col, may, type ResourceIndex, type RowIn, scoped, type Tx } from '@wattyard/server-kit'
import { approval } from '../contract/approval.ts'
import { namedSubjects } from './named-subjects.ts'

/** Returns the requests that the caller can approve, without the caller's own, the first three by name as the caller may see it. */
export async function approvalsFor(
  tx: Tx,
  caller: Caller,
  index: ResourceIndex,
): Promise<{ count: number; oldest: number | null; subjects: readonly string[] }> {
  if (!may(caller, 'platform.approval:approve') || caller.readOnly) return { count: 0, oldest: null, subjects: [] }
  const where = scoped(caller, approval)
  where.add(`state = 'waiting'`)
  where.add(`asker_id <> ${where.value(caller.userId)}`)
  where.add(`expires_at > now()`)
  if (!caller.permissions.has('*'))
    where.add(`resource || ':' || command = any(${where.value([...caller.permissions])}::text[])`)
  const rows = await tx.query(
    {
      created_at: col.instant,
      resource: col.text,
      command: col.text,
      record: col.text,
      subject: col.text,
      input: col.json<unknown>(),
      total: col.bigint,
    },
    `select created_at, resource, command, record, subject, input, count(*) over () as total from platform_approval where ${where.text} order by created_at, id limit 3`,
    where.values,
  )
  return {
    count: Number(rows[0]?.total ?? 0n),
    oldest: rows[0]?.created_at ?? null,
    subjects: await namedSubjects(tx, index, rows, caller),
  }
}

const WAITING_ON = {
  command: col.text,
  asker_id: col.uuid,
  asked_by: col.text,
  amount_fen: col.fen.orNull,
}

/** Returns the requests that wait on a record: a command that changes it ends them. The oldest first. */
export async function requestsWaitingOn(
  tx: Tx,
  { resource, record }: { readonly resource: string; readonly record: string },
): Promise<readonly RowIn<typeof WAITING_ON>[]> {
  return tx.query(
    WAITING_ON,
    `select command, asker_id, asked_by, amount_fen from platform_approval
     where tenant_id = $1 and resource = $2 and record = $3 and state = 'waiting' and expires_at > now()
     order by created_at, id`,
    [tx.tenantId, resource, record],
  )
}
