import type { Energy, Fen, Exact, Price } from '@wattyard/money'
import type { PeriodKind } from '@wattyard/time'

/** A stored line of an order's bill. */
export interface TraceLine {
  seq: number
  period: PeriodKind
  from: number
  to: number
  energy: Energy
  electricityPrice: Price
  servicePrice: Price
  electricityExact: Exact
  serviceExact: Exact
  electricityFen: Fen
  serviceFen: Fen
}

/** Energy and money of the order's row. */
export interface TraceOrder {
  id: string
  state: string
  energy: Energy | null
  energyMethod: string | null
  priceHash: string | null
  electricity_fen: Fen
  service_fen: Fen
  discount_fen: Fen
  total_fen: Fen
  paidPrincipal_fen: Fen
  paidGift_fen: Fen
  receivable_fen: Fen
  refunded_fen: Fen
  holdPrincipal_fen: Fen
  holdGift_fen: Fen
  settledAt: number | null
}

/** Money held for the order, as recorded by the ledger. */
export interface TraceHold {
  id: string
  state: 'open' | 'posted' | 'voided'
  principal_fen: Fen
  gift_fen: Fen
  postedPrincipal_fen: Fen
  postedGift_fen: Fen
}
