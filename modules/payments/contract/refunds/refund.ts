import { computed, defineResource, field, optional } from '@wattyard/resource'
import { REFUND_BASES } from '../refund-basis.ts'
import { REFUND_STATES } from '../refund-state.ts'
import { REFUND_CAUSES } from './refund-rule.ts'

/**
 * Money of a wallet that leaves the company. Asked for by one person, decided once; from then on its parts give its state. What is
 * asked for is on hold in the books until the decision (decision 420).
 */
export const refund = defineResource({
  name: 'payments.refund',
  path: 'wallet/refundBill',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    number: computed(field.serial()),
    member: computed(field.ref('members.member')),
    state: computed(field.oneOf(REFUND_STATES)),
    cause: computed(field.oneOf(REFUND_CAUSES)),
    /** Basis of the rule that was in force when it was asked for; null for the one that the product has. */
    basis: computed(field.oneOf(REFUND_BASES)),
    rule: computed(optional(field.ref('payments.refundRule'))),
    /** Goes to the member. */
    amount: computed(field.money()),
    /** Taken out of the wallet, forfeited money included. */
    principal: computed(field.money()),
    gift: computed(field.money()),
    reason: computed(field.text({ max: 200 })),
    askedBy: computed(field.text()),
    decidedBy: computed(optional(field.text())),
    decidedAt: computed(optional(field.instant())),
    decision: computed(optional(field.text({ max: 200 }))),
    bookedOn: computed(optional(field.businessDay())),
  },
  added: {
    paidOut: field.money(),
    /** Granted and not yet paid out. */
    owed: field.money(),
  },
  list: {
    columns: [
      'number',
      'state',
      'createdAt',
      'member',
      'amount',
      'paidOut',
      'owed',
      'cause',
      'basis',
      'gift',
      'reason',
      'askedBy',
      'decidedBy',
      'decidedAt',
      'bookedOn',
    ],
    priority: ['member', 'state', 'createdAt', 'amount', 'owed', 'cause', 'askedBy', 'decidedBy', 'paidOut', 'number'],
    filters: ['state', 'member', 'cause', 'createdAt', 'amount', 'bookedOn', 'number'],
    sort: '-createdAt',
    sorts: ['amount'],
    totals: ['amount'],
    // What was not granted leaves nobody.
    totalled: { state: ['requested', 'approved', 'failed', 'partlyDone', 'done'] },
    search: ['number'],
  },
  label: 'number',
  unique: [['number']],
  commands: {
    ask: {
      on: 'none',
      keyed: true,
      input: {
        member: field.ref('members.member'),
        cause: field.oneOf(REFUND_CAUSES, { initial: 'consumer' }),
        amount: field.money({ min: 0.01 }),
        reason: field.text({ max: 200 }),
      },
    },
    approve: { on: 'one', confirm: true, keyed: true },
    reject: { on: 'one', input: { reason: field.text({ max: 200 }) } },
    withdraw: { on: 'one', confirm: true },
  },
})
