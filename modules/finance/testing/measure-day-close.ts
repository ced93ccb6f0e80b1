import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTenant } from '@wattyard/identity/server'
import { recordVerification, verifyLedger } from '@wattyard/ledger/server'
import { type Database, databaseOn, migrate, newId, postgresPool, startEmbeddedPostgres } from '@wattyard/server-kit'
import { allMigrations, callerWith, testServer } from '@wattyard/testing'
import { addDays, businessDay, DAY_MS, dayRange, settableClock } from '@wattyard/time'
import {
  anchorBooks,
  daySigner,
  financeModule,
  newSigningKey,
  sealDays,
  verifyBooks,
  verifyDayClose,
} from '../server/index.ts'
import { fillDay } from './fill-day.ts'

/** Duration in milliseconds of each step of closing a day. */
export interface DayCloseFigures {
  orders: number
  fill_ms: number
  /** The list of daily bills while the day is open. */
  bills_ms: number
  ledgerVerify_ms: number
  gate_ms: number
  /** The command: gate, books closed, record written. */
  close_ms: number
  /** Bills frozen, roll-up, trial balance, roots, signature. */
  seal_ms: number
  /** Closing and sealing together. */
  total_ms: number
  verify_ms: number
  /** The day's journals anchored in the running chain, and everything verified: ledger, orders, days, chain. */
  anchor_ms: number
  books_ms: number
}

const ZONE = 'Asia/Shanghai'

async function timed<T>(run: () => Promise<T>): Promise<[result: T, ms: number]> {
  const started = performance.now()
  const result = await run()
  return [result, Math.round(performance.now() - started)]
}

/**
 * Closes a day of so many orders and verifies it, through the same doors as the product.
 *
 * @throws Error when a step does not succeed: a figure of a failure is no figure
 */
export async function measureDayClose(db: Database, orders: number): Promise<DayCloseFigures> {
  const day = businessDay('2026-11-19')
  const clock = settableClock(dayRange(addDays(day, 1), ZONE).from + DAY_MS / 4)
  const signer = daySigner(newSigningKey())
  const { tenantId } = await db.platform(tx =>
    createTenant(tx, { code: `b${newId().slice(-10)}`, name: 'Bench', profile: 'demo' }),
  )
  const as = callerWith({ tenantId })
  const [, fill_ms] = await timed(() =>
    fillDay(db, { tenantId, zone: ZONE, day, orders, stations: 100, members: 2_000 }),
  )
  await db.platform(tx => tx.execute('select 1'))
  const server = await testServer({ db, modules: [financeModule({ signer, clock })] })
  const ask = async (path: string, input: Record<string, unknown> = {}) => {
    const answer = await server.call(path, input, { as, key: newId() })
    if (!answer.success) throw new Error(`${path}: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`)
    return answer.data
  }
  const [report, ledgerVerify_ms] = await timed(() =>
    db.tenant(tenantId, tx => verifyLedger(tx, { tenantId, now: clock.now() }), { readOnly: true, snapshot: true }),
  )
  if (!report.ok) throw new Error(`the ledger does not verify: ${JSON.stringify(report.findings.slice(0, 3))}`)
  await db.tenant(tenantId, tx => recordVerification(tx, tenantId, report))
  const [, bills_ms] = await timed(() => ask('/api/finance/dailyBill/list', { filter: { day } }))
  const [, gate_ms] = await timed(() => ask('/api/finance/dayClose/gate'))
  const [, close_ms] = await timed(() => ask('/api/finance/dayClose/close', { day }))
  const [sealed, seal_ms] = await timed(() =>
    sealDays(db, { signer, clock, live: null, outside: null, consumer: 'charging' }, tenantId),
  )
  if (sealed !== 1) throw new Error(`${sealed} records were sealed`)
  const [verification, verify_ms] = await timed(() =>
    db.tenant(tenantId, tx => verifyDayClose(tx, { tenantId, signer }), { readOnly: true, snapshot: true }),
  )
  if (!verification.ok || verification.counted.orders !== orders)
    throw new Error(`the day does not verify: ${JSON.stringify(verification)}`)
  const world = { signer, clock, live: null, outside: null, consumer: 'charging' }
  const [, anchor_ms] = await timed(async () => {
    while ((await anchorBooks(db, world)) > 0);
  })
  const [books, books_ms] = await timed(() => verifyBooks(db, tenantId, { signer, now: clock.now() }))
  if (!books.ok || books.anchors.journals !== books.ledger.counted.journals)
    throw new Error(`the books do not verify: ${JSON.stringify({ ...books, ledger: null })}`)
  await server.app.fastify.close()
  return {
    orders,
    fill_ms,
    bills_ms,
    ledgerVerify_ms,
    gate_ms,
    close_ms,
    seal_ms,
    total_ms: close_ms + seal_ms,
    verify_ms,
    anchor_ms,
    books_ms,
  }
}

/** On embedded PostgreSQL in a folder of its own. */
export async function measureOnEmbedded(orders: number): Promise<DayCloseFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'wattyard-day-close-'))
  const engine = await startEmbeddedPostgres(folder)
  const pool = postgresPool({ socket: engine.socket, size: 2 })
  try {
    await migrate(pool, allMigrations())
    return await measureDayClose(databaseOn(pool), orders)
  } finally {
    await pool.close()
    await engine.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const figures = await measureOnEmbedded(Number(process.argv[2] ?? 100_000))
  // oxlint-disable-next-line no-console -- a script's output
  console.log(JSON.stringify({ machine: `${cpus().length} × ${cpus()[0]?.model ?? ''}`, ...figures }, null, 2))
}
