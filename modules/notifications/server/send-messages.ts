import { type LiveBus, newId, type Tx, uuidList } from '@wattyard/server-kit'
import { MESSAGE_NEWS, type MessageKind } from '../contract/index.ts'

export interface NewMessage {
  tenantId: string
  kind: MessageKind
  /** What it is about: the same thing is told to a person once. */
  about: string
  params: Readonly<Record<string, string>>
  link: `/${string}` | null
}

/** Writes a message to each of these people and tells their screens. Who has it already gets no other. */
export async function sendMessage(
  tx: Tx,
  { tenantId, kind, about, params, link }: NewMessage,
  userIds: readonly string[],
  { live, now }: { live: LiveBus; now: number },
): Promise<void> {
  if (userIds.length === 0) return
  const told = await tx.query<{ user_id: string }>(
    `insert into notifications_message (tenant_id, id, user_id, kind, params, link, created_at, about)
     select $1, id, user_id, $4, $5, $6, $7, $8 from unnest($2::uuid[], $3::uuid[]) as m(id, user_id)
     on conflict (tenant_id, user_id, kind, about) do nothing returning user_id`,
    [
      tenantId,
      uuidList(userIds.map(() => newId(now))),
      uuidList([...userIds]),
      kind,
      JSON.stringify(params),
      link,
      new Date(now),
      about,
    ],
  )
  for (const { user_id } of told)
    live.publish({ tenantId, topic: MESSAGE_NEWS, stationId: null, userId: user_id, data: { id: about } })
}
