/** Kinds of account. Asset and expense accounts grow on the debit side, the others on the credit side. */
export const ACCOUNT_KINDS = ['asset', 'liability', 'income', 'expense', 'suspense'] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

/** Kinds of account owners. The ledger attaches no meaning to them. */
export const OWNER_TYPES = ['tenant', 'member', 'channel', 'partner', 'enterprise', 'payee', 'company'] as const
export type OwnerType = (typeof OWNER_TYPES)[number]

export interface ChartEntry {
  readonly kind: AccountKind
  /**
   * Whether the account keeps running sums in its row. True for accounts of one owner; false for accounts that every order uses,
   * whose sums are computed from the postings.
   */
  readonly running: boolean
  /** Whether the database refuses a balance below zero. */
  readonly minZero: boolean
}

const system = (kind: AccountKind): ChartEntry => ({ kind, running: false, minZero: false })
const perOwner = (kind: AccountKind): ChartEntry => ({ kind, running: true, minZero: true })

/**
 * The chart of accounts (our decision, after the accounts that a charging operator needs). Opening an account needs its code and
 * owner; everything else is fixed here.
 */
export const CHART = {
  /** Money that a payment channel holds for the operator, between payment and payout. */
  channel_clearing: system('asset'),
  bank: system('asset'),
  /** Cash that staff took in and have not brought to the bank. */
  cash_on_hand: system('asset'),
  partner_receivable: perOwner('asset'),
  enterprise_receivable: perOwner('asset'),
  /** Debt of a member: orders that cost more than the wallet held. */
  member_receivable: perOwner('asset'),
  /** What companies owe us by confirmed documents (decision 426). */
  company_receivable: perOwner('asset'),
  /** Money that we paid companies and that no document of theirs was set off against yet. */
  advance_paid: perOwner('asset'),
  /** VAT of what we bought, to be deducted from what we owe. */
  vat_input: system('asset'),
  fixed_assets: system('asset'),
  /** Money paid in by members. */
  wallet_principal: perOwner('liability'),
  /** Bonus money from the operator. It can be spent but not paid out. */
  wallet_gift: perOwner('liability'),
  /** Principal held for a running session. */
  wallet_frozen: perOwner('liability'),
  /** Bonus money held for a running session. */
  wallet_frozen_gift: perOwner('liability'),
  /** Money paid for one charge and not yet used. Its payer need not be a member, so it is no wallet. */
  prepayment: system('liability'),
  /** Refunds granted and not yet paid out by the channel. */
  refund_payable: system('liability'),
  /** Shares owed to station owners, investors, agents and utilities. */
  share_payable: perOwner('liability'),
  /** What we owe companies by confirmed documents. */
  company_payable: perOwner('liability'),
  /** Money that companies paid us and that no document of ours was set off against yet. */
  advance_received: perOwner('liability'),
  vat_payable: system('liability'),
  electricity_revenue: system('income'),
  service_revenue: system('income'),
  occupancy_revenue: system('income'),
  /** Income of no order, such as a surplus that nobody claimed. */
  other_income: system('income'),
  channel_fee: system('expense'),
  /** Bonus money and discounts. */
  marketing_cost: system('expense'),
  share_cost: system('expense'),
  electricity_cost: system('expense'),
  rent_cost: system('expense'),
  operating_cost: system('expense'),
  bad_debt: system('expense'),
  /** Money that a channel or a till was short of, and that nobody will pay. */
  shortage_loss: system('expense'),
  /** Differences between the pile's rounding and ours. They must tend to zero. */
  device_rounding: system('suspense'),
  /** Receipts without a matching order. */
  unmatched: system('suspense'),
  disputed: system('suspense'),
} as const satisfies Readonly<Record<string, ChartEntry>>

export type AccountCode = keyof typeof CHART
// Object.keys loses the key types; CHART is a closed literal.
export const ACCOUNT_CODES = Object.keys(CHART) as AccountCode[]

/** Returns whether debits raise the balance of this kind of account. */
export function growsByDebit(kind: AccountKind): boolean {
  return kind === 'asset' || kind === 'expense'
}
