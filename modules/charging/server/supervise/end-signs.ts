import { reportedSessions } from '@wattyard/gateway/server'
import { connectorKey } from '@wattyard/assets/server'
import { type Energy, energy } from '@wattyard/money'
import { type Tx, uuidList, instantList, intList, col } from '@wattyard/server-kit'
import {
  CLOSING_ANSWERS,
  type EndProof,
  type EndSigns,
  METER_STEP,
  proofOfEnd,
  SHORT_MS,
} from '../../contract/index.ts'
import { withMates } from '../start/evse-mates.ts'
import type { OrderRow } from '../order/order-row.ts'
import type { PilePort } from '../ports.ts'

/** An open order as needed to detect the end of its session, with the commands in its watch. */
export const OPEN_ORDER = {
  tenant_id: col.uuid,
  id: col.uuid,
  pile_id: col.uuid,
  connector_number: col.integer,
  started_at: col.instant,
  created_at: col.instant,
  last_fact_at: col.instant,
  meter_start: col.bigint.orNull,
  transaction_id: col.text.orNull,
  start_command: col.uuid.orNull,
  stop_command: col.uuid.orNull,
}

/** Columns of `OPEN_ORDER`, of an order `o` and its watch `w`. */
export const OPEN_ORDER_COLUMNS =
  'o.tenant_id, o.id, o.pile_id, o.connector_number, o.started_at, o.created_at, o.last_fact_at, o.meter_start, o.transaction_id, w.start_command, w.stop_command'

/** Columns of an order needed to decide whether its session can still be running. */
export type RunningRow = Pick<
  OrderRow,
  'tenant_id' | 'id' | 'pile_id' | 'connector_number' | 'started_at' | 'created_at' | 'last_fact_at' | 'meter_start'
> & { stop_command?: string | null; start_command?: string | null; transaction_id?: string | null }

/**
 * Returns the first later start on the EVSEs of orders; one look-up per connector. An order without a reported start does not
 * count, because the stop of a foreign transaction ends no session. Connectors of one EVSE may have separate meters, so the
 * register is included only for the same connector.
 */
async function nextStarts(
  tx: Tx,
  rows: readonly RunningRow[],
): Promise<ReadonlyMap<string, { at: number; meterStart: Energy | null }>> {
  const places = await withMates(tx, rows)
  const found = await tx.query(
    { id: col.uuid, connector: col.integer, at: col.instant, meter_start: col.bigint.orNull },
    `select k.id, k.connector_number as connector, n.started_at as at, n.meter_start
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::integer[], $5::timestamptz[]) as k(tenant_id, id, pile_id, connector_number, started_at)
     cross join lateral (select o.started_at, o.meter_start from charging_order o
       where o.tenant_id = k.tenant_id and o.pile_id = k.pile_id and o.connector_number = k.connector_number
         and o.started_at > k.started_at and o.id <> k.id and o.transaction_id is not null
         and exists (select 1 from charging_fact f where f.tenant_id = o.tenant_id and f.session_id = o.id and f.kind = 'session-started')
       order by o.started_at limit 1) as n order by n.started_at desc`,
    [
      uuidList(places.map(({ row }) => row.tenant_id)),
      uuidList(places.map(({ row }) => row.id)),
      uuidList(places.map(({ row }) => row.pile_id)),
      intList(places.map(({ connector }) => connector)),
      instantList(places.map(({ row }) => row.started_at)),
    ],
  )
  const own = new Map(rows.map(row => [row.id, row.connector_number]))
  // The earliest comes last and wins.
  return new Map(
    found.map(({ id, at, connector, meter_start }) => {
      const register = connector === own.get(id) ? meter_start : null
      return [id, { at, meterStart: register === null ? null : energy(register) }]
    }),
  )
}

/** Returns the signs of the end of sessions without a reported stop, by order. A few statements for any number. */
export async function readEndSigns(
  tx: Tx,
  rows: readonly RunningRow[],
  piles: Pick<PilePort, 'lives' | 'connectors' | 'commandEnds'>,
): Promise<ReadonlyMap<string, EndSigns>> {
  if (rows.length === 0) return new Map()
  const pileIds = [...new Set(rows.map(row => row.pile_id))]
  const next = await nextStarts(tx, rows)
  const lives = await piles.lives(tx, pileIds)
  const reports = await piles.connectors(tx, pileIds)
  const ends = await piles.commandEnds(
    tx,
    rows.flatMap(row => (row.stop_command ? [{ tenantId: row.tenant_id, id: row.stop_command }] : [])),
  )
  return new Map(
    rows.map(row => {
      const life = lives.get(row.pile_id)
      const report = reports.get(connectorKey(row.pile_id, row.connector_number))
      const stop = ends.get(row.stop_command ?? '')
      const signs: EndSigns = {
        // While the pile is not connected, the time of its last report is not reliable.
        connector: report === undefined || report.state === 'offline' ? null : report,
        nextStart: next.get(row.id) ?? null,
        stopRejectedAt: stop?.state === 'rejected' ? stop.at : null,
        bootedAt: life?.bootedAt ?? null,
        offlineSince: life?.offlineSince ?? null,
      }
      return [row.id, signs]
    }),
  )
}

/**
 * Returns whether a remote start has not become a transaction yet. It ends with its command; that its connector is free meanwhile
 * is normal.
 */
export const isOnItsWay = ({ start_command, transaction_id }: RunningRow): boolean =>
  start_command !== null && transaction_id === null

/**
 * Returns the orders whose remote start was refused, not received or not answered in time by the pile, and has not become a
 * transaction since. The supervisor closes them at its next run; their driver may start elsewhere before that.
 */
export async function failedStarts(
  tx: Tx,
  rows: readonly RunningRow[],
  { commandEnds }: Pick<PilePort, 'commandEnds'>,
): Promise<ReadonlySet<string>> {
  const waiting = rows.flatMap(({ tenant_id, id, start_command, transaction_id }) =>
    start_command && !transaction_id ? [{ id, command: { tenantId: tenant_id, id: start_command } }] : [],
  )
  const ends = await commandEnds(
    tx,
    waiting.map(({ command }) => command),
  )
  const failed = waiting.filter(({ command }) => {
    const end = ends.get(command.id)
    return end !== undefined && CLOSING_ANSWERS[end.state] !== undefined
  })
  // A pile may begin and lose its connection before it answers: the start is stored, and the order may not show it yet.
  const told = await reportedSessions(
    tx,
    failed.map(({ id, command }) => ({ tenantId: command.tenantId, sessionId: id })),
  )
  return new Set(failed.flatMap(({ id }) => (told.has(id) ? [] : [id])))
}

export const runningOf = (row: RunningRow) => ({
  startedAt: row.started_at,
  firstHeardAt: row.created_at,
  heardAt: row.last_fact_at,
  meterStart: row.meter_start === null ? null : energy(row.meter_start),
})

export function endProofOf(row: RunningRow, signs: EndSigns | undefined, now: number): EndProof | null {
  return signs === undefined ? null : proofOfEnd(runningOf(row), signs, now)
}

/**
 * Returns whether energy may have been metered in a session that is over, by its readings and the next session's start register.
 * Without either, only a session no longer than a failed start counts as empty.
 */
export function mayHaveMetered(row: Pick<OrderRow, 'live_energy' | 'started_at'>, proof: EndProof | null): boolean {
  const shown = [row.live_energy, proof?.taken ?? null].filter(value => value !== null)
  if (shown.length > 0) return shown.some(value => value > METER_STEP)
  return proof === null || proof.at - row.started_at >= SHORT_MS
}
