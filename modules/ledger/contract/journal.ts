import { computed, defineResource, field, optional } from '@wattyard/resource'
import { JOURNAL_KINDS } from './journal-kinds.ts'

/** What happened to money and why; the postings of each are read beside it. Never edited: corrected by a reversal. */
export const journal = defineResource({
  name: 'ledger.journal',
  path: 'ledger/journal',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    kind: computed(field.oneOf(JOURNAL_KINDS)),
    /** What it belongs to, such as `charging.order`, and that thing's id. */
    sourceType: computed(field.text()),
    sourceId: computed(field.text()),
    /** When it happened; a late fact keeps its own instant. */
    effectiveAt: computed(field.instant()),
    /** Accounting day it counts for. */
    bookedOn: computed(field.businessDay()),
    /** Sum of its postings. */
    amount: computed(field.money()),
    lineCount: computed(field.integer()),
    actor: computed(field.text()),
    memo: computed(optional(field.note({ max: 200 }))),
    /** The journal that this one undoes. */
    reverses: computed(optional(field.ref('ledger.journal'))),
  },
  list: {
    columns: [
      'bookedOn',
      'kind',
      'sourceType',
      'sourceId',
      'amount',
      'lineCount',
      'actor',
      'memo',
      'effectiveAt',
      'createdAt',
    ],
    filters: ['kind', 'bookedOn'],
    sort: '-bookedOn',
  },
  label: 'sourceId',
  commands: {
    reverse: { on: 'one', input: { reason: field.text({ max: 200 }) }, confirm: true, keyed: true },
  },
})
