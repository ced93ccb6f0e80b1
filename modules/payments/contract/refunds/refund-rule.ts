import { computed, defineResource, field, optional } from '@wattyard/resource'
import { REFUND_BASES, type RefundBasis } from '../refund-basis.ts'

/** Why money goes back: the member wants it, the operator does not deliver, or the account is closed. */
export const REFUND_CAUSES = ['consumer', 'operator', 'closure'] as const
export type RefundCause = (typeof REFUND_CAUSES)[number]

/**
 * Basis of a company without a rule of its own: what was used counts at its share of what was paid, whatever the cause. It never
 * gives less than the draft of 法释〔2025〕4号 where the operator caused the refund (decision 402).
 */
export const INITIAL_BASIS: RefundBasis = 'proportional'

/** Which basis holds for which cause, as a version: the newest is in force, and none is ever changed. */
export const refundRule = defineResource({
  name: 'payments.refundRule',
  path: 'payments/refundRule',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    code: computed(field.code({ max: 20 })),
    consumer: computed(field.oneOf(REFUND_BASES)),
    operator: computed(field.oneOf(REFUND_BASES)),
    closure: computed(field.oneOf(REFUND_BASES)),
    note: computed(optional(field.text({ max: 200 }))),
    issuedBy: computed(field.text()),
  },
  list: {
    columns: ['code', 'createdAt', 'consumer', 'operator', 'closure', 'note', 'issuedBy'],
    filters: ['createdAt'],
    sort: '-createdAt',
    search: ['code'],
  },
  label: 'code',
  unique: [['code']],
  commands: {
    issue: {
      on: 'none',
      keyed: true,
      input: {
        consumer: field.oneOf(REFUND_BASES, { initial: INITIAL_BASIS }),
        operator: field.oneOf(REFUND_BASES, { initial: INITIAL_BASIS }),
        closure: field.oneOf(REFUND_BASES, { initial: INITIAL_BASIS }),
        note: optional(field.text({ max: 200 })),
      },
    },
  },
})
