import type { Fen } from '@wattyard/money'
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
  /** Checks that a member could be refunded an amount now. @throws Refusal. From payments. */
  mustBeRefundable(tx: Tx, tenantId: string, memberId: string, amount: Fen): Promise<void>
  /** Returns whether a channel takes cash, of which a receipt is the only evidence. From payments. */
  takesCash(tx: Tx, tenantId: string, channelId: string): Promise<boolean>
}
