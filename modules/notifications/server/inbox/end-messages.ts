import { col, type Tx } from '@wattyard/server-kit'

/** Messages of a kind about one thing. */
export interface EndedMessages {
  readonly tenantId: string
  readonly kind: string
  /** What they are about; in a kind that gathers, the id of the thing. */
  readonly about: string
  readonly gathers: boolean
}

const ENDED = { id: col.uuid, user_id: col.uuid }

/** Reads and puts away messages about one thing. */
const PUT_AWAY = `update notifications_message set read_at = coalesce(read_at, $4), archived_at = $4
  where tenant_id = $1 and kind = $2 and about = $3 and archived_at is null
  returning id, user_id`

/** Takes a thing out of messages that gather several, and reads and puts away those of which it was the last. */
const TAKE_OUT = `update notifications_message m set over_ids = over_ids || $3::text,
    read_at = case when last.is then coalesce(read_at, $4) else read_at end, archived_at = case when last.is then $4::timestamptz end
  from (select tenant_id, id, cardinality(subject_ids) = cardinality(over_ids) + 1 as is from notifications_message
    where tenant_id = $1 and kind = $2 and archived_at is null and $3::text = any(subject_ids) and $3::text <> all(over_ids)
    for update) last
  where m.tenant_id = last.tenant_id and m.id = last.id
  returning m.id, m.user_id`

/**
 * Ends what messages say about something that nobody has to deal with any more.
 *
 * @returns ids of the changed messages by person
 */
export async function endMessages(
  tx: Tx,
  { tenantId, kind, about, gathers }: EndedMessages,
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query(ENDED, gathers ? TAKE_OUT : PUT_AWAY, [tenantId, kind, about, new Date(now)])
  return new Map(rows.map(row => [row.user_id, row.id]))
}
