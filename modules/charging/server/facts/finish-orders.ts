import { setImmediate } from 'node:timers/promises'
import { energy, fen } from '@wattyard/money'
import type { Bill } from '@wattyard/pricing/contract'
import type { Tx } from '@wattyard/server-kit'
import {
  type AbnormalFinding,
  type CloseReason,
  type Comparison,
  compareWithPosted,
  connectorStateOf,
  type FinishedSession,
  deriveEnergy,
  findAbnormal,
  finishSession,
  METER_STEP,
  type OrderEvent,
  type OrderState,
  refusalOfSession,
  startOf,
  stopOf,
  transition,
} from '../../contract/index.ts'
import { bookingDayOf } from '../order/booking-day.ts'
import type { Directory } from '../start/directory.ts'
import { findTwins, type Twin } from './find-twins.ts'
import { openCases } from './open-cases.ts'
import type { LiveOrder } from './open-orders.ts'
import type { LastRegisters } from './last-registers.ts'
import { insertLines, linesOf, type LineRow, type OrderRow } from '../order/order-row.ts'
import { settleOrders, type PayRequest } from '../money/settle-orders.ts'
import { releaseHolds } from '../money/release-holds.ts'

/** Bills made without letting anything else run; about a tenth of a millisecond each. */
const BILLS_AT_ONCE = 40

/** Actor of released holds. */
const ACTOR = 'charging'

/** Moves an order by an event. @throws Error when the order table refuses, which is a programming error */
export function moveOrder(order: LiveOrder, event: OrderEvent): OrderState {
  const result = transition(order.row.state, event, {
    isEnergyFlowing: connectorStateOf(order.session) === 'charging' && order.session.stops.length === 0,
    hasStarted: order.session.starts.length > 0,
    hasStopped: order.session.stops.length > 0,
  })
  if (!result.ok) throw new Error(`order ${order.row.id}: ${event} in ${order.row.state} is refused (${result.code})`)
  order.row.state = result.state
  return result.state
}

/** Caches that finishing orders needs. */
export interface Helpers {
  directory: Directory
  registers: LastRegisters
}

interface Verdict {
  order: LiveOrder
  finished: FinishedSession | null
  findings: AbnormalFinding[]
  /** It ends without a charge. */
  refusal: CloseReason | null
}

export function finish(order: LiveOrder, registers: LastRegisters, now: number): FinishedSession | null {
  if (!order.snapshot) return null
  const { row, session, ratedPower_w } = order
  return finishSession(session, { ratedPowerW: ratedPower_w, lastRegister: registers.known(row), now }, order.snapshot)
}

/**
 * Returns the reason to close an order without a charge: a refused start that the pile ended with nothing on the meter. Such an
 * order is neither abnormal nor needs a price. Two truncated registers may differ by one step although no energy flowed; an order
 * with more than that, or with any cost, is treated like any other.
 */
export function refusalOf(order: LiveOrder, finished: FinishedSession | null, now: number): CloseReason | null {
  const { row, session, ratedPower_w } = order
  const reason = refusalOfSession(session)
  if (reason === null) return null
  const limits = { ratedPowerW: ratedPower_w, lastRegister: null, now }
  const derived = finished?.derived ?? deriveEnergy(session, limits)
  // A car may stay for days before its pile reports the stop of a session that never began.
  const isSound = derived.flags.every(({ effect, code }) => effect !== 'block' || code === 'too-long')
  const isNothing =
    isSound &&
    derived.method !== 'no-readings' &&
    derived.energy <= METER_STEP &&
    (finished?.bill?.totalFen ?? 0n) === 0n
  return isNothing && row.settled_at === null ? reason : null
}

export function findings(
  order: LiveOrder,
  finished: FinishedSession | null,
  comparison: Comparison | null,
  now: number,
  twin: Twin | null = null,
): AbnormalFinding[] {
  const { row, session } = order
  return findAbnormal({
    order: {
      id: row.id,
      state: row.state,
      transactionId: row.transaction_id,
      memberId: row.member_id,
      tag: row.tag,
      vin: null,
      connectorId: `${row.pile_id}#${row.connector_number}`,
      snapshotHash: row.price_hash,
      billedSnapshotHash: row.price_hash,
      startCommand: null,
      stopCommand: null,
    },
    session,
    derived: finished?.derived ?? null,
    bill: finished?.bill ?? null,
    deviceBill: null,
    comparison,
    twin,
    cover: null,
    connectorState: connectorStateOf(session) ?? 'idle',
    pileOfflineSince: null,
    activeOrders: [],
    cancelledAt: [],
    now,
  })
}

export function takeFigures({ row, session }: LiveOrder, finished: FinishedSession | null): void {
  const stop = stopOf(session)
  row.meter_start = startOf(session)?.meterStart ?? null
  row.meter_stop = stop?.meterStop ?? null
  row.stop_reason = stop?.reason ?? null
  row.ended_at = finished?.derived.endedAt ?? stop?.at ?? row.ended_at
  row.live_power_w = null
  if (!finished) return
  const { derived, estimate } = finished
  row.energy = derived.energy
  row.energy_method = derived.method
  row.confidence = derived.confidence
  row.flags = derived.flags.map(flag => flag.code)
  row.estimate_fen = estimate?.totalFen ?? null
}

function takeBill({ row }: LiveOrder, bill: Bill): LineRow[] {
  row.energy = bill.energy
  row.electricity_fen = bill.electricityFen
  row.service_fen = bill.serviceFen
  row.total_fen = bill.totalFen
  return linesOf(row, bill)
}

async function payRequest(tx: Tx, { row, mix }: LiveOrder, directory: Directory, now: number): Promise<PayRequest> {
  const tenant = await directory.tenant(tx, row.tenant_id, now)
  return {
    tenantId: row.tenant_id,
    orderId: row.id,
    memberId: row.member_id,
    hold: row.hold_id
      ? { holdId: row.hold_id, parts: { principal: fen(row.hold_principal_fen), gift: fen(row.hold_gift_fen) } }
      : null,
    electricity: fen(row.electricity_fen),
    service: fen(row.service_fen),
    at: row.ended_at ?? now,
    bookedOn: bookingDayOf(row, now, tenant.zone),
    mix,
  }
}

/**
 * Ends orders with a confirmed stop: bills and pays plausible ones, and makes others abnormal with evidence. An order without a
 * price also needs a person.
 */
export async function finishOrders(
  tx: Tx,
  orders: readonly LiveOrder[],
  { directory, registers }: Helpers,
  now: number,
): Promise<void> {
  await registers.load(
    tx,
    orders.map(order => order.row),
  )
  const twins = await findTwins(tx, orders, { directory, registers }, now)
  const verdicts: Verdict[] = []
  for (const order of orders) {
    const finished = finish(order, registers, now)
    const refusal = refusalOf(order, finished, now)
    const twin = twins.get(order.row.id) ?? null
    const found = refusal !== null ? [] : findings(order, finished, null, now, twin)
    takeFigures(order, finished)
    // A repeated charge adds nothing to the meter's mark.
    if (twin === null) registers.learn(order.row, finished)
    verdicts.push({ order, finished, findings: found, refusal })
    // Yields regularly: piles wait for their answers, and hundreds of bills in a row would delay them.
    if (verdicts.length % BILLS_AT_ONCE === 0) await setImmediate()
  }
  await openCases(
    tx,
    verdicts.flatMap(({ order, findings: found }) => found.map(finding => ({ order, finding }))),
    now,
  )
  const payable: { order: LiveOrder; lines: LineRow[] }[] = []
  const refused: OrderRow[] = []
  for (const { order, finished, findings: found, refusal } of verdicts) {
    moveOrder(order, 'stop-confirmed')
    const bill = finished?.bill ?? null
    if (refusal !== null) {
      order.row.close_reason = refusal
      moveOrder(order, 'nothing-charged')
      refused.push(order.row)
    } else if (!bill || found.some(finding => finding.blocks)) moveOrder(order, 'bill-held')
    else payable.push({ order, lines: takeBill(order, bill) })
  }
  await releaseHolds(tx, refused, ACTOR, now)
  const requests: PayRequest[] = []
  for (const { order } of payable) requests.push(await payRequest(tx, order, directory, now))
  const paid = await settleOrders(tx, requests)
  payable.forEach(({ order }, i) => {
    const result = paid[i]
    if (!result) throw new Error(`order ${order.row.id} got no payment`)
    const { row } = order
    row.paid_principal_fen = result.plan.paid.principal
    row.paid_gift_fen = result.plan.paid.gift
    row.receivable_fen = result.plan.receivable
    row.settled_at = now
    row.booked_on = result.bookedOn
    moveOrder(order, 'bill-ready')
  })
  await insertLines(
    tx,
    payable.flatMap(({ lines }) => lines),
  )
}

/**
 * Reviews settled orders with further facts: a different result becomes a proposal for a person, never a silent change (I-26).
 */
export async function reviewSettled(
  tx: Tx,
  orders: readonly LiveOrder[],
  { registers }: Helpers,
  now: number,
): Promise<void> {
  const settled = orders.filter(order => order.row.settled_at !== null && order.snapshot !== null)
  await registers.load(
    tx,
    settled.map(order => order.row),
  )
  const cases = settled.flatMap(order => {
    const finished = finish(order, registers, now)
    if (!finished) return []
    const { row } = order
    const posted = {
      energy: energy(row.energy ?? 0n),
      electricity: fen(row.electricity_fen),
      service: fen(row.service_fen),
    }
    const comparison = compareWithPosted(posted, finished)
    if (comparison.verdict === 'matches') return []
    return findings(order, finished, comparison, now).map(finding => ({ order, finding }))
  })
  await openCases(tx, cases, now)
}
