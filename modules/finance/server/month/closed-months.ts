import { col, Refusal, type Tx } from '@wattyard/server-kit'

/** @throws Refusal `finance.monthClosed` when a day lies in a closed month */
export async function mustBeOpenMonth(tx: Tx, tenantId: string, day: string): Promise<void> {
  const [row] = await tx.query(
    { month: col.text },
    "select month from finance_month_close where tenant_id = $1 and state = 'closed' and month >= $2 order by month desc limit 1",
    [tenantId, day.slice(0, 7)],
  )
  if (row) throw new Refusal('finance.monthClosed', { params: { month: row.month } })
}
