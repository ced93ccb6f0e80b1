import { settingOf } from '@wattyard/platform/server'
import { instantList, type MessageKind, newId, textList, type Tx, uuidList, col } from '@wattyard/server-kit'
import { afterQuiet, type OutsideChannel, type QuietHours } from '../../contract/index.ts'
import { spacingMinutes } from './settings.ts'

/** Time in ms that the first delivery of a burst waits for further ones. */
export const GATHER_SEND_MS = 60_000

export interface Wanted {
  userId: string
  channel: OutsideChannel
  messageId: string
  quiet: readonly QuietHours[]
}

interface About {
  tenantId: string
  kind: MessageKind
  zone: string
  now: number
}

/** Returns the last sending of this kind per person and channel. */
async function lastSent(tx: Tx, { tenantId, kind }: About, wanted: readonly Wanted[]): Promise<Map<string, number>> {
  const rows = await tx.query(
    { person_id: col.uuid, channel: col.text, at: col.instant },
    `select person_id, channel, max(sent_at) as at from notifications_delivery
     where tenant_id = $1 and person_id = any($2::uuid[]) and kind = $3 and sent_at is not null group by person_id, channel`,
    [tenantId, uuidList(wanted.map(one => one.userId)), kind.name],
  )
  return new Map(rows.map(row => [`${row.person_id} ${row.channel}`, row.at]))
}

/**
 * Puts messages into the outbox, at most one waiting delivery per kind, person and channel. While it waits (for the end of a
 * burst, of quiet hours, or of the pause after the last one) it collects further messages and is sent as a digest.
 */
export async function queueDeliveries(tx: Tx, about: About, wanted: readonly Wanted[]): Promise<void> {
  const { tenantId, kind, zone, now } = about
  const spacing = (await settingOf(tx, spacingMinutes, tenantId)) * 60_000
  const last = await lastSent(tx, about, wanted)
  const due = wanted.map(({ userId, channel, quiet }) => {
    const earliest = now + (kind.gathers ? GATHER_SEND_MS : 0)
    const spaced = Math.max(earliest, (last.get(`${userId} ${channel}`) ?? Number.NEGATIVE_INFINITY) + spacing)
    // Applied twice, so that the end of one period inside another is handled.
    return [...quiet, ...quiet].reduce((at, hours) => afterQuiet(at, zone, hours), spaced)
  })
  await tx.execute(
    `insert into notifications_delivery as d (tenant_id, id, created_at, updated_at, channel, state, kind, person_id, messages, attempts, due_at,
       message_ids)
     select $1, id, $2, $2, channel, 'waiting', $3, person_id, 1, 0, due_at, array[message_id]
     from unnest($4::uuid[], $5::text[], $6::uuid[], $7::timestamptz[], $8::uuid[]) as w(id, channel, person_id, due_at, message_id)
     on conflict (tenant_id, person_id, kind, channel) where state = 'waiting' and attempts = 0 do update set
       message_ids = case when excluded.message_ids <@ d.message_ids then d.message_ids else d.message_ids || excluded.message_ids end,
       messages = cardinality(case when excluded.message_ids <@ d.message_ids then d.message_ids else d.message_ids || excluded.message_ids end),
       updated_at = excluded.updated_at`,
    [
      tenantId,
      new Date(now),
      kind.name,
      uuidList(wanted.map(() => newId(now))),
      textList(wanted.map(one => one.channel)),
      uuidList(wanted.map(one => one.userId)),
      instantList(due.map(at => at)),
      uuidList(wanted.map(one => one.messageId)),
    ],
  )
}
