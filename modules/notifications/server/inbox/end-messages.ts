import { col, type Tx } from '@wattyard/server-kit'

/** Messages of a kind about one thing. */
export interface EndedMessages {
  readonly tenantId: string
  readonly kind: string
  readonly about: string
}

const ENDED = { id: col.uuid, user_id: col.uuid }

/**
 * Reads and puts away messages about something that nobody has to deal with any more. One that gathers several things stays.
 *
 * @returns ids of the messages by person
 */
export async function endMessages(
  tx: Tx,
  { tenantId, kind, about }: EndedMessages,
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query(
    ENDED,
    `update notifications_message set read_at = coalesce(read_at, $4), archived_at = $4
     where tenant_id = $1 and kind = $2 and about = $3 and archived_at is null and count = 1
     returning id, user_id`,
    [tenantId, kind, about, new Date(now)],
  )
  return new Map(rows.map(row => [row.user_id, row.id]))
}
