import { type Tx, col } from '@wattyard/server-kit'
import { ORDER_COLUMNS, type OrderRow, ORDER_ROW } from '../order/order-row.ts'

/** States of orders that are not done and not waiting for a person. */
const WATCHED = "('draft', 'starting', 'charging', 'stopping', 'ended')"
/** Most orders in one run. The next run takes the same ones again, so a busier platform has to raise this. */
export const MAX_WATCHED = 50_000

/** The supervisor's stored state of an order. */
export interface Watch {
  start_sent_at: number | null
  /** Id of the start command. */
  start_command: string | null
  stop_sent_at: number | null
  /** Id of the last stop command. */
  stop_command: string | null
  stop_tries: number
  energy_at: number | null
  idle_at: number | null
  idle_frames: number
  done: string[]
}

/** An order with its watch, if it has one. */
export type WatchedRow = OrderRow &
  Omit<Watch, 'stop_tries' | 'idle_frames' | 'done'> & {
    stop_tries: number | null
    idle_frames: number | null
    done: string[] | null
  }

/** Stores the instant of the last rise of energy for running orders whose energy has risen. */
export async function noteProgress(tx: Tx): Promise<void> {
  await tx.execute(
    `insert into charging_watch as w (tenant_id, order_id, live_energy, energy_at)
     select o.tenant_id, o.id, o.live_energy, case when coalesce(o.live_energy, 0) > 0 then o.last_fact_at else o.started_at end
     from charging_order o left join charging_watch k on k.tenant_id = o.tenant_id and k.order_id = o.id
     where o.state in ${WATCHED} and (k.order_id is null or k.energy_at is null or o.live_energy > coalesce(k.live_energy, 0))
     on conflict (tenant_id, order_id) do update set live_energy = excluded.live_energy, energy_at = excluded.energy_at`,
  )
}

/**
 * Returns every unfinished order with its watch.
 * @param tenantId tenant of the orders; all tenants when null
 */
export async function readWatched(tx: Tx, tenantId: string | null = null): Promise<WatchedRow[]> {
  const columns = ORDER_COLUMNS.split(', ').map(column => `o.${column}`)
  return tx.query(
    {
      ...ORDER_ROW,
      start_sent_at: col.instant.orNull,
      start_command: col.uuid.orNull,
      stop_sent_at: col.instant.orNull,
      stop_command: col.uuid.orNull,
      stop_tries: col.integer.orNull,
      energy_at: col.instant.orNull,
      idle_at: col.instant.orNull,
      idle_frames: col.integer.orNull,
      done: col.texts.orNull,
    },
    `select ${columns.join(', ')}, w.start_sent_at, w.start_command, w.stop_sent_at, w.stop_command, w.stop_tries, w.energy_at, w.idle_at, w.idle_frames, w.done
     from charging_order o left join charging_watch w on w.tenant_id = o.tenant_id and w.order_id = o.id
     where ${tenantId === null ? '' : 'o.tenant_id = $1 and '}o.state in ${WATCHED} order by o.id limit ${MAX_WATCHED}`,
    tenantId === null ? [] : [tenantId],
  )
}

/** Stores the number of consecutive idle reports; another state resets it. */
export async function noteIdle(
  tx: Tx,
  reports: readonly { row: OrderRow; idle_at: number | null; idle_frames: number }[],
): Promise<void> {
  if (reports.length === 0) return
  await tx.execute(
    `insert into charging_watch (tenant_id, order_id, idle_at, idle_frames)
     select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::integer[])
     on conflict (tenant_id, order_id) do update set idle_at = excluded.idle_at, idle_frames = excluded.idle_frames`,
    [
      reports.map(one => one.row.tenant_id),
      reports.map(one => one.row.id),
      reports.map(one => (one.idle_at === null ? null : new Date(one.idle_at).toISOString())),
      reports.map(one => one.idle_frames),
    ],
  )
}

/** Stores which rules were acted on, so that nobody is notified twice. */
export async function noteDone(
  tx: Tx,
  acts: readonly { tenantId: string; orderId: string; code: string }[],
): Promise<void> {
  if (acts.length === 0) return
  await tx.execute(
    `insert into charging_watch as w (tenant_id, order_id, done)
     select tenant_id, order_id, array_agg(distinct code order by code) from unnest($1::uuid[], $2::uuid[], $3::text[]) as a(tenant_id, order_id, code)
     group by tenant_id, order_id
     on conflict (tenant_id, order_id) do update set done = array(select distinct unnest(w.done || excluded.done) order by 1)`,
    [acts.map(act => act.tenantId), acts.map(act => act.orderId), acts.map(act => act.code)],
  )
}

/** Stores that a start was sent, and its command. */
export async function markStartSent(tx: Tx, row: OrderRow, commandId: string, at: number): Promise<void> {
  await tx.execute(
    `insert into charging_watch (tenant_id, order_id, start_sent_at, start_command) values ($1, $2, $3, $4)
     on conflict (tenant_id, order_id) do update set start_sent_at = excluded.start_sent_at, start_command = excluded.start_command`,
    [row.tenant_id, row.id, new Date(at), commandId],
  )
}

/** Stores that a stop was sent, and its command, for the supervisor to wait on; null when it could not be sent. */
export async function markStopSent(tx: Tx, row: OrderRow, commandId: string | null, at: number): Promise<void> {
  await tx.execute(
    `insert into charging_watch (tenant_id, order_id, stop_sent_at, stop_tries, stop_command) values ($1, $2, $3, 1, $4)
     on conflict (tenant_id, order_id) do update set stop_sent_at = excluded.stop_sent_at, stop_tries = charging_watch.stop_tries + 1,
       stop_command = coalesce(excluded.stop_command, charging_watch.stop_command)`,
    [row.tenant_id, row.id, new Date(at), commandId],
  )
}

/** Deletes the watches of finished orders. */
export async function forgetDone(tx: Tx): Promise<void> {
  await tx.execute(
    `delete from charging_watch w using charging_order o
     where o.tenant_id = w.tenant_id and o.id = w.order_id and o.state in ('settled', 'closed', 'abnormal')`,
  )
}
