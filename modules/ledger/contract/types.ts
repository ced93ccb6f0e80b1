import type { Currency, Fen } from '@wattyard/money'
import type { BusinessDay } from '@wattyard/time'
import type { AccountCode, AccountKind, OwnerType } from './chart.ts'
import type { JournalKind } from './journal-kinds.ts'

/** An account as postings name it. What it says never changes, so it may be kept. */
export interface Account {
  readonly id: string
  readonly tenantId: string
  readonly code: AccountCode
  readonly kind: AccountKind
  readonly ownerType: OwnerType
  readonly ownerId: string
  readonly currency: Currency
  readonly running: boolean
  readonly minZero: boolean
}

/** One transfer: `amount_fen` > 0 leaves the credited account for the debited one, in the accountant's sense. */
export interface Posting {
  readonly debit: Account
  readonly credit: Account
  readonly amount_fen: Fen
}

/** What a journal belongs to: a word such as `charging.order`, and its id. */
export interface Source {
  readonly type: string
  readonly id: string
}

/** What every entry says besides its postings. */
export interface Entry {
  readonly tenantId: string
  /** Made by the sender and stored before sending; unique per tenant, for ever. */
  readonly idemKey: string
  readonly source: Source
  /** When it happened, epoch milliseconds. */
  readonly effectiveAt: number
  /** Accounting day it should count for. A closed day is never booked into: the next open day takes it. */
  readonly bookedOn: BusinessDay
  /** Who did it, as a person reads it. */
  readonly actor: string
  readonly memo?: string
}

export interface JournalDraft extends Entry {
  readonly kind: JournalKind
  /** At least one. All accounts are the tenant's and of one currency. */
  readonly postings: readonly Posting[]
  /**
   * Refuse for this reason, unless this very request was posted before, whose answer is then repeated.
   * For callers who find a reason against it only after somebody may have retried.
   */
  readonly unlessPosted?: RefusalReason
}

/**
 * Why a journal was not posted.
 * `insufficient`: an account that may not fall below zero would. `notFound`: no such journal or hold.
 * `notOpen`: the hold has ended. `overHold`: more than was held. `overPaid`: a refund of more than was paid.
 * `reversedAlready`, `notReversible`.
 */
export type RefusalReason =
  | 'insufficient'
  | 'notFound'
  | 'notOpen'
  | 'overHold'
  | 'overPaid'
  | 'reversedAlready'
  | 'notReversible'

/** `repeated`: the same request came before; the first effect stands. `conflict`: same key, other content; no effect. */
export type JournalResult =
  | { readonly outcome: 'posted' | 'repeated'; readonly journalId: string; readonly bookedOn: BusinessDay }
  | { readonly outcome: 'conflict'; readonly journalId: string }
  | { readonly outcome: 'refused'; readonly reason: RefusalReason; readonly accountId?: string }

/** A stored journal with its postings, for traces. */
export interface JournalView {
  readonly id: string
  readonly tenantId: string
  readonly kind: JournalKind
  readonly source: Source
  readonly effectiveAt: number
  readonly bookedOn: BusinessDay
  readonly createdAt: number
  readonly actor: string
  readonly memo: string | null
  readonly reversesId: string | null
  readonly amount_fen: Fen
  readonly postings: readonly PostingView[]
}

export interface PostingView {
  readonly line: number
  readonly debit: AccountName
  readonly credit: AccountName
  readonly amount_fen: Fen
}

export interface AccountName {
  readonly id: string
  readonly code: AccountCode
  readonly ownerType: OwnerType
  readonly ownerId: string
}

/** Sums of an account; `balance_fen` on its own side (assets and expenses grow by debits). */
export interface Balance {
  readonly debits_fen: Fen
  readonly credits_fen: Fen
  readonly balance_fen: Fen
}
