import { trialOfDays } from '@wattyard/ledger/server'
import { col, type Tx } from '@wattyard/server-kit'
import { daysOfMonth } from '../../contract/index.ts'
import type { DaySigner } from '../close/signer.ts'
import type { CloseFinding } from '../verify/verify-day-close.ts'
import { frozenMonth, MONTH_COLUMNS, MONTH_ROW, monthRoot, type MonthRow } from './month-root.ts'

/**
 * Recomputes closed months: their balances from the books, their roots, their chain, the closings of their last days, their signatures.
 * @returns what differs; signatures of keys that are not the signer's are not judged here
 */
export async function verifyMonths(tx: Tx, tenantId: string, signer: DaySigner): Promise<CloseFinding[]> {
  const rows = await tx.query(
    MONTH_ROW,
    `select ${MONTH_COLUMNS} from finance_month_close where tenant_id = $1 and state = 'closed' order by month`,
    [tenantId],
  )
  const findings: CloseFinding[] = []
  for (const [at, row] of rows.entries()) {
    const found = await verifyMonth(tx, row, rows[at - 1]?.root ?? null, signer)
    findings.push(
      ...found.map(detail => ({
        check: 'month' as const,
        id: row.id,
        day: daysOfMonth(row.month).last,
        seq: at + 1,
        detail,
      })),
    )
  }
  return findings
}

async function verifyMonth(tx: Tx, row: MonthRow, previous: string | null, signer: DaySigner): Promise<string[]> {
  const found: string[] = []
  const { first, last } = daysOfMonth(row.month)
  const now = frozenMonth(await trialOfDays(tx, { tenantId: row.tenant_id, from: first, to: last }))
  const changed = now.filter(one => !row.trial_balance.some(kept => isSame(kept, one))).map(one => one.code)
  if (changed.length > 0 || now.length !== row.trial_balance.length)
    found.push(`balances of ${row.month} differ: ${changed.join(', ')}`)
  const root = monthRoot(row)
  if (root !== row.root) found.push(`sealed ${row.root ?? ''}, now ${root}`)
  if (row.previous_root !== previous)
    found.push(`names ${row.previous_root ?? 'nothing'} as its predecessor, which is ${previous ?? 'nothing'}`)
  const [day] = await tx.query(
    { root: col.text.orNull },
    `select root from finance_day_close where tenant_id = $1 and day = $2 and kind = 'close' and state = 'sealed'`,
    [row.tenant_id, last],
  )
  if ((day?.root ?? null) !== row.last_day_root)
    found.push(`rests on ${row.last_day_root ?? ''}, its last day is ${day?.root ?? 'open'}`)
  if (signer.verify(row.key_id ?? '', row.root ?? '', row.signature ?? '', 'month close') === false)
    found.push(`signature of key ${row.key_id ?? ''}`)
  return found
}

const isSame = (a: MonthRow['trial_balance'][number], b: MonthRow['trial_balance'][number]): boolean =>
  a.code === b.code &&
  a.currency === b.currency &&
  a.opening === b.opening &&
  a.debits === b.debits &&
  a.credits === b.credits
