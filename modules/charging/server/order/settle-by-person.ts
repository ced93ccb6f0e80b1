import { type Energy, energy, type Fen, fen, formatEnergy, formatFen, ZERO_ENERGY } from '@wattyard/money'
import { accountingDayOf, membersById } from '@wattyard/members/server'
import { type Bill, PricingError, rateSession } from '@wattyard/pricing/contract'
import { tariffsForStarts } from '@wattyard/pricing/server'
import { showDecimal } from '@wattyard/resource'
import { type Language, Refusal, type Tx } from '@wattyard/server-kit'
import { FALLBACK_RATED_W, type FinishedSession, type SessionWitness } from '../../contract/index.ts'
import { changeOrder, mustMove } from './change-order.ts'
import { closeCases } from './close-cases.ts'
import type { LiveOrder } from '../facts/open-orders.ts'
import { finishFolded, foldOrders } from '../facts/order-session.ts'
import { insertLines, linesOf, type OrderRow } from './order-row.ts'
import { type Held, settleOrders } from '../money/settle-orders.ts'

/** Energy method of an order with energy stated by a person. */
export const BY_HAND = 'by-hand' as const
/** Energy method of an order with energy of measured power that a person has accepted. */
export const BY_POWER = 'by-power' as const

/** Person and reason of a decision. */
export interface Decision {
  by: string
  reason: string
  at: number
  /** Origin of the amount; part of the ledger's key. */
  attempt: 'hand' | 'estimate' | 'member' | 'times'
  /** How the energy came about, where it is not that of the energy rules. */
  method?: typeof BY_HAND | typeof BY_POWER
}

export interface Settled {
  energy: Energy
  total: Fen
  receivable: Fen
}

/**
 * Returns an order with its session and its own price; where none was in force at the start, the one that is by now.
 */
export async function foldPriced(tx: Tx, row: OrderRow): Promise<LiveOrder> {
  const [order] = await foldOrders(tx, [row])
  if (!order) throw new Error(`order ${row.id} was folded and is not there`)
  if (order.snapshot !== null) return order
  const [tariff] = await tariffsForStarts(tx, [
    {
      tenantId: row.tenant_id,
      stationId: row.station_id,
      pileId: row.pile_id,
      connector: row.connector_number,
      at: row.started_at,
    },
  ])
  if (!tariff) throw new Refusal('charging.priceMissing')
  order.snapshot = { tariff: tariff.tariff, policy: tariff.policy }
  row.price_version_id = tariff.versionId
  row.price_hash = tariff.hash
  return order
}

/** Returns the end of a session for billing: its stop, else its last report; at least a second after its start, epoch ms. */
const billedUntil = ({ row }: LiveOrder): number => Math.max(row.ended_at ?? row.last_fact_at, row.started_at + 1_000)

/** Returns the most energy that a person may state for an order: what the pile could deliver in its time. */
export const mostFor = (order: LiveOrder): Energy => mostPossible(order, billedUntil(order))

/** The most a pile could have delivered in the time, with the rule book's slack of a tenth. */
function mostPossible({ row, ratedPower_w }: LiveOrder, endedAt: number): Energy {
  const watts = BigInt(ratedPower_w ?? FALLBACK_RATED_W)
  const ms = BigInt(Math.max(0, endedAt - row.started_at) + 60_000)
  // W × ms / 360,000 = 0.1 Wh; × 1.1
  return energy((watts * ms * 11n) / 3_600_000n)
}

function energyTooMuch(most: Energy): Refusal {
  const params = { max: (language: Language) => showDecimal('energy', formatEnergy(most), language) }
  const fields = { energy: { key: 'charging.field.energyImplausible', params } }
  return new Refusal('charging.energyImplausible', { params, fields })
}

/**
 * Returns the bill for an energy stated by a person, spread evenly over the session's time at the order's own price.
 *
 * @throws Refusal `charging.energyImplausible` above what the pile can deliver in that time, `charging.priceMissing`,
 *   `charging.notRatable`
 */
export function billByHand(order: LiveOrder, stated: Energy): Bill {
  const { row, snapshot } = order
  if (snapshot === null) throw new Refusal('charging.priceMissing')
  const endedAt = billedUntil(order)
  const most = mostFor(order)
  if (stated < ZERO_ENERGY || stated > most) throw energyTooMuch(most)
  const points = [
    { at: row.started_at, register: ZERO_ENERGY },
    { at: endedAt, register: stated },
  ]
  try {
    return rateSession({ points, ...snapshot })
  } catch (error) {
    if (error instanceof PricingError)
      throw new Refusal('charging.notRatable', { params: { reason: error.code.replace('pricing.', '') } })
    throw error
  }
}

/** Returns the result of the energy rules for an order; null when nothing can be rated. */
export async function estimateOf(tx: Tx, order: LiveOrder, now: number): Promise<FinishedSession | null> {
  const [finished] = await finishFolded(tx, [order], now)
  return finished ?? null
}

/**
 * Settles an abnormal order with a bill that a person has decided on: lines, payment from hold and wallet, cases closed, event
 * emitted. The row must be locked by the transaction.
 *
 * @throws Refusal from the order table, such as `charging.energyFlowing`
 */
export async function settleByPerson(
  tx: Tx,
  { row }: LiveOrder,
  bill: Bill,
  witness: SessionWitness,
  decision: Decision,
): Promise<Settled> {
  const { state } = mustMove(row, 'operator-settled', witness)
  // The day of the stop, as without a person; the ledger uses its next open day when that one is closed.
  const bookedOn = await accountingDayOf(tx, row.tenant_id, Math.min(row.ended_at ?? decision.at, decision.at))
  const [paid] = await settleOrders(tx, [
    {
      tenantId: row.tenant_id,
      orderId: row.id,
      memberId: row.member_id,
      hold: heldFor(row),
      electricity: bill.electricityFen,
      service: bill.serviceFen,
      at: row.ended_at ?? decision.at,
      bookedOn,
      mix: await mixOf(tx, row),
      attempt: decision.attempt,
    },
  ])
  if (!paid) throw new Error(`order ${row.id} got no payment`)
  await insertLines(tx, linesOf(row, bill))
  const { price_version_id, price_hash } = row
  await changeOrder(tx, row, {
    state,
    price_version_id,
    price_hash,
    energy: bill.energy,
    ...(decision.method === undefined ? {} : { energy_method: decision.method }),
    electricity_fen: bill.electricityFen,
    service_fen: bill.serviceFen,
    total_fen: bill.totalFen,
    paid_principal_fen: paid.plan.paid.principal,
    paid_gift_fen: paid.plan.paid.gift,
    receivable_fen: paid.plan.receivable,
    settled_at: decision.at,
    booked_on: paid.bookedOn,
    live_power_w: null,
  })
  await closeCases(tx, row.tenant_id, [row.id], {
    state: 'handled',
    at: decision.at,
    by: decision.by,
    note: decision.reason,
  })
  return { energy: bill.energy, total: bill.totalFen, receivable: paid.plan.receivable }
}

/** Returns the money that is held for an order. */
export const heldFor = (row: Pick<OrderRow, 'hold_id' | 'hold_principal_fen' | 'hold_gift_fen'>): Held | null =>
  row.hold_id === null
    ? null
    : { holdId: row.hold_id, parts: { principal: fen(row.hold_principal_fen), gift: fen(row.hold_gift_fen) } }

/** Returns which part of the wallet pays first: the member's own rule. */
export async function mixOf(tx: Tx, { tenant_id: tenantId, member_id: memberId }: OrderRow) {
  if (memberId === null) return 'gift-first' as const
  const members = await membersById(tx, [{ tenantId, memberId }])
  return members.get(memberId)?.policy.mix ?? ('gift-first' as const)
}

export const wireSettled = ({ energy: amount, total, receivable }: Settled) => ({
  energy: formatEnergy(amount),
  total: formatFen(total),
  receivable: formatFen(receivable),
})
