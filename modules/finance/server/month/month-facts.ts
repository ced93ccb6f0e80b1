import { fen, formatFen } from '@wattyard/money'
import { firstBookedDay, undoneOrders } from '@wattyard/charging/server'
import { booksOf, type CodeOfDays, firstJournalDay, lastVerification, trialOfDays } from '@wattyard/ledger/server'
import { missingFileDays, openDifferences } from '@wattyard/reconciliation/server'
import { col, type Tx } from '@wattyard/server-kit'
import { dayRange } from '@wattyard/time'
import { daysOfMonth, type MonthFacts, nextMonthOf, RESTING_ACCOUNTS } from '../../contract/index.ts'

/** Returns the one month that can be closed next: the month after the last closed one, or that of the first booking. */
export async function nextMonthToClose(tx: Tx, tenantId: string): Promise<string | null> {
  const [last] = await tx.query(
    { month: col.text.orNull },
    "select max(month) as month from finance_month_close where tenant_id = $1 and state = 'closed'",
    [tenantId],
  )
  if (last?.month) return nextMonthOf(last.month)
  const first = [await firstJournalDay(tx, tenantId), await firstBookedDay(tx, tenantId)].filter(day => day !== null)
  return first.toSorted()[0]?.slice(0, 7) ?? null
}

/** Reads the facts for the checks of a month, with its balances by account code. */
export async function monthFacts(
  tx: Tx,
  { tenantId, zone, month, now }: { tenantId: string; zone: string; month: string; now: number },
): Promise<{ facts: MonthFacts; trial: CodeOfDays[] }> {
  const { first, last } = daysOfMonth(month)
  const { to: monthEnd } = dayRange(last, zone)
  const trial = await trialOfDays(tx, { tenantId, from: first, to: last })
  const [sealing] = await tx.query(
    { count: col.integer },
    `select count(*)::int as count from finance_day_close
     where tenant_id = $1 and kind = 'close' and state = 'sealing' and day between $2 and $3`,
    [tenantId, first, last],
  )
  const facts = {
    month,
    now,
    monthEnd,
    nextMonth: await nextMonthToClose(tx, tenantId),
    closedUntil: (await booksOf(tx, tenantId)).closedUntil,
    unsealed: sealing?.count ?? 0,
    verification: await lastVerification(tx, tenantId),
    abnormal: (await undoneOrders(tx, tenantId, monthEnd)).abnormal,
    channelDifferences: (await openDifferences(tx, tenantId, last)).count,
    missingFiles: await missingFileDays(tx, tenantId, { from: first, to: last, now }),
    rests: restsOf(trial),
  }
  return { facts, trial }
}

/** Returns what is left on accounts that should be empty, on the side on which it stands. */
function restsOf(trial: readonly CodeOfDays[]): Record<string, string> {
  const rests: Record<string, string> = {}
  for (const code of RESTING_ACCOUNTS) {
    const left = trial
      .filter(row => row.code === code)
      .reduce((sum, row) => sum + row.opening_fen + row.debits_fen - row.credits_fen, 0n)
    if (left !== 0n) rests[code] = formatFen(fen(left < 0n ? -left : left))
  }
  return rests
}
