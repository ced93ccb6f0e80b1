import { computed, defineResource, field, optional } from '@wattyard/resource'
import type { PaymentState } from './payment-table.ts'

/** States that a payment asked for by code can be in: it is never entered by a person, so it is never reversed in the books. */
export const CODE_STATES = [
  'created',
  'unclear',
  'open',
  'refused',
  'closed',
  'paid',
] as const satisfies readonly PaymentState[]
export type CodeState = (typeof CODE_STATES)[number]

/**
 * What somebody has to look at.
 *
 * - paidOtherwise: the channel tells of a payment that does not fit this one; its money is at the channel and not credited
 * - queryRefused: the channel does not answer questions about it, mostly because of keys or rights
 */
export const CODE_FINDINGS = ['paidOtherwise', 'queryRefused'] as const

/**
 * A top-up that its payer pays by a code. Written down before the channel is asked; credited once, when the channel says that it was
 * paid (decision 404). Its top-up has the same number.
 */
export const codePayment = defineResource({
  name: 'payments.codePayment',
  path: 'payments/codePayment',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    /** Our number on the wire, from the row's id (decision 403). */
    number: computed(field.serial()),
    state: computed(field.oneOf(CODE_STATES)),
    member: computed(field.ref('members.member')),
    channel: computed(field.ref('payments.channel')),
    amount: computed(field.money()),
    /** What the payer's app opens; only while it can be paid. */
    code: computed(optional(field.text({ max: 512 }))),
    expiresAt: computed(field.instant()),
    paidAt: computed(optional(field.instant())),
    /** The channel's own number of the payment. */
    channelNo: computed(optional(field.serial())),
    /** Paid after it had ended for us. */
    late: computed(field.boolean()),
    finding: computed(optional(field.oneOf(CODE_FINDINGS))),
    /** The channel's word for why it refused, or the members that differ. */
    answer: computed(optional(field.text({ max: 100 }))),
    topUp: computed(optional(field.ref('payments.payment'))),
    actor: computed(field.text()),
  },
  added: {
    /** Of a payment that was credited: what paid the member's debt at once, and what came into the wallet; null for others. */
    paidDebt: optional(field.money()),
    toWallet: optional(field.money()),
  },
  list: {
    columns: [
      'number',
      'state',
      'createdAt',
      'member',
      'channel',
      'amount',
      'expiresAt',
      'paidAt',
      'channelNo',
      'late',
      'finding',
      'topUp',
      'actor',
    ],
    priority: ['member', 'state', 'createdAt', 'amount', 'channel', 'paidAt', 'finding', 'actor', 'number'],
    filters: ['state', 'member', 'channel', 'createdAt', 'paidAt', 'amount', 'finding', 'channelNo'],
    sort: '-createdAt',
    sorts: ['amount'],
    totals: ['amount'],
    // A code that nobody paid is no money.
    totalled: { state: ['paid'] },
    search: ['number', 'channelNo'],
  },
  label: 'number',
  unique: [['number']],
  commands: {
    collect: {
      on: 'none',
      keyed: true,
      input: {
        member: field.ref('members.member'),
        amount: field.money({ min: 0.01, max: 50_000 }),
        channel: field.ref('payments.channel', { only: { kind: ['wechat'], state: ['open'] } }),
      },
    },
    cancel: { on: 'one', confirm: true },
  },
})
