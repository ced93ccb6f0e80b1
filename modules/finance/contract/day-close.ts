import { computed, defineResource, field, optional } from '@wattyard/resource'
import { CARRIABLE } from './gate.ts'

/** `close` locks a day against changes, `reopen` unlocks it. Both kinds of records are kept for ever. */
export const DAY_CLOSE_KINDS = ['close', 'reopen'] as const
/**
 * `proposed`: needs a second person · `sealing`: the books are closed, the proof is being made · `sealed` · `reopened`: a later
 * record opened the day again.
 */
export const DAY_CLOSE_STATES = ['proposed', 'rejected', 'sealing', 'sealed', 'reopened'] as const
export type DayCloseState = (typeof DAY_CLOSE_STATES)[number]

/** The closing or re-opening of one accounting day. Only commands create records, and none is ever removed. */
export const dayClose = defineResource({
  name: 'finance.dayClose',
  path: 'finance/dayClose',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    day: computed(field.businessDay()),
    kind: computed(field.oneOf(DAY_CLOSE_KINDS)),
    state: computed(field.oneOf(DAY_CLOSE_STATES)),
    /** Position in the tenant's chain of records. */
    seq: computed(optional(field.integer())),
    /** The closing that this re-opening undoes or that this second closing of a day follows. */
    replaces: computed(optional(field.ref('finance.dayClose'))),
    proposedBy: computed(optional(field.text({ privacy: 'personal' }))),
    closedBy: computed(optional(field.text({ privacy: 'personal' }))),
    closedAt: computed(optional(field.instant())),
    note: computed(optional(field.note({ max: 500 }))),
    /** Result of the gate, `GateItem[]`. */
    gate: computed(field.json()),
    carried: computed(field.tags({ values: CARRIABLE })),
    journals: computed(field.integer()),
    postings: computed(field.integer()),
    orders: computed(field.integer()),
    stations: computed(field.integer()),
    total: computed(field.money()),
    /** Both sides of the trial balance up to the day; always equal. */
    debits: computed(field.money()),
    credits: computed(field.money()),
    trialBalance: computed(field.json()),
    parts: computed(field.json()),
    root: computed(optional(field.code({ max: 64 }))),
    previousRoot: computed(optional(field.code({ max: 64 }))),
    signature: computed(optional(field.text({ max: 128 }))),
    keyId: computed(optional(field.code({ max: 64 }))),
    sealedAt: computed(optional(field.instant())),
  },
  list: {
    columns: ['day', 'kind', 'state', 'orders', 'total', 'journals', 'closedBy', 'closedAt', 'root', 'carried'],
    filters: ['day', 'kind', 'state'],
    sort: '-createdAt',
    sorts: ['day'],
  },
  label: 'day',
  sheets: ['closedDay'],
  commands: {
    close: {
      on: 'none',
      keyed: true,
      input: {
        day: field.businessDay(),
        /** Gate items that the closing accepts as they are. */
        carry: optional(field.tags({ values: CARRIABLE })),
        note: optional(field.note({ max: 500 })),
      },
    },
    /** Approval by the second person, where closing needs two. */
    approve: { on: 'one', keyed: true, confirm: true },
    reject: { on: 'one', confirm: true, input: { reason: field.text({ max: 200 }) } },
    reopen: { on: 'one', keyed: true, confirm: true, input: { reason: field.text({ max: 200 }) } },
  },
})
