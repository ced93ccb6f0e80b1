import { type Fen, subFen, sumFen, ZERO_FEN } from '@wattyard/money'
import { freezeForSessions, openWallets, payFromWallets } from '@wattyard/members/server'
import type { Tx } from '@wattyard/server-kit'
import type { BusinessDay } from '@wattyard/time'
import { type MixRule, planSettlement, type SettlementPlan, type WalletParts } from '../../contract/index.ts'

const SOURCE = 'charging.order'
const ACTOR = 'charging'
const NOTHING: WalletParts = { principal: ZERO_FEN, gift: ZERO_FEN }

export interface HoldRequest {
  tenantId: string
  memberId: string
  orderId: string
  /** Most to hold; less when the wallet has less. */
  upTo_fen: Fen
  at: number
  bookedOn: BusinessDay
  mix: MixRule
}

export interface Held {
  holdId: string
  parts: WalletParts
}

/** Holds money for sessions that begin. Null when the wallet is empty. */
export async function holdForOrders(tx: Tx, requests: readonly HoldRequest[]): Promise<(Held | null)[]> {
  const results = await freezeForSessions(
    tx,
    requests.map(({ tenantId, memberId, orderId, upTo_fen, at, bookedOn, mix }) => ({
      tenantId,
      memberId,
      idemKey: `charging.hold:${orderId}`,
      source: { type: SOURCE, id: orderId },
      effectiveAt: at,
      bookedOn,
      actor: ACTOR,
      upTo: upTo_fen,
      atLeast: ZERO_FEN,
      mix,
      expiresAt: null,
    })),
  )
  return results.map(result => ('holdId' in result ? { holdId: result.holdId, parts: result.parts } : null))
}

export interface PayRequest {
  tenantId: string
  orderId: string
  /** Null when no payer is known: the order is booked as unmatched. */
  memberId: string | null
  hold: Held | null
  electricity: Fen
  service: Fen
  at: number
  bookedOn: BusinessDay
  mix: MixRule
  /** Distinguishes a later settlement of the same order from the first. */
  attempt?: string
}

export interface Paid {
  plan: SettlementPlan
  bookedOn: BusinessDay
  journalId: string | null
}

/** Returns how an order is paid: from its hold, then from what its member has available, the rest as a receivable. */
export const planPayment = (
  { hold, electricity, service, mix }: Pick<PayRequest, 'hold' | 'electricity' | 'service' | 'mix'>,
  available: WalletParts,
): SettlementPlan =>
  planSettlement({
    electricity,
    service,
    hold: hold?.parts ?? NOTHING,
    available,
    mix,
    overrun: 'wallet-then-receivable',
  })

/**
 * Pays orders from the hold, then from the wallet, then as a receivable; the rest of the hold is released. Wallets stay locked
 * until the transaction ends, so that the plans made here can be posted. A repeated payment of an order returns the first result.
 *
 * @throws HoldGone; Error when the ledger refuses a plan made under the lock
 */
export async function settleOrders(tx: Tx, requests: readonly PayRequest[]): Promise<Paid[]> {
  if (requests.length === 0) return []
  const members = requests.flatMap(({ tenantId, memberId }) => (memberId === null ? [] : [{ tenantId, memberId }]))
  const wallets = await openWallets(tx, members, { lock: true })
  const left = new Map(
    [...wallets].map(([memberId, { wallet }]): [string, WalletParts] => [
      memberId,
      { principal: wallet.principal, gift: wallet.gift },
    ]),
  )
  const plans = requests.map(request => {
    const { memberId } = request
    const available = memberId === null ? NOTHING : (left.get(memberId) ?? NOTHING)
    const plan = planPayment(request, available)
    if (memberId !== null) left.set(memberId, afterPlan(available, plan))
    return plan
  })
  const results = await payFromWallets(
    tx,
    requests.map((request, i) => {
      const plan = plans[i]! // one per request
      return {
        tenantId: request.tenantId,
        idemKey: `charging.settle:${request.orderId}${request.attempt ? `:${request.attempt}` : ''}`,
        source: { type: SOURCE, id: request.orderId },
        effectiveAt: request.at,
        bookedOn: request.bookedOn,
        actor: ACTOR,
        memberId: request.memberId,
        holdId: request.hold?.holdId ?? null,
        electricity: request.electricity,
        service: request.service,
        discounted: plan.discounted,
        fromHold: plan.fromHold,
        fromAvailable: plan.fromAvailable,
        receivable: plan.receivable,
      }
    }),
    wallets,
  )
  return requests.map((request, i) => {
    const plan = plans[i]! // one per request
    const result = results[i]
    if (result?.outcome === 'refused' && result.reason === 'notOpen') throw new HoldGone(request.orderId)
    if (!result || result.outcome === 'refused' || result.outcome === 'conflict')
      throw new Error(`order ${request.orderId} could not be paid: ${JSON.stringify(result)}`)
    return result.outcome === 'nothing'
      ? { plan, bookedOn: request.bookedOn, journalId: null }
      : { plan, bookedOn: result.bookedOn, journalId: result.journalId }
  })
}

/** Thrown when the hold of an order no longer exists: another process has ended the order or its hold since the row was read. */
export class HoldGone extends Error {
  constructor(orderId: string) {
    super(`what was held for order ${orderId} is not there any more`)
    this.name = 'HoldGone'
  }
}

function afterPlan(available: WalletParts, { fromAvailable, released }: SettlementPlan): WalletParts {
  return {
    principal: sumFen([subFen(available.principal, fromAvailable.principal), released.principal]),
    gift: sumFen([subFen(available.gift, fromAvailable.gift), released.gift]),
  }
}
