import { tenantById } from '@wattyard/identity/server'
import { startScheduler } from '@wattyard/platform/server'
import {
  type Beat,
  type Database,
  deliverOutbox,
  isScheduled,
  type Job,
  type OutboxHandler,
  retentionJob,
  type ServerModule,
  startJobs,
} from '@wattyard/server-kit'
import type { Logger } from 'pino'
import type { Composition } from './compose.ts'

/** The product's background work, until it is stopped. */
export interface Work {
  stop(): Promise<void>
  /** Runs the last step, after all work has stopped: anchors the journals of the last seconds. */
  finish(): Promise<void>
}

const OUTBOX_EVERY_MS = 500

function outboxJob(modules: readonly ServerModule[]): Beat {
  const handlers = new Map<string, OutboxHandler[]>()
  for (const { handles = {} } of modules)
    for (const [topic, handler] of Object.entries(handles))
      handlers.set(topic, [...(handlers.get(topic) ?? []), handler])
  return {
    name: 'kernel.outbox',
    every_ms: OUTBOX_EVERY_MS,
    async run({ db, signal }) {
      while (!signal.aborted && (await deliverOutbox(db, handlers)) > 0);
    },
  }
}

/** Returns every job of the product: its beats, and those that people schedule. */
export function jobsOf(modules: readonly ServerModule[]): Job[] {
  return [outboxJob(modules), retentionJob, ...modules.flatMap(module => module.jobs ?? [])]
}

/**
 * Starts all jobs; the home tenant owns the schedules.
 * @param isAlone as for `startJobs`
 */
export async function startWork(
  db: Database,
  { modules, live }: Composition,
  { tenantId, isAlone }: { tenantId: string; isAlone: boolean },
  log: Logger,
): Promise<Work> {
  const jobs = jobsOf(modules)
  const home = await db.platform(tx => tenantById(tx, tenantId), { readOnly: true })
  if (!home) throw new Error('the installation has no home tenant')
  const scheduler = await startScheduler({
    db,
    home: { tenantId, zone: home.zone },
    jobs: jobs.filter(isScheduled),
    live,
    log,
  })
  const beats = startJobs(
    db,
    jobs.filter(job => 'every_ms' in job),
    log,
    { isAlone },
  )
  return {
    async stop() {
      await Promise.all([scheduler.stop(), beats.stop()])
    },
    finish: () => beats.finish(),
  }
}
