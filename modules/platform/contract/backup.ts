import { computed, defineResource, field, optional } from '@wattyard/resource'

/** Cause of a backup: schedule, request, or an upcoming upgrade of the schema. */
export const BACKUP_CAUSES = ['schedule', 'asked', 'upgrade'] as const

/** `removed`: the file was deleted, by the retention rule or by a person. */
export const BACKUP_STATES = ['kept', 'removed'] as const

/** Result of a restore into a separate database. `wrong`: the copy is unreadable or inconsistent. */
export const BACKUP_VERDICTS = ['good', 'wrong'] as const

/** Most characters of a verification's report. */
export const MAX_VERDICT_NOTE = 4_000

/** Reasons in the report for which a backup was not restored; screens say them in words. */
export const BACKUP_MISSING = 'the file is not there'
export const BACKUP_ELSEWHERE = 'the file is in none of the folders of backups'

/** Returns whether the last verification found no file that it could read, so that there is nothing to download either. */
export const isUnreachable = (note: unknown): boolean => note === BACKUP_MISSING || note === BACKUP_ELSEWHERE

/** Jobs that make backups, verify them by a restore, and watch that both happen. */
export const BACKUP_JOBS = {
  make: 'platform.backup',
  verify: 'platform.verify-backup',
  watch: 'platform.watch-backups',
} as const

/** Largest age in days of the newest verified backup. An older one is an alarm: the weekly restore has failed. */
export const VERIFIED_WITHIN_DAYS = 8

/** A backup of the whole installation; its rows belong to the home tenant. */
export const backup = defineResource({
  name: 'platform.backup',
  path: 'platform/backup',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    madeAt: computed(field.instant()),
    /** File name without its folder. */
    file: computed(field.serial({ max: 120 })),
    folder: computed(field.text({ max: 500 })),
    cause: computed(field.oneOf(BACKUP_CAUSES)),
    state: computed(field.oneOf(BACKUP_STATES)),
    /** Size of the file in KiB. */
    size: computed(field.integer()),
    rows: computed(field.integer()),
    took: computed(field.duration()),
    /** Encrypted. Only encrypted backups contain the installation's own keys. */
    sealed: computed(field.boolean()),
    /** Release that made the backup. */
    app: computed(field.text({ max: 64 })),
    /** Name of the signing key. */
    keyName: computed(field.text({ max: 64 })),
    verifiedAt: computed(optional(field.instant())),
    verdict: computed(optional(field.oneOf(BACKUP_VERDICTS))),
    /** Report of the verification. */
    verdictNote: computed(optional(field.note({ max: MAX_VERDICT_NOTE }))),
  },
  list: {
    columns: ['madeAt', 'cause', 'size', 'rows', 'verdict', 'verifiedAt', 'state', 'file'],
    filters: ['state', 'cause', 'verdict'],
    sort: '-madeAt',
  },
  texts: 'open',
  label: 'file',
  commands: {
    verify: { on: 'one' },
    remove: { on: 'batch', confirm: true },
  },
})
