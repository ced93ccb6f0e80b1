import { computed, defineResource, field, optional } from '@wattyard/resource'

/** `setOff`: two documents settle each other · `writeOff`: what is open of one is given up. */
export const ALLOCATION_KINDS = ['setOff', 'writeOff'] as const
export const ALLOCATION_STATES = ['live', 'undone'] as const

/**
 * An amount by which documents of one company settle each other. Written once with its journal; undoing it touches it alone and is a
 * journal of its own.
 */
export const allocation = defineResource({
  name: 'payables.allocation',
  path: 'payables/allocation',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    number: computed(field.serial({ max: 40 })),
    company: computed(field.ref('companies.company')),
    kind: computed(field.oneOf(ALLOCATION_KINDS)),
    state: computed(field.oneOf(ALLOCATION_STATES)),
    /** The receivable, or the money that we paid. */
    debit: computed(optional(field.ref('payables.document'))),
    /** The payable, or the money that we got. */
    credit: computed(optional(field.ref('payables.document'))),
    amount: computed(field.money()),
    /** Day on which somebody did it, and the accounting day of its journal. */
    effectiveOn: computed(field.businessDay()),
    bookedOn: computed(field.businessDay()),
    actor: computed(field.text()),
    reason: computed(optional(field.text({ max: 200 }))),
    undoneOn: computed(optional(field.businessDay())),
    undoneBy: computed(optional(field.text())),
    undoneReason: computed(optional(field.text({ max: 200 }))),
  },
  list: {
    columns: [
      'bookedOn',
      'company',
      'debit',
      'credit',
      'amount',
      'kind',
      'state',
      'actor',
      'reason',
      'undoneOn',
      'undoneBy',
      'undoneReason',
      'effectiveOn',
      'createdAt',
    ],
    priority: ['bookedOn', 'debit', 'credit', 'amount', 'kind', 'state', 'actor', 'company'],
    filters: ['company', 'kind', 'state', 'debit', 'credit', 'bookedOn', 'amount'],
    sort: '-createdAt',
    totals: ['amount'],
    totalled: { state: ['live'] },
  },
  label: 'number',
  commands: {
    undo: { on: 'one', input: { reason: field.text({ max: 200 }) }, confirm: true, keyed: true },
  },
})
