import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { newId } from '../new-id.ts'

interface AnyJob {
  /** `module.what`, unique. */
  name: string
  /** A runner that shows no sign for this long has lost its lease. */
  lease_ms?: number
  /** What it returns is kept with the run, for people; a beat keeps nothing. */
  run(context: { db: Database; now: number; signal: AbortSignal }): Promise<string | void>
}

/** Part of how the product works, several times a minute: nobody schedules it and nobody may pause it. */
export interface Beat extends AnyJob {
  /** Pause between the end of a run and the next, in milliseconds. */
  every_ms: number
  /** It runs once more when the product stops and nobody works any more: for at most this long. */
  last_ms?: number
}

/** Beats that run. */
export interface Beats {
  /** Begins none any more, and waits for those under way. */
  stop(): Promise<void>
  /** The last runs of those that have one, when they were stopped and so is everybody else. */
  finish(): Promise<void>
}

/** Work at its times, governed by people (docs/decisions/0121-schedules.md). */
export interface ScheduledJob extends AnyJob {
  /** `minute hour day month weekday`, on the installation's clock unless `zone` is named. */
  cron: string
  zone?: string
  /** What becomes of a time at which nothing ran; `once` when absent. */
  missed?: 'skip' | 'once'
}

export type Job = Beat | ScheduledJob

export function isScheduled(job: Job): job is ScheduledJob {
  return 'cron' in job
}

const DEFAULT_LEASE_MS = 60_000

/**
 * Runs beats on their interval, one runner at a time across processes by a lease in the database.
 * @param isAlone no other process can work on this database: whoever else has a lease was killed, and nobody waits for its end
 */
export function startJobs(
  db: Database,
  jobs: readonly Beat[],
  log: Logger,
  { isAlone = false }: { isAlone?: boolean } = {},
): Beats {
  const owner = newId()
  const abort = new AbortController()
  const running = new Set<Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()

  async function once(job: Beat, signal: AbortSignal): Promise<void> {
    const lease = job.lease_ms ?? DEFAULT_LEASE_MS
    const claimed = await db.platform(tx =>
      tx.execute(
        `insert into kernel_job (name, lease_owner, lease_until, last_started_at) values ($1, $2, now() + $3 * interval '1 millisecond', now())
         on conflict (name) do update set lease_owner = excluded.lease_owner, lease_until = excluded.lease_until, last_started_at = now()
         where kernel_job.lease_until is null or kernel_job.lease_until < now() or kernel_job.lease_owner = excluded.lease_owner or $4::boolean`,
        [job.name, owner, lease, isAlone],
      ),
    )
    if (claimed === 0) return
    let error: string | null = null
    try {
      await job.run({ db, now: Date.now(), signal })
    } catch (thrown) {
      error = String(thrown).slice(0, 1000)
      log.error({ err: thrown, job: job.name }, 'job failed')
    }
    await db.platform(tx =>
      tx.execute(
        'update kernel_job set lease_until = null, last_finished_at = now(), last_error = $2, runs = runs + 1 where name = $1 and lease_owner = $3',
        [job.name, error, owner],
      ),
    )
  }

  function schedule(job: Beat): void {
    if (abort.signal.aborted) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      const run = once(job, abort.signal)
        .catch((error: unknown) => log.error({ err: error, job: job.name }, 'job could not run'))
        .finally(() => {
          running.delete(run)
          schedule(job)
        })
      running.add(run)
    }, job.every_ms)
    timers.add(timer)
  }

  for (const job of jobs) schedule(job)
  return {
    async stop() {
      abort.abort()
      for (const timer of timers) clearTimeout(timer)
      await Promise.allSettled(running)
    },
    async finish() {
      for (const job of jobs)
        if (job.last_ms !== undefined)
          await once(job, AbortSignal.timeout(job.last_ms)).catch((error: unknown) =>
            log.error({ err: error, job: job.name }, 'the last run of a job failed'),
          )
    },
  }
}
