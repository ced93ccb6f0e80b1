import type { Fen } from '@wattyard/money'
import type { RiskRules, WalletParts } from '../contract/index.ts'
import type { FoundRisk } from './cases/derive-flags.ts'
import type { Beside, Call, Tx } from '@wattyard/server-kit'

/** A top-up that a person enters. */
export interface TopUpRequest {
  memberId: string
  /** Paid in. */
  principal: Fen
  /** Given on top. */
  gift: Fen
  /** Id of the payment channel that took the money. */
  channelId: string
  /** Receipt number as typed; null for none. */
  receipt: string | null
  reason: string | null
}

export interface RecordedTopUp {
  journalId: string
  /** Part of the principal that paid the member's debt at once. */
  paidDebt: Fen
}

/** A refund that a person grants for a member. */
export interface RefundOfMember {
  memberId: string
  amount: Fen
  reason: string
}

/** A credit of a wallet by a correction. */
export interface CorrectionLot extends WalletParts {
  tenantId: string
  memberId: string
  journalId: string
  /** Whether it can be refunded: the member had really paid it in. */
  isRefundable: boolean
}

/** What of a member is under way, so that the account can neither be merged nor forgotten. */
export type OpenThing = 'refund' | 'code' | 'session' | 'order'

/** Services that members needs from other modules; the app provides them. */
export interface MembersPorts {
  /**
   * What each member has paid in so far: piece of SQL beside `members_member`, with one column. From payments.
   */
  topUpSums: Pick<Beside, 'from'> & { readonly column: string }
  /** Returns when members last began to charge, epoch ms; those who never did are absent. From charging. */
  lastCharges(tx: Tx, memberIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Returns which members have ever had an order, running ones included. Those are blocked, not deleted. From charging. */
  membersWithOrders(tx: Tx, memberIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Returns which members have ever paid in or been given money. Those are blocked, not deleted. From payments. */
  membersWithPayments(tx: Tx, memberIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Credits a wallet, with the payment and its lot, in the transaction of the call. From payments. */
  recordTopUp(call: Call, topUp: TopUpRequest): Promise<RecordedTopUp>
  /**
   * Grants a refund of a wallet, in the transaction of the call: out of the wallet and its lots, payable and not yet paid out. From
   * payments.
   */
  refundMember(call: Call, refund: RefundOfMember): Promise<{ journalId: string; number: string }>
  /**
   * Returns what a refund of an amount would take from a member's wallet now: more than it pays back where a part is forfeited.
   * @throws Refusal when it could not be asked for. From payments.
   */
  costOfRefund(tx: Tx, tenantId: string, memberId: string, amount: Fen): Promise<WalletParts>
  /** Locks the top-ups and lots of members until the transaction ends; before their wallets. From payments. */
  lockLots(tx: Tx, tenantId: string, memberIds: readonly string[]): Promise<void>
  /** Writes the lot of a correction upward, in the transaction of its journal. From payments. */
  addLot(tx: Tx, lot: CorrectionLot): Promise<void>
  /**
   * Fixes what was used of the lots of two wallets, so that what is left of each stays as it is when the wallets become one. Lots and wallets
   * are locked. @throws Refusal where books and lots differ. From payments.
   */
  fixLots(tx: Tx, tenantId: string, memberIds: readonly string[]): Promise<void>
  /** Returns what of a member's refunds and payments by code has no end yet. From payments. */
  openPayments(tx: Tx, tenantId: string, memberId: string): Promise<readonly OpenThing[]>
  /** Returns what of a member's charges has no end yet. From charging. */
  openCharges(tx: Tx, tenantId: string, memberId: string): Promise<readonly OpenThing[]>
  /** Takes the cards of a member out of the orders, which stay. From charging. */
  forgetCards(tx: Tx, tenantId: string, memberId: string): Promise<void>
  /** Finds risks in payments, refunds and codes. From payments. */
  risksOfPayments(tx: Tx, tenantId: string, rules: RiskRules, now: number): Promise<readonly FoundRisk[]>
  /** Finds old debts. From charging. */
  risksOfDebts(tx: Tx, tenantId: string, rules: RiskRules, now: number): Promise<readonly FoundRisk[]>
  /** Returns whether a channel takes cash, of which a receipt is the only evidence. From payments. */
  takesCash(tx: Tx, tenantId: string, channelId: string): Promise<boolean>
}
