import type { Fact } from '@wattyard/gateway/contract'
import type { FactConsumer } from '@wattyard/gateway/server'
import { versionSnapshots } from '@wattyard/pricing/server'
import type { LiveBus, Tx } from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import { applyFact, isOpenToEnergy, liveFigures, meteredOf, startOf } from '../../contract/index.ts'
import { newOrder, takeHolds, takePayers, takePrices } from '../start/begin-orders.ts'
import { closeRefused, goesOn, isLetIn, isRefused, reopenUnseen } from '../start/close-refused.ts'
import { Directory } from '../start/directory.ts'
import { insertFacts, type StoredFact } from './facts-store.ts'
import { findings, finishOrders, type Helpers, moveOrder, reviewSettled } from './finish-orders.ts'
import { openCases } from './open-cases.ts'
import { followFindings } from '../order/follow-findings.ts'
import { LastRegisters } from './last-registers.ts'
import { type LiveOrder, OpenOrders } from './open-orders.ts'
import { reviewHeld } from './review-held.ts'
import { staleOr, stateKeyOf, writeLiveFigures, writeOrders } from '../order/order-row.ts'
import type { StartBook } from '../start/start-book.ts'
import { socToPpm } from './state-of-charge.ts'

export interface FactHandlerOptions {
  clock: Clock
  live: LiveBus
  /** Starts that were accepted and have no row yet; freed here. */
  starts: StartBook
}

const isSessionFact = (fact: Fact): fact is StoredFact =>
  fact.kind === 'session-started' ||
  fact.kind === 'session-stopped' ||
  (fact.kind === 'meter-read' && fact.sessionId !== '')

/**
 * Creates the handler that turns facts into orders. One call is one transaction: facts appended, sessions folded, prices and
 * payers determined, ended orders billed and paid, rows written, events emitted. Everything is set-based; the state in memory is
 * a cache that can be dropped at any time.
 */
export function createFactHandler({ clock, live, starts }: FactHandlerOptions): FactConsumer & { open: OpenOrders } {
  const open = new OpenOrders()
  const directory = new Directory()
  const registers = new LastRegisters()
  const helpers: Helpers = { directory, registers }
  /** Orders touched by a transaction that is not known to be committed. They are dropped when the next call comes first. */
  let unsettled = new Set<string>()

  async function loadPrices(tx: Tx, orders: LiveOrder[]): Promise<void> {
    const piles = await directory.piles(
      tx,
      orders.map(order => order.row.pile_id),
      clock.now(),
    )
    const hashes = [...new Set(orders.flatMap(order => order.row.price_hash ?? []))]
    const snapshots = await versionSnapshots(tx, hashes)
    for (const order of orders) {
      order.ratedPower_w = order.row.rated_power_w ?? piles.get(order.row.pile_id)?.power_w ?? null
      order.snapshot = order.row.price_hash ? (snapshots.get(order.row.price_hash) ?? null) : null
    }
  }

  async function ordersOf(tx: Tx, facts: readonly StoredFact[]): Promise<Map<string, LiveOrder>> {
    const sessions = new Map(facts.map(fact => [fact.sessionId, fact]))
    await open.load(tx, sessions, loadPrices)
    const unknown = facts.filter(fact => !open.get(fact.sessionId))
    const piles = await directory.piles(tx, [...new Set(unknown.map(fact => fact.pileId))], clock.now())
    for (const fact of unknown) {
      const pile = piles.get(fact.pileId)
      if (!pile) throw new Error(`no pile ${fact.pileId} for session ${fact.sessionId}`)
      if (!open.get(fact.sessionId)) open.put(newOrder(fact, pile))
    }
    return new Map([...sessions.keys()].flatMap(id => (open.get(id) ? [[id, open.get(id)!] as const] : []))) // just looked up
  }

  function applyAll(facts: readonly Fact[], orders: ReadonlyMap<string, LiveOrder>): Set<LiveOrder> {
    const touched = new Set<LiveOrder>()
    for (const fact of facts) {
      if (fact.kind === 'connector-status') {
        const id = open.atConnector(fact.pileId, fact.connector)
        const order = id === undefined ? undefined : open.get(id)
        // States before the end belong to the session; later ones to the next session.
        if (order && order.row.ended_at === null) applyFact(order.session, fact)
        continue
      }
      if (!isSessionFact(fact)) continue
      const order = orders.get(fact.sessionId)
      if (!order) continue
      applyFact(order.session, fact)
      if (takeMentions(order, fact)) open.put(order)
      order.row.last_fact_at = Math.max(order.row.last_fact_at, fact.receivedAt)
      touched.add(order)
    }
    return touched
  }

  async function handle(tx: Tx, facts: readonly Fact[]): Promise<void> {
    const now = clock.now()
    for (const id of unsettled) open.forget(id)
    unsettled = new Set()
    await open.prime(tx)
    const sessionFacts = facts.filter(isSessionFact)
    const orders = await ordersOf(tx, sessionFacts)
    for (const id of orders.keys()) unsettled.add(id)
    await insertFacts(tx, sessionFacts)
    const touched = [...applyAll(facts, orders)]
    const begun = new Set(touched.filter(order => takeStart(order, open)))
    await takePrices(tx, touched)
    await takePayers(tx, touched, starts, now)
    await reopenStarted(tx, touched.filter(isStartedLate), now)
    const letIn = new Set(touched.filter(isLetIn))
    for (const order of touched) if (goesOn(order)) reopenUnseen(order)
    await closeRefused(tx, touched.filter(isRefused), now)
    const ending = touched.filter(
      order => order.session.stops.length > 0 && order.row.settled_at === null && isUnfinished(order),
    )
    await takeHolds(
      tx,
      touched.filter(order => !order.stored || begun.has(order) || letIn.has(order)),
      directory,
      now,
    )
    const cleared = await reviewHeld(tx, touched.filter(isHeld), helpers, now)
    const finishing = [...ending, ...cleared]
    await finishOrders(tx, finishing, helpers, now).catch((error: unknown) => staleOr(tx, finishing, error))
    await reviewSettled(
      tx,
      touched.filter(order => order.row.settled_at !== null && !finishing.includes(order)),
      helpers,
      now,
    )
    for (const order of touched) takeLive(order)
    const fresh = touched.filter(order => !order.stored && !isUnfinished(order))
    await write(tx, touched)
    // Of an order that began and ended within this batch, the findings came before its row.
    await followFindings(
      tx,
      fresh.map(({ row }) => ({ tenantId: row.tenant_id, orderId: row.id })),
    )
    tx.afterCommit(() => committed(touched))
  }

  /**
   * Writes touched orders. Most batches contain only readings: for those only the live figures are written, for other orders the
   * whole row.
   */
  async function write(tx: Tx, touched: readonly LiveOrder[]): Promise<void> {
    const whole: LiveOrder[] = []
    const figures: LiveOrder[] = []
    for (const order of touched) {
      const state = stateKeyOf(order.row)
      ;(order.stored && order.written === state ? figures : whole).push(order)
      order.written = state
    }
    await Promise.all([writeOrders(tx, whole), writeLiveFigures(tx, figures)])
    // Like everything else here: of no account unless the commit is seen.
    for (const order of touched) order.version++
  }

  function committed(touched: readonly LiveOrder[]): void {
    unsettled = new Set()
    for (const order of touched) {
      order.stored = true
      starts.written(order.row.member_id, order.row.id)
      if (order.row.ended_at !== null || order.row.state === 'closed') open.ended(order.row.id)
      live.publish({
        tenantId: order.row.tenant_id,
        topic: 'charging.order',
        stationId: order.row.station_id,
        data: { id: order.row.id, state: order.row.state },
      })
    }
  }

  return { handle, open }
}

/** The order has not been through its end yet. */
function isUnfinished({ row }: LiveOrder): boolean {
  return row.state === 'draft' || row.state === 'starting' || row.state === 'charging' || row.state === 'stopping'
}

/** A person was to look at it, or has closed it, and its stop is known. */
function isHeld({ row, session }: LiveOrder): boolean {
  return row.settled_at === null && session.stops.length > 0 && (row.state === 'abnormal' || row.state === 'closed')
}

/**
 * Opens orders again that were closed for lack of a start and now have one (I-28, the fraud of cancelling during the start). A
 * person decides by rule A-35, and the order is billed when its stop resolves the case.
 */
async function reopenStarted(tx: Tx, orders: readonly LiveOrder[], now: number): Promise<void> {
  await openCases(
    tx,
    orders.flatMap(order => findings(order, null, null, now).map(finding => ({ order, finding }))),
    now,
  )
  for (const order of orders) {
    moveOrder(order, 'session-started')
    order.row.close_reason = null
  }
}

/**
 * Takes the place of a session with a late or lost start from other facts, and from a stop also its transaction id and tag. That
 * tag is only shown and pays nothing, because the person who stops need not be the one who started.
 *
 * @returns whether the connector has become known
 */
function takeMentions({ row, session }: LiveOrder, fact: StoredFact): boolean {
  // As with starts: settled orders are sealed with what was billed (I-26).
  if (row.settled_at !== null) return false
  if (fact.kind === 'session-stopped' && session.starts.length === 0) {
    row.transaction_id ??= fact.transactionId ?? null
    row.tag ??= fact.tag
  }
  if (row.connector_number !== 0 || fact.connector === 0) return false
  row.connector_number = fact.connector
  return true
}

/** A stop has a review of its own. */
function isStartedLate({ row, session }: LiveOrder): boolean {
  const isDecided = row.state === 'closed' && row.ended_at === null && !isOpenToEnergy(row.close_reason)
  return isDecided && session.starts.length > 0 && session.stops.length === 0
}

/**
 * Takes the start's data when it is known, possibly after the stop. OCPP 2.0.1 readings name only the EVSE, so the connector
 * comes from the start.
 *
 * @returns whether an order that was waiting for its start has begun
 */
function takeStart(order: LiveOrder, open: OpenOrders): boolean {
  const { row, session } = order
  const start = startOf(session)
  // Later facts do not change what was billed (I-26), because the books are sealed with it.
  if (!start || row.settled_at !== null) return false
  const isAwaited = row.state === 'starting' || row.state === 'draft'
  row.transaction_id = start.transactionId
  row.start_method = start.method
  row.started_at = start.at
  row.meter_start = start.meterStart
  row.tag = start.tag ?? row.tag
  if (start.connector !== 0) open.moveTo(order, start.connector)
  if (!isAwaited) return false
  // The payer is the person with the tag presented at the pile, looked up again. A start without a tag only repeats our number;
  // then the requester pays.
  if (start.tag !== null) row.member_id = null
  moveOrder(order, 'session-started')
  return true
}

/** Live figures: the newest reading, and energy since the first register. */
function takeLive({ row, session }: LiveOrder): void {
  row.soc_start_ppm ??= socToPpm(session.readings.find(reading => reading.socPermille !== null)?.socPermille ?? null)
  if (row.ended_at !== null) {
    // Readings that arrived together with the end were never the newest of a running session.
    row.max_power_w = session.readings.reduce((most, { powerW }) => greaterOf(most, powerW), row.max_power_w)
    // The stop's own readings are the last ones: what a person reads as the state at the end.
    const end = session.readings.findLast(({ socPermille }) => socPermille !== null)
    if (end) row.live_soc_ppm = socToPpm(end.socPermille)
    return
  }
  if (row.state === 'closed') return
  const figures = liveFigures(session)
  row.live_power_w = figures.powerW
  row.live_soc_ppm = socToPpm(figures.socPermille)
  const first = row.meter_start ?? session.readings[0]?.register ?? null
  if (figures.register !== null && first !== null && figures.register >= first)
    row.live_energy = figures.register - first
  else if (figures.register === null) row.live_energy = meteredOf(session) ?? row.live_energy
  row.max_power_w = greaterOf(row.max_power_w, figures.powerW)
}

/** Returns the greater of two powers in watts. Unknown is not zero: null where neither was reported. */
function greaterOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other)
}
