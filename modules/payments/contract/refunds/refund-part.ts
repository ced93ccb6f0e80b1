import { computed, defineResource, field, optional } from '@wattyard/resource'
import { CHANNEL_KINDS } from '../channel.ts'
import { PART_STATES } from '../refund-table.ts'

/**
 * What had become of the money of a part that its channel carried out all the same: it `waited` for a person, another part was to pay it
 * that is needless now (`heirDropped`), another part has paid it or is about to (`heirPaid`), or it was in the wallet again (`givenBack`).
 */
export const LATE_KINDS = ['waited', 'heirDropped', 'heirPaid', 'givenBack'] as const
export type LateKind = (typeof LATE_KINDS)[number]

/**
 * One amount of a refund on one way. Parts by bank and cash are paid by a person, who enters the receipt; those of payments by code
 * are carried out by their channel; others of a channel wait until a person chooses another way.
 */
export const refundPart = defineResource({
  name: 'payments.refundPart',
  path: 'payments/refundPart',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    /** Our number on the wire, from the row's id (decision 403). */
    number: computed(field.serial()),
    refund: computed(field.ref('payments.refund')),
    member: computed(field.ref('members.member')),
    state: computed(field.oneOf(PART_STATES)),
    way: computed(field.oneOf(CHANNEL_KINDS)),
    /** The channel that took the money, or the one that a person chose; the one that paid it once it was paid. */
    channel: computed(optional(field.ref('payments.channel'))),
    /** The top-up whose money it is; none for money given by the operator. */
    topUp: computed(optional(field.ref('payments.payment'))),
    amount: computed(field.money()),
    /** Whom it goes to instead of the member who paid. */
    payee: computed(optional(field.text({ max: 50, privacy: 'personal' }))),
    account: computed(optional(field.serial({ max: 40, privacy: 'personal' }))),
    receipt: computed(optional(field.serial())),
    paidAt: computed(optional(field.instant())),
    bookedOn: computed(optional(field.businessDay())),
    actor: computed(optional(field.text())),
    /** Why it failed, was sent another way or was given back. */
    reason: computed(optional(field.text({ max: 200 }))),
    replaces: computed(optional(field.ref('payments.refundPart'))),
  },
  added: {
    /** Whether the payee has another name than the member: many see both masked alike. */
    otherPayee: field.boolean(),
    /** Number of the part that took the place of this one; `heir` beside it is that part's id. */
    replacedBy: optional(field.serial()),
    /** Gift that comes back beside the amount when a failed part is given back; null for others. */
    giftBack: optional(field.money()),
    /** The channel's word for refusing to tell what became of a part; null while it answers. */
    unheard: optional(field.text()),
    /** Whether a part cannot be sent or asked about because the keys of its channel do not open. */
    keysLost: field.boolean(),
    /** Of a part that succeeded late; what it took from the member where the money left twice. Null for others. */
    late: optional(field.oneOf(LATE_KINDS)),
    taken: optional(field.money()),
    owedAfter: optional(field.money()),
  },
  list: {
    columns: [
      'number',
      'state',
      'createdAt',
      'refund',
      'member',
      'way',
      'channel',
      'topUp',
      'amount',
      'payee',
      'account',
      'receipt',
      'paidAt',
      'bookedOn',
      'actor',
      'reason',
    ],
    priority: ['member', 'state', 'way', 'amount', 'createdAt', 'channel', 'receipt', 'paidAt', 'actor', 'number'],
    filters: ['state', 'way', 'channel', 'member', 'refund', 'createdAt', 'paidAt', 'bookedOn', 'amount', 'receipt'],
    sort: '-createdAt',
    sorts: ['amount', 'paidAt'],
    totals: ['amount'],
    // A part whose place another took, or whose money is in the wallet again, is no money on its way.
    totalled: { state: ['waiting', 'sending', 'accepted', 'unclear', 'abnormal', 'done', 'failed'] },
    search: ['number', 'receipt'],
  },
  masked: { payee: 'name', account: 'card' },
  label: 'number',
  unique: [['number']],
  commands: {
    payOut: {
      on: 'one',
      confirm: true,
      keyed: true,
      input: {
        channel: field.ref('payments.channel', { only: { state: ['open'] } }),
        receipt: field.text({ max: 40 }),
      },
    },
    callOff: { on: 'one', input: { reason: field.text({ max: 200 }) } },
    retry: { on: 'one', confirm: true },
    /** To a payee that a person names: always two people. */
    reroute: {
      on: 'one',
      keyed: true,
      input: {
        channel: field.ref('payments.channel', { only: { state: ['open'] } }),
        payee: field.text({ max: 50 }),
        account: optional(field.serial({ max: 40 })),
        reason: field.text({ max: 200 }),
      },
    },
    giveBack: { on: 'one', confirm: true, input: { reason: field.text({ max: 200 }) } },
  },
})
