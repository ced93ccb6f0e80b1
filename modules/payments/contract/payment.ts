import { computed, defineResource, field, optional } from '@wattyard/resource'
import type { PaymentState } from './payment-table.ts'

/** States that a payment entered by a person can be in; the others are of channels that are asked. */
export const RECORDED_STATES = ['paid', 'reversed'] as const satisfies readonly PaymentState[]

/**
 * A top-up of a wallet. Written once with its journal and its lot; afterwards only its state changes. What is left of it and what
 * was refunded is derived from the lots of its member (decision 401).
 */
export const payment = defineResource({
  name: 'payments.payment',
  path: 'wallet/buyBill',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    /** Our number on the wire, from the row's id (decision 403). */
    number: computed(field.serial()),
    channel: computed(field.ref('payments.channel')),
    member: computed(field.ref('members.member')),
    state: computed(field.oneOf(RECORDED_STATES)),
    /** Paid in. */
    amount: computed(field.money()),
    /** Given on top. */
    gift: computed(field.money()),
    /** Part of the amount that paid the member's debt at once. */
    paidDebt: computed(field.money()),
    receipt: computed(optional(field.serial())),
    paidAt: computed(field.instant()),
    bookedOn: computed(field.businessDay()),
    actor: computed(field.text()),
    reversedOn: computed(optional(field.businessDay())),
  },
  added: {
    refunded: field.money(),
    rest: field.money(),
    giftRest: field.money(),
  },
  list: {
    columns: [
      'number',
      'state',
      'paidAt',
      'channel',
      'member',
      'amount',
      'gift',
      'rest',
      'giftRest',
      'refunded',
      'paidDebt',
      'receipt',
      'actor',
      'bookedOn',
      'reversedOn',
    ],
    priority: ['member', 'state', 'paidAt', 'amount', 'channel', 'gift', 'rest', 'refunded', 'actor', 'number'],
    filters: ['channel', 'state', 'member', 'paidAt', 'bookedOn', 'amount', 'receipt', 'number'],
    sort: '-paidAt',
    sorts: ['paidAt', 'amount'],
    totals: ['amount', 'gift'],
    // A reversed top-up is not money that came in.
    totalled: { state: ['paid'] },
    search: ['number', 'receipt'],
  },
  label: 'number',
  unique: [['number']],
})
