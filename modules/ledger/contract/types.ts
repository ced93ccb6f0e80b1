import type { Currency, Fen } from '@wattyard/money'
import type { BusinessDay } from '@wattyard/time'
import type { AccountCode, AccountKind, OwnerType } from './chart.ts'
import type { JournalKind } from './journal-kinds.ts'

/** An account as postings refer to it. None of its fields ever changes, so it can be cached. */
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

/** The record that caused a journal: kind, such as `charging.order`, and id. */
export interface Source {
  readonly type: string
  readonly id: string
}

/** Properties of every entry besides its postings. */
export interface Entry {
  readonly tenantId: string
  /** Made by the sender and stored before sending; unique per tenant for ever. */
  readonly idemKey: string
  readonly source: Source
  /** Instant of the event, epoch ms. */
  readonly effectiveAt: number
  /** Intended accounting day. The ledger never books into a closed day: the entry moves to the next open day. */
  readonly bookedOn: BusinessDay
  /** Name of the person or process that caused it. */
  readonly actor: string
  readonly memo?: string
}

export interface JournalDraft extends Entry {
  readonly kind: JournalKind
  /** At least one. All accounts are the tenant's and of one currency. */
  readonly postings: readonly Posting[]
  /**
   * Refuses the entry for this reason, unless the same request was already posted; then the earlier result is repeated. For
   * callers that detect the reason only after a retry may have happened.
   */
  readonly unlessPosted?: RefusalReason
}

/**
 * Why a journal was not posted.
 * `insufficient`: an account that must not be negative would be. `notFound`: no such journal or hold. `notOpen`: the hold has
 * ended. `overHold`: more than was held. `overPaid`: a refund of more than was paid. `reversedAlready`, `notReversible`.
 */
export type RefusalReason =
  | 'insufficient'
  | 'notFound'
  | 'notOpen'
  | 'overHold'
  | 'overPaid'
  | 'reversedAlready'
  | 'notReversible'

/**
 * `repeated`: the same request was posted before, and its effect stands. `conflict`: same key with other content; nothing was
 * posted.
 */
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

/** Sums of an account; `balance_fen` on its normal side (debits increase assets and expenses). */
export interface Balance {
  readonly debits_fen: Fen
  readonly credits_fen: Fen
  readonly balance_fen: Fen
}
