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

/** An open order as whoever asks for the end of its session needs it, with the commands that its watch remembers. */
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

/** What is asked of an order to know whether its session can still be running. */
export type RunningRow = Pick<
  OrderRow,
  'tenant_id' | 'id' | 'pile_id' | 'connector_number' | 'started_at' | 'created_at' | 'last_fact_at' | 'meter_start'
> & { stop_command?: string | null; start_command?: string | null; transaction_id?: string | null }

/**
 * The first start after theirs on the EVSEs of orders; one look-up per connector. An order of which only an end was told
 * began nowhere, as far as anybody knows: what a stop of a foreign transaction makes ends nobody's session. Connectors of one EVSE may have meters
 * of their own: the register is told where it is that of the same connector.
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
  // The earliest comes last, and stays.
  return new Map(
    found.map(({ id, at, connector, meter_start }) => {
      const register = connector === own.get(id) ? meter_start : null
      return [id, { at, meterStart: register === null ? null : energy(register) }]
    }),
  )
}

/** What piles have shown about sessions whose stop was not told, by order. A handful of statements for any number. */
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
        // While it is away nothing tells when it said what it said.
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

/** A start from afar that no start of the pile has become: it is over with its command; that its connector is free meanwhile is as it should be. */
export const isOnItsWay = ({ start_command, transaction_id }: RunningRow): boolean =>
  start_command !== null && transaction_id === null

/**
 * Orders whose start the pile was told from afar and has refused, or has not heard or answered in time, and that no start
 * of the pile has become since: nobody charges in them. The supervisor closes them at its next round; who waits for
 * that may begin elsewhere before.
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
  // A pile may begin and its line be cut before it answers: the start is stored, and the order may not know of it yet.
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
 * Returns whether energy was metered in a session that is over, by its readings and by where the next session began.
 * Without either nobody can tell, and only what lasted no longer than a failed start is taken for nothing.
 */
export function mayHaveMetered(row: Pick<OrderRow, 'live_energy' | 'started_at'>, proof: EndProof | null): boolean {
  const shown = [row.live_energy, proof?.taken ?? null].filter(value => value !== null)
  if (shown.length > 0) return shown.some(value => value > METER_STEP)
  return proof === null || proof.at - row.started_at >= SHORT_MS
}
