import { addDays, businessDay, daysBetween } from '@wattyard/time'
import { type Fen, formatFen, subFen, ZERO_FEN } from '@wattyard/money'
import { ownedSums, turnover } from '@wattyard/ledger/server'
import { countMembersLow, MEMBERS_LOW_QUERY } from '@wattyard/members/server'
import { col, type Tx } from '@wattyard/server-kit'
import type { Figure } from '../../contract/index.ts'
import { nextDayToClose } from '../close/gate-facts.ts'
import type { Question } from './past.ts'

/** Account of what members owe for orders that cost more than their wallet held. */
const OWED = 'member_receivable'

/** Returns what members owe now, and how it stood at the end of each past day. */
export async function receivableFigure({ tx, caller, now, past, today }: Question): Promise<Figure[]> {
  const { tenantId } = caller
  const sums = await ownedSums(tx, { tenantId, ownerType: 'member' })
  const is = sums.get(OWED) ?? { owners: 0, balance_fen: ZERO_FEN }
  const moves = new Map<string, Fen>()
  for (const row of await turnover(tx, { tenantId, from: past[0] ?? today, to: today }))
    if (row.code === OWED) moves.set(row.day, row.balance_fen)
  const course: Fen[] = []
  let balance = is.balance_fen
  // Backwards from now: a day ended with what the next began with.
  for (const day of [...past.slice(1), today].toReversed()) {
    balance = subFen(balance, moves.get(day) ?? ZERO_FEN)
    course.unshift(balance)
  }
  // Members owe it, and may have paid back what an order was not paid with.
  const link = { path: '/wallet/VipAccount', query: { 'f.owed.from': '0.01' } }
  return [
    {
      key: 'receivable',
      value: formatFen(is.balance_fen),
      unit: 'yuan',
      of: is.owners,
      course: course.map(formatFen),
      asOf: now,
      link,
    },
  ]
}

/** Returns the past days that are not closed. */
export async function closingFigure({ tx, caller, now, today }: Question): Promise<Figure[]> {
  const { count, next } = await daysToClose(tx, caller.tenantId, addDays(today, -1))
  const link = {
    path: '/cwdata4/dailyBill',
    query: count > 0 && next !== null ? { 'f.day.from': next, 'f.day.to': addDays(today, -1) } : {},
  }
  const day = count > 0 && next !== null ? { day: next } : {}
  return [{ key: 'daysToClose', value: count, unit: 'count', ...day, asOf: now, link }]
}

/** Returns the number of days up to `last` that are not closed, and the first of them. */
export async function daysToClose(
  tx: Tx,
  tenantId: string,
  last: string,
): Promise<{ count: number; next: string | null }> {
  const next = await nextDayToClose(tx, tenantId)
  return { count: next === null ? 0 : Math.max(0, daysBetween(next, businessDay(last)) + 1), next }
}

/** Returns the members who may soon be unable to start. */
export async function membersLowFigure({ tx, caller, now }: Question): Promise<Figure[]> {
  const value = await countMembersLow(tx, caller.tenantId)
  return [
    {
      key: 'membersLow',
      value,
      unit: 'count',
      asOf: now,
      link: { path: '/wallet/VipAccount', query: MEMBERS_LOW_QUERY },
    },
  ]
}

/** Returns the number of closings that wait for a second person. */
export async function proposedClosings(tx: Tx, tenantId: string): Promise<number> {
  const [row] = await tx.query(
    { count: col.bigint },
    `select count(*) as count from finance_day_close where tenant_id = $1 and state = 'proposed'`,
    [tenantId],
  )
  return Number(row?.count ?? 0n)
}
