import type { BusinessDay } from '@wattyard/time'
import { type Tx, col } from '@wattyard/server-kit'

/** The unchanging columns of a settled order as a tuple; integers as text, instants in microseconds. */
export type SettledOrder = readonly [
  id: string,
  orderNo: string,
  stationId: string,
  pileId: string,
  connector: string,
  energy: string | null,
  priceHash: string | null,
  electricity_fen: string,
  service_fen: string,
  discount_fen: string,
  total_fen: string,
  bookedOn: string,
  memberId: string | null,
  operatorId: string,
  startedAtUs: string,
  endedAtUs: string | null,
  meterStart: string | null,
  meterStop: string | null,
  lines: readonly SettledLine[],
]
/**
 * [seq, period, from µs, to µs, energy, electricityPrice, servicePrice, electricityExact, serviceExact, electricity, service,
 * priceScale], integers as text; lines with five-decimal prices have no scale.
 */
export type SettledLine = readonly string[]

type Own = SettledOrder extends readonly [...infer First, unknown] ? First : never

/** Numbers and periods hold neither comma nor semicolon, so lines need no JSON of their own. */
function linesOf(text: string | null): SettledLine[] {
  return text === null ? [] : text.split(';').map(line => line.split(','))
}

/** Cursor: the last row of the previous page. */
export interface DayOrderKey {
  day: string
  stationId: string
  id: string
}

const FIRST: DayOrderKey = {
  day: '-infinity',
  stationId: '00000000-0000-0000-0000-000000000000',
  id: '00000000-0000-0000-0000-000000000000',
}

const WHOLE_ORDER = `select json_build_array(o.id, o.order_no, o.station_id, o.pile_id, o.connector_number::text, o.energy::text, o.price_hash,
         o.electricity_fen::text, o.service_fen::text, o.discount_fen::text, o.total_fen::text, o.booked_on::text, o.member_id, o.operator_id,
         (extract(epoch from o.started_at) * 1000000)::bigint::text, (extract(epoch from o.ended_at) * 1000000)::bigint::text, o.meter_start::text, o.meter_stop::text, lines.list)::text as body`
const ITS_LINES = `left join lateral (
       select string_agg(l.seq || ',' || l.period || ',' || (extract(epoch from l.from_at) * 1000000)::bigint || ',' || (extract(epoch from l.to_at) * 1000000)::bigint || ',' ||
         l.energy || ',' || l.electricity_price || ',' || l.service_price || ',' || l.electricity_nano || ',' || l.service_nano || ',' || l.electricity_fen || ',' || l.service_fen || case l.price_scale when 5 then '' else ',' || l.price_scale end, ';' order by l.seq) as list
       from charging_order_line l where l.tenant_id = o.tenant_id and l.order_id = o.id
     ) lines on true`

function orderIn(body: string): SettledOrder {
  const order = JSON.parse(body) as [...Own, string | null] // built by the statement above
  return [...(order.slice(0, -1) as Own), linesOf(order[18])] as const // all but its last place
}

/** Returns orders by id, settled or not, in the shape used for proofs; unknown ids are missing. */
export async function wholeOrders(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SettledOrder>> {
  const rows = await tx.query(
    { id: col.text, body: col.text },
    `with page as materialized (select * from charging_order where tenant_id = $1 and id = any($2::uuid[]))
     select x.body::json ->> 0 as id, x.body from (${WHOLE_ORDER} from page o ${ITS_LINES}) x`,
    [tenantId, ids],
  )
  return new Map(rows.map(({ id, body }) => [id, orderIn(body)]))
}

/**
 * Returns one page of the orders booked after one day up to another, with their lines, in order of day, station and id. Each row
 * is one text: a hundred thousand orders cost one column instead of forty.
 */
export async function settledOrders(
  tx: Tx,
  {
    tenantId,
    after,
    upTo,
    key,
    limit,
  }: { tenantId: string; after: BusinessDay | null; upTo: BusinessDay; key: DayOrderKey | null; limit: number },
): Promise<{ list: SettledOrder[]; next: DayOrderKey | null }> {
  const from = key ?? FIRST
  const rows = await tx.query(
    { body: col.text },
    `with page as materialized (
       select * from charging_order
       where tenant_id = $1 and (booked_on, station_id, id) > ($2::date, $3::uuid, $4::uuid) and booked_on > coalesce($5::date, '-infinity'::date) and booked_on <= $6::date
       order by booked_on, station_id, id limit $7
     )
     ${WHOLE_ORDER} from page o ${ITS_LINES}
     order by o.booked_on, o.station_id, o.id`,
    [tenantId, from.day, from.stationId, from.id, after, upTo, limit],
  )
  const list = rows.map(row => orderIn(row.body))
  const last = list.length === limit ? list.at(-1) : undefined
  return { list, next: last ? { day: last[11], stationId: last[2], id: last[0] } : null }
}
