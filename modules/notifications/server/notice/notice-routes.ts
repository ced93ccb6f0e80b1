import { recipients } from '@wattyard/identity/server'
import {
  type Call,
  type Caller,
  flagInput,
  idInput,
  Refusal,
  type Route,
  route,
  rowInScope,
  type Tx,
} from '@wattyard/server-kit'
import { z } from 'zod'
import { notice, type NoticeReaders, type NoticeText, type NoticeToRead } from '../../contract/index.ts'
import type { NotifyWorld } from '../world.ts'
import { isFor, readersOf } from './audience.ts'
import { NOTICE_COLUMNS, type NoticeRow } from './notice-row.ts'

/** Notices that one person has before them at a time; older ones are on the page of notices. */
const MOST_READ = 50

type OwnRow = NoticeRow & { read_at: number | null; confirmed_at: number | null }

/** Notices in force that are for this person, pinned ones first. */
async function noticesFor(tx: Tx, caller: Caller, now: number): Promise<OwnRow[]> {
  const [me] = await recipients(tx, caller.tenantId, [caller.userId], null)
  if (!me) return []
  const columns = NOTICE_COLUMNS.split(', ').map(column => `n.${column}`)
  const rows = await tx.query<OwnRow>(
    `select ${columns.join(', ')}, r.read_at, r.confirmed_at from notifications_notice n
     left join notifications_notice_read r on r.tenant_id = n.tenant_id and r.notice_id = n.id and r.user_id = $2
     where n.tenant_id = $1 and n.state = 'published' and (n.ends_at is null or n.ends_at > $3)
     order by n.is_pinned desc, n.published_at desc, n.id desc`,
    [caller.tenantId, caller.userId, new Date(now)],
  )
  return rows.filter(row => isFor(row, me)).slice(0, MOST_READ)
}

function toRead({ language }: Call, row: OwnRow): NoticeToRead {
  const own: { title: string | null; body: NoticeText | null } =
    language === 'en'
      ? { title: row.title_en, body: row.body_en }
      : language === 'es'
        ? { title: row.title_es, body: row.body_es }
        : { title: null, body: null }
  return {
    id: row.id,
    title: own.title ?? row.title,
    body: own.body ?? row.body,
    isPinned: row.is_pinned,
    mustConfirm: row.must_confirm,
    publishedAt: row.published_at ?? 0,
    publishedBy: row.published_by ?? '',
    readAt: row.read_at,
    confirmedAt: row.confirmed_at,
  }
}

const readInput = z.strictObject({ id: idInput, confirm: flagInput.default(false) })

async function read({ tx, caller, input }: Call<z.infer<typeof readInput>>, now: number): Promise<null> {
  if (!(await noticesFor(tx, caller, now)).some(row => row.id === input.id))
    throw new Refusal('kernel.notFound', { status: 404 })
  await tx.execute(
    `insert into notifications_notice_read (tenant_id, notice_id, user_id, read_at, confirmed_at) values ($1, $2, $3, $4, case when $5 then $4::timestamptz end)
     on conflict (tenant_id, notice_id, user_id) do update set confirmed_at = coalesce(notifications_notice_read.confirmed_at, excluded.confirmed_at)`,
    [caller.tenantId, input.id, caller.userId, new Date(now), input.confirm],
  )
  return null
}

async function readers({ tx, caller, input }: Call<{ id: string }>): Promise<NoticeReaders> {
  const row = (await rowInScope(tx, caller, notice as never, input.id)) as unknown as NoticeRow // the definition's own key types are narrower
  const people = await readersOf(tx, caller.tenantId, row)
  const marks = await tx.query<{ user_id: string; read_at: number; confirmed_at: number | null }>(
    'select user_id, read_at, confirmed_at from notifications_notice_read where tenant_id = $1 and notice_id = $2',
    [caller.tenantId, input.id],
  )
  const byUser = new Map(marks.map(mark => [mark.user_id, mark]))
  const list = people.map(({ id, displayName, officeName }) => ({
    id,
    name: displayName,
    office: officeName,
    readAt: byUser.get(id)?.read_at ?? null,
    confirmedAt: byUser.get(id)?.confirmed_at ?? null,
  }))
  return {
    // Who has not read it is who somebody looks for.
    list: list.toSorted(
      (a, b) => Number(a.readAt !== null) - Number(b.readAt !== null) || a.name.localeCompare(b.name),
    ),
    read: list.filter(one => one.readAt !== null).length,
    confirmed: list.filter(one => one.confirmedAt !== null).length,
  }
}

/** Notices as people read them, and who has. */
export function noticeRoutes({ clock }: NotifyWorld): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/msg/notice/list',
      access: 'signed-in',
      input: z.strictObject({}),
      work: 'read',
      summary: 'notices in force for the caller, in their language',
      async handle(call): Promise<{ list: NoticeToRead[] }> {
        const rows = await noticesFor(call.tx, call.caller, clock.now())
        return { list: rows.map(row => toRead(call, row)) }
      },
    }),
    route({
      method: 'POST',
      path: '/api/msg/notice/read',
      access: 'signed-in',
      input: readInput,
      work: 'write',
      summary: 'the caller has read a notice, or confirms that they have',
      handle: call => read(call, clock.now()),
    }),
    route({
      method: ['GET', 'POST'],
      path: '/api/activity/notice/readers',
      access: 'notifications.notice:read',
      input: z.strictObject({ id: idInput }),
      work: 'read',
      summary: 'who has read a notice and who has not',
      handle: readers,
    }),
  ]
}
