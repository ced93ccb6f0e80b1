import { col, instantList, type Tx, uuidList } from '@wattyard/server-kit'

/** An order of a tenant. */
export interface OrderKey {
  readonly tenantId: string
  readonly orderId: string
}

/** Locks the abnormal orders, in the order in which everybody locks them. Call it before findings of theirs are closed. */
export async function lockAbnormal(tx: Tx, orders: readonly OrderKey[]): Promise<void> {
  await tx.query(
    { id: col.uuid },
    `select a.id from charging_abnormal a join unnest($1::uuid[], $2::uuid[]) as o(tenant_id, id) on a.tenant_id = o.tenant_id and a.id = o.id
     order by a.tenant_id, a.id for update of a`,
    [uuidList(orders.map(one => one.tenantId)), uuidList(orders.map(one => one.orderId))],
  )
}

/** SQL: worst first, then oldest. */
const WORST = 'order by rank, created_at, rule'
const LATEST = 'order by closed_at desc nulls first'

/**
 * Writes down what the findings of orders come to: one row per order, led by its worst open finding. Call it after every change of
 * findings, in the same transaction; it makes the row of an order that has none yet.
 */
export async function followFindings(tx: Tx, changed: readonly OrderKey[]): Promise<void> {
  if (changed.length === 0) return
  // An order may be named once per finding; joined as often, its findings would count as often.
  const orders = [...new Map(changed.map(one => [`${one.tenantId} ${one.orderId}`, one])).values()]
  // A statement of its own, so that the next one sees what others committed before the lock was given.
  await lockAbnormal(tx, orders)
  await tx.execute(
    `insert into charging_abnormal as a (tenant_id, id, created_at, order_id, order_no, operator_id, station_id, pile_id, member_id, rule, code, kind, severity, blocks,
       open_findings, since_at, order_ended_at, urgency, state, estimate_fen, closed_at, closed_by, note)
     select o.tenant_id, o.id, f.first_at, o.id, o.order_no, o.operator_id, o.station_id, o.pile_id, o.member_id, f.rule, f.code, f.kind, f.severity, f.blocks,
       f.open_findings, f.since, coalesce(o.ended_at, o.last_fact_at), f.rank || to_char(f.since at time zone 'UTC', '-YYYY-MM-DD"T"HH24:MI:SS.MS'), f.state, coalesce(o.estimate_fen, f.estimate),
       f.closed_at, f.closed_by, f.note
     from charging_order o
     join (
       select tenant_id, order_id, (array_agg(rule ${WORST}))[1] as rule, (array_agg(code ${WORST}))[1] as code, (array_agg(kind ${WORST}))[1] as kind,
         (array_agg(severity ${WORST}))[1] as severity, min(rank) as rank, bool_or(blocks) as blocks,
         (count(*) filter (where state = 'open'))::integer as open_findings, min(created_at) as since, min(first_at) as first_at,
         (array_agg(state ${LATEST}))[1] as state, max(estimate_fen) as estimate, max(closed_at) as closed_at,
         (array_agg(closed_by ${LATEST}))[1] as closed_by, (array_agg(note ${LATEST}))[1] as note
       from (
         select c.*, array_position(array['critical', 'warning', 'notice'], c.severity) as rank,
           bool_or(c.state = 'open') over own as is_open, min(c.created_at) over own as first_at
         from charging_finding c join unnest($1::uuid[], $2::uuid[]) as k(tenant_id, order_id) on c.tenant_id = k.tenant_id and c.order_id = k.order_id
         window own as (partition by c.tenant_id, c.order_id)
       ) told where state = 'open' or not is_open
       group by tenant_id, order_id
     ) f on f.tenant_id = o.tenant_id and f.order_id = o.id
     order by o.tenant_id, o.id
     on conflict (tenant_id, id) do update set member_id = excluded.member_id, rule = excluded.rule, code = excluded.code, kind = excluded.kind,
       severity = excluded.severity, blocks = excluded.blocks, open_findings = excluded.open_findings, since_at = excluded.since_at, order_ended_at = excluded.order_ended_at, urgency = excluded.urgency,
       state = excluded.state, estimate_fen = excluded.estimate_fen, closed_at = excluded.closed_at, closed_by = excluded.closed_by, note = excluded.note,
       version = a.version + 1, updated_at = now()`,
    [uuidList(orders.map(one => one.tenantId)), uuidList(orders.map(one => one.orderId))],
  )
}

/** Writes down when orders ended, where they are abnormal. Call it with rows that the transaction has written. */
export async function followEnds(
  tx: Tx,
  ended: readonly { readonly tenant_id: string; readonly id: string; readonly ended_at: number }[],
): Promise<void> {
  if (ended.length === 0) return
  const rows = ended.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  await tx.execute(
    `update charging_abnormal a set order_ended_at = o.ended_at, version = a.version + 1, updated_at = now()
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as o(tenant_id, id, ended_at)
     where a.tenant_id = o.tenant_id and a.id = o.id and a.order_ended_at is distinct from o.ended_at`,
    [
      uuidList(rows.map(row => row.tenant_id)),
      uuidList(rows.map(row => row.id)),
      instantList(rows.map(row => row.ended_at)),
    ],
  )
}
