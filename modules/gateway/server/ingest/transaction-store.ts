import { bigintList, instantList, intList, textList, type Tx, uuidList, col } from '@wattyard/server-kit'
import type { StartMethod, StartVerdict } from '../../contract/facts.ts'
import type { StartDecision } from '../ports.ts'
import { REMEMBERED_TRANSACTIONS } from '../limits.ts'
import type { Transaction } from './transaction.ts'

export const TRANSACTION_ROW = {
  tenant_id: col.uuid,
  pile_id: col.uuid,
  transaction_id: col.text,
  session_id: col.uuid,
  minted: col.boolean,
  connector: col.integer.orNull,
  start_key: col.text.orNull,
  tag: col.text.orNull,
  device_at: col.instant.orNull,
  meter_start: col.bigint.orNull,
  method: col.oneOf(['tag', 'remote', 'vin', 'offline-tag', 'unknown']).orNull,
  remote_start_id: col.integer.orNull,
  verdict: col.oneOf(['accepted', 'blocked', 'expired', 'invalid', 'concurrent', 'no-credit']).orNull,
  answer: col.text.orNull,
  stopped_at: col.instant.orNull,
  stop_device_at: col.instant.orNull,
}

/** Open transactions older than this are no longer guessed to be the one a pile means. */
const OPEN_FOR_DAYS = 7

export interface PileKey {
  tenantId: string
  pileId: string
  key: string
}

export type StoredTransaction = Transaction & { tenantId: string; pileId: string }

export interface TransactionRow {
  tenant_id: string
  pile_id: string
  transaction_id: string
  session_id: string
  minted: boolean
  connector: number | null
  start_key: string | null
  tag: string | null
  device_at: number | null
  meter_start: bigint | null
  method: StartMethod | null
  remote_start_id: number | null
  verdict: StartVerdict | null
  answer: string | null
  stopped_at: number | null
  stop_device_at: number | null
}

export const TRANSACTION_COLUMNS = `t.tenant_id, t.pile_id, t.transaction_id, t.session_id, t.minted, t.connector, t.start_key,
  t.tag, t.device_at, t.meter_start, t.method, t.remote_start_id, t.verdict, t.answer, t.stopped_at, t.stop_device_at`

export function toTransaction(row: TransactionRow): StoredTransaction {
  return {
    tenantId: row.tenant_id,
    pileId: row.pile_id,
    transactionId: row.transaction_id,
    sessionId: row.session_id,
    minted: row.minted,
    connector: row.connector,
    startKey: row.start_key,
    tag: row.tag,
    deviceAt: row.device_at,
    meterStart: row.meter_start,
    method: row.method,
    remoteStartId: row.remote_start_id,
    // Written by ourselves below.
    decision: row.answer === null ? null : (JSON.parse(row.answer) as StartDecision),
    stopped: row.stopped_at !== null,
    stopAt: row.stop_device_at,
  }
}

// The laterals below are limited so that the planner cannot do anything but one index look-up per key, however little
// it knows about the size of the table.
const columnsOf = (keys: readonly PileKey[]) => [
  uuidList(keys.map(k => k.tenantId)),
  uuidList(keys.map(k => k.pileId)),
  textList(keys.map(k => k.key)),
]

/** Starts seen before, by natural key. */
export async function findByStartKey(tx: Tx, keys: readonly PileKey[]): Promise<StoredTransaction[]> {
  if (keys.length === 0) return []
  const rows = await tx.query(
    TRANSACTION_ROW,
    `select ${TRANSACTION_COLUMNS} from unnest($1::uuid[], $2::uuid[], $3::text[]) as k(tenant_id, pile_id, key)
     cross join lateral (select ${TRANSACTION_COLUMNS} from gateway_transaction t
       where t.tenant_id = k.tenant_id and t.pile_id = k.pile_id and t.start_key = k.key limit 1) as t`,
    columnsOf(keys),
  )
  return rows.map(toTransaction)
}

/** Transactions by id, each looked up under its own pile only (trust I-20). */
export async function findById(tx: Tx, keys: readonly PileKey[]): Promise<StoredTransaction[]> {
  if (keys.length === 0) return []
  const rows = await tx.query(
    TRANSACTION_ROW,
    `select ${TRANSACTION_COLUMNS} from unnest($1::uuid[], $2::uuid[], $3::text[]) as k(tenant_id, pile_id, key)
     cross join lateral (select ${TRANSACTION_COLUMNS} from gateway_transaction t
       where t.tenant_id = k.tenant_id and t.pile_id = k.pile_id and t.transaction_id = k.key limit 1) as t`,
    columnsOf(keys),
  )
  return rows.map(toTransaction)
}

/** Returns all open transactions of these piles that began in the days before `now`, oldest first. */
export async function findOpen(
  tx: Tx,
  piles: readonly { tenantId: string; pileId: string }[],
  now: number,
): Promise<StoredTransaction[]> {
  if (piles.length === 0) return []
  const rows = await tx.query(
    { ...TRANSACTION_ROW, created_at: col.instant },
    `select ${TRANSACTION_COLUMNS}, t.created_at from unnest($1::uuid[], $2::uuid[]) as k(tenant_id, pile_id)
     cross join lateral (select ${TRANSACTION_COLUMNS}, t.created_at from gateway_transaction t
       where t.tenant_id = k.tenant_id and t.pile_id = k.pile_id and t.stopped_at is null
         and t.created_at > $3::timestamptz - interval '${OPEN_FOR_DAYS} days'
       order by t.created_at desc limit ${REMEMBERED_TRANSACTIONS}) as t
     order by t.created_at, t.transaction_id`,
    [uuidList(piles.map(p => p.tenantId)), uuidList(piles.map(p => p.pileId)), new Date(now)],
  )
  return rows.map(toTransaction)
}

/** PostgreSQL knows no year 0, and piles send it. */
const FIRST_INSTANT = -62_135_596_800_000

function instant(at: number | null): number | null {
  return at === null || at < FIRST_INSTANT ? null : at
}

/** An instant as the driver takes a single one. */
const dateOf = (at: number | null): Date | null => (at === null ? null : new Date(at))

/** Inserts new transactions; returns those whose key another process took meanwhile. */
export async function insertTransactions(
  tx: Tx,
  list: readonly StoredTransaction[],
  now: number,
): Promise<StoredTransaction[]> {
  if (list.length === 0) return []
  const column = <T>(pick: (one: StoredTransaction) => T): T[] => list.map(pick)
  const inserted = await tx.query(
    { pile_id: col.uuid, transaction_id: col.text },
    `insert into gateway_transaction (tenant_id, pile_id, transaction_id, session_id, minted, connector, start_key, tag, device_at,
       meter_start, method, remote_start_id, verdict, answer, stopped_at, stop_device_at, created_at)
     select u.*, $17 from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::boolean[], $6::int[], $7::text[], $8::text[],
       $9::timestamptz[], $10::bigint[], $11::text[], $12::int[], $13::text[], $14::text[], $15::timestamptz[], $16::timestamptz[]) as u
     on conflict do nothing returning pile_id, transaction_id`,
    [
      uuidList(column(one => one.tenantId)),
      uuidList(column(one => one.pileId)),
      textList(column(one => one.transactionId)),
      uuidList(column(one => one.sessionId)),
      column(one => one.minted),
      intList(column(one => one.connector)),
      textList(column(one => one.startKey)),
      textList(column(one => one.tag)),
      instantList(column(one => instant(one.deviceAt))),
      bigintList(column(one => one.meterStart)),
      textList(column(one => one.method)),
      intList(column(one => one.remoteStartId)),
      textList(column(one => one.decision?.verdict ?? null)),
      textList(column(one => (one.decision === null ? null : JSON.stringify(one.decision)))),
      instantList(column(one => (one.stopped ? now : null))),
      instantList(column(one => instant(one.stopAt))),
      new Date(now),
    ],
  )
  if (inserted.length === list.length) return []
  const done = new Set(inserted.map(row => `${row.pile_id} ${row.transaction_id}`))
  return list.filter(one => !done.has(`${one.pileId} ${one.transactionId}`))
}

/** Writes the start of a session of which only later messages were known, or the tag that named its payer. */
export async function writeStarts(tx: Tx, list: readonly StoredTransaction[]): Promise<void> {
  if (list.length === 0) return
  await tx.execute(
    `update gateway_transaction t set session_id = u.session_id, connector = coalesce(u.connector, t.connector), tag = u.tag, method = u.method,
            remote_start_id = u.remote_start_id, verdict = u.verdict, answer = u.answer, device_at = u.device_at, meter_start = u.meter_start
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[], $5::text[], $6::text[], $7::int[], $8::text[], $9::text[],
       $10::timestamptz[], $11::bigint[], $12::uuid[])
       as u(tenant_id, pile_id, transaction_id, connector, tag, method, remote_start_id, verdict, answer, device_at, meter_start, session_id)
     where t.tenant_id = u.tenant_id and t.pile_id = u.pile_id and t.transaction_id = u.transaction_id`,
    [
      uuidList(list.map(one => one.tenantId)),
      uuidList(list.map(one => one.pileId)),
      textList(list.map(one => one.transactionId)),
      intList(list.map(one => one.connector)),
      textList(list.map(one => one.tag)),
      textList(list.map(one => one.method)),
      intList(list.map(one => one.remoteStartId)),
      textList(list.map(one => one.decision?.verdict ?? null)),
      textList(list.map(one => (one.decision === null ? null : JSON.stringify(one.decision)))),
      instantList(list.map(one => instant(one.deviceAt))),
      bigintList(list.map(one => one.meterStart)),
      uuidList(list.map(one => one.sessionId)),
    ],
  )
}

/** Overwrites rows whose id now means another session; the former one has been stored under a key of its own. */
export async function takeOverIds(tx: Tx, list: readonly StoredTransaction[], now: number): Promise<void> {
  for (const one of list)
    await tx.execute(
      `update gateway_transaction set session_id = $4, connector = $5, tag = $6, device_at = $7, meter_start = $8, method = $9,
         remote_start_id = $10, verdict = $11, answer = $12, stopped_at = $13, stop_device_at = $14, created_at = $15
       where tenant_id = $1 and pile_id = $2 and transaction_id = $3`,
      [
        one.tenantId,
        one.pileId,
        one.transactionId,
        one.sessionId,
        one.connector,
        one.tag,
        dateOf(instant(one.deviceAt)),
        one.meterStart?.toString() ?? null,
        one.method,
        one.remoteStartId,
        one.decision?.verdict ?? null,
        one.decision === null ? null : JSON.stringify(one.decision),
        dateOf(one.stopped ? now : null),
        dateOf(instant(one.stopAt)),
        new Date(now),
      ],
    )
}

export async function writeStops(tx: Tx, list: readonly StoredTransaction[], now: number): Promise<void> {
  if (list.length === 0) return
  await tx.execute(
    `update gateway_transaction t set stopped_at = $4, stop_device_at = u.stop_device_at
     from unnest($1::uuid[], $2::uuid[], $3::text[], $5::timestamptz[]) as u(tenant_id, pile_id, transaction_id, stop_device_at)
     where t.tenant_id = u.tenant_id and t.pile_id = u.pile_id and t.transaction_id = u.transaction_id and t.stopped_at is null`,
    [
      uuidList(list.map(one => one.tenantId)),
      uuidList(list.map(one => one.pileId)),
      textList(list.map(one => one.transactionId)),
      new Date(now),
      instantList(list.map(one => instant(one.stopAt))),
    ],
  )
}
