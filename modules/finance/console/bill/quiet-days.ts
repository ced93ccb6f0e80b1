import type { DayOfBills, Sums } from '../../contract/index.ts'

const NOTHING: Sums = {
  orders: 0,
  energy: '0',
  energyJ: '0',
  energyF: '0',
  energyP: '0',
  energyG: '0',
  energyS: '0',
  electricity: '0',
  service: '0',
  discount: '0',
  total: '0',
  paidPrincipal: '0',
  paidGift: '0',
  receivable: '0',
  refunded: '0',
  reversed: '0',
  abnormalOpen: 0,
  abnormalSealed: 0,
}

export interface KnownClosing {
  readonly id: string
  readonly day: string
  readonly state: string
}

interface Known {
  closings: readonly KnownClosing[]
  nextDay: string | null
  /** First day with an order; null when there is none. */
  firstDay: string | null
  from: string
  to: string
}

/**
 * Returns the days with bills, and those without bills that have a closing or are next to close, newest first. A day without
 * orders is closed and sealed like any other. Days before the first order ever are left out: `leavesOut` tells of them.
 */
export function withQuietDays(
  days: readonly DayOfBills[],
  { closings, nextDay, firstDay, from, to }: Known,
): DayOfBills[] {
  const rows = new Map(days.map(day => [day.day, day]))
  for (const { id, day, state } of closings) {
    if (rows.has(day) || isBeforeFirst(day, firstDay) || (state !== 'sealed' && state !== 'sealing')) continue
    rows.set(day, { ...NOTHING, day, stations: 0, state: state === 'sealed' ? 'closed' : 'closing', closing: id })
  }
  if (nextDay !== null && nextDay >= from && nextDay <= to && !rows.has(nextDay))
    rows.set(nextDay, { ...NOTHING, day: nextDay, stations: 0, state: 'open', closing: null })
  return [...rows.values()].toSorted((a, b) => (a.day < b.day ? 1 : -1))
}

const isBeforeFirst = (day: string, firstDay: string | null): boolean => firstDay !== null && day < firstDay

/** Returns whether the days before the first order were left out although they are closed. */
export function leavesOut({ closings, firstDay }: Pick<Known, 'closings' | 'firstDay'>): boolean {
  return closings.some(({ day, state }) => state === 'sealed' && isBeforeFirst(day, firstDay))
}
