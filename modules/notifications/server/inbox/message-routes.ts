import { flagInput, idInput, wholeInput } from '@wattyard/calls'
import { type Call, type Route, route, searchWord, type Tx, col } from '@wattyard/server-kit'
import { z } from 'zod'
import { BOXES, type KindName, type MessageList, type UnreadCount } from '../../contract/index.ts'
import { kindName, kindWord } from '../kinds.ts'
import type { NotifyWorld } from '../world.ts'
import { MESSAGE_COLUMNS, toMessage, MESSAGE_ROW } from './say-message.ts'

/** Most that one answer carries; who has more leafs on. */
export const MOST_LISTED = 200
const MAX_BATCH = 500

const ids = z.union([
  z.array(idInput).min(1).max(MAX_BATCH),
  z
    .string()
    .max(40 * MAX_BATCH)
    .transform(text => text.split(','))
    .pipe(z.array(idInput).min(1).max(MAX_BATCH)),
])
const instant = wholeInput(0, 8_640_000_000_000_000)
const listInput = z.strictObject({
  readFlag: z.enum(['0', '1']).optional(),
  box: z.enum(BOXES).default('inbox'),
  kind: z.string().max(80).optional(),
  severity: z.enum(['info', 'notice', 'warning', 'critical']).optional(),
  from: instant.optional(),
  to: instant.optional(),
  q: searchWord,
  pageSize: wholeInput(1, MOST_LISTED).default(MOST_LISTED),
  /** Where the page before ended. */
  after: z
    .string()
    .regex(/^\d{1,16}\.[0-9a-f-]{36}$/)
    .optional(),
})
/** Without an id every message of the inbox is meant. */
const readInput = z.strictObject({
  id: idInput.optional(),
  ids: ids.optional(),
  readFlag: z.enum(['0', '1']).default('1'),
})
const moveInput = z.strictObject({ ids, archived: flagInput.default(true) })
const deleteInput = z.strictObject({ ids })

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

/** Kinds whose own words hold what somebody looks for: titles are not stored, they are said. */
function kindsSaying({ say, language }: Call, { kinds }: NotifyWorld, q: string): string[] {
  const wanted = q.toLowerCase()
  const words = ['name', 'title', 'manyTitle'] as const
  return kinds.all
    .filter(({ name }) => words.some(word => say(language, kindWord(name, word)).toLowerCase().includes(wanted)))
    .map(({ name }) => name)
}

async function list(call: Call<z.infer<typeof listInput>>, world: NotifyWorld): Promise<MessageList> {
  const { tx, caller, input, say, language } = call
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
    list: shown.flatMap(row => toMessage({ kinds: world.kinds, say, language }, row) ?? []),
    unread: await unreadOf(tx, caller.tenantId, caller.userId),
    next: rows.length > pageSize && last ? `${last.latest_at}.${last.id}` : null,
  }
}

async function read(call: Call<z.infer<typeof readInput>>, world: NotifyWorld): Promise<UnreadCount> {
  const { tx, caller, input } = call
  const chosen = input.ids ?? (input.id ? [input.id] : null)
  const isRead = input.readFlag === '1'
  // Everything at once is only ever read: nobody means to begin anew with half a year of messages.
  if (isRead || chosen)
    await tx.execute(
      `update notifications_message set read_at = case when $4 then $5::timestamptz end
       where tenant_id = $1 and user_id = $2 and (read_at is null) = $4 and (id = any($3::uuid[]) or ($3 is null and archived_at is null))`,
      [caller.tenantId, caller.userId, chosen, isRead, new Date(world.clock.now())],
    )
  return { unread: await unreadOf(tx, caller.tenantId, caller.userId) }
}

async function move(call: Call<z.infer<typeof moveInput>>, world: NotifyWorld): Promise<UnreadCount> {
  const { tx, caller, input } = call
  await tx.execute(
    `update notifications_message set archived_at = case when $4 then coalesce(archived_at, $5::timestamptz) end, read_at = coalesce(read_at, $5)
     where tenant_id = $1 and user_id = $2 and id = any($3::uuid[])`,
    [caller.tenantId, caller.userId, input.ids, input.archived, new Date(world.clock.now())],
  )
  return { unread: await unreadOf(tx, caller.tenantId, caller.userId) }
}

async function remove({ tx, caller, input }: Call<z.infer<typeof deleteInput>>): Promise<UnreadCount> {
  await tx.execute('delete from notifications_message where tenant_id = $1 and user_id = $2 and id = any($3::uuid[])', [
    caller.tenantId,
    caller.userId,
    input.ids,
  ])
  return { unread: await unreadOf(tx, caller.tenantId, caller.userId) }
}

function namesOfKinds({ say, language }: Call, { kinds }: NotifyWorld): { list: KindName[] } {
  return {
    list: kinds.all.map(({ name, severity, compulsory = false }) => ({
      name,
      word: kindName(kinds, say, language, name),
      severity,
      compulsory,
    })),
  }
}

/** The inbox of whoever is signed in (contract §7.1). What people do with their own messages is nobody's history. */
export function messageRoutes(world: NotifyWorld): Route[] {
  const own = { access: 'signed-in' } as const
  return [
    route({
      ...own,
      method: 'GET',
      path: '/api/msg/list',
      input: listInput,
      work: 'read',
      summary: 'messages to the caller, newest first; readFlag 0 gives the unread ones',
      handle: call => list(call, world),
    }),
    route({
      ...own,
      method: 'POST',
      path: '/api/msg/read',
      input: readInput,
      work: 'write',
      summary: 'marks messages as read or unread; without an id all of the inbox as read',
      handle: call => read(call, world),
    }),
    route({
      ...own,
      method: 'POST',
      path: '/api/msg/archive',
      input: moveInput,
      work: 'write',
      summary: 'puts messages away, or back into the inbox',
      handle: call => move(call, world),
    }),
    route({
      ...own,
      method: 'POST',
      path: '/api/msg/del',
      input: deleteInput,
      work: 'write',
      summary: 'deletes messages of the caller',
      handle: remove,
    }),
    route({
      ...own,
      method: 'GET',
      path: '/api/msg/kinds',
      input: z.strictObject({}),
      work: 'read',
      summary: 'kinds of messages by their names',
      handle: async call => namesOfKinds(call, world),
    }),
  ]
}
