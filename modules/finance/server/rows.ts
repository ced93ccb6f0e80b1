import type { DayCloseState, GateItem } from '../contract/index.ts'
import type { TrialBalance } from '@wattyard/ledger/server'
import type { BusinessDay } from '@wattyard/time'

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
export interface CloseRow {
  id: string
  tenant_id: string
  version: number
  day: BusinessDay
  kind: 'close' | 'reopen'
  state: DayCloseState
  seq: number | null
  replaces_id: string | null
  since: BusinessDay | null
  proposed_by: string | null
  proposed_by_id: string | null
  closed_by: string | null
  closed_by_id: string | null
  closed_at: number | null
  note: string | null
  gate: GateItem[]
  carried: string[]
  trial_balance: FrozenTrialRow[]
  parts: Parts
  encoding: number | null
  root: string | null
  previous_root: string | null
  signature: string | null
  key_id: string | null
  sealed_at: number | null
}

export const CLOSE_COLUMNS = `id, tenant_id, version, day::text as day, kind, state, seq, replaces_id, since::text as since, proposed_by, proposed_by_id, closed_by, closed_by_id, closed_at, note,
  gate, carried, trial_balance, parts, encoding, root, previous_root, signature, key_id, sealed_at`
