import { col, type RowIn } from '@wattyard/server-kit'
import { type GateItem, DAY_CLOSE_STATES } from '../contract/index.ts'
import type { TrialBalance } from '@wattyard/ledger/server'

/** Count and Merkle root of one part of a closing. */
export interface Part {
  count: number
  root: string
}

export const PARTS = ['journals', 'orders', 'bills', 'trialBalance'] as const
export type PartName = (typeof PARTS)[number]
export type Parts = Readonly<Record<PartName, Part>>

/** One account code in the frozen trial balance; amounts are fen as text. */
export interface FrozenTrialRow {
  code: string
  kind: string
  currency: string
  accounts: number
  debits: string
  credits: string
  balance: string
}

export function frozenTrial({ rows }: TrialBalance): FrozenTrialRow[] {
  return rows.map(row => ({
    code: row.code,
    kind: row.kind,
    currency: row.currency,
    accounts: row.accounts,
    debits: row.debits_fen.toString(),
    credits: row.credits_fen.toString(),
    balance: row.balance_fen.toString(),
  }))
}

/** A row of `finance_day_close`. */
export const CLOSE_ROW = {
  id: col.uuid,
  tenant_id: col.uuid,
  version: col.integer,
  day: col.day,
  kind: col.oneOf(['close', 'reopen']),
  state: col.oneOf(DAY_CLOSE_STATES),
  seq: col.integer.orNull,
  replaces_id: col.uuid.orNull,
  since: col.day.orNull,
  proposed_by: col.text.orNull,
  proposed_by_id: col.uuid.orNull,
  closed_by: col.text.orNull,
  closed_by_id: col.uuid.orNull,
  closed_at: col.instant.orNull,
  note: col.text.orNull,
  gate: col.json<GateItem[]>(),
  carried: col.texts,
  trial_balance: col.json<FrozenTrialRow[]>(),
  parts: col.json<Parts>(),
  encoding: col.integer.orNull,
  root: col.text.orNull,
  previous_root: col.text.orNull,
  signature: col.text.orNull,
  key_id: col.text.orNull,
  sealed_at: col.instant.orNull,
}

export type CloseRow = RowIn<typeof CLOSE_ROW>

/** A closing with its counts. */
export const COUNTED_CLOSE = {
  ...CLOSE_ROW,
  journals: col.integer,
  postings: col.integer,
  orders: col.integer,
  stations: col.integer,
  total_fen: col.bigint,
  debits_fen: col.bigint,
  credits_fen: col.bigint,
  first_journal_id: col.uuid.orNull,
  last_journal_id: col.uuid.orNull,
}

export const CLOSE_COLUMNS = `id, tenant_id, version, day, kind, state, seq, replaces_id, since, proposed_by, proposed_by_id, closed_by, closed_by_id, closed_at, note,
  gate, carried, trial_balance, parts, encoding, root, previous_root, signature, key_id, sealed_at`

/** Columns of `COUNTED_CLOSE`. */
export const COUNTED_CLOSE_COLUMNS = `${CLOSE_COLUMNS}, journals, postings, orders, stations, total_fen, debits_fen, credits_fen, first_journal_id, last_journal_id`
