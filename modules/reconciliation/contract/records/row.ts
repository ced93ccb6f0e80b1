import { computed, defineResource, field, optional } from '@wattyard/resource'
import { ITEM_KINDS, ITEM_STATES } from '../item.ts'

/** One movement of money as a file tells it. */
export const row = defineResource({
  name: 'reconciliation.row',
  path: 'reconciliation/row',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    file: computed(field.ref('reconciliation.file')),
    /** Number of the row in its file, from 1. */
    place: computed(field.integer()),
    kind: computed(field.oneOf(ITEM_KINDS)),
    /** Our number, as the channel repeats it. */
    number: computed(optional(field.serial())),
    channelNo: computed(optional(field.serial())),
    /** What came in; negative: went out. */
    amount: computed(field.money()),
    fee: computed(optional(field.money())),
    at: computed(optional(field.instant())),
    day: computed(field.businessDay()),
    state: computed(field.oneOf(ITEM_STATES)),
    /** Takes back an earlier row. */
    undoes: computed(field.boolean()),
    party: computed(optional(field.text({ max: 200, privacy: 'personal' }))),
    text: computed(optional(field.note({ max: 1_000 }))),
  },
  list: {
    columns: [
      'place',
      'day',
      'at',
      'kind',
      'amount',
      'fee',
      'number',
      'channelNo',
      'state',
      'undoes',
      'party',
      'text',
      'file',
    ],
    priority: ['place', 'at', 'amount', 'number', 'fee', 'kind', 'channelNo', 'state'],
    // A bill has a million rows: each further index is paid for by each of them.
    filters: ['file', 'kind', 'number', 'channelNo'],
    sort: 'place',
    totals: ['amount', 'fee'],
  },
  masked: { party: 'name' },
  label: 'place',
})
