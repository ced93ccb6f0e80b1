import { connectorKey } from '@wattyard/assets/server'
import { settingOf } from '@wattyard/platform/server'
import { type Database, DatabaseAway, eachByItself, type Job, emit, type Tx } from '@wattyard/server-kit'
import {
  type AbnormalFinding,
  type AbnormalKind,
  type CloseReason,
  CLOSING_ANSWERS,
  type OrderEffect,
  type Remedy,
  type Severity,
  supervise,
  type SupervisedOrder,
  type SupervisorAction,
  type SupervisorLimits,
  transition,
} from '../../contract/index.ts'
import { lockOrders, notifyOrderScreens } from '../order/change-order.ts'
import { notifyCaseScreens } from '../order/close-cases.ts'
import { Directory } from '../start/directory.ts'
import { openCases } from '../facts/open-cases.ts'
import { processRefundRequests } from '../money/process-refund-requests.ts'
import type { LiveOrder } from '../facts/open-orders.ts'
import { finishFolded, foldOrders, succeeded, witnessOf } from '../facts/order-session.ts'
import { ORDER_COLUMNS, type OrderRow } from '../order/order-row.ts'
import type { ChargingPorts } from '../ports.ts'
import { releaseHolds } from '../money/release-holds.ts'
import { sendStop } from '../order/stop-order.ts'
import { gatherOrders, type Supervised } from './supervised-orders.ts'
import { limitsOf, SUPERVISION } from './supervisor-limits.ts'
import { forgetDone, noteDone, noteProgress, readWatched } from './watch-store.ts'

const EVERY_MS = 5_000
/** Actor of the supervisor's changes. */
const ACTOR = 'supervisor'

/** One action: the order with its new state, and the effects for the same transaction. */
interface Act {
  action: SupervisorAction
  order: LiveOrder
  effects: readonly OrderEffect[]
}

async function limitsByTenant(tx: Tx, tenantIds: readonly string[]): Promise<(tenantId: string) => SupervisorLimits> {
  const limits = new Map<string, SupervisorLimits>()
  for (const id of new Set(tenantIds)) limits.set(id, limitsOf(await settingOf(tx, SUPERVISION, id)))
  return id => {
    const found = limits.get(id)
    if (!found) throw new Error(`no limits for tenant ${id}`)
    return found
  }
}

function decide(
  supervised: readonly Supervised[],
  limits: (tenantId: string) => SupervisorLimits,
  now: number,
): SupervisorAction[] {
  const byTenant = Map.groupBy(supervised, one => one.row.tenant_id)
  return [...byTenant].flatMap(([tenantId, own]) =>
    supervise(
      own.map(one => one.order),
      now,
      limits(tenantId),
    ),
  )
}

/**
 * Supervises all unfinished orders: no start, no data, no stop, too long, lost, money nearly used up. One transaction: events
 * move orders by the order table, stops and queries are sent to the piles after the commit, findings become cases with evidence.
 *
 * @param tenantId tenant of the orders; all tenants when null
 * @returns the actions taken
 */
export async function superviseOrders(
  tx: Tx,
  ports: ChargingPorts,
  directory: Directory,
  tenantId: string | null = null,
): Promise<readonly SupervisorAction[]> {
  const now = ports.clock.now()
  await noteProgress(tx)
  const rows = await readWatched(tx, tenantId)
  const limits = await limitsByTenant(
    tx,
    rows.map(row => row.tenant_id),
  )
  const supervised = await gatherOrders(tx, rows, { ports, directory, limitsOf: limits, now })
  const actions = decide(supervised, limits, now)
  const acts = await lockAndMove(tx, ports, supervised, actions)
  await perform(tx, ports, acts, now)
  await forgetDone(tx)
  return acts.map(act => act.action)
}

/** Locks the orders to act on; one that changed since it was looked at is left for the next run. */
async function lockAndMove(
  tx: Tx,
  { piles }: ChargingPorts,
  supervised: readonly Supervised[],
  actions: readonly SupervisorAction[],
): Promise<Act[]> {
  if (actions.length === 0) return []
  const seen = new Map(supervised.map(one => [one.row.id, one]))
  const locked = await lockOrders(
    tx,
    ORDER_COLUMNS,
    actions.map(action => action.orderId),
  )
  const same = locked.filter(row => row.state === seen.get(row.id)?.row.state)
  const folded = new Map((await foldOrders(tx, same)).map(order => [order.row.id, order]))
  const later = await succeeded(tx, same)
  const connectors = await piles.connectors(
    tx,
    same.map(row => row.pile_id),
  )
  return actions.flatMap((action): Act[] => {
    const order = folded.get(action.orderId)
    if (!order) return []
    if (action.event === null) return [{ action, order, effects: [] }]
    const { row } = order
    const report = connectors.get(connectorKey(row.pile_id, row.connector_number))
    const known = seen.get(action.orderId)?.order
    const witness = { ...witnessOf(row, report, later.has(row.id)), hasMetered: known?.hasMetered ?? true }
    const moved = transition(row.state, action.event, witness)
    if (!moved.ok) return []
    row.state = moved.state
    if (moved.state === 'closed') row.close_reason ??= closeReasonOf(known, action)
    return [{ action, order, effects: moved.effects }]
  })
}

function closeReasonOf(known: SupervisedOrder | undefined, { event }: SupervisorAction): CloseReason {
  if (event === 'ended-unseen') return known?.endProof?.reason ?? 'pile-without-start'
  const answer = known?.startAnswer ?? null
  return (answer === null ? undefined : CLOSING_ANSWERS[answer]) ?? 'never-started'
}

async function perform(tx: Tx, ports: ChargingPorts, acts: readonly Act[], now: number): Promise<void> {
  if (acts.length === 0) return
  const moved = acts.filter(act => act.action.event !== null)
  await takeEstimates(
    tx,
    moved.filter(act => act.order.row.state === 'abnormal').map(act => act.order),
    now,
  )
  await writeStates(
    tx,
    moved.map(act => act.order.row),
  )
  for (const { order, effects } of moved)
    if (effects.includes('send-stop')) await sendStop(tx, ports, order.row, ACTOR, now)
  const released = moved.filter(act => act.effects.includes('release-hold')).map(act => act.order.row)
  await releaseHolds(tx, released, ACTOR, now)
  await askMeters(tx, ports, acts)
  const cases = acts.filter(
    ({ action, effects }) => action.tells === 'operator' || action.tells === 'both' || effects.includes('open-case'),
  )
  await openCases(
    tx,
    cases.map(act => ({ order: act.order, finding: findingOf(act) })),
    now,
    { isTold: true },
  )
  await emitNotices(tx, acts)
  await noteDone(
    tx,
    acts.map(({ action, order }) => ({ tenantId: order.row.tenant_id, orderId: order.row.id, code: action.code })),
  )
  notifyOrderScreens(
    tx,
    ports,
    moved.map(act => act.order.row),
  )
  notifyCaseScreens(
    tx,
    ports.live,
    cases.map(act => act.order.row),
  )
}

/** Sets the estimated cost of orders that a person has to decide on (I-28). */
async function takeEstimates(tx: Tx, orders: readonly LiveOrder[], now: number): Promise<void> {
  const finished = await finishFolded(tx, orders, now)
  orders.forEach(({ row }, i) => {
    const result = finished[i]
    if (!result) return
    row.energy = result.derived.energy
    row.energy_method = result.derived.method
    row.confidence = result.derived.confidence
    row.flags = result.derived.flags.map(flag => flag.code)
    row.estimate_fen = (result.bill ?? result.estimate)?.totalFen ?? null
  })
}

async function writeStates(tx: Tx, rows: readonly OrderRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(
    `update charging_order o set state = c.state, energy = c.energy, energy_method = c.energy_method, confidence = c.confidence,
       flags = c.flags, estimate_fen = c.estimate_fen, register_before = c.register_before, close_reason = c.close_reason, live_power_w = case when c.state in ('closed', 'abnormal') then null else o.live_power_w end,
       version = o.version + 1, updated_at = now()
     from json_to_recordset($1) as c(tenant_id uuid, id uuid, state text, energy bigint, energy_method text, confidence text, flags text[], estimate_fen bigint, register_before bigint, close_reason text)
     where o.tenant_id = c.tenant_id and o.id = c.id`,
    [
      JSON.stringify(
        rows.map(row => ({
          tenant_id: row.tenant_id,
          id: row.id,
          state: row.state,
          energy: row.energy?.toString() ?? null,
          energy_method: row.energy_method,
          confidence: row.confidence,
          flags: `{${row.flags.join(',')}}`,
          estimate_fen: row.estimate_fen?.toString() ?? null,
          register_before: row.register_before?.toString() ?? null,
          close_reason: row.close_reason,
        })),
      ),
    ],
  )
}

/** Queries each connector's meter once, for any number of rules. */
async function askMeters(tx: Tx, { piles }: ChargingPorts, acts: readonly Act[]): Promise<void> {
  const rows = acts.filter(act => act.action.asksMeter).map(act => act.order.row)
  const once = new Map(rows.map(row => [connectorKey(row.pile_id, row.connector_number), row]))
  for (const { tenant_id, pile_id, station_id, connector_number } of once.values())
    await piles.askMeter(tx, { tenantId: tenant_id, pileId: pile_id, stationId: station_id }, connector_number, ACTOR)
}

const KINDS: Readonly<Partial<Record<string, AbnormalKind>>> = { 'pile-offline': 'station', 'no-bill': 'payment' }
const CRITICAL: ReadonlySet<string> = new Set([
  'session-lost',
  'no-stop',
  'eternal-stop',
  'idle-while-charging',
  'ended-unseen',
  'start-unknown',
])
const TO_DECIDE: readonly Remedy[] = ['accept-estimate', 'settle-by-hand', 'waive']

function findingOf({ action, order }: Act): AbnormalFinding {
  const blocks = order.row.state === 'abnormal'
  const severity: Severity = CRITICAL.has(action.code) ? 'critical' : 'warning'
  return {
    rule: action.rule,
    code: action.code,
    kind: KINDS[action.code] ?? 'session',
    severity,
    blocks,
    evidence: action.evidence,
    remedies: [...new Set<Remedy>([action.operatorAction, ...(blocks ? TO_DECIDE : []), 'send-stop'])],
  }
}

/** Other modules pass it on to the driver or the people on duty. */
async function emitNotices(tx: Tx, acts: readonly Act[]): Promise<void> {
  const told = acts.filter(act => act.action.tells !== null)
  await emit(
    tx,
    told.map(({ action, order: { row } }) => ({
      tenantId: row.tenant_id,
      topic: 'charging.order-noticed',
      key: row.id,
      body: {
        orderNo: row.order_no,
        memberId: row.member_id,
        operatorId: row.operator_id,
        stationId: row.station_id,
        code: action.code,
        tells: action.tells,
        state: row.state,
        evidence: action.evidence,
      },
    })),
  )
}

/**
 * Supervises all tenants in one transaction, a few statements every few seconds. When it fails, each tenant gets its own
 * transaction, so that one failing order does not delay other tenants.
 *
 * @throws AggregateError of the tenants that failed, after all others were done
 */
export async function superviseAll(db: Database, ports: ChargingPorts, directory: Directory): Promise<void> {
  try {
    await db.platform(tx => superviseOrders(tx, ports, directory))
  } catch (error) {
    if (error instanceof DatabaseAway) throw error
    const rows = await db.platform(tx => readWatched(tx), { readOnly: true })
    const tenants = [...new Set(rows.map(row => row.tenant_id))]
    await eachByItself(tenants, tenantId => db.platform(tx => superviseOrders(tx, ports, directory, tenantId)))
  }
}

/** Returns the supervisor, every five seconds. */
export function supervisionJob(ports: ChargingPorts): Job {
  const directory = new Directory()
  return {
    name: 'charging.supervision',
    every_ms: EVERY_MS,
    async run({ db }) {
      const steps = {
        orders: () => superviseAll(db, ports, directory),
        wishes: () => processRefundRequests(db, ports),
      }
      await eachByItself(['orders', 'wishes'] as const, step => steps[step]())
    },
  }
}
