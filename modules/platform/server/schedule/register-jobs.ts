import { newId, type ScheduledJob, type Tx, col, type RowIn } from '@wattyard/server-kit'
import { nextTime } from './times.ts'

const KNOWN = {
  id: col.uuid,
  name: col.text,
  cron: col.text,
  zone: col.text,
  missed: col.text,
  state: col.text,
  own_cron: col.text,
  own_zone: col.text,
  own_missed: col.text,
  now: col.instant,
}

type Known = RowIn<typeof KNOWN>

export interface Home {
  /** The installation's first tenant; its administrators govern the jobs that serve all tenants. */
  tenantId: string
  /** Zone of the tenant, for jobs without a zone. */
  zone: string
}

/**
 * Updates the rows to the jobs of this release: inserts new ones, retires removed ones, and applies the module's defaults where
 * no person has changed them.
 */
export async function registerJobs(tx: Tx, home: Home, jobs: readonly ScheduledJob[]): Promise<void> {
  const { tenantId } = home
  // Serialised, because two processes may start at the same time.
  await tx.query("select pg_advisory_xact_lock(hashtext('platform_schedule'))")
  const rows = await tx.query(
    KNOWN,
    `select id, name, cron, zone, missed, state, own_cron, own_zone, own_missed, now() as now
     from platform_schedule where tenant_id = $1 order by id for update`,
    [tenantId],
  )
  const byName = new Map(rows.map(row => [row.name, row]))
  for (const job of jobs) await registerJob(tx, home, job, byName.get(job.name))
  await tx.execute(
    `update platform_schedule set state = 'retired', next_run_at = null, version = version + 1, updated_at = now()
     where tenant_id = $1 and state <> 'retired' and name <> all($2::text[])`,
    [tenantId, jobs.map(job => job.name)],
  )
}

async function registerJob(tx: Tx, { tenantId, zone }: Home, job: ScheduledJob, row: Known | undefined): Promise<void> {
  const own = { cron: job.cron, zone: job.zone ?? zone, missed: job.missed ?? 'once' }
  const follows =
    row === undefined || (row.cron === row.own_cron && row.zone === row.own_zone && row.missed === row.own_missed)
  const now = row?.now ?? (await tx.query({ now: col.instant }, 'select now() as now'))[0]?.now ?? Date.now()
  const { cron, zone: where, missed } = follows ? own : row
  const isPaused = row?.state === 'paused'
  // A time missed while nothing ran stays; claiming decides what to do with it.
  const isNew = row === undefined || row.state === 'retired' || row.cron !== cron || row.zone !== where
  const next = isPaused ? null : nextTime({ cron, zone: where }, now)
  await tx.execute(
    `insert into platform_schedule (tenant_id, id, name, cron, zone, missed, own_cron, own_zone, own_missed, state, next_run_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'active', $10)
     on conflict (tenant_id, name) do update set cron = excluded.cron, zone = excluded.zone, missed = excluded.missed,
       own_cron = excluded.own_cron, own_zone = excluded.own_zone, own_missed = excluded.own_missed,
       state = case platform_schedule.state when 'retired' then 'active' else platform_schedule.state end,
       next_run_at = case when $11 or platform_schedule.next_run_at is null then excluded.next_run_at else platform_schedule.next_run_at end`,
    [tenantId, newId(), job.name, cron, where, missed, own.cron, own.zone, own.missed, next, isNew],
  )
}
