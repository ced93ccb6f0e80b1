import { type Caller, may, scoped, type Tx, col } from '@wattyard/server-kit'
import { approval } from '../contract/approval.ts'

/** Returns the requests that the caller can approve, without the caller's own. */
export async function approvalsFor(
  tx: Tx,
  caller: Caller,
): Promise<{ count: number; oldest: number | null; subjects: readonly string[] }> {
  if (!may(caller, 'platform.approval:approve') || caller.readOnly) return { count: 0, oldest: null, subjects: [] }
  const where = scoped(caller, approval)
  where.add(`state = 'waiting'`)
  where.add(`asker_id <> ${where.value(caller.userId)}`)
  where.add(`expires_at > now()`)
  if (!caller.permissions.has('*'))
    where.add(`resource || ':' || command = any(${where.value([...caller.permissions])}::text[])`)
  const rows = await tx.query(
    { created_at: col.instant, subject: col.text, total: col.bigint },
    `select created_at, subject, count(*) over () as total from platform_approval where ${where.text} order by created_at, id limit 3`,
    where.values,
  )
  return {
    count: Number(rows[0]?.total ?? 0n),
    oldest: rows[0]?.created_at ?? null,
    subjects: rows.map(row => row.subject),
  }
}
