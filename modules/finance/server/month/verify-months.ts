import { trialOfDays } from '@wattyard/ledger/server'
import { col, type Tx } from '@wattyard/server-kit'
import { daysOfMonth } from '../../contract/index.ts'
import type { DaySigner } from '../close/signer.ts'
import { type SignatureJudge, signatureJudge } from '../verify/former-keys.ts'
import type { OutsideRoot } from '../verify/outside-roots.ts'
import { frozenMonth, MONTH_COLUMNS, MONTH_ROW, monthRoot, type MonthRow, placeOfMonth } from './month-root.ts'

export interface MonthFinding {
  check: 'month' | 'outside'
  /** Record; empty where there is none. */
  id: string
  /** `YYYY-MM` */
  month: string
  detail: string
}

export interface MonthsVerification {
  ok: boolean
  /** Months read; of those that a lost key signed (`unproved`), all but the signature is checked. */
  counted: { months: number; unproved: number }
  findings: MonthFinding[]
}

/**
 * Recomputes closed months: their balances from the books, their roots, their chain, the closings of their last days, their signatures.
 *
 * @param outside the newest closed month stored outside the database; its place is `YYYYMM`
 */
export async function verifyMonths(
  tx: Tx,
  { tenantId, signer, outside = null }: { tenantId: string; signer: DaySigner; outside?: OutsideRoot | null },
): Promise<MonthsVerification> {
  const rows = await tx.query(
    MONTH_ROW,
    `select ${MONTH_COLUMNS} from finance_month_close where tenant_id = $1 and state = 'closed' order by month`,
    [tenantId],
  )
  const judge = await signatureJudge(tx, tenantId, signer)
  const counted = { months: rows.length, unproved: 0 }
  const findings: MonthFinding[] = []
  for (const [at, row] of rows.entries()) {
    const found = await verifyMonth(tx, row, rows[at - 1]?.root ?? null, judge)
    if (found.judged === 'unproved') counted.unproved++
    findings.push(...found.details.map(detail => ({ check: 'month' as const, id: row.id, month: row.month, detail })))
  }
  const known = outside && rows.find(row => placeOfMonth(row.month) === outside.seq)
  if (outside && known?.root !== outside.root)
    findings.push({
      check: 'outside',
      id: known?.id ?? '',
      month: String(outside.seq).replace(/(..)$/, '-$1'),
      detail: `the data folder knows root ${outside.root}, the database has ${known?.root ?? 'none'}`,
    })
  return { ok: findings.length === 0, counted, findings }
}

async function verifyMonth(tx: Tx, row: MonthRow, previous: string | null, judge: SignatureJudge) {
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
    { seq: col.integer.orNull, root: col.text.orNull },
    `select seq, root from finance_day_close where tenant_id = $1 and day = $2 and kind = 'close' and state = 'sealed'`,
    [row.tenant_id, last],
  )
  if ((day?.root ?? null) !== row.last_day_root)
    found.push(`rests on ${row.last_day_root ?? ''}, its last day is ${day?.root ?? 'open'}`)
  const entry = { keyId: row.key_id ?? '', seq: day?.seq ?? 0, root: row.root ?? '', signature: row.signature ?? '' }
  const judged = judge('month', entry)
  if (judged !== 'good' && judged !== 'unproved') found.push(`signature of key ${entry.keyId} is ${judged}`)
  return { details: found, judged }
}

const isSame = (a: MonthRow['trial_balance'][number], b: MonthRow['trial_balance'][number]): boolean =>
  a.code === b.code &&
  a.currency === b.currency &&
  a.opening === b.opening &&
  a.debits === b.debits &&
  a.credits === b.credits
