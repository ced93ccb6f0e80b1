import type { AccountCode } from './chart.ts'

/** How the accounts of a code stand in a company's own books. */
export interface AccountTitle {
  readonly number: string
  /** The company's own name; null keeps the name of the code in the reader's language. */
  readonly name: string | null
  /** Whether the number is the company's own. */
  readonly isOwn: boolean
}

/**
 * Usual numbers in the books of a company. The first four digits are those of the appendix "会计科目" of the application guidance to the
 * Accounting Standards for Business Enterprises (财会〔2006〕18号), which companies may change; the parts behind the dot are ours. What stands
 * under one number is one account in the books: money on hold is still the member's.
 */
export const USUAL_NUMBERS = {
  cash_on_hand: '1001',
  bank: '1002',
  channel_clearing: '1012.01',
  member_receivable: '1122.01',
  partner_receivable: '1122.02',
  enterprise_receivable: '1122.03',
  company_receivable: '1122.04',
  advance_paid: '1123',
  disputed: '1221.01',
  fixed_assets: '1601',
  company_payable: '2202.02',
  share_payable: '2202.01',
  wallet_principal: '2203.01',
  wallet_frozen: '2203.01',
  wallet_gift: '2203.02',
  wallet_frozen_gift: '2203.02',
  prepayment: '2203.03',
  advance_received: '2203.04',
  vat_payable: '2221.01',
  vat_input: '2221.02',
  refund_payable: '2241.01',
  unmatched: '2241.02',
  electricity_revenue: '6001.01',
  service_revenue: '6001.02',
  occupancy_revenue: '6001.03',
  other_income: '6301',
  share_cost: '6401.01',
  electricity_cost: '6401.02',
  rent_cost: '6401.03',
  operating_cost: '6602.01',
  marketing_cost: '6601.01',
  channel_fee: '6603.01',
  device_rounding: '6603.02',
  bad_debt: '6701.01',
  shortage_loss: '6711.01',
} as const satisfies Readonly<Record<AccountCode, string>>
