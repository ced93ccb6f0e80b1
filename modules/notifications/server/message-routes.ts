import { type Call, idInput, type Route, route, type Tx } from '@wattyard/server-kit'
import { z } from 'zod'
import { type Message, MESSAGE_KINDS, type MessageKind, type MessageList, type UnreadCount } from '../contract/index.ts'

/** Most that one answer carries; who has more unread sees the newest, and the count of all. */
export const MOST_LISTED = 200

const listInput = z.strictObject({ readFlag: z.enum(['0', '1']).optional() })
/** Without an id every message is meant. */
const readInput = z.strictObject({ id: idInput.optional() })

interface Row {
  id: string
  kind: string
  params: Record<string, string>
  link: string | null
  created_at: number
  read_at: number | null
}

async function unreadOf(tx: Tx, tenantId: string, userId: string): Promise<number> {
  const [row] = await tx.query<{ unread: string }>(
    'select count(*) as unread from notifications_message where tenant_id = $1 and user_id = $2 and read_at is null',
    [tenantId, userId],
  )
  return Number(row?.unread ?? 0)
}

/** A release that no longer knows a kind leaves its messages out. */
const isKnown = (kind: string): kind is MessageKind => (MESSAGE_KINDS as readonly string[]).includes(kind)

function told({ say, language }: Call, row: Row, kind: MessageKind): Message {
  const params = { ...row.params }
  // Commands and decisions are words of other modules.
  if (params.command) params.command = say(language, params.command)
  if (params.outcome) params.outcome = say(language, `platform.approval.stateValue.${params.outcome}`)
  return {
    id: row.id,
    kind,
    title: say(language, `notifications.kind.${kind}.title`, params),
    text: say(language, `notifications.kind.${kind}.text`, params),
    link: row.link,
    createdAt: row.created_at,
    readFlag: row.read_at === null ? '0' : '1',
  }
}

async function list(call: Call<z.infer<typeof listInput>>): Promise<MessageList> {
  const { tx, caller, input } = call
  const rows = await tx.query<Row>(
    `select id, kind, params, link, created_at, read_at from notifications_message
     where tenant_id = $1 and user_id = $2 and ($3::boolean is null or (read_at is null) = $3)
     order by id desc limit ${MOST_LISTED}`,
    [caller.tenantId, caller.userId, input.readFlag === undefined ? null : input.readFlag === '0'],
  )
  return {
    list: rows.flatMap(row => (isKnown(row.kind) ? [told(call, row, row.kind)] : [])),
    unread: await unreadOf(tx, caller.tenantId, caller.userId),
  }
}

async function read({ tx, caller, input }: Call<z.infer<typeof readInput>>): Promise<UnreadCount> {
  await tx.execute(
    `update notifications_message set read_at = now()
     where tenant_id = $1 and user_id = $2 and read_at is null and ($3::uuid is null or id = $3)`,
    [caller.tenantId, caller.userId, input.id ?? null],
  )
  return { unread: await unreadOf(tx, caller.tenantId, caller.userId) }
}

/** The inbox of whoever is signed in (contract §7.1). */
export const messageRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/msg/list',
    access: 'signed-in',
    input: listInput,
    work: 'read',
    summary: 'messages to the caller, newest first; readFlag 0 gives the unread ones',
    handle: list,
  }),
  route({
    method: 'POST',
    path: '/api/msg/read',
    access: 'signed-in',
    input: readInput,
    work: 'write',
    summary: 'marks one message as read, or all',
    handle: read,
  }),
]
