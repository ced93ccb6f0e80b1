import { PRICE_SCALE } from '@wattyard/money'
import type { Bill } from '@wattyard/pricing/contract'
import { col, type RowIn, bigintList, instantList, intList, type Tx, uuidList } from '@wattyard/server-kit'
import { HoldGone } from '../money/settle-orders.ts'
import { followEnds } from './follow-findings.ts'
import { CLOSE_REASONS, ORDER_STATES } from '../../contract/index.ts'

/** A row of `charging_order` as used in the fact stream: instants in epoch ms, integers with units. */
export const ORDER_ROW = {
  tenant_id: col.uuid,
  id: col.uuid,
  order_no: col.text,
  operator_id: col.uuid,
  station_id: col.uuid,
  pile_id: col.uuid,
  connector_number: col.integer,
  transaction_id: col.text.orNull,
  member_id: col.uuid.orNull,
  tag: col.text.orNull,
  start_method: col.text,
  state: col.oneOf(ORDER_STATES),
  started_at: col.instant,
  ended_at: col.instant.orNull,
  last_fact_at: col.instant,
  meter_start: col.bigint.orNull,
  meter_stop: col.bigint.orNull,
  energy: col.bigint.orNull,
  live_energy: col.bigint.orNull,
  live_power_w: col.integer.orNull,
  live_soc_ppm: col.bigint.orNull,
  max_power_w: col.integer.orNull,
  soc_start_ppm: col.bigint.orNull,
  /** The pile's when the session began; null in orders older than the column. */
  rated_power_w: col.integer.orNull,
  register_before: col.bigint.orNull,
  energy_method: col.text.orNull,
  confidence: col.text.orNull,
  flags: col.texts,
  price_version_id: col.uuid.orNull,
  price_hash: col.text.orNull,
  electricity_fen: col.bigint,
  service_fen: col.bigint,
  discount_fen: col.bigint,
  total_fen: col.bigint,
  paid_principal_fen: col.bigint,
  paid_gift_fen: col.bigint,
  receivable_fen: col.bigint,
  refunded_fen: col.bigint,
  estimate_fen: col.bigint.orNull,
  hold_id: col.uuid.orNull,
  hold_principal_fen: col.bigint,
  hold_gift_fen: col.bigint,
  stop_reason: col.text.orNull,
  close_reason: col.oneOf(CLOSE_REASONS).orNull,
  wish: col.oneOf(['cancel', 'refund']).orNull,
  settled_at: col.instant.orNull,
  booked_on: col.day.orNull,
  /** Accounting day on which its settlement was taken back. */
  reversed_on: col.day.orNull,
  /** First report of it, by the server's clock, epoch ms. */
  created_at: col.instant,
}

export type OrderRow = RowIn<typeof ORDER_ROW>

/** Columns and their types, in one place for reading, inserting and updating. */
const COLUMNS: Readonly<Record<keyof OrderRow, string>> = {
  tenant_id: 'uuid',
  id: 'uuid',
  order_no: 'text',
  operator_id: 'uuid',
  station_id: 'uuid',
  pile_id: 'uuid',
  connector_number: 'integer',
  transaction_id: 'text',
  member_id: 'uuid',
  tag: 'text',
  start_method: 'text',
  state: 'text',
  started_at: 'timestamptz',
  ended_at: 'timestamptz',
  last_fact_at: 'timestamptz',
  meter_start: 'bigint',
  meter_stop: 'bigint',
  energy: 'bigint',
  live_energy: 'bigint',
  live_power_w: 'integer',
  live_soc_ppm: 'bigint',
  max_power_w: 'integer',
  soc_start_ppm: 'bigint',
  rated_power_w: 'integer',
  register_before: 'bigint',
  energy_method: 'text',
  confidence: 'text',
  flags: 'text[]',
  price_version_id: 'uuid',
  price_hash: 'text',
  electricity_fen: 'bigint',
  service_fen: 'bigint',
  discount_fen: 'bigint',
  total_fen: 'bigint',
  paid_principal_fen: 'bigint',
  paid_gift_fen: 'bigint',
  receivable_fen: 'bigint',
  refunded_fen: 'bigint',
  estimate_fen: 'bigint',
  hold_id: 'uuid',
  hold_principal_fen: 'bigint',
  hold_gift_fen: 'bigint',
  stop_reason: 'text',
  close_reason: 'text',
  wish: 'text',
  settled_at: 'timestamptz',
  booked_on: 'date',
  reversed_on: 'date',
  created_at: 'timestamptz',
}

// Object.keys forgets that the keys are the row's.
const NAMES = Object.keys(COLUMNS) as (keyof OrderRow)[]
/** Written once, when the order begins. */
const FIXED = new Set<keyof OrderRow>([
  'tenant_id',
  'id',
  'order_no',
  'operator_id',
  'station_id',
  'pile_id',
  'created_at',
])
const SHAPE = NAMES.map(name => `${name} ${COLUMNS[name]}`).join(', ')
const CHANGES = NAMES.filter(name => !FIXED.has(name))
  .map(name => `${name} = excluded.${name}`)
  .join(', ')

export const ORDER_COLUMNS = NAMES.join(', ')

const INSTANTS = new Set<string>(NAMES.filter(name => COLUMNS[name] === 'timestamptz'))

/** JSON for `json_to_recordset`: bigints as text (a JSON number cannot hold them), instants as ISO text, lists as array literals. */
function encode(key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'number' && INSTANTS.has(key)) return new Date(value).toISOString()
  if (key === 'flags' && Array.isArray(value)) return `{${value.join(',')}}`
  return value
}

const byId = (a: OrderRow, b: OrderRow): number => (a.id < b.id ? -1 : 1)

/** A row with its version as read or last written; 0 before the first write. */
export interface KeptRow {
  row: OrderRow
  version: number
}

/**
 * Thrown when a person or the supervisor has changed an order after its row was read. The batch is rolled back and repeated with
 * the present row (SQLSTATE class 40: a lost race).
 */
export class StaleOrder extends Error {
  readonly code = '40001'

  constructor(written: number, meant: number) {
    super(`${meant - written} of ${meant} orders were changed meanwhile`)
    this.name = 'StaleOrder'
  }
}

const isOf = (error: unknown, constraint: string): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === constraint

/**
 * Throws `StaleOrder` when one of the orders in memory was changed meanwhile, else the error. Rows are read only in this case.
 *
 * @throws StaleOrder, or the error
 */
export async function staleOr(tx: Tx, kept: readonly KeptRow[], error: unknown): Promise<never> {
  // Lines of an order that was billed meanwhile: the transaction is aborted and accepts no further query.
  if (isOf(error, 'charging_order_line_pkey')) throw new StaleOrder(0, kept.length)
  if (!(error instanceof HoldGone)) throw error
  const versions = new Map(kept.map(({ row, version }) => [row.id, version]))
  const rows = await tx.query(
    { id: col.uuid, version: col.integer },
    'select id, version from charging_order where id = any($1::uuid[])',
    [[...versions.keys()]],
  )
  const same = rows.filter(row => row.version === versions.get(row.id))
  throw same.length === rows.length ? error : new StaleOrder(same.length, rows.length)
}

/**
 * Inserts new orders and updates others in one statement. Their versions increase by one.
 *
 * @throws StaleOrder when one of them no longer has the version that was read
 */
export async function writeOrders(tx: Tx, kept: readonly KeptRow[]): Promise<void> {
  if (kept.length === 0) return
  // All writers lock in one order, so that two batches with common orders wait instead of deadlocking.
  const rows = kept.map(({ row, version }) => ({ ...row, version: version + 1 })).toSorted(byId)
  const written = await tx.execute(
    `insert into charging_order (${ORDER_COLUMNS}, version) select ${ORDER_COLUMNS}, version from json_to_recordset($1) as r(${SHAPE}, version integer)
     on conflict (tenant_id, id) do update set ${CHANGES}, version = excluded.version, updated_at = now()
     where charging_order.version = excluded.version - 1`,
    [JSON.stringify(rows, encode)],
  )
  if (written !== rows.length) throw new StaleOrder(written, rows.length)
  await followEnds(
    tx,
    rows.flatMap(({ tenant_id, id, ended_at }) => (ended_at === null ? [] : [{ tenant_id, id, ended_at }])),
  )
}

/** Columns that readings change; none is indexed. */
const LIVE = new Set<keyof OrderRow>([
  'last_fact_at',
  'live_energy',
  'live_power_w',
  'live_soc_ppm',
  'max_power_w',
  'soc_start_ppm',
])
const SETTLED = NAMES.filter(name => !LIVE.has(name))

/** Returns all columns but the live figures as one text. When it is unchanged, only the figures have to be written. */
export function stateKeyOf(row: OrderRow): string {
  let key = ''
  for (const name of SETTLED) key += `${String(row[name])}|`
  return key
}

/**
 * Writes live figures of orders that are stored, and nothing else: a sixth of the columns, and no index is touched.
 *
 * @throws StaleOrder as `writeOrders`
 */
export async function writeLiveFigures(tx: Tx, kept: readonly KeptRow[]): Promise<void> {
  if (kept.length === 0) return
  const byRow = kept.toSorted((a, b) => byId(a.row, b.row))
  const sorted = byRow.map(({ row }) => row)
  const written = await tx.execute(
    `update charging_order o set last_fact_at = f.fact_at, live_energy = f.energy, live_power_w = f.power, live_soc_ppm = f.soc,
       max_power_w = f.most, soc_start_ppm = f.soc_start, version = o.version + 1, updated_at = now()
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::bigint[], $5::integer[], $6::bigint[], $7::integer[], $8::bigint[], $9::integer[])
       as f(tenant_id, id, fact_at, energy, power, soc, most, soc_start, version)
     where o.tenant_id = f.tenant_id and o.id = f.id and o.version = f.version`,
    [
      uuidList(sorted.map(row => row.tenant_id)),
      uuidList(sorted.map(row => row.id)),
      instantList(sorted.map(row => row.last_fact_at)),
      bigintList(sorted.map(row => row.live_energy)),
      intList(sorted.map(row => row.live_power_w)),
      bigintList(sorted.map(row => row.live_soc_ppm)),
      intList(sorted.map(row => row.max_power_w)),
      bigintList(sorted.map(row => row.soc_start_ppm)),
      intList(byRow.map(({ version }) => version)),
    ],
  )
  if (written !== sorted.length) throw new StaleOrder(written, sorted.length)
}

export const LINE_ROW = {
  tenant_id: col.uuid,
  order_id: col.uuid,
  seq: col.integer,
  period: col.text,
  from_at: col.instant,
  to_at: col.instant,
  energy: col.bigint,
  electricity_price: col.bigint,
  service_price: col.bigint,
  electricity_nano: col.bigint,
  service_nano: col.bigint,
  /** Decimals of its prices: 5 in lines from before there were six. Exact amounts have four more. */
  price_scale: col.integer,
  electricity_fen: col.bigint,
  service_fen: col.bigint,
}

export type LineRow = RowIn<typeof LINE_ROW>

const LINE_COLUMNS =
  'tenant_id, order_id, seq, period, from_at, to_at, energy, electricity_price, service_price, electricity_nano, service_nano, price_scale, electricity_fen, service_fen'
const LINE_SHAPE =
  'tenant_id uuid, order_id uuid, seq integer, period text, from_at timestamptz, to_at timestamptz, energy bigint, electricity_price bigint, service_price bigint, electricity_nano bigint, service_nano bigint, price_scale smallint, electricity_fen bigint, service_fen bigint'

/** Returns the lines of an order's bill, as they are stored. */
export function linesOf({ tenant_id, id }: OrderRow, bill: Bill): LineRow[] {
  return bill.lines.map(line => ({
    tenant_id,
    order_id: id,
    seq: line.seq,
    period: line.period,
    from_at: line.from,
    to_at: line.to,
    energy: line.energy,
    electricity_price: line.electricityPrice,
    service_price: line.servicePrice,
    electricity_nano: line.electricityExact,
    service_nano: line.serviceExact,
    price_scale: PRICE_SCALE,
    electricity_fen: line.electricityFen,
    service_fen: line.serviceFen,
  }))
}

export async function insertLines(tx: Tx, rows: readonly LineRow[]): Promise<void> {
  if (rows.length === 0) return
  const text = JSON.stringify(rows, (key, value: unknown) =>
    key === 'from_at' || key === 'to_at' ? new Date(value as number).toISOString() : encode(key, value),
  ) // both are instants
  await tx.execute(
    `insert into charging_order_line (${LINE_COLUMNS}) select ${LINE_COLUMNS} from json_to_recordset($1) as r(${LINE_SHAPE})`,
    [text],
  )
}

/** Returns orders by id, of every tenant that the transaction sees. */
export async function readOrders(tx: Tx, ids: readonly string[]): Promise<OrderRow[]> {
  if (ids.length === 0) return []
  return tx.query(ORDER_ROW, `select ${ORDER_COLUMNS} from charging_order where id = any($1::uuid[])`, [ids])
}
