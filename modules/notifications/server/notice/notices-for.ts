import { recipients } from '@wattyard/identity/server'
import { type Caller, type Tx, col } from '@wattyard/server-kit'
import { isFor } from './audience.ts'
import { NOTICE_COLUMNS, NOTICE_ROW, type NoticeRow } from './notice-row.ts'

/** Notices that one person has before them at a time; older ones are on the page of notices. */
const MOST_READ = 50

export type OwnRow = NoticeRow & { read_at: number | null; confirmed_at: number | null }

/** Returns the published notices for this person, pinned ones first. */
export async function noticesFor(tx: Tx, caller: Caller, now: number): Promise<OwnRow[]> {
  const [me] = await recipients(tx, caller.tenantId, [caller.userId], null)
  if (!me) return []
  const columns = NOTICE_COLUMNS.map(column => `n.${column}`)
  const rows = await tx.query(
    { ...NOTICE_ROW, read_at: col.instant.orNull, confirmed_at: col.instant.orNull },
    `select ${columns.join(', ')}, r.read_at, r.confirmed_at from notifications_notice n
     left join notifications_notice_read r on r.tenant_id = n.tenant_id and r.notice_id = n.id and r.user_id = $2
     where n.tenant_id = $1 and n.state = 'published' and (n.ends_at is null or n.ends_at > $3)
     order by n.is_pinned desc, n.published_at desc, n.id desc`,
    [caller.tenantId, caller.userId, new Date(now)],
  )
  return rows.filter(row => isFor(row, me)).slice(0, MOST_READ)
}
