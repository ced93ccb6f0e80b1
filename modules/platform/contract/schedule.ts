import { computed, defineResource, field, optional } from '@wattyard/resource'
import { MAX_CRON } from './cron.ts'

/** `retired`: the installed release no longer has this job. */
export const SCHEDULE_STATES = ['active', 'paused', 'retired'] as const

/** Treatment of a due time at which nothing could run: `skip` omits it, `once` runs the job once afterwards. */
export const MISSED_RULES = ['skip', 'once'] as const

/**
 * Result of a run. `stopped`: the product was shut down during it; `lost`: the process that ran it stopped giving signs of life;
 * `skipped`: its due time passed and is not made up for.
 */
export const RUN_OUTCOMES = ['done', 'failed', 'stopped', 'lost', 'skipped'] as const

/** Cause of a run: a due time, a missed one, or a request. */
export const RUN_CAUSES = ['due', 'missed', 'asked'] as const

/** Most characters of a run's output that are kept. */
export const MAX_OUTPUT = 10_000

/**
 * Returns the key of a job's text: `ledger.job.verify` in the locales of its module; those of the kernel are below
 * `platform.job.kernel`.
 */
export function jobWord(name: string): string {
  const [module = '', what = ''] = name.split('.', 2)
  return module === 'kernel' ? `platform.job.kernel.${what}` : `${module}.job.${what}`
}

/**
 * Returns the key of a word of a job's output: `ledger.jobOutput.tenants` in the locales of its module; those of the kernel are
 * below `platform.jobOutput.kernel`.
 */
export function outputWord(job: string, key: string): string {
  const [module = ''] = job.split('.', 1)
  return module === 'kernel' ? `platform.jobOutput.kernel.${key}` : `${module}.jobOutput.${key}`
}

/** A statement of a job's output: a figure or an instant with its key, or a key alone. */
export interface OutputPart {
  readonly key: string
  readonly value: string | null
}

/** Returns the statements of an output: `events: 3, answers: 0` has two, `in order` is one without a value. */
export function partsOfOutput(output: string): OutputPart[] {
  return output.split(', ').map(part => {
    const at = part.indexOf(': ')
    return at < 0 ? { key: part, value: null } : { key: part.slice(0, at), value: part.slice(at + 2) }
  })
}

/** A job with its schedule. */
export const schedule = defineResource({
  name: 'platform.schedule',
  path: 'sysconfig/cfgSchedule',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    /** `module.what`; its text is at `module.job.what`. */
    name: computed(field.serial({ max: 80 })),
    /** `minute hour day month weekday` on the clock of `zone`. */
    cron: computed(field.text({ max: MAX_CRON })),
    zone: computed(field.zone()),
    missed: computed(field.oneOf(MISSED_RULES)),
    state: computed(field.oneOf(SCHEDULE_STATES)),
    /** Empty while the job is paused. */
    nextRun: computed(optional(field.instant())),
    lastRun: computed(optional(field.instant())),
    lastOutcome: computed(optional(field.oneOf(RUN_OUTCOMES))),
    /** Set while a process runs the job. */
    runningSince: computed(optional(field.instant())),
  },
  list: {
    columns: ['name', 'state', 'cron', 'nextRun', 'lastRun', 'lastOutcome', 'zone', 'missed'],
    priority: ['name', 'state', 'lastOutcome', 'lastRun', 'nextRun', 'cron'],
    filters: ['state', 'lastOutcome'],
    sort: 'name',
    sorts: ['nextRun', 'lastRun'],
  },
  label: 'name',
  unique: [['name']],
  commands: {
    runNow: { on: 'one' },
    pause: { on: 'batch', confirm: true },
    resume: { on: 'batch' },
    /** Empty values restore the module's default. */
    reschedule: {
      on: 'one',
      input: {
        cron: optional(field.text({ max: MAX_CRON })),
        zone: optional(field.zone()),
        missed: optional(field.oneOf(MISSED_RULES)),
      },
    },
  },
})

/** One run of a job with its output. */
export const scheduleRun = defineResource({
  name: 'platform.scheduleRun',
  path: 'platform/scheduleRun',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    schedule: computed(field.ref('platform.schedule')),
    cause: computed(field.oneOf(RUN_CAUSES)),
    askedBy: computed(optional(field.text({ max: 200, privacy: 'personal' }))),
    startedAt: computed(field.instant()),
    endedAt: computed(optional(field.instant())),
    outcome: computed(field.oneOf(['running', ...RUN_OUTCOMES])),
    output: computed(optional(field.note({ max: MAX_OUTPUT }))),
  },
  list: {
    columns: ['startedAt', 'schedule', 'cause', 'outcome', 'endedAt', 'output'],
    filters: ['schedule', 'outcome', 'startedAt'],
    sort: '-startedAt',
  },
  label: 'schedule',
})
