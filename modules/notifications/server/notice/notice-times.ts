import { type Beat, type Tx } from '@wattyard/server-kit'
import type { NotifyWorld } from '../world.ts'
import { announce } from './announce.ts'
import { NOTICE_COLUMNS, NOTICE_ROW } from './notice-row.ts'

const EVERY_MS = 10_000
const BATCH = 50

/**
 * Publishes notices whose start has come and ends those whose end has passed.
 * @returns the numbers of both
 */
export async function turnNotices(tx: Tx, world: NotifyWorld): Promise<{ begun: number; ended: number }> {
  const now = new Date(world.clock.now())
  const ended = await tx.execute(
    `update notifications_notice set state = 'ended', version = version + 1, updated_at = $1
     where state in ('scheduled', 'published') and ends_at <= $1`,
    [now],
  )
  const begun = await tx.query(
    NOTICE_ROW,
    `update notifications_notice set state = 'published', version = version + 1, updated_at = $1, published_at = $1
     where (tenant_id, id) in (select tenant_id, id from notifications_notice where state = 'scheduled' and starts_at <= $1
       order by starts_at limit ${BATCH} for update skip locked)
     returning ${NOTICE_COLUMNS.join(', ')}`,
    [now],
  )
  for (const notice of begun) await announce(tx, world, notice, { about: `${notice.id}:${now.getTime()}` })
  return { begun: begun.length, ended }
}

export function noticeBeat(world: NotifyWorld): Beat {
  return {
    name: 'notifications.turnNotices',
    every_ms: EVERY_MS,
    run: async ({ db }) => void (await db.platform(tx => turnNotices(tx, world))),
  }
}
