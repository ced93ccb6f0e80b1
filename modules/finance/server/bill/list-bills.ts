import { operatorsByIds } from '@wattyard/identity/server'
import { stationsByIds } from '@wattyard/assets/server'
import { type Call, type Caller, invalid, isId, may, Refusal, type Tx } from '@wattyard/server-kit'
import { addDays, type BusinessDay, businessDay, businessDayOf, daysBetween, isBusinessDay } from '@wattyard/time'
import { addBills, type BillFilter, dailyBill, energyOfBill, MAX_BILL_DAYS } from '../../contract/index.ts'
import { sumsOnTheWire } from './daily-bill-wire.ts'
import { tenantOf } from '../ports.ts'
import { billsIn, type DailyBill } from './read-bills.ts'

/** Days shown when the filter names none. */
const DEFAULT_DAYS = 31
/**
 * Returns the comparison for a sort key.
 * @throws Refusal when `sort` is not a sort field of bills
 */
export function billOrder(sort: string | undefined): (a: DailyBill, b: DailyBill) => number {
  const wanted = sort ?? dailyBill.list.sort
  const sign = wanted.startsWith('-') ? -1 : 1
  const key = wanted.replace(/^-/, '')
  const measure = Object.hasOwn(MEASURES, key) ? MEASURES[key] : undefined
  if (!measure) throw invalid({ sort: { key: 'kernel.field.notOneOf' } })
  // Ties: newest day first, then station id, so that paging is stable.
  return (a, b) => {
    const [left, right] = [measure(a), measure(b)]
    if (left !== right) return left < right ? -sign : sign
    if (a.day !== b.day) return a.day < b.day ? 1 : -1
    return a.stationId < b.stationId ? -1 : 1
  }
}

const MEASURES: Readonly<Record<string, (bill: DailyBill) => bigint | number | string>> = {
  day: bill => bill.day,
  orders: bill => bill.orders,
  energy: bill => energyOfBill(bill),
  total: bill => bill.total_fen,
  refunded: bill => bill.refunded_fen,
  abnormalOpen: bill => bill.abnormalOpen,
}

export interface FoundBills {
  bills: readonly DailyBill[]
  from: BusinessDay
  to: BusinessDay
  zone: string
}

/**
 * Returns bills by filter inside the caller's scope.
 * @throws Refusal `finance.rangeTooLong`
 */
export async function findBills(tx: Tx, caller: Caller, filter: BillFilter, now: number): Promise<FoundBills> {
  const { zone } = await tenantOf(tx, caller.tenantId)
  const { from, to } = rangeOfDays(filter.day, businessDayOf(now, zone))
  const range = {
    tenantId: caller.tenantId,
    from,
    to,
    stations: narrowed(caller.scope.stations, filter.station),
    operators: narrowed(caller.scope.operators, filter.operator),
  }
  const bills = await billsIn(tx, range, zone)
  const wanted = filter.state?.length ? bills.filter(bill => filter.state?.includes(bill.state)) : bills
  return { bills: wanted, from, to, zone }
}

/**
 * Reads the bill that an id of a day and a station names, inside the caller's scope.
 *
 * @throws Refusal `kernel.notFound`, or `kernel.invalid` where it names none
 */
export async function oneBill(tx: Tx, caller: Caller, id: string, now: number): Promise<DailyBill> {
  const [day, station] = id.split('_')
  if (!day || !isBusinessDay(day) || !isId(station ?? '')) throw invalid({ id: { key: 'kernel.field.notAnId' } })
  const { bills } = await findBills(tx, caller, { day, station: [station ?? ''] }, now)
  const [bill] = bills
  if (!bill) throw new Refusal('kernel.notFound', { status: 404 })
  return bill
}

function rangeOfDays(wanted: BillFilter['day'], today: BusinessDay): { from: BusinessDay; to: BusinessDay } {
  if (typeof wanted === 'string') return { from: businessDay(wanted), to: businessDay(wanted) }
  const from = wanted?.from ? businessDay(wanted.from) : null
  const to = wanted?.to ? businessDay(wanted.to) : null
  if (from && to) {
    if (daysBetween(from, to) >= MAX_BILL_DAYS)
      throw new Refusal('finance.rangeTooLong', { params: { max: MAX_BILL_DAYS } })
    return { from, to }
  }
  if (from) return { from, to: addDays(from, Math.min(Math.max(daysBetween(from, today), 0), MAX_BILL_DAYS - 1)) }
  const end = to ?? today
  return { from: addDays(end, 1 - DEFAULT_DAYS), to: end }
}

/** Returns the requested ids that are allowed; null means all. */
function narrowed(allowed: readonly string[] | null, asked: readonly string[] | undefined): readonly string[] | null {
  if (!asked?.length) return allowed
  return allowed === null ? asked : asked.filter(one => allowed.includes(one))
}

/** Returns one line per day: its state and the sum of its stations. */
export function dayTotals(bills: readonly DailyBill[]) {
  const byDay = new Map<string, DailyBill[]>()
  for (const bill of bills) byDay.set(bill.day, [...(byDay.get(bill.day) ?? []), bill])
  return [...byDay]
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .map(([key, list]) => ({
      day: key,
      state: list[0]?.state ?? 'open',
      closing: list[0]?.closeId ?? null,
      stations: list.length,
      ...sumsOnTheWire(addBills(list)),
    }))
}

/** Returns one line per operator of the bills, those that took most first. */
export async function operatorTotals({ tx, caller }: Pick<Call, 'tx' | 'caller'>, bills: readonly DailyBill[]) {
  const byOperator = new Map<string, DailyBill[]>()
  for (const bill of bills) byOperator.set(bill.operatorId, [...(byOperator.get(bill.operatorId) ?? []), bill])
  const known = await operatorsByIds(tx, [...byOperator.keys()], caller.language)
  const names = new Map(known.map(({ id, name }) => [id, name]))
  return [...byOperator]
    .map(([operator, list]) => ({ operator, sums: addBills(list) }))
    .toSorted((a, b) => (a.sums.total_fen < b.sums.total_fen ? 1 : -1))
    .map(({ operator, sums }) => ({ operator, name: names.get(operator) ?? operator, ...sumsOnTheWire(sums) }))
}

/** Returns the names of the bills' stations and operators. */
export async function billLabels(
  { tx, caller }: Pick<Call, 'tx' | 'caller'>,
  bills: readonly DailyBill[],
): Promise<Record<string, Record<string, string>>> {
  const stations = await stationsByIds(
    tx,
    bills.map(bill => bill.stationId),
  )
  const operators = await operatorsByIds(tx, [...new Set(bills.map(bill => bill.operatorId))], caller.language)
  return {
    'assets.station': Object.fromEntries([...stations].map(([key, station]) => [key, station.name])),
    'identity.office': Object.fromEntries(operators.map(one => [one.id, one.name])),
  }
}

/** Returns the caller's actions on bills. Closing belongs to `finance.dayClose`. */
export function billAbilities(caller: Caller): string[] {
  return may(caller, 'finance.dailyBill:export') ? ['export'] : []
}
