import { type Database, forgetByTenant, type ScheduledJob } from '@wattyard/server-kit'
import { z } from 'zod'
import { declareSetting, settingOf } from '../settings.ts'

const DAY_MS = 86_400_000
/** Most runs kept per job, whatever their age: a job that runs every minute has 1,440 a day. */
export const KEEP_RUNS = 1_000

/** Setting: retention of the runs in days. */
export const runKeepDays = declareSetting({
  key: 'platform.runKeepDays',
  schema: z.number().int().min(1).max(365),
  initial: 30,
})

/** Removes runs that are too old or too many. Gives how many. */
export function forgetRuns(db: Database, now: number, signal?: AbortSignal): Promise<number> {
  return forgetByTenant(
    db,
    'platform_schedule_run',
    async (tx, tenantId, limit) =>
      tx.execute(
        `delete from platform_schedule_run where tenant_id = $1 and id in (
           select r.id from platform_schedule s, lateral (
             select id, started_at, row_number() over (order by started_at desc, id desc) as place
             from platform_schedule_run where tenant_id = $1 and schedule_id = s.id and outcome <> 'running') r
           where s.tenant_id = $1 and (r.started_at < $2 or r.place > ${KEEP_RUNS}) limit ${limit})`,
        [tenantId, new Date(now - (await settingOf(tx, runKeepDays)) * DAY_MS)],
      ),
    signal,
  )
}

export const forgetRunsJob: ScheduledJob = {
  name: 'platform.forgetRuns',
  cron: '40 3 * * *',
  run: async ({ db, now, signal }) => `runs: ${await forgetRuns(db, now, signal)}`,
}
