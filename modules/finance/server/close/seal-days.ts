import { sumFen } from '@wattyard/money'
import { addDays, businessDay } from '@wattyard/time'
import { rollUpClosedDays, trialBalance } from '@wattyard/ledger/server'
import { type Database, type Tx, col } from '@wattyard/server-kit'
import { ENCODING } from './canonical.ts'
import { type CloseCounts, closeRoot } from './close-root.ts'
import { emptyParts, hashBills, hashJournals, hashOrders, hashTrialBalance } from './day-leaves.ts'
import { type FinanceWorld, tenantOf } from '../ports.ts'
import { billsOfOrders, type DailyBill } from '../bill/read-bills.ts'
import { mustBeInUse } from '../verify/former-keys.ts'
import { CLOSE_COLUMNS, type CloseRow, frozenTrial, type FrozenTrialRow, type Parts, CLOSE_ROW } from '../rows.ts'

/** Records of one tenant that one run seals; the rest waits for the next run. */
const MAX_PER_RUN = 400
/** A day of hundreds of thousands of orders is read in pages; no single statement needs this long. */
const STATEMENT_TIMEOUT = '60s'

/** Returns the tenants with closings or re-openings without proof. */
export async function tenantsToSeal(tx: Tx): Promise<string[]> {
  const rows = await tx.query(
    { tenant_id: col.uuid },
    `select distinct tenant_id from finance_day_close where state = 'sealing'`,
  )
  return rows.map(row => row.tenant_id)
}

/**
 * Makes the proofs of a tenant's closings in chain order: frozen bills, roll-up, trial balance, Merkle roots, signature. The
 * books are already closed, so no order waits, and after a crash the next run repeats the work.
 *
 * @returns number of records sealed
 */
export async function sealDays(
  db: Database,
  world: FinanceWorld,
  tenantId: string,
  signal?: AbortSignal,
): Promise<number> {
  let sealed = 0
  while (sealed < MAX_PER_RUN && !signal?.aborted) {
    const isDone = await db.tenant(tenantId, tx => sealNext(tx, world, tenantId))
    if (!isDone) break
    sealed++
  }
  return sealed
}

/** Seals the first pending record; false when there is none or another process is sealing it. */
async function sealNext(tx: Tx, world: FinanceWorld, tenantId: string): Promise<boolean> {
  await tx.execute(`set local statement_timeout = '${STATEMENT_TIMEOUT}'`)
  const [row] = await tx.query(
    CLOSE_ROW,
    `select ${CLOSE_COLUMNS} from finance_day_close where tenant_id = $1 and seq = (
       select min(seq) from finance_day_close where tenant_id = $1 and state = 'sealing'
     ) for update skip locked`,
    [tenantId],
  )
  // Another process may have sealed it between finding and locking.
  if (row?.state !== 'sealing') return false
  await mustBeInUse(tx, tenantId, world.signer)
  const started = performance.now()
  const made = row.kind === 'close' ? await makeProof(tx, row) : nothingToProve()
  const previousRoot = await previousRootOf(tx, row)
  const sealedAt = world.clock.now()
  const root = closeRoot(row, made.parts, made.counts, previousRoot, sealedAt)
  await writeSeal(tx, row, made, {
    root,
    previousRoot,
    signature: world.signer.sign(root),
    keyId: world.signer.keyId,
    sealedAt,
    seal_ms: Math.round(performance.now() - started),
  })
  tx.afterCommit(() => world.outside?.append({ tenantId, kind: 'day', seq: row.seq ?? 0, root, at: sealedAt }))
  tx.afterCommit(() =>
    world.live?.publish({
      tenantId,
      topic: 'finance.dayClose',
      stationId: null,
      data: { id: row.id, day: row.day, state: 'sealed' },
    }),
  )
  return true
}

interface Proof {
  parts: Parts
  counts: CloseCounts
  trial: readonly FrozenTrialRow[]
}

function nothingToProve(): Proof {
  const counts = { journals: 0, postings: 0, orders: 0, stations: 0, total_fen: 0n, debits_fen: 0n, credits_fen: 0n }
  return { parts: emptyParts(), counts: { ...counts, first_journal_id: null, last_journal_id: null }, trial: [] }
}

async function makeProof(tx: Tx, row: CloseRow): Promise<Proof> {
  const { tenant_id: tenantId, since, day } = row
  const { zone } = await tenantOf(tx, tenantId)
  const from = since === null ? businessDay('1900-01-01') : addDays(since, 1)
  const bills = await billsOfOrders(tx, { tenantId, from, to: day, stations: null, operators: null }, zone)
  await freezeBills(tx, row, bills)
  await rollUpClosedDays(tx, tenantId)
  const balance = await trialBalance(tx, { tenantId, upTo: day })
  const trial = frozenTrial(balance)
  const span = { tenantId, since, day }
  const journals = await hashJournals(tx, span)
  const orders = await hashOrders(tx, span)
  return {
    trial,
    parts: {
      journals: { count: journals.count, root: journals.root },
      orders,
      bills: hashBills(bills),
      trialBalance: hashTrialBalance(trial),
    },
    counts: {
      journals: journals.count,
      postings: journals.postings,
      orders: orders.count,
      stations: new Set(bills.map(bill => bill.stationId)).size,
      total_fen: sumFen(bills.map(bill => bill.total_fen)),
      debits_fen: balance.debits_fen,
      credits_fen: balance.credits_fen,
      first_journal_id: journals.firstId,
      last_journal_id: journals.lastId,
    },
  }
}

async function freezeBills(tx: Tx, row: CloseRow, bills: readonly DailyBill[]): Promise<void> {
  if (bills.length === 0) return
  const column = <T>(pick: (bill: DailyBill) => T) => bills.map(pick)
  const text = (pick: (bill: DailyBill) => bigint) => column(bill => pick(bill).toString())
  await tx.execute(
    `insert into finance_daily_bill (tenant_id, close_id, day, station_id, operator_id, orders, energy_j, energy_f, energy_p, energy_g, energy_s,
       electricity_fen, service_fen, discount_fen, total_fen, paid_principal_fen, paid_gift_fen, receivable_fen, refunded_fen, reversed_fen, abnormal_open)
     select $1, $2, * from unnest($3::date[], $4::uuid[], $5::uuid[], $6::int[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[],
       $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[], $18::bigint[], $19::bigint[], $20::bigint[], $21::int[])`,
    [
      row.tenant_id,
      row.id,
      column(bill => bill.day),
      column(bill => bill.stationId),
      column(bill => bill.operatorId),
      column(bill => bill.orders),
      text(bill => bill.energies.J),
      text(bill => bill.energies.F),
      text(bill => bill.energies.P),
      text(bill => bill.energies.G),
      text(bill => bill.energies.S),
      text(bill => bill.electricity_fen),
      text(bill => bill.service_fen),
      text(bill => bill.discount_fen),
      text(bill => bill.total_fen),
      text(bill => bill.paidPrincipal_fen),
      text(bill => bill.paidGift_fen),
      text(bill => bill.receivable_fen),
      text(bill => bill.refunded_fen),
      text(bill => bill.reversed_fen),
      column(bill => bill.abnormalOpen),
    ],
  )
}

async function previousRootOf(tx: Tx, row: CloseRow): Promise<string | null> {
  const [previous] = await tx.query(
    { root: col.text.orNull },
    'select root from finance_day_close where tenant_id = $1 and seq = $2',
    [row.tenant_id, (row.seq ?? 0) - 1],
  )
  return previous?.root ?? null
}

interface Seal {
  root: string
  previousRoot: string | null
  signature: string
  keyId: string
  sealedAt: number
  seal_ms: number
}

async function writeSeal(tx: Tx, row: CloseRow, { parts, counts, trial }: Proof, seal: Seal): Promise<void> {
  await tx.execute(
    `update finance_day_close set state = 'sealed', parts = $3::jsonb, trial_balance = $4::jsonb, journals = $5, postings = $6, orders = $7, stations = $8,
       total_fen = $9, debits_fen = $10, credits_fen = $11, first_journal_id = $12, last_journal_id = $13, encoding = $14, root = $15, previous_root = $16,
       signature = $17, key_id = $18, sealed_at = $19, seal_ms = $20, version = version + 1, updated_at = now()
     where tenant_id = $1 and id = $2`,
    [
      row.tenant_id,
      row.id,
      JSON.stringify(parts),
      JSON.stringify(trial),
      counts.journals,
      counts.postings,
      counts.orders,
      counts.stations,
      counts.total_fen.toString(),
      counts.debits_fen.toString(),
      counts.credits_fen.toString(),
      counts.first_journal_id,
      counts.last_journal_id,
      ENCODING,
      seal.root,
      seal.previousRoot,
      seal.signature,
      seal.keyId,
      new Date(seal.sealedAt),
      seal.seal_ms,
    ],
  )
}
