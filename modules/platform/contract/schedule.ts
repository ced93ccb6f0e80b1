import { computed, defineResource, field, optional } from '@wattyard/resource'
import { MAX_CRON } from './cron.ts'

/** `retired`: the installed release has no such job any more. */
export const SCHEDULE_STATES = ['active', 'paused', 'retired'] as const

/** What becomes of a time at which nothing could run: left out, or made up for once. */
export const MISSED_RULES = ['skip', 'once'] as const

/**
 * How a run ended. `stopped`: the product was shut down under it; `lost`: whoever ran it gave no sign any more; `skipped`:
 * its time had passed and is not made up for.
 */
export const RUN_OUTCOMES = ['done', 'failed', 'stopped', 'lost', 'skipped'] as const

/** Why it ran: its time came, its time had been missed, or somebody asked. */
export const RUN_CAUSES = ['due', 'missed', 'asked'] as const

/** Longest output of a run that is kept, in characters. */
export const MAX_OUTPUT = 10_000

/** Word of a job in the locales of its module: `ledger.job.verify`; the kernel's own are said here. */
export function jobWord(name: string): string {
  const [module = '', what = ''] = name.split('.', 2)
  return module === 'kernel' ? `platform.job.kernel.${what}` : `${module}.job.${what}`
}

/** A job of the product as people govern it: when it runs, and whether it runs at all. */
export const schedule = defineResource({
  name: 'platform.schedule',
  path: 'sysconfig/cfgSchedule',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    /** `module.what`; its word is `module.job.what`. */
    name: computed(field.serial({ max: 80 })),
    /** `minute hour day month weekday` on the clock of `zone`. */
    cron: computed(field.text({ max: MAX_CRON })),
    zone: computed(field.zone()),
    missed: computed(field.oneOf(MISSED_RULES)),
    state: computed(field.oneOf(SCHEDULE_STATES)),
    /** Nothing while it is paused. */
    nextRun: computed(optional(field.instant())),
    lastRun: computed(optional(field.instant())),
    lastOutcome: computed(optional(field.oneOf(RUN_OUTCOMES))),
    /** Set while somebody runs it. */
    runningSince: computed(optional(field.instant())),
  },
  list: {
    columns: ['name', 'state', 'cron', 'nextRun', 'lastRun', 'lastOutcome', 'zone', 'missed'],
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
    /** What is left empty becomes what the module itself wants. */
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

/** One run of a job with what it had to say. */
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
