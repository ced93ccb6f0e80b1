import { computed, defineResource, field, optional } from '@wattyard/resource'
import { CARRIABLE } from './gate.ts'

/** A closing takes a day out of reach; a re-opening gives it back. Both stay for ever. */
export const DAY_CLOSE_KINDS = ['close', 'reopen'] as const
/**
 * `proposed` waits for a second person · `sealing`: the books are closed, the proof is being made ·
 * `sealed` · `reopened`: a later record opened the day again.
 */
export const DAY_CLOSE_STATES = ['proposed', 'rejected', 'sealing', 'sealed', 'reopened'] as const
export type DayCloseState = (typeof DAY_CLOSE_STATES)[number]

/** A closing or re-opening of one accounting day. Only commands make one, and none is ever removed. */
export const dayClose = defineResource({
  name: 'finance.dayClose',
  path: 'finance/dayClose',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    day: computed(field.businessDay()),
    kind: computed(field.oneOf(DAY_CLOSE_KINDS)),
    state: computed(field.oneOf(DAY_CLOSE_STATES)),
    /** Place in the tenant's chain of records. */
    seq: computed(optional(field.integer())),
    /** The closing that a re-opening undoes, or that a second closing of the same day follows. */
    replaces: computed(optional(field.ref('finance.dayClose'))),
    proposedBy: computed(optional(field.text({ privacy: 'personal' }))),
    closedBy: computed(optional(field.text({ privacy: 'personal' }))),
    closedAt: computed(optional(field.instant())),
    note: computed(optional(field.note({ max: 500 }))),
    /** What the gate found, see `GateItem`. */
    gate: computed(field.json()),
    carried: computed(field.tags({ values: CARRIABLE })),
    journals: computed(field.integer()),
    postings: computed(field.integer()),
    orders: computed(field.integer()),
    stations: computed(field.integer()),
    total: computed(field.money()),
    /** Both sides of the trial balance up to the day: always equal. */
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
        /** Gate items that are known and carried into the closing. */
        carry: optional(field.tags({ values: CARRIABLE })),
        note: optional(field.note({ max: 500 })),
      },
    },
    /** The second person's word, where closing takes two. */
    approve: { on: 'one', keyed: true, confirm: true },
    reject: { on: 'one', confirm: true, input: { reason: field.text({ max: 200 }) } },
    reopen: { on: 'one', keyed: true, confirm: true, input: { reason: field.text({ max: 200 }) } },
  },
})
