import { type Database, forgetByTenant, type ScheduledJob } from '@wattyard/server-kit'
import { DAY_MS } from '@wattyard/time'

/** Days that links stay listed after they last worked, to show who had a sheet and how often it was opened. */
export const KEEP_LINKS_DAYS = 400

/** Removes links that ended before an instant, and returns how many. */
export function forgetLinks(db: Database, now: number, signal?: AbortSignal): Promise<number> {
  return forgetByTenant(
    db,
    'platform_share_link',
    (tx, tenantId, limit) =>
      tx.execute(
        `delete from platform_share_link where tenant_id = $1 and id in (
           select id from platform_share_link where tenant_id = $1 and expires_at < $2 limit ${limit})`,
        [tenantId, new Date(now - KEEP_LINKS_DAYS * DAY_MS)],
      ),
    signal,
  )
}

export const forgetLinksJob: ScheduledJob = {
  name: 'platform.forgetShareLinks',
  cron: '50 3 * * *',
  run: async ({ db, now, signal }) => `links: ${await forgetLinks(db, now, signal)}`,
}
