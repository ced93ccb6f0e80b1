import { computed, defineResource, field, optional } from '@wattyard/resource'
import { OUTCOME_KINDS, type OutcomeKind, PASSES, RESULTS, STANDINGS } from '../outcome.ts'

// Object.keys loses the key types; the table is a closed literal with at least one entry.
const KINDS = Object.keys(OUTCOME_KINDS) as [OutcomeKind, ...OutcomeKind[]]

/** What a movement may be besides what a run says: two people or one have put items together. */
export const STORED_KINDS = [...KINDS, 'byHand'] as const
export type StoredKind = (typeof STORED_KINDS)[number]

/**
 * How a person ended a difference.
 *
 * - matched: items of several outcomes were put together, their amounts equal
 * - booked: a journal brought the books to what the channel says
 * - explained: the books agree with the channel, and a reason says why our record does not
 */
export const ENDINGS = ['matched', 'booked', 'explained'] as const
export type Ending = (typeof ENDINGS)[number]

/**
 * Accounts against which the account of a channel is brought to what the channel says: held until somebody knows more, claimed from
 * whoever owes it, income that nobody claimed, a loss, a fee of the channel.
 */
export const REMEDY_ACCOUNTS = [
  'channel_clearing',
  'unmatched',
  'disputed',
  'other_income',
  'shortage_loss',
  'channel_fee',
] as const
export type RemedyAccount = (typeof REMEDY_ACCOUNTS)[number]

/** One movement and what became of it. Differences stay until a later run, a person or two people end them. */
export const outcome = defineResource({
  name: 'reconciliation.outcome',
  path: 'reconciliation/outcome',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    channel: computed(field.ref('payments.channel')),
    day: computed(field.businessDay()),
    standing: computed(field.oneOf(STANDINGS)),
    result: computed(field.oneOf(RESULTS)),
    kind: computed(field.oneOf(STORED_KINDS)),
    /** The pass that brought its items together. */
    pass: computed(optional(field.oneOf(PASSES))),
    /** What all of them name: our number, the channel's, or the words of a sum; else a short name of its own. */
    key: computed(field.serial({ max: 200 })),
    /** What our records, the books and the channel say. */
    amount: computed(optional(field.money())),
    booked: computed(optional(field.money())),
    told: computed(optional(field.money())),
    /** What the channel has more than we say; negative: less. */
    delta: computed(field.money()),
    /** Whom the money came from or went to, and what for: of the channel's row, else of our record; null of what agreed by itself. */
    party: computed(optional(field.text({ max: 200, privacy: 'personal' }))),
    text: computed(optional(field.note({ max: 1_000 }))),
    owner: computed(optional(field.ref('identity.user'))),
    note: computed(optional(field.note({ max: 500 }))),
    ending: computed(optional(field.oneOf(ENDINGS))),
    account: computed(optional(field.oneOf(REMEDY_ACCOUNTS))),
    reason: computed(optional(field.text({ max: 200 }))),
    journal: computed(optional(field.ref('ledger.journal'))),
    endedBy: computed(optional(field.text())),
    endedAt: computed(optional(field.instant())),
  },
  added: {
    /** Whole days since its day; null once nobody has to look any more. */
    age: optional(field.integer()),
  },
  list: {
    columns: [
      'day',
      'result',
      'kind',
      'amount',
      'booked',
      'told',
      'delta',
      'key',
      'party',
      'text',
      'owner',
      'age',
      'standing',
      'channel',
      'note',
      'pass',
      'ending',
      'account',
      'journal',
      'endedBy',
      'endedAt',
      'reason',
    ],
    priority: [
      'day',
      'kind',
      'key',
      'delta',
      'party',
      'text',
      'result',
      'told',
      'channel',
      'booked',
      'amount',
      'age',
      'owner',
      'standing',
      'ending',
    ],
    filters: ['channel', 'day', 'standing', 'result', 'kind', 'owner', 'delta'],
    sort: '-day',
    sorts: ['delta'],
    find: { numbers: ['key'], through: {}, others: ['party'] },
  },
  masked: { party: 'name' },
  label: 'key',
  commands: {
    /** The caller becomes the owner. */
    take: { on: 'batch' },
    assign: { on: 'batch', input: { owner: field.ref('identity.user') } },
    annotate: { on: 'one', input: { note: optional(field.note({ max: 500 })) } },
    /** Puts the items of several outcomes together: they are one movement, and nothing of it is left over. */
    match: { on: 'batch', confirm: true, input: { reason: field.text({ max: 200 }) } },
    /** Ends a difference for good: with a journal where the books differ from the channel, else with a reason alone. */
    remedy: {
      on: 'one',
      confirm: true,
      keyed: true,
      input: { account: optional(field.oneOf(REMEDY_ACCOUNTS)), reason: field.text({ max: 200 }) },
    },
    /** Takes an ending back; one with a journal is taken back by reversing the journal. */
    reopen: { on: 'one', confirm: true, input: { reason: field.text({ max: 200 }) } },
  },
})
