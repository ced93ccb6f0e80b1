import type { Currency, Fen } from '@wattyard/money'
import type { Finding, FindingCode } from './findings.ts'

export type FileFormat = 'wechat-trade' | 'wechat-funds' | 'alipay-trade' | 'described' | 'mt940' | 'camt053'

export type RowKind = 'payment' | 'refund' | 'fee' | 'payout' | 'other'
export type RowState = 'done' | 'pending' | 'failed' | 'revoked'

/** One movement of money as the channel or bank tells it. */
export interface PaymentRow {
  readonly type: 'row'
  /** Line of the file on which it begins, from 1. */
  readonly line: number
  readonly kind: RowKind
  /** Instant in ms; null when the text is no time (a finding says so). */
  readonly at: number | null
  /** The channel's number of the payment; for a bank its reference of the entry. */
  readonly channelNo: string | null
  /** Our number of the payment, as we gave it to the channel. */
  readonly orderNo: string | null
  readonly refundNo: string | null
  readonly channelRefundNo: string | null
  /** Minor units that came in; negative: went out. A refund is negative. */
  readonly amount: Fen
  /** Minor units the customer's order said, before the channel's coupons, with the same sign; null when not told. */
  readonly gross: Fen | null
  /** Minor units the channel kept; negative: gave back. Not part of `amount`. Null when not told. */
  readonly fee: Fen | null
  /** Minor units in the account after this row. */
  readonly balance: Fen | null
  readonly currency: Currency
  readonly state: RowState
  readonly counterparty: string | null
  readonly text: string | null
  /** The original cells by their head. */
  readonly record: Readonly<Record<string, string>>
}

export type FileItem = PaymentRow | Finding

export type TotalName =
  | 'count'
  | 'amount'
  | 'payments'
  | 'payment-count'
  | 'refunds'
  | 'refund-count'
  | 'coupon-refunds'
  | 'fees'
  | 'orders'
  | 'requested-refunds'
  | 'income'
  | 'income-count'
  | 'expense'
  | 'expense-count'
  | 'credits'
  | 'credit-count'
  | 'debits'
  | 'debit-count'

export interface FileTotal {
  readonly name: TotalName
  /** Minor units, or rows for a name that ends in `count`; null when the file does not declare it. */
  readonly declared: bigint | null
  readonly counted: bigint
}

/** A balance of an account statement. */
export interface StatementFacts {
  readonly account: string
  readonly number: string
  readonly currency: Currency
  readonly opening: Fen
  readonly closing: Fen
  readonly openingDay: string
  readonly closingDay: string
  /** Whether opening + rows = closing. */
  readonly agrees: boolean
}

/** What is known of a file when it has been read. */
export interface FileFacts {
  readonly format: FileFormat
  /** Raised whenever the same bytes would give other rows. */
  readonly parserVersion: number
  readonly bytes: number
  readonly lines: number
  readonly rows: number
  /** Lines that should have been rows and could not be read. */
  readonly unreadRows: number
  /** Merchants or accounts seen, at most `MAX_SEEN`. */
  readonly merchants: readonly string[]
  /** Local days of the rows in order, at most `MAX_SEEN`. */
  readonly days: readonly string[]
  readonly totals: readonly FileTotal[]
  readonly statements: readonly StatementFacts[]
  /** `undeclared`: the file says no totals and no balances. `differ`: one differs, or rows could not be read. */
  readonly agreement: 'agree' | 'differ' | 'undeclared'
  /** Findings by code, also those that were not reported one by one. */
  readonly findings: Readonly<Partial<Record<FindingCode, number>>>
  /** Whether nothing worse than a notice was found. */
  readonly isSound: boolean
  /** Digests of the bytes pushed, in lower-case hexadecimal. WeChat Pay announces the SHA-1. */
  readonly sha1: string
  readonly sha256: string
}

/** Most merchants and days that are remembered of one file. */
export const MAX_SEEN = 400

/** What the file is expected to be. Absent parts are not checked. */
export interface Expected {
  readonly merchant?: string
  /** Local days, `YYYY-MM-DD`, both included. */
  readonly days?: { readonly from: string; readonly to: string }
}

export interface ReaderOptions {
  /** IANA zone of the times in the file. */
  readonly zone: string
  readonly expected?: Expected
}

/** Reads one file. It never throws for any bytes; after `end` it takes no more. */
export interface FileReader {
  /** Takes the next bytes, of any length; returns what is certain by now. */
  push(bytes: Uint8Array): FileItem[]
  /** The file has ended: returns the remaining items and the facts. */
  end(): { readonly items: FileItem[]; readonly facts: FileFacts }
}
