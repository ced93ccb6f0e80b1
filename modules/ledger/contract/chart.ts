/** Kinds of account. Asset and expense accounts grow on the debit side, the others on the credit side. */
export const ACCOUNT_KINDS = ['asset', 'liability', 'income', 'expense', 'suspense'] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

/** Whose account it is. The ledger knows these words only as words. */
export const OWNER_TYPES = ['tenant', 'member', 'channel', 'partner', 'enterprise', 'payee'] as const
export type OwnerType = (typeof OWNER_TYPES)[number]

export interface ChartEntry {
  readonly kind: AccountKind
  /**
   * Whether the account keeps its sums in its own row. True for accounts of one owner; false for those
   * that every order touches, whose sums come from the postings.
   */
  readonly running: boolean
  /** Whether the database refuses a balance below zero. */
  readonly minZero: boolean
}

const system = (kind: AccountKind): ChartEntry => ({ kind, running: false, minZero: false })
const perOwner = (kind: AccountKind): ChartEntry => ({ kind, running: true, minZero: true })

/**
 * The chart of accounts (our decision, after the accounts a charging operator needs). Opening an
 * account takes its code and owner; everything else is fixed here.
 */
export const CHART = {
  /** Money that a payment channel holds for the operator, between payment and payout. */
  channel_clearing: system('asset'),
  bank: system('asset'),
  partner_receivable: perOwner('asset'),
  enterprise_receivable: perOwner('asset'),
  /** What a member owes: an order that cost more than the wallet held. */
  member_receivable: perOwner('asset'),
  /** Money members paid in. */
  wallet_principal: perOwner('liability'),
  /** Money the operator gave on top; it can be spent and not paid out. */
  wallet_gift: perOwner('liability'),
  /** Principal set aside for a running session. */
  wallet_frozen: perOwner('liability'),
  /** Gift money set aside for a running session. */
  wallet_frozen_gift: perOwner('liability'),
  /** Refunds promised and not yet paid out by the channel. */
  refund_payable: system('liability'),
  /** Shares owed to station owners, investors, agents and utilities. */
  share_payable: perOwner('liability'),
  vat_payable: system('liability'),
  electricity_revenue: system('income'),
  service_revenue: system('income'),
  occupancy_revenue: system('income'),
  channel_fee: system('expense'),
  /** Gift money and discounts: what winning customers costs. */
  marketing_cost: system('expense'),
  share_cost: system('expense'),
  bad_debt: system('expense'),
  /** Differences between a pile's rounding and ours; must trend to zero. */
  device_rounding: system('suspense'),
  /** Receipts that match no order yet. */
  unmatched: system('suspense'),
  disputed: system('suspense'),
} as const satisfies Readonly<Record<string, ChartEntry>>

export type AccountCode = keyof typeof CHART
// Object.keys forgets the key type; CHART is a closed literal.
export const ACCOUNT_CODES = Object.keys(CHART) as AccountCode[]

/** Returns whether debits raise the balance of this kind of account. */
export function growsByDebit(kind: AccountKind): boolean {
  return kind === 'asset' || kind === 'expense'
}
