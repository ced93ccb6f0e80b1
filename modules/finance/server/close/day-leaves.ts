import { type DayOrderKey, type SettledLine, type SettledOrder, settledOrders } from '@wattyard/charging/server'
import { type JournalKey, type WholeJournal, type WholePosting, wholeJournals } from '@wattyard/ledger/server'
import type { Tx } from '@wattyard/server-kit'
import type { BusinessDay } from '@wattyard/time'
import { canonicalText, ENCODING, leafBytes } from './canonical.ts'
import { type MerkleTree, merkleTree } from './merkle.ts'
import type { DailyBill } from '../bill/read-bills.ts'
import type { FrozenTrialRow, Part, Parts } from '../rows.ts'

/** Rows of one read while leaves are hashed: some tens of milliseconds of work between two breaths. */
const PAGE = 2_000

/** Days of a closing: after `since`, up to `day`. */
export interface Span {
  tenantId: string
  since: BusinessDay | null
  day: BusinessDay
  /** Encoding of the leaves; the present one when absent. */
  encoding?: number | undefined
}

/*
 * The two most numerous kinds of leaves are written by the engine's own JSON at a tenth of the time. Their keys are sorted and
 * their values are texts or null, so the result equals that of `canonicalText` (a test compares them).
 */

const posting = ([line, debit, credit, amountFen, bookedOn]: WholePosting) => ({
  amountFen,
  bookedOn,
  credit,
  debit,
  line,
})

/** Returns a journal with its postings; instants in microseconds, as the database keeps them. */
export function writeJournal(journal: WholeJournal): string {
  return JSON.stringify({
    actor: journal[10],
    amountFen: journal[14],
    bookedOn: journal[8],
    createdAtUs: journal[9],
    currency: journal[6],
    effectiveAtUs: journal[7],
    id: journal[0],
    idemKey: journal[1],
    kind: journal[3],
    leaf: 'journal',
    lineCount: journal[13],
    memo: journal[11],
    postings: journal[15].map(posting),
    requestHash: journal[2],
    reversesId: journal[12],
    sourceId: journal[5],
    sourceType: journal[4],
  })
}

const line = (values: SettledLine) => ({
  electricityFen: values[9],
  electricityNano: values[7],
  electricityPrice: values[5],
  energy: values[4],
  fromUs: values[2],
  period: values[1],
  // Lines from the time before prices had six decimals lack the scale, as when they were sealed.
  ...(values[11] === undefined ? {} : { priceScale: values[11] }),
  seq: values[0],
  serviceFen: values[10],
  serviceNano: values[8],
  servicePrice: values[6],
  toUs: values[3],
})

/** The first encoding lacked payer, operator, meter registers and times. */
const FIRST_ENCODING = 1

/** Returns the unchanging fields of a settled order with its bill lines as a leaf's text. */
export function writeOrder(order: SettledOrder, encoding: number = ENCODING): string {
  const isWhole = encoding > FIRST_ENCODING
  return JSON.stringify({
    bookedOn: order[11],
    connector: order[4],
    discountFen: order[9],
    electricityFen: order[7],
    ...(isWhole ? { endedAtUs: order[15] } : {}),
    energy: order[5],
    id: order[0],
    leaf: 'order',
    lines: order[18].map(line),
    ...(isWhole ? { memberId: order[12], meterStart: order[16], meterStop: order[17], operatorId: order[13] } : {}),
    orderNo: order[1],
    pileId: order[3],
    priceHash: order[6],
    serviceFen: order[8],
    ...(isWhole ? { startedAtUs: order[14] } : {}),
    stationId: order[2],
    totalFen: order[10],
  })
}

/**
 * Returns a bill as a leaf's text. Of abnormal orders it has the number at the closing, as `abnormalOpen`. `reversed_fen` is left out when zero, because bills from before reversals were counted lack
 * it.
 */
export function writeBill({
  state: _state,
  closeId: _closeId,
  sealedAt: _sealedAt,
  abnormalSealed: _abnormalSealed,
  energies,
  reversed_fen,
  ...bill
}: DailyBill): string {
  const reversed = reversed_fen === 0n ? {} : { reversed_fen }
  return canonicalText({ ...bill, ...reversed, leaf: 'bill', energies: { ...energies } })
}

export function writeTrialRow(row: FrozenTrialRow): string {
  return canonicalText({ ...row, leaf: 'trialBalance' })
}

const partOf = (tree: MerkleTree): Part => ({ count: tree.count, root: tree.root() })

function treeOf(leaves: readonly string[], encoding: number): Part {
  const tree = merkleTree()
  for (const leaf of leaves) tree.add(leafBytes(leaf, encoding))
  return partOf(tree)
}

export interface HashedJournals extends Part {
  postings: number
  firstId: string | null
  lastId: string | null
}

/**
 * Yields the pages of a long read and requests the next page before the last one is processed, so that database and hashing work
 * in parallel.
 */
async function* pagesOf<K, T>(read: (key: K | null) => Promise<{ list: T[]; next: K | null }>): AsyncGenerator<T[]> {
  let coming = read(null)
  for (;;) {
    const { list, next } = await coming
    if (next === null) {
      yield list
      return
    }
    coming = read(next)
    // The failure is handled in the next turn; without a handler it would count as unhandled before.
    coming.catch(() => {})
    yield list
  }
}

/** Hashes the journals of a span with their postings in one pass, page by page in key order. */
export async function hashJournals(tx: Tx, { tenantId, since, day, encoding }: Span): Promise<HashedJournals> {
  const tree = merkleTree()
  let postings = 0
  let firstId: string | null = null
  let lastId: string | null = null
  const read = (key: JournalKey | null) => wholeJournals(tx, { tenantId, after: since, upTo: day, key, limit: PAGE })
  for await (const page of pagesOf(read)) {
    for (const journal of page) {
      tree.add(leafBytes(writeJournal(journal), encoding))
      postings += journal[15].length
    }
    firstId ??= page[0]?.[0] ?? null
    lastId = page.at(-1)?.[0] ?? lastId
  }
  return { ...partOf(tree), postings, firstId, lastId }
}

/** Hashes the settled orders of a span with their lines in one pass. */
export async function hashOrders(tx: Tx, { tenantId, since, day, encoding }: Span): Promise<Part> {
  const tree = merkleTree()
  const read = (key: DayOrderKey | null) => settledOrders(tx, { tenantId, after: since, upTo: day, key, limit: PAGE })
  for await (const page of pagesOf(read))
    for (const order of page) tree.add(leafBytes(writeOrder(order, encoding), encoding))
  return partOf(tree)
}

/** Hashes bills by day and station. */
export const hashBills = (bills: readonly DailyBill[], encoding: number = ENCODING): Part =>
  treeOf(bills.map(writeBill), encoding)

export const hashTrialBalance = (rows: readonly FrozenTrialRow[], encoding: number = ENCODING): Part =>
  treeOf(rows.map(writeTrialRow), encoding)

/** Returns the parts of a record without rows. */
export function emptyParts(): Parts {
  const none = treeOf([], ENCODING)
  return { journals: none, orders: none, bills: none, trialBalance: none }
}
