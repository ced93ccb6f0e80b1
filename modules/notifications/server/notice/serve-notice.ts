import {
  type CommandCall,
  invalid,
  Refusal,
  type SaveChange,
  type ServedResource,
  serveResource,
  valueAfter,
  col,
} from '@wattyard/server-kit'
import { notice, type NoticeState } from '../../contract/index.ts'
import type { NotifyWorld } from '../world.ts'
import { announce } from './announce.ts'
import { readersOf } from './audience.ts'
import type { NoticeRow } from './notice-row.ts'
import { mustFollowFileRules } from './notice-files.ts'
import { noticesFor } from './notices-for.ts'

/** Shortest time between two reminders of one notice, in ms. */
export const REMIND_EVERY_MS = 10 * 60_000

const FITS: Readonly<Record<string, readonly NoticeState[]>> = {
  update: ['draft', 'withdrawn'],
  delete: ['draft', 'withdrawn', 'ended'],
  publish: ['draft', 'withdrawn'],
  withdraw: ['scheduled', 'published'],
  remind: ['published'],
}

const rowOf = (rows: readonly NoticeRow[]): NoticeRow => {
  const [row] = rows
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  return row
}

function mustFit(change: SaveChange<typeof notice>): void {
  const [starts, ends] = [valueAfter(notice, change, 'starts'), valueAfter(notice, change, 'ends')]
  if (typeof starts === 'number' && typeof ends === 'number' && ends <= starts)
    throw invalid({ ends: { key: 'notifications.field.endsBeforeStart' } })
}

function publish(world: NotifyWorld) {
  return async ({ tx, caller }: CommandCall, rows: readonly NoticeRow[]) => {
    const row = rowOf(rows)
    const now = world.clock.now()
    if (row.ends_at !== null && row.ends_at <= now) throw new Refusal('notifications.noticeOver')
    const isLater = row.starts_at !== null && row.starts_at > now
    await tx.execute(
      `update notifications_notice set state = $3, published_at = $4, published_by = $5, version = version + 1, updated_at = $6
       where tenant_id = $1 and id = $2`,
      [
        caller.tenantId,
        row.id,
        isLater ? 'scheduled' : 'published',
        isLater ? null : new Date(now),
        caller.displayName,
        new Date(now),
      ],
    )
    // Readers of an earlier text have not read this one.
    await tx.execute('delete from notifications_notice_read where tenant_id = $1 and notice_id = $2', [
      caller.tenantId,
      row.id,
    ])
    return { told: isLater ? 0 : await announce(tx, world, row, { about: `${row.id}:${now}` }) }
  }
}

function withdraw(world: NotifyWorld) {
  return async ({ tx, caller }: CommandCall, rows: readonly NoticeRow[]) => {
    const { id } = rowOf(rows)
    await tx.execute(
      "update notifications_notice set state = 'withdrawn', version = version + 1, updated_at = $3 where tenant_id = $1 and id = $2",
      [caller.tenantId, id, new Date(world.clock.now())],
    )
    return null
  }
}

function remind(world: NotifyWorld) {
  return async ({ tx, caller }: CommandCall, rows: readonly NoticeRow[]) => {
    const row = rowOf(rows)
    const now = world.clock.now()
    const done = await tx.execute(
      `update notifications_notice set reminded_at = $3 where tenant_id = $1 and id = $2 and (reminded_at is null or reminded_at <= $4)`,
      [caller.tenantId, row.id, new Date(now), new Date(now - REMIND_EVERY_MS)],
    )
    if (done === 0)
      throw new Refusal('notifications.remindedJustNow', {
        status: 429,
        params: { minutes: REMIND_EVERY_MS / 60_000, seconds: 60 },
      })
    const read = await tx.query(
      { user_id: col.uuid },
      `select user_id from notifications_notice_read where tenant_id = $1 and notice_id = $2 and (confirmed_at is not null or not $3)`,
      [caller.tenantId, row.id, row.must_confirm],
    )
    const done_ids = new Set(read.map(one => one.user_id))
    const only = new Set((await readersOf(tx, caller.tenantId, row)).map(one => one.id).filter(id => !done_ids.has(id)))
    return { told: await announce(tx, world, row, { about: `${row.id}:remind:${now}`, only }) }
  }
}

/** Serves the notices of a tenant. */
export function serveNotice(world: NotifyWorld): ServedResource {
  return serveResource(notice, {
    allows: (action, row) => FITS[action]?.includes(row.state) ?? true,
    async beforeSave({ tx }, change) {
      mustFit(change)
      await mustFollowFileRules(tx, change)
      return { state: 'draft' as const }
    },
    // The readers of a notice can open its files while it is published.
    opensFiles: async (tx, caller, id) => (await noticesFor(tx, caller, world.clock.now())).some(one => one.id === id),
    commands: { publish: publish(world), withdraw: withdraw(world), remind: remind(world) },
  })
}
