import { type Database, type LiveBus, newId, type ScheduledJob } from '@wattyard/server-kit'
import { schedule } from '../../contract/schedule.ts'
import { type Claim, claimRuns, endRun, giveUpLost, renewLease } from './claim-runs.ts'
import { type Home, registerJobs } from './register-jobs.ts'

export interface SchedulerOptions {
  db: Database
  home: Home
  jobs: readonly ScheduledJob[]
  live: LiveBus
  log: { error(detail: object, message: string): void }
  /** Interval of the database query for due jobs. */
  every_ms?: number
}

export interface Scheduler {
  /** Checks for due jobs immediately, for tests. */
  look(): Promise<void>
  /** Signals all running jobs to end, waits for them and records them as stopped. */
  stop(): Promise<void>
}

const EVERY_MS = 1_000
/** Jobs of one process at a time; the others wait for their turn or go to another process. */
const AT_ONCE = 4
/** Signs of life in the time of one lease. */
const SIGNS = 3

/**
 * Runs scheduled jobs, each by one process at a time: a row is claimed under its lock, held by a lease that its runner
 * renews, and given up by the others when it no longer does.
 */
export async function startScheduler({
  db,
  home,
  jobs,
  live,
  log,
  every_ms = EVERY_MS,
}: SchedulerOptions): Promise<Scheduler> {
  const owner = newId()
  const byName = new Map(jobs.map(job => [job.name, job]))
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  await db.platform(tx => registerJobs(tx, home, jobs))

  const tell = (id: string) =>
    live.publish({ tenantId: home.tenantId, topic: schedule.name, stationId: null, data: { id } })

  async function look(): Promise<void> {
    const free = AT_ONCE - running.size
    const { lost, claims } = await db.platform(async tx => ({
      lost: await giveUpLost(tx, home.tenantId),
      claims: free > 0 ? await claimRuns(tx, { tenantId: home.tenantId, owner, jobs: byName, limit: free }) : [],
    }))
    for (const id of lost) tell(id)
    for (const claim of claims) {
      const run = carryOut(claim)
        .catch((error: unknown) =>
          log.error({ err: error, job: claim.name }, 'the end of a job could not be written down'),
        )
        .finally(() => running.delete(run))
      running.add(run)
    }
  }

  async function carryOut(claim: Claim): Promise<void> {
    tell(claim.scheduleId)
    const lost = new AbortController()
    const signs = showSigns(claim, lost)
    try {
      const signal = AbortSignal.any([stopping.signal, lost.signal])
      const end = await outcomeOf(byName.get(claim.name), { db, now: claim.at, signal })
      if (end.error !== undefined) log.error({ err: end.error, job: claim.name }, 'job failed')
      signs.stop()
      await signs.ended
      await db.platform(tx => endRun(tx, claim, end))
    } finally {
      signs.stop()
      tell(claim.scheduleId)
    }
  }

  /** Renews the lease while the job runs, one renewal at a time, and aborts the job when the lease is lost. */
  function showSigns(claim: Claim, lost: AbortController): { stop(): void; ended: Promise<void> } {
    let wake = (): void => {}
    let isOver = false
    const rest = () =>
      new Promise<void>(resolve => {
        const timer = setTimeout(resolve, claim.lease_ms / SIGNS)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    let lastSign = Date.now()
    const ended = (async () => {
      for (await rest(); !isOver; await rest()) {
        const begun = Date.now()
        // An unreachable database cannot report a lost lease, but the lease expires all the same.
        const answer = await db.platform(tx => renewLease(tx, claim)).catch(() => null)
        if (answer === false || (answer === null && begun - lastSign >= claim.lease_ms)) return lost.abort()
        if (answer) lastSign = begun
      }
    })()
    return {
      stop() {
        isOver = true
        wake()
      },
      ended,
    }
  }

  const beat = keepLooking(look, every_ms, error => log.error({ err: error }, 'nobody could be asked what is due'))
  return {
    look,
    async stop() {
      stopping.abort()
      await beat.stop()
      await Promise.allSettled(running)
    },
  }
}

interface End {
  outcome: 'done' | 'failed' | 'stopped'
  output: string | null
  error?: unknown
}

/** Runs a job and returns its outcome. A job that ended because of the abort signal counts as stopped. */
async function outcomeOf(job: ScheduledJob | undefined, context: Parameters<ScheduledJob['run']>[0]): Promise<End> {
  try {
    const output = (await job?.run(context)) ?? null
    return { outcome: context.signal.aborted ? 'stopped' : 'done', output }
  } catch (error) {
    return { outcome: context.signal.aborted ? 'stopped' : 'failed', output: String(error), error }
  }
}

/** Calls `look` again and again, never twice at once. */
function keepLooking(look: () => Promise<void>, every_ms: number, failed: (error: unknown) => void) {
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  let last = Promise.resolve()
  const next = (): void => {
    if (isOver) return
    timer = setTimeout(() => {
      last = look().catch(failed).finally(next)
    }, every_ms)
  }
  next()
  return {
    async stop() {
      isOver = true
      clearTimeout(timer)
      await last
    },
  }
}
