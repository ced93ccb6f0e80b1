import { type Fen, fen } from '@wattyard/money'
import type { Pile } from '@wattyard/assets/server'
import { findTags, keepMembers } from '@wattyard/members/server'
import type { PriceSnapshot } from '@wattyard/pricing/contract'
import { tariffsForStarts } from '@wattyard/pricing/server'
import type { Tx } from '@wattyard/server-kit'
import { businessDayOf } from '@wattyard/time'
import { emptySession, tagOf, verdictOf } from '../../contract/index.ts'
import type { Directory } from './directory.ts'
import type { StoredFact } from '../facts/facts-store.ts'
import type { LiveOrder } from '../facts/open-orders.ts'
import { orderNoOf } from '../order/order-no.ts'
import { holdForOrders } from '../money/settle-orders.ts'
import type { StartBook } from './start-book.ts'

/** Amount held when a session begins, in fen: about a full charge of a large battery. */
export const HOLD_UP_TO: Fen = fen(10_000n)

/** Data of a session when its order is created. */
type NewSession = Pick<StoredFact, 'tenantId' | 'sessionId' | 'pileId' | 'connector' | 'at' | 'receivedAt'>

/** Returns the new order of an unknown session. It has a pile, but no price or payer yet. */
export function newOrder(fact: NewSession, pile: Pile): LiveOrder {
  return {
    row: {
      tenant_id: fact.tenantId,
      id: fact.sessionId,
      order_no: orderNoOf(fact.sessionId, fact.at),
      operator_id: pile.operatorId,
      station_id: pile.stationId,
      pile_id: fact.pileId,
      connector_number: fact.connector,
      transaction_id: null,
      member_id: null,
      tag: null,
      start_method: 'unknown',
      state: 'charging',
      started_at: fact.at,
      ended_at: null,
      last_fact_at: fact.receivedAt,
      meter_start: null,
      meter_stop: null,
      energy: null,
      live_energy: null,
      live_power_w: null,
      live_soc_ppm: null,
      max_power_w: null,
      soc_start_ppm: null,
      rated_power_w: pile.power_w,
      register_before: null,
      energy_method: null,
      confidence: null,
      flags: [],
      price_version_id: null,
      price_hash: null,
      electricity_fen: 0n,
      service_fen: 0n,
      discount_fen: 0n,
      total_fen: 0n,
      paid_principal_fen: 0n,
      paid_gift_fen: 0n,
      receivable_fen: 0n,
      refunded_fen: 0n,
      estimate_fen: null,
      hold_id: null,
      hold_principal_fen: 0n,
      hold_gift_fen: 0n,
      stop_reason: null,
      close_reason: null,
      wish: null,
      settled_at: null,
      booked_on: null,
      reversed_on: null,
      created_at: fact.receivedAt,
    },
    session: emptySession({ tenantId: fact.tenantId, pileId: fact.pileId, sessionId: fact.sessionId }),
    snapshot: null,
    ratedPower_w: pile.power_w,
    currentType: pile.currentType,
    mix: 'gift-first',
    stored: false,
    version: 0,
  }
}

/** Takes the price in force at the start, once. The reference never changes afterwards (I-10). */
export async function takePrices(tx: Tx, orders: readonly LiveOrder[]): Promise<void> {
  const unpriced = orders.filter(order => order.row.price_hash === null)
  const tariffs = await tariffsForStarts(
    tx,
    unpriced.map(({ row }) => ({
      tenantId: row.tenant_id,
      stationId: row.station_id,
      pileId: row.pile_id,
      connector: row.connector_number,
      at: row.started_at,
    })),
  )
  unpriced.forEach((order, i) => {
    const tariff = tariffs[i]
    if (!tariff) return
    order.row.price_version_id = tariff.versionId
    order.row.price_hash = tariff.hash
    const snapshot: PriceSnapshot = { tariff: tariff.tariff, policy: tariff.policy }
    order.snapshot = snapshot
  })
}

/**
 * Finds the payer by the presented tag. A member who pays is locked against deletion; a member deleted meanwhile leaves the order
 * without payer.
 */
export async function takePayers(tx: Tx, orders: readonly LiveOrder[], starts: StartBook, now: number): Promise<void> {
  const begun = orders.filter(
    order => tagOf(order.session) !== null && (order.row.member_id === null || isTakenOver(order)),
  )
  const unpaid = begun.filter(order => !takeKnownPayer(order, starts))
  const tags = await findTags(
    tx,
    unpaid.map(({ row, session }) => ({ tenantId: row.tenant_id, tag: tagOf(session) ?? '' })),
    now,
  )
  unpaid.forEach((order, i) => {
    order.row.tag = tagOf(order.session)
    order.row.member_id = tags[i]?.memberId ?? null
    order.mix = tags[i]?.policy.mix ?? order.mix
  })
  const payers = begun.flatMap(({ row }) =>
    row.member_id === null ? [] : [{ tenantId: row.tenant_id, memberId: row.member_id }],
  )
  const kept = await keepMembers(tx, payers)
  for (const { row } of begun) if (row.member_id !== null && !kept.has(row.member_id)) row.member_id = null
}

/** Returns whether, with the cable first, one person was refused and another accepted in the same session. */
function isTakenOver({ row, session }: LiveOrder): boolean {
  return (
    row.ended_at === null && row.hold_id === null && verdictOf(session) === 'accepted' && tagOf(session) !== row.tag
  )
}

/** The payer found when the start was accepted, a moment ago. */
function takeKnownPayer(order: LiveOrder, starts: StartBook): boolean {
  const tag = tagOf(order.session)
  const payer = tag === null ? null : starts.payer(order.row.id, tag)
  if (!payer) return false
  order.row.tag = tag
  order.row.member_id = payer.memberId
  order.mix = payer.mix
  return true
}

/** Holds money of members whose session goes on. A session that has already ended is paid directly. */
export async function takeHolds(
  tx: Tx,
  orders: readonly LiveOrder[],
  directory: Directory,
  now: number,
): Promise<void> {
  const wanted = orders.filter(
    ({ row, session }) =>
      row.member_id !== null && row.hold_id === null && session.stops.length === 0 && verdictOf(session) === 'accepted',
  )
  const requests = []
  for (const { row, mix } of wanted) {
    const tenant = await directory.tenant(tx, row.tenant_id, now)
    requests.push({
      tenantId: row.tenant_id,
      memberId: row.member_id ?? '',
      orderId: row.id,
      upTo_fen: HOLD_UP_TO,
      at: row.started_at,
      bookedOn: businessDayOf(now, tenant.zone),
      mix,
    })
  }
  const held = await holdForOrders(tx, requests)
  wanted.forEach(({ row }, i) => {
    const hold = held[i]
    if (!hold) return
    row.hold_id = hold.holdId
    row.hold_principal_fen = hold.parts.principal
    row.hold_gift_fen = hold.parts.gift
  })
}
