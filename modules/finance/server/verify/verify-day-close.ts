import { businessDay } from '@wattyard/time'
import { booksOf, trialBalance } from '@wattyard/ledger/server'
import { type Tx } from '@wattyard/server-kit'
import { ENCODING } from '../close/canonical.ts'
import { type CloseCounts, closeRoot } from '../close/close-root.ts'
import { hashBills, hashJournals, hashOrders, hashTrialBalance } from '../close/day-leaves.ts'
import { FROZEN_COLUMNS, FROZEN_ROW, frozenBill } from '../bill/read-bills.ts'
import {
  type CloseRow,
  frozenTrial,
  PARTS,
  type PartName,
  type Parts,
  COUNTED_CLOSE,
  COUNTED_CLOSE_COLUMNS,
} from '../rows.ts'
import type { OutsideRoot } from './outside-roots.ts'
import type { DaySigner } from '../close/signer.ts'
import { type SignatureJudge, signatureJudge } from './former-keys.ts'

export const CLOSE_FINDINGS = [
  'journals',
  'orders',
  'bills',
  'trialBalance',
  'root',
  'chain',
  'signature',
  'unknownKey',
  'formerKey',
  'notBalanced',
  'books',
  'outside',
] as const

export interface CloseFinding {
  check: (typeof CLOSE_FINDINGS)[number]
  /** Record, its day and place in the chain. */
  id: string
  day: string
  seq: number
  detail: string
}

export interface CloseVerification {
  ok: boolean
  /**
   * Number of rows read; a verification that has read nothing has proved nothing. Of those sealed by a lost key (`unproved`), all but the
   * signature is checked.
   */
  counted: { records: number; sealed: number; unproved: number; journals: number; orders: number; bills: number }
  findings: CloseFinding[]
}

type StoredRow = CloseRow & CloseCounts
/**
 * Recomputes closings from the database: every journal, posting, settled order, line and bill of each closed day, the trial
 * balance (I-39), the root over them (I-40), the chain and the signature. A reopened day is compared with its frozen copy only,
 * since journals may have been added; the later closing's proof covers those.
 *
 * @param day verify the records of one day; all when absent
 * @param outside the newest closing stored outside the database
 */
export async function verifyDayClose(
  tx: Tx,
  {
    tenantId,
    signer,
    day = null,
    outside = null,
  }: { tenantId: string; signer: DaySigner; day?: string | null; outside?: OutsideRoot | null },
): Promise<CloseVerification> {
  await tx.execute(`set local statement_timeout = '10min'`)
  const rows = await tx.query(
    COUNTED_CLOSE,
    `select ${COUNTED_CLOSE_COLUMNS} from finance_day_close where tenant_id = $1 and seq is not null order by seq`,
    [tenantId],
  )
  const findings: CloseFinding[] = []
  const judge = await signatureJudge(tx, tenantId, signer)
  const counted = { records: 0, sealed: 0, unproved: 0, journals: 0, orders: 0, bills: 0 }
  for (const [index, row] of rows.entries()) {
    if (day !== null && row.day !== day) continue
    counted.records++
    if (row.root === null) continue
    counted.sealed++
    const found = await verifyRecord(tx, row, rows[index - 1] ?? null, judge, counted)
    findings.push(...found.map(([check, detail]) => ({ check, id: row.id, day: row.day, seq: row.seq ?? 0, detail })))
  }
  const books = await booksDiffer(tx, tenantId, rows)
  if (books) findings.push(books)
  const missed = outside && outsideDiffers(outside, rows)
  if (missed) findings.push(missed)
  return { ok: findings.length === 0, counted, findings }
}

type Found = [check: CloseFinding['check'], detail: string]

async function verifyRecord(
  tx: Tx,
  row: StoredRow,
  previous: StoredRow | null,
  judge: SignatureJudge,
  counted: CloseVerification['counted'],
): Promise<Found[]> {
  const found: Found[] = []
  const recomputed = row.kind === 'close' ? await recompute(tx, row) : {}
  for (const name of PARTS) {
    const now = recomputed[name]
    if (now && (now.root !== row.parts[name].root || now.count !== row.parts[name].count))
      found.push([
        name,
        `sealed ${row.parts[name].count} of root ${row.parts[name].root}, now ${now.count} of ${now.root}`,
      ])
  }
  const trial = row.kind === 'close' && row.state === 'sealed' ? await trialChanged(tx, row) : null
  if (trial) found.push(['trialBalance', trial])
  counted.journals += recomputed.journals?.count ?? 0
  counted.orders += recomputed.orders?.count ?? 0
  counted.bills += recomputed.bills?.count ?? 0
  if (row.debits_fen !== row.credits_fen) found.push(['notBalanced', `${row.debits_fen} / ${row.credits_fen}`])
  const root = closeRoot(row, row.parts, row, row.previous_root, row.sealed_at ?? 0, encodingOf(row))
  if (root !== row.root) found.push(['root', `sealed ${row.root ?? ''}, now ${root}`])
  if ((row.seq ?? 0) !== (previous?.seq ?? 0) + 1 || row.previous_root !== (previous?.root ?? null))
    found.push([
      'chain',
      `names ${row.previous_root ?? 'nothing'} as its predecessor, which is ${previous?.root ?? 'nothing'}`,
    ])
  const keyId = row.key_id ?? ''
  const entry = { keyId, seq: row.seq ?? 0, root: row.root ?? '', signature: row.signature ?? '' }
  const judged = judge('day', entry)
  if (judged === 'unproved') counted.unproved++
  if (judged === 'unknown') found.push(['unknownKey', keyId])
  if (judged === 'givenUp') found.push(['formerKey', `signed after the end of key ${keyId}`])
  if (judged === 'bad') found.push(['signature', `of key ${keyId}`])
  return found
}

async function recompute(tx: Tx, row: StoredRow): Promise<Partial<Parts>> {
  const encoding = encodingOf(row)
  const span = { tenantId: row.tenant_id, since: row.since, day: row.day, encoding }
  const frozen = await tx.query(
    FROZEN_ROW,
    `select ${FROZEN_COLUMNS} from finance_daily_bill where tenant_id = $1 and close_id = $2 order by day, station_id`,
    [row.tenant_id, row.id],
  )
  const parts: Partial<Record<PartName, Parts[PartName]>> = {
    bills: hashBills(frozen.map(frozenBill), encoding),
    trialBalance: hashTrialBalance(row.trial_balance, encoding),
  }
  if (row.state !== 'sealed') return parts
  const { count, root } = await hashJournals(tx, span)
  return { ...parts, journals: { count, root }, orders: await hashOrders(tx, span) }
}

/** Records keep the shape of leaves they were sealed with. */
const encodingOf = ({ encoding }: StoredRow): number => encoding ?? ENCODING

/** I-39: returns the change of a closed day's trial balance since its sealing; null when there is none. */
async function trialChanged(tx: Tx, row: StoredRow): Promise<string | null> {
  const balance = await trialBalance(tx, { tenantId: row.tenant_id, upTo: businessDay(row.day) })
  const now = hashTrialBalance(frozenTrial(balance), encodingOf(row))
  const then = row.parts.trialBalance
  return now.root === then.root ? null : `sealed ${then.root}, the ledger now makes ${now.root}`
}

/** Returns a finding when the books are not closed exactly as far as the chain states. */
async function booksDiffer(tx: Tx, tenantId: string, rows: readonly StoredRow[]): Promise<CloseFinding | null> {
  const { closedUntil } = await booksOf(tx, tenantId)
  const last = rows.filter(row => row.kind === 'close' && (row.state === 'sealed' || row.state === 'sealing')).at(-1)
  if ((last?.day ?? null) === closedUntil) return null
  const detail = `books closed until ${closedUntil ?? 'never'}, records until ${last?.day ?? 'never'}`
  return { check: 'books', id: last?.id ?? '', day: last?.day ?? '', seq: last?.seq ?? 0, detail }
}

/** Returns a finding when the chain's end in the data folder differs from the database. */
function outsideDiffers(outside: OutsideRoot, rows: readonly StoredRow[]): CloseFinding | null {
  const row = rows.find(one => one.seq === outside.seq)
  if (row?.root === outside.root) return null
  const detail = `the data folder knows closing ${outside.seq} of root ${outside.root}, the database has ${row?.root ?? 'none'}`
  return { check: 'outside', id: row?.id ?? '', day: row?.day ?? '', seq: outside.seq, detail }
}
