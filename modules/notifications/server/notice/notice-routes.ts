import type { CheckedInput, FileInfo } from '@wattyard/calls'
import type { RichText } from '@wattyard/resource'
import {
  type Call,
  Refusal,
  type Route,
  rowInScope,
  rowsInScope,
  serveCall,
  storedFiles,
  col,
} from '@wattyard/server-kit'
import { user } from '@wattyard/identity/contract'
import { listNotices } from '../../contract/calls/notice.ts'
import { notice, noticeReaders, readNotice, type NoticeReaders, type NoticeToRead } from '../../contract/index.ts'
import type { NotifyWorld } from '../world.ts'
import { readersOf } from './audience.ts'
import { noticesFor, type OwnRow } from './notices-for.ts'

function toRead({ language }: Call, row: OwnRow, files: readonly FileInfo[]): NoticeToRead {
  const own: { title: string | null; body: RichText | null } =
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
    files: (row.attachments_file_ids ?? []).flatMap(id => files.find(file => file.id === id) ?? []),
  }
}

async function read({ tx, caller, input }: Call<CheckedInput<typeof readNotice>>, now: number): Promise<null> {
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
  const row = await rowInScope(tx, caller, notice, input.id)
  const everybody = await readersOf(tx, caller.tenantId, row)
  const ids = everybody.map(({ id }) => id)
  const reached = new Set((await rowsInScope(tx, caller, user, ids)).map(({ id }) => id))
  const people = everybody.filter(({ id }) => reached.has(id))
  const marks = await tx.query(
    { user_id: col.uuid, read_at: col.instant, confirmed_at: col.instant.orNull },
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
    // People who have not read it come first.
    list: list.toSorted(
      (a, b) => Number(a.readAt !== null) - Number(b.readAt !== null) || a.name.localeCompare(b.name),
    ),
    read: list.filter(one => one.readAt !== null).length,
    confirmed: list.filter(one => one.confirmedAt !== null).length,
  }
}

/** Returns the routes to read notices and to list their readers. */
export function noticeRoutes({ clock }: NotifyWorld): Route[] {
  return [
    serveCall(listNotices, {
      work: 'read',
      async handle(call) {
        const rows = await noticesFor(call.tx, call.caller, clock.now())
        const ids = rows.flatMap(row => row.attachments_file_ids ?? [])
        const files = await storedFiles(call.tx, ids)
        return { list: rows.map(row => toRead(call, row, files)) }
      },
    }),
    serveCall(readNotice, { work: 'write', handle: call => read(call, clock.now()) }),
    serveCall(noticeReaders, { work: 'read', handle: readers }),
  ]
}
