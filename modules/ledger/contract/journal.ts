import { computed, defineResource, field, optional } from '@wattyard/resource'
import { JOURNAL_KINDS } from './journal-kinds.ts'

/** A movement of money with its reason; the postings are read separately. A journal is never edited, only reversed. */
export const journal = defineResource({
  name: 'ledger.journal',
  path: 'ledger/journal',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    kind: computed(field.oneOf(JOURNAL_KINDS)),
    /** Kind of the record that caused the journal, such as `charging.order`, and its id. */
    sourceType: computed(field.text()),
    sourceId: computed(field.text()),
    /** Instant of the event; a late fact keeps its own instant. */
    effectiveAt: computed(field.instant()),
    /** Accounting day of the booking. */
    bookedOn: computed(field.businessDay()),
    /** Sum of the postings. */
    amount: computed(field.money()),
    lineCount: computed(field.integer()),
    actor: computed(field.text()),
    memo: computed(optional(field.note({ max: 200 }))),
    /** The journal that this one reverses. */
    reverses: computed(optional(field.ref('ledger.journal'))),
  },
  added: {
    /** Without what moves between accounts of one owner: an order costs what is charged, not the money on hold that comes free with it. */
    moved: field.money(),
  },
  list: {
    columns: [
      'bookedOn',
      'kind',
      'sourceType',
      'sourceId',
      'moved',
      'lineCount',
      'amount',
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
