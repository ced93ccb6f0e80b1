import { computed, defineResource, field } from '@wattyard/resource'
import type { AccountCode } from '@wattyard/ledger/contract'
import type { WalletParts } from './wallet.ts'

export const ADJUST_DIRECTIONS = ['up', 'down'] as const

/** Causes of a correction upward. */
export const UP_CAUSES = ['uncredited', 'wrongDebit', 'goodwill'] as const
/** Causes of a correction downward. */
export const DOWN_CAUSES = ['wrongCredit', 'chargeback', 'giftWithdrawn'] as const
export const ADJUST_CAUSES = [...UP_CAUSES, ...DOWN_CAUSES] as const
export type AdjustCause = (typeof ADJUST_CAUSES)[number]

/** What a cause corrects, and against which account of the company (decision 424). */
export interface AdjustRule {
  readonly part: keyof WalletParts
  readonly against: AccountCode
  /** Whether a lot of it can be refunded: only money that the member had really paid in. */
  readonly isRefundable: boolean
}

/**
 * - uncredited: money that the member had paid in arrived and lay among receipts without an owner
 * - wrongDebit: the product had taken principal that it should not have, outside an order; the company disputes with somebody who bears it
 * - goodwill: a gift of the company
 * - wrongCredit: principal of somebody else, which lies among receipts without an owner from then on
 * - chargeback: the channel took the payment back; the company claims it until it is settled
 * - giftWithdrawn: a gift that was given by mistake
 */
export const ADJUST_RULES: Readonly<Record<AdjustCause, AdjustRule>> = {
  uncredited: { part: 'principal', against: 'unmatched', isRefundable: true },
  wrongDebit: { part: 'principal', against: 'disputed', isRefundable: false },
  goodwill: { part: 'gift', against: 'marketing_cost', isRefundable: false },
  wrongCredit: { part: 'principal', against: 'unmatched', isRefundable: false },
  chargeback: { part: 'principal', against: 'disputed', isRefundable: false },
  giftWithdrawn: { part: 'gift', against: 'marketing_cost', isRefundable: false },
}

/** A correction of a wallet. Never changed; a wrong one is reversed in the books. */
export const adjustment = defineResource({
  name: 'members.adjustment',
  path: 'member/adjustment',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    number: computed(field.serial()),
    member: computed(field.ref('members.member')),
    direction: computed(field.oneOf(ADJUST_DIRECTIONS)),
    cause: computed(field.oneOf(ADJUST_CAUSES)),
    principal: computed(field.money()),
    gift: computed(field.money()),
    /** Part of a principal upward that paid the member's debt at once. */
    paidDebt: computed(field.money()),
    reason: computed(field.text({ max: 200 })),
    /** What proves it: number of a document, a receipt, a case. */
    evidence: computed(field.text({ max: 200 })),
    actor: computed(field.text()),
    bookedOn: computed(field.businessDay()),
  },
  list: {
    columns: [
      'number',
      'member',
      'direction',
      'cause',
      'principal',
      'gift',
      'paidDebt',
      'reason',
      'evidence',
      'actor',
      'bookedOn',
      'createdAt',
    ],
    priority: ['member', 'direction', 'principal', 'gift', 'cause', 'evidence', 'actor', 'createdAt', 'number'],
    filters: ['direction', 'cause', 'member', 'bookedOn', 'createdAt', 'number'],
    sort: '-createdAt',
    search: ['number'],
  },
  label: 'number',
  unique: [['number']],
})
