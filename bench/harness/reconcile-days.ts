import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGzip } from 'node:zlib'
import { createTenant } from '@wattyard/identity/server'
import { openAccounts } from '@wattyard/ledger/server'
import { inPieces, type TrueRow, wechatTradeLines } from '@wattyard/payment-files/testing'
import { numberOf } from '@wattyard/payments/contract'
import { aChannel } from '@wattyard/payments/testing'
import {
  bigintList,
  type Database,
  databaseOn,
  instantList,
  judgeContent,
  keepFile,
  migrate,
  newId,
  postgresPool,
  startEmbeddedPostgres,
  textList,
  type Tx,
  uuidList,
  col,
} from '@wattyard/server-kit'
import { allMigrations } from '@wattyard/testing'
import { businessDay, businessDayOf, settableClock } from '@wattyard/time'
import { compareDue, readFiles, worldOf } from '@wattyard/reconciliation/server'
import { atMinute, paidRow } from '@wattyard/reconciliation/testing'

const DAY = businessDay('2026-11-20')
const ZONE = 'Asia/Shanghai'
/** Payments that are written by one statement. */
const BATCH = 5_000
/** One payment in a hundred differs, by one of these in turn. */
const FATES = ['missing', 'otherAmount', 'another'] as const

export interface DaysFigures {
  readonly rows: number
  readonly planted: number
  /** From the stored bytes of the bill to its rows in the database. */
  readonly read_ms: number
  /** From there to outcomes and items in the database. */
  readonly compare_ms: number
  /** The same again, which changes nothing. */
  readonly again_ms: number
  /** Most memory of the process meanwhile, MB. */
  readonly peak_mb: number
}

interface Place {
  readonly tenantId: string
  readonly channelId: string
  readonly memberId: string
}

async function timed<T>(run: () => Promise<T>): Promise<[result: T, ms: number]> {
  const started = performance.now()
  const result = await run()
  return [result, Math.round(performance.now() - started)]
}

/** Writes payments of one day as they are after they were paid by code: with their journals, and without lots, which nobody compares. */
async function fillPayments(
  tx: Tx,
  { tenantId, channelId, memberId }: Place,
  from: number,
  count: number,
  all: number,
): Promise<TrueRow[]> {
  const [clearing, wallet] = await openAccounts(tx, [
    { tenantId, code: 'channel_clearing', ownerType: 'channel', ownerId: channelId },
    { tenantId, code: 'unmatched' },
  ])
  const rows = Array.from({ length: count }, (_, i) => {
    const id = newId()
    // Away from midnight, where a record waits for the bill of the day beside it.
    const at = atMinute(DAY, 20) + Math.floor(((from + i) * 84_000) / all) * 1_000
    const orderNo = numberOf('payment', id)
    return {
      id,
      row: paidRow({ at, amount: BigInt(500 + ((from + i) % 19_500)), orderNo, channelNo: `4200${orderNo.slice(1)}` }),
    }
  })
  const values = [
    uuidList(rows.map(one => one.id)),
    textList(rows.map(one => one.row.orderNo)),
    bigintList(rows.map(one => one.row.amount)),
    instantList(rows.map(one => one.row.at)),
    textList(rows.map(one => one.row.channelNo)),
  ]
  await tx.execute(
    `with u as (select * from unnest($1::uuid[], $2::text[], $3::bigint[], $4::timestamptz[], $5::text[]) as u(id, number, amount, at, channel_no)),
     j as (insert into ledger_journal (tenant_id, id, idem_key, request_hash, kind, source_type, source_id, effective_at, booked_on, actor, line_count, amount_fen)
       select $6, id, 'fill:' || id, 'fill', 'deposit', 'payments.payment', id::text, at, $7::date, 'fill', 1, amount from u),
     p as (insert into ledger_posting (tenant_id, journal_id, line, debit_account_id, credit_account_id, amount_fen, booked_on)
       select $6, id, 1, $8, $9, amount, $7::date from u)
     insert into payments_payment (tenant_id, id, number, channel_id, member_id, state, amount_fen, gift_fen, paid_debt_fen, receipt, receipt_key, request_key, paid_at,
       booked_on, actor, journal_id, search_text)
     select $6, id, number, $10, $11, 'paid', amount, 0, 0, channel_no, channel_no, 'fill:' || id, at, $7::date, 'fill', id, lower(number) from u`,
    [...values, tenantId, DAY, clearing?.id, wallet?.id, channelId, memberId],
  )
  return rows.map(one => one.row)
}

function fated(row: TrueRow, i: number): TrueRow[] {
  if (i % 100 !== 50) return [row]
  const fate = FATES[Math.floor(i / 100) % FATES.length]
  if (fate === 'missing') return []
  if (fate === 'otherAmount') return [{ ...row, amount: row.amount + 1n, gross: row.amount + 1n }]
  return [row, { ...row, orderNo: `Z${row.orderNo}`, channelNo: `9${row.channelNo}` }]
}

/** Most memory of this process so far, MB; Linux alone tells it. */
const peakMb = (): number => Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1_024

/** Writes a day of so many payments and stores its bill, waiting to be read; returns the company. */
async function fillDay(db: Database, rows: number): Promise<string> {
  const { tenantId } = await db.platform(tx =>
    createTenant(tx, { code: `b${newId().slice(-10)}`, name: 'Bench', profile: 'demo' }),
  )
  const channelId = await db.tenant(tenantId, tx => aChannel(tx, tenantId, 'wechat', '微信支付'))
  const place = { tenantId, channelId, memberId: newId() }
  const told: TrueRow[] = []
  for (let from = 0; from < rows; from += BATCH) {
    const batch = await db.tenant(tenantId, tx => fillPayments(tx, place, from, Math.min(BATCH, rows - from), rows))
    told.push(...batch.flatMap((row, i) => fated(row, from + i)))
  }
  const content = await buffer(Readable.from(inPieces(wechatTradeLines(told))).pipe(createGzip({ level: 1 })))
  const name = 'bill.csv.gz'
  const made = await judgeContent('', name, content, ['gzip'])
  await db.tenant(tenantId, async tx => {
    const id = newId()
    const kept = { resource: 'reconciliation.file', field: 'content', name, sentBy: null, recordId: id, file: made }
    await tx.execute(
      `insert into reconciliation_file (tenant_id, id, channel_id, content_file_id, name, actor) values ($1, $2, $3, $4, $5, 'bench')`,
      [tenantId, id, channelId, await keepFile(tx, tenantId, kept), name],
    )
  })
  await db.platform(tx => tx.execute('analyze'))
  return tenantId
}

/**
 * Reads and compares the day of `fillDay` by the doors that the product uses.
 * @throws Error when not exactly what was planted is found: a figure of a failure is no figure
 */
async function measureDay(db: Database, tenantId: string, rows: number): Promise<DaysFigures> {
  const world = worldOf({
    clock: settableClock(atMinute(DAY, 2_000)),
    dayOf: async (_tx, _id, at) => businessDayOf(at, ZONE),
  })
  const [, read_ms] = await timed(() => readFiles(db, world))
  const [, compare_ms] = await timed(() => compareDue(db, world))
  const found = await db.tenant(tenantId, tx =>
    tx.query(
      { kind: col.text, count: col.bigint },
      'select kind, count(*) from reconciliation_outcome where tenant_id = $1 group by kind',
      [tenantId],
    ),
  )
  await db.tenant(tenantId, tx =>
    tx.execute('update reconciliation_day set is_due = true where tenant_id = $1', [tenantId]),
  )
  const [, again_ms] = await timed(() => compareDue(db, world))
  const runs = await db.tenant(tenantId, tx =>
    tx.query(
      { answer: col.text, added: col.integer },
      'select answer, added from reconciliation_run where tenant_id = $1 order by created_at',
      [tenantId],
    ),
  )
  const planted = Math.floor((rows - 51) / 100) + 1
  const counts = Object.fromEntries(found.map(one => [one.kind, Number(one.count)]))
  const { channelMissing = 0, amountDiffers = 0, channelOnly = 0, same = 0 } = counts
  const others = Math.floor((planted + 2) / 3) + Math.floor((planted + 1) / 3)
  if (channelMissing + amountDiffers + channelOnly !== planted || same !== rows - others)
    throw new Error(`planted ${planted}, found ${JSON.stringify(counts)}`)
  const [first, second] = runs
  if (!second || first?.answer !== second.answer || second.added !== 0)
    throw new Error(`another answer: ${JSON.stringify(runs)}`)
  return { rows, planted, read_ms, compare_ms, again_ms, peak_mb: Math.round(peakMb()) }
}

async function onEmbedded<T>(folder: string, work: (db: Database) => Promise<T>): Promise<T> {
  const engine = await startEmbeddedPostgres(folder)
  const pool = postgresPool({ socket: engine.socket, size: 2 })
  try {
    await migrate(pool, allMigrations())
    return await work(databaseOn(pool))
  } finally {
    await pool.close()
    await engine.stop()
  }
}

/** Runs this file as a process of its own, so that its memory is that of the step; returns the last line that it writes. */
function step(...args: string[]): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [import.meta.filename, ...args], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${args[0]}: ${stderr}`)
  return stdout.trim().split('\n').at(-1) ?? ''
}

/** Measures on embedded PostgreSQL in a folder of its own. */
export function measureDays(rows: number): DaysFigures {
  const folder = mkdtempSync(join(tmpdir(), 'wattyard-reconcile-days-'))
  try {
    const tenantId = step('fill', folder, String(rows))
    return JSON.parse(step('measure', folder, String(rows), tenantId)) as DaysFigures // written below
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const [what = '100000', folder = '', rows = '', tenantId = ''] = process.argv.slice(2)
  const answer =
    what === 'fill'
      ? await onEmbedded(folder, db => fillDay(db, Number(rows)))
      : what === 'measure'
        ? JSON.stringify(await onEmbedded(folder, db => measureDay(db, tenantId, Number(rows))))
        : JSON.stringify(measureDays(Number(what)))
  // oxlint-disable-next-line no-console -- a script's output
  console.log(answer)
}
