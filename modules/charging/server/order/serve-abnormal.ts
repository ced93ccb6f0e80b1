import { formatEnergy, formatFen, energy, fen } from '@wattyard/money'
import type { RowOf } from '@wattyard/resource'
import {
  type Caller,
  type CommandHandler,
  may,
  Refusal,
  type SaidWord,
  serveResource,
  type ServedResource,
  shownTo,
  type Tx,
  type RecordToShow,
  col,
} from '@wattyard/server-kit'
import { REASONS } from '../../contract/abnormal/reasons.ts'
import { ruleWord } from '../../contract/abnormal/rule-word.ts'
import { abnormal, order } from '../../contract/index.ts'
import { addConnectorNames } from './connector-names.ts'
import { assignable, assignAbnormal } from './assign-abnormal.ts'
import { closeCases, notifyCaseScreens } from './close-cases.ts'
import { ORDER_COLUMNS, type OrderRow, ORDER_ROW } from './order-row.ts'
import type { ChargingPorts } from '../ports.ts'
import { CASE_COLUMNS, ORDER_CASE, type OrderCase } from '../read/read-order.ts'
import { allowsOnOrder } from './serve-order.ts'

const COMMANDS = Object.keys(order.commands)

/** Returns the order's data for a case's page, with the commands that the caller can give now. */
function orderFacts(row: OrderRow, caller: Caller) {
  return {
    orderState: row.state,
    connectorNumber: row.connector_number,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    energy: row.energy === null ? null : formatEnergy(energy(row.energy)),
    total: formatFen(fen(row.total_fen)),
    refunded: formatFen(fen(row.refunded_fen)),
    orderEstimate: row.estimate_fen === null ? null : formatFen(fen(row.estimate_fen)),
    orderCan: caller.readOnly
      ? []
      : COMMANDS.filter(command => may(caller, `${order.name}:${command}`) && allowsOnOrder(command, { ...row })),
  }
}

type Finding = OrderCase & { readonly remedies: readonly string[] }

/** Returns the findings of orders, open ones first, then the worst, then the oldest. */
async function findingsOf(
  tx: Tx,
  caller: Caller,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, Finding[]>> {
  const rows = await tx.query(
    { ...ORDER_CASE, order_id: col.uuid, remedies: col.texts },
    `select order_id, remedies, ${CASE_COLUMNS} from charging_finding where tenant_id = $1 and order_id = any($2::uuid[])
     order by state <> 'open', array_position(array['critical', 'warning', 'notice'], severity), created_at, rule`,
    [caller.tenantId, orderIds],
  )
  return Map.groupBy(rows, row => row.order_id)
}

/** Returns the findings of an order for its page, what can be done about the open ones, and the words of their reasons. */
function findingFacts(findings: readonly Finding[], state: string, caller: Caller) {
  const told = state === 'open' ? findings.filter(one => one.state === 'open') : findings
  return {
    findings: findings.map(({ evidence, note, ...finding }) => ({
      ...finding,
      note: shownTo(caller, 'words', note),
      evidence: shownTo(caller, 'json', { ...evidence }),
    })),
    remedies: [...new Set(told.flatMap(one => one.remedies))],
    reasons: told.map(one => ({ word: ruleWord(one) })),
  }
}

/** Commands that end findings; while the order is held, only a decision about it ends them. */
const ENDS: ReadonlySet<string> = new Set(['handle', 'dismiss'] satisfies (keyof (typeof abnormal)['commands'])[])

async function decorate(tx: Tx, caller: Caller, records: RecordToShow<typeof abnormal>[]): Promise<void> {
  const ids = [...new Set(records.map(record => record.order))]
  if (ids.length === 0) return
  const rows = await tx.query(
    ORDER_ROW,
    `select ${ORDER_COLUMNS} from charging_order where tenant_id = $1 and id = any($2::uuid[])`,
    [caller.tenantId, ids],
  )
  const byId = new Map(rows.map(row => [row.id, row]))
  const findings = await findingsOf(tx, caller, ids)
  for (const record of records) {
    const row = byId.get(record.order)
    const own = findings.get(record.order) ?? []
    if (!row) continue
    Object.assign(record, orderFacts(row, caller), findingFacts(own, record.state, caller))
    if (record.blocks && row.state === 'abnormal') record.can = record.can.filter(command => !ENDS.has(command))
  }
  await addConnectorNames(tx, records)
}

/**
 * Refuses to close cases that block billing: they end with a decision about the order.
 * @throws Refusal `charging.orderUndecided`
 */
async function refuseUndecided(tx: Tx, rows: readonly RowOf<typeof abnormal>[]): Promise<void> {
  const blocking = rows.filter(row => row.blocks).map(row => row.id)
  if (blocking.length === 0) return
  const [held] = await tx.query(
    { order_no: col.text },
    "select order_no from charging_order where tenant_id = $1 and id = any($2::uuid[]) and state = 'abnormal' limit 1",
    [tx.tenantId, blocking],
  )
  if (held) throw new Refusal('charging.orderUndecided', { params: { order: held.order_no } })
}

function end(
  ports: ChargingPorts,
  state: 'handled' | 'dismissed',
): CommandHandler<typeof abnormal, 'handle' | 'dismiss'> {
  return async ({ tx, caller }, rows, input) => {
    await refuseUndecided(tx, rows)
    await closeCases(
      tx,
      caller.tenantId,
      rows.map(row => row.id),
      { state, at: ports.clock.now(), by: caller.displayName, note: input.note },
    )
    notifyCaseScreens(
      tx,
      ports.live,
      rows.map(row => ({ tenant_id: caller.tenantId, station_id: row.station_id, id: row.id })),
    )
    return { done: rows.length }
  }
}

/** Returns the words of an order's reasons; of a single code in a filter, those of the catalogue that has it. */
function reasonsOf({ code, reasons }: Readonly<Record<string, unknown>>): readonly SaidWord[] {
  if (Array.isArray(reasons)) return reasons as SaidWord[] // as `decorate` adds them
  const name = String(code)
  // Anything may be typed into an address, also the name of what every object has.
  const [rule] = Object.hasOwn(REASONS, name) ? (REASONS[name] ?? []) : []
  return rule === undefined ? [] : [{ word: ruleWord({ rule, code: name }) }]
}

/** Serves orders with findings: the findings with their evidence, the remedies and the decision. */
export function serveAbnormal(ports: ChargingPorts): ServedResource {
  return serveResource(abnormal, {
    commands: { handle: end(ports, 'handled'), dismiss: end(ports, 'dismissed'), assign: assignAbnormal(ports) },
    allows: (_action, row) => row.state === 'open',
    decorate,
    choices: { assign: { assignee: (tx, rows) => assignable(tx, ports, rows) } },
    wordsOf: { code: reasonsOf },
  })
}
