import type { CheckedInput } from '@wattyard/calls'
import { type Call, type Route, serveCall, type Tx, col } from '@wattyard/server-kit'
import {
  archiveMessages,
  deleteMessages,
  type KindName,
  listMessages,
  messageKinds,
  type MessageList,
  readMessages,
  type UnreadCount,
} from '../../contract/index.ts'
import { kindName, kindWord } from '../kinds.ts'
import type { NotifyWorld } from '../world.ts'
import { MESSAGE_COLUMNS, toMessage, MESSAGE_ROW } from './render-message.ts'

async function unreadOf(tx: Tx, tenantId: string, userId: string): Promise<number> {
  const [row] = await tx.query(
    { unread: col.bigint },
    `select count(*) as unread from notifications_message
     where tenant_id = $1 and user_id = $2 and read_at is null and archived_at is null`,
    [tenantId, userId],
  )
  return Number(row?.unread ?? 0)
}

const likeText = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, found => `\\${found}`)}%`

/** Returns the kinds whose texts contain a search text. Titles are not stored but rendered. */
function kindsSaying({ translate, language }: Call, { kinds }: NotifyWorld, q: string): string[] {
  const wanted = q.toLowerCase()
  const words = ['name', 'title', 'manyTitle'] as const
  return kinds.all
    .filter(({ name }) => words.some(word => translate(language, kindWord(name, word)).toLowerCase().includes(wanted)))
    .map(({ name }) => name)
}

async function list(call: Call<CheckedInput<typeof listMessages>>, world: NotifyWorld): Promise<MessageList> {
  const { tx, caller, input, translate, language } = call
  const { readFlag, box, kind, severity, from, to, q, pageSize, after } = input
  const [afterAt, afterId] = after?.split('.') ?? []
  const rows = await tx.query(
    MESSAGE_ROW,
    `select ${MESSAGE_COLUMNS} from notifications_message
     where tenant_id = $1 and user_id = $2 and (archived_at is not null) = $3 and ($4::boolean is null or (read_at is null) = $4)
       and ($5::text is null or kind = $5) and ($6::text is null or severity = $6)
       and ($7::timestamptz is null or latest_at >= $7) and ($8::timestamptz is null or latest_at < $8)
       and ($9::text is null or search_text like $9 or kind = any($10::text[]))
       and ($11::timestamptz is null or (latest_at, id) < ($11, $12::uuid)) and kind = any($13::text[])
     order by latest_at desc, id desc limit ${pageSize + 1}`,
    [
      caller.tenantId,
      caller.userId,
      box === 'archive',
      readFlag === undefined ? null : readFlag === '0',
      kind ?? null,
      severity ?? null,
      from === undefined ? null : new Date(from),
      to === undefined ? null : new Date(to),
      q === '' ? null : likeText(q),
      q === '' ? [] : kindsSaying(call, world, q),
      afterAt === undefined ? null : new Date(Number(afterAt)),
      afterId ?? null,
      // A release that no longer knows a kind leaves its messages out.
      world.kinds.all.map(one => one.name),
    ],
  )
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    list: shown.flatMap(row => toMessage({ kinds: world.kinds, translate, language }, row) ?? []),
    unread: await unreadOf(tx, caller.tenantId, caller.userId),
    next: rows.length > pageSize && last ? `${last.latest_at}.${last.id}` : null,
  }
}

async function read(call: Call<CheckedInput<typeof readMessages>>, world: NotifyWorld): Promise<UnreadCount> {
  const { tx, caller, input } = call
  const chosen = input.ids ?? (input.id ? [input.id] : null)
  const isRead = input.readFlag === '1'
  // Only "read" applies to the whole inbox: marking half a year of messages as unread is never intended.
  if (isRead || chosen)
    await tx.execute(
      `update notifications_message set read_at = case when $4 then $5::timestamptz end
       where tenant_id = $1 and user_id = $2 and (read_at is null) = $4 and (id = any($3::uuid[]) or ($3 is null and archived_at is null))`,
      [caller.tenantId, caller.userId, chosen, isRead, new Date(world.clock.now())],
    )
  return { unread: await unreadOf(tx, caller.tenantId, caller.userId) }
}

async function move(call: Call<CheckedInput<typeof archiveMessages>>, world: NotifyWorld): Promise<UnreadCount> {
  const { tx, caller, input } = call
  await tx.execute(
    `update notifications_message set archived_at = case when $4 then coalesce(archived_at, $5::timestamptz) end, read_at = coalesce(read_at, $5)
     where tenant_id = $1 and user_id = $2 and id = any($3::uuid[])`,
    [caller.tenantId, caller.userId, input.ids, input.archived, new Date(world.clock.now())],
  )
  return { unread: await unreadOf(tx, caller.tenantId, caller.userId) }
}

async function remove({ tx, caller, input }: Call<CheckedInput<typeof deleteMessages>>): Promise<UnreadCount> {
  await tx.execute('delete from notifications_message where tenant_id = $1 and user_id = $2 and id = any($3::uuid[])', [
    caller.tenantId,
    caller.userId,
    input.ids,
  ])
  return { unread: await unreadOf(tx, caller.tenantId, caller.userId) }
}

function namesOfKinds({ translate, language }: Call, { kinds }: NotifyWorld): { list: KindName[] } {
  return {
    list: kinds.all.map(({ name, severity, compulsory = false }) => ({
      name,
      word: kindName(kinds, translate, language, name),
      severity,
      compulsory,
    })),
  }
}

/** Returns the routes of the signed-in person's inbox (contract §7.1). Changes of one's own messages are not audited. */
export function messageRoutes(world: NotifyWorld): Route[] {
  return [
    serveCall(listMessages, { work: 'read', handle: call => list(call, world) }),
    serveCall(readMessages, { work: 'write', handle: call => read(call, world) }),
    serveCall(archiveMessages, { work: 'write', handle: call => move(call, world) }),
    serveCall(deleteMessages, { work: 'write', handle: remove }),
    serveCall(messageKinds, { work: 'read', handle: async call => namesOfKinds(call, world) }),
  ]
}
