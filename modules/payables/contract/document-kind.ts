import type { AccountCode } from '@wattyard/ledger/contract'

/**
 * `receivable`: a company owes us · `payable`: we owe it · `advanceReceived`: money that it paid and that nothing was set off against yet ·
 * `advancePaid`: money that we paid it, likewise. A payment is an advance until it is allocated (decision 426).
 */
export const DOCUMENT_KINDS = ['receivable', 'payable', 'advanceReceived', 'advancePaid'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** Kinds of payments, by a bank account or a cash desk. */
export const PAYMENT_KINDS = ['advanceReceived', 'advancePaid'] as const satisfies readonly DocumentKind[]

/** The control account of each kind: with the company as its owner, it holds what the company's documents of the kind have open. */
export const CONTROL = {
  receivable: 'company_receivable',
  payable: 'company_payable',
  advanceReceived: 'advance_received',
  advancePaid: 'advance_paid',
} as const satisfies Readonly<Record<DocumentKind, AccountCode>>

/** Returns whether documents of a kind are worth money to us: they stand on the debit side, the others on the credit side. */
export const isDebit = (kind: DocumentKind): boolean => kind === 'receivable' || kind === 'advancePaid'

/** Returns whether a document of a kind is a payment. */
export const isPayment = (kind: DocumentKind): boolean => PAYMENT_KINDS.some(one => one === kind)

/** What a document is for; decides which account of income, cost or property stands against it. */
export const PURPOSES = ['service', 'electricity', 'rent', 'maintenance', 'equipment', 'commission', 'other'] as const
export type Purpose = (typeof PURPOSES)[number]

const INCOME: Readonly<Record<Purpose, AccountCode>> = {
  service: 'service_revenue',
  electricity: 'electricity_revenue',
  rent: 'other_income',
  maintenance: 'other_income',
  equipment: 'other_income',
  commission: 'other_income',
  other: 'other_income',
}

const COST: Readonly<Record<Purpose, AccountCode>> = {
  service: 'operating_cost',
  electricity: 'electricity_cost',
  rent: 'rent_cost',
  maintenance: 'operating_cost',
  equipment: 'fixed_assets',
  commission: 'share_cost',
  other: 'operating_cost',
}

/** Returns the account against which a receivable or payable of a purpose is booked. */
export const accountOfPurpose = (kind: 'receivable' | 'payable', purpose: Purpose): AccountCode =>
  kind === 'receivable' ? INCOME[purpose] : COST[purpose]

/** Returns the account that takes the rest of a document which nobody will settle: what we lose, and what we need not pay. */
export const writeOffAccount = (kind: DocumentKind): AccountCode => (isDebit(kind) ? 'bad_debt' : 'other_income')
