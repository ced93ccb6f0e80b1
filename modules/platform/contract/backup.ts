import { computed, defineResource, field, optional } from '@wattyard/resource'

/** Why it was made: its time came, somebody asked, or a new release was about to change the schema. */
export const BACKUP_CAUSES = ['schedule', 'asked', 'upgrade'] as const

/** `removed`: its file is gone, by rule or by a person. */
export const BACKUP_STATES = ['kept', 'removed'] as const

/** What a restore into a database of its own came to. `wrong`: the copy could not be read, or does not add up. */
export const BACKUP_VERDICTS = ['good', 'wrong'] as const

/** Longest account of a verification that is kept, in characters. */
export const MAX_VERDICT_NOTE = 4_000

/** Jobs that make backups, restore them for proof, and see to it that somebody does. */
export const BACKUP_JOBS = {
  make: 'platform.backup',
  verify: 'platform.verify-backup',
  watch: 'platform.watch-backups',
} as const

/** A verified backup that is older than this is an alarm: the weekly restore has not worked. */
export const VERIFIED_WITHIN_DAYS = 8

/** A backup of the whole installation; its rows belong to the home tenant. */
export const backup = defineResource({
  name: 'platform.backup',
  path: 'platform/backup',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    madeAt: computed(field.instant()),
    /** Without its folder. */
    file: computed(field.serial({ max: 120 })),
    folder: computed(field.text({ max: 500 })),
    cause: computed(field.oneOf(BACKUP_CAUSES)),
    state: computed(field.oneOf(BACKUP_STATES)),
    /** Of the file, in KiB. */
    size: computed(field.integer()),
    rows: computed(field.integer()),
    took: computed(field.duration()),
    /** Encrypted; only then it holds the installation's own keys. */
    sealed: computed(field.boolean()),
    /** Release that made it. */
    app: computed(field.text({ max: 64 })),
    /** Name of the key it is signed with. */
    keyName: computed(field.text({ max: 64 })),
    verifiedAt: computed(optional(field.instant())),
    verdict: computed(optional(field.oneOf(BACKUP_VERDICTS))),
    /** What the verification read and found. */
    verdictNote: computed(optional(field.note({ max: MAX_VERDICT_NOTE }))),
  },
  list: {
    columns: ['madeAt', 'cause', 'size', 'rows', 'verdict', 'verifiedAt', 'state', 'file'],
    filters: ['state', 'cause', 'verdict'],
    sort: '-madeAt',
  },
  label: 'file',
  commands: {
    verify: { on: 'one' },
    remove: { on: 'batch', confirm: true },
  },
})
