import { computed, defineResource, field, optional } from '@wattyard/resource'
import { CARRIABLE_OF_MONTH } from './month-gate.ts'

/** `proposed`: needs a second person. A closed month stays closed. */
export const MONTH_CLOSE_STATES = ['proposed', 'rejected', 'closed'] as const

const month = field.month()

/** The closing of one month, after all its days. None is ever undone or removed. */
export const monthClose = defineResource({
  name: 'finance.monthClose',
  path: 'finance/monthClose',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    month: computed(month),
    state: computed(field.oneOf(MONTH_CLOSE_STATES)),
    proposedBy: computed(optional(field.text({ privacy: 'personal' }))),
    closedBy: computed(optional(field.text({ privacy: 'personal' }))),
    closedAt: computed(optional(field.instant())),
    note: computed(optional(field.note({ max: 500 }))),
    /** Result of the checks, `MonthItem[]`. */
    gate: computed(field.json()),
    carried: computed(field.tags({ values: CARRIABLE_OF_MONTH })),
    /** Opening, movements and closing of every account code over the month. */
    trialBalance: computed(field.json()),
    /** Movements of the month on both sides; always equal. */
    debits: computed(field.money()),
    credits: computed(field.money()),
    /** Root of the closing of the month's last day. */
    lastDayRoot: computed(optional(field.code({ max: 64 }))),
    previousRoot: computed(optional(field.code({ max: 64 }))),
    root: computed(optional(field.code({ max: 64 }))),
    signature: computed(optional(field.text({ max: 128 }))),
    keyId: computed(optional(field.code({ max: 64 }))),
  },
  list: {
    columns: ['month', 'state', 'debits', 'closedBy', 'closedAt', 'carried', 'note'],
    filters: ['month', 'state'],
    sort: '-createdAt',
    sorts: ['month'],
  },
  label: 'month',
  commands: {
    close: {
      on: 'none',
      keyed: true,
      input: {
        month,
        /** Checks that the closing accepts as they are. */
        carry: optional(field.tags({ values: CARRIABLE_OF_MONTH })),
        note: optional(field.note({ max: 500 })),
      },
    },
    /** Approval by the second person, where closing needs two. */
    approve: { on: 'one', keyed: true, confirm: true },
    reject: { on: 'one', confirm: true, input: { reason: field.text({ max: 200 }) } },
  },
})
