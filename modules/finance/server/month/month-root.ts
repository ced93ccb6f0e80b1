import { createHash } from 'node:crypto'
import type { CodeOfDays } from '@wattyard/ledger/server'
import { col, type RowIn } from '@wattyard/server-kit'
import { MONTH_CLOSE_STATES, type MonthItem } from '../../contract/index.ts'
import { canonicalText, ENCODING, leafBytes } from '../close/canonical.ts'

/** One account code in the frozen trial balance of a month; amounts are fen as text, the opening debits less credits. */
export interface FrozenMonthRow {
  code: string
  kind: string
  currency: string
  opening: string
  debits: string
  credits: string
}

export const frozenMonth = (trial: readonly CodeOfDays[]): FrozenMonthRow[] =>
  trial.map(row => ({
    code: row.code,
    kind: row.kind,
    currency: row.currency,
    opening: row.opening_fen.toString(),
    debits: row.debits_fen.toString(),
    credits: row.credits_fen.toString(),
  }))

/** A row of `finance_month_close`. */
export const MONTH_ROW = {
  id: col.uuid,
  tenant_id: col.uuid,
  month: col.text,
  state: col.oneOf(MONTH_CLOSE_STATES),
  proposed_by: col.text.orNull,
  proposed_by_id: col.uuid.orNull,
  closed_by: col.text.orNull,
  closed_by_id: col.uuid.orNull,
  closed_at: col.instant.orNull,
  note: col.text.orNull,
  gate: col.json<MonthItem[]>(),
  carried: col.texts,
  trial_balance: col.json<FrozenMonthRow[]>(),
  last_day_root: col.text.orNull,
  previous_root: col.text.orNull,
  root: col.text.orNull,
  signature: col.text.orNull,
  key_id: col.text.orNull,
}

export type MonthRow = RowIn<typeof MONTH_ROW>

export const MONTH_COLUMNS = Object.keys(MONTH_ROW).join(', ')

/** Place of a month among the roots that are kept outside of the database: `YYYYMM`. */
export const placeOfMonth = (month: string): number => Number(month.replace('-', ''))

/** What the root of a closed month covers. */
export type SealedMonth = Omit<MonthRow, 'state' | 'root' | 'signature' | 'key_id'>

/** Returns the root of a closed month: SHA-256 of its fields, its balances and the roots that it rests on, in hex. */
export function monthRoot(row: SealedMonth): string {
  const text = canonicalText({
    leaf: 'month',
    record: row.id,
    tenant: row.tenant_id,
    month: row.month,
    proposedBy: row.proposed_by,
    proposedById: row.proposed_by_id,
    closedBy: row.closed_by,
    closedById: row.closed_by_id,
    closedAt: row.closed_at,
    note: row.note,
    gate: row.gate.map(({ check, state, count, why, detail }) => ({
      check,
      state,
      count,
      why: why ?? null,
      detail: detail ?? null,
    })),
    carried: row.carried,
    trialBalance: row.trial_balance.map(one => ({ ...one })),
    lastDayRoot: row.last_day_root,
    previousRoot: row.previous_root,
  })
  return createHash('sha256').update(leafBytes(text, ENCODING)).digest('hex')
}
