import { energy, type Fen, fen } from '@wattyard/money'
import { addDays, type BusinessDay, businessDay, PERIOD_KINDS, type PeriodKind } from '@wattyard/time'
import { abnormalByDay, type DayRange, daySums, placesOfOrders } from '@wattyard/charging/server'
import { amountsBySource, reversedBySource } from '@wattyard/ledger/server'
import { type Tx, col, type RowIn } from '@wattyard/server-kit'
import { anEmptyBill, type BillState, type BillSums } from '../../contract/index.ts'

export const ORDER_SOURCE = 'charging.order'

/** Daily bill of one station for one accounting day. */
export interface DailyBill extends BillSums {
  day: BusinessDay
  stationId: string
  operatorId: string
  state: BillState
  closeId: string | null
  /** Instant of the sealing, epoch ms; null for open days. */
  sealedAt: number | null
}

type Draft = { -readonly [K in keyof DailyBill]: DailyBill[K] }
interface Place {
  stationId: string
  operatorId: string
}

/** Returns bills computed from the orders, for closed and open days alike. Set-based for any number of orders. */
export async function billsOfOrders(tx: Tx, range: DayRange, zone: string): Promise<DailyBill[]> {
  const drafts = new Map<string, Draft>()
  const draftOf = (day: BusinessDay, { stationId, operatorId }: Place): Draft => {
    const key = `${day} ${stationId}`
    const known = drafts.get(key)
    if (known) return known
    const draft: Draft = { ...anEmptyBill(), day, stationId, operatorId, state: 'open', closeId: null, sealedAt: null }
    drafts.set(key, draft)
    return draft
  }
  for (const { energies, ...sum } of await daySums(tx, range)) {
    const draft = draftOf(sum.day, sum)
    Object.assign(draft, sum, { energies: { ...draft.energies, ...energies } })
  }
  for (const refund of await refundsIn(tx, range)) {
    const draft = draftOf(refund.day, refund)
    draft.refunded_fen = fen(draft.refunded_fen + refund.amount_fen)
  }
  for (const back of await reversalsIn(tx, range, 'refund')) {
    const draft = draftOf(back.day, back)
    draft.refunded_fen = fen(draft.refunded_fen - back.amount_fen)
  }
  for (const back of await reversalsIn(tx, range, 'settle')) {
    const draft = draftOf(back.day, back)
    draft.reversed_fen = fen(draft.reversed_fen + back.amount_fen)
  }
  for (const { day, orders, ...place } of await abnormalByDay(tx, range, zone))
    draftOf(businessDay(day), place).abnormalOpen = orders
  return [...drafts.values()].toSorted(byDayAndStation)
}

/** Text order of days and ids is their order. */
function byDayAndStation(a: DailyBill, b: DailyBill): number {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1
  return a.stationId < b.stationId ? -1 : 1
}

interface Amount {
  day: BusinessDay
  sourceId: string
  amount_fen: Fen
}

/** Returns the refunds of the days with the place of their orders. Refunds are few compared with orders. */
async function refundsIn(tx: Tx, range: DayRange): Promise<(Amount & Place)[]> {
  const { tenantId, from, to } = range
  return placed(tx, range, await amountsBySource(tx, { tenantId, kind: 'refund', sourceType: ORDER_SOURCE, from, to }))
}

/** Settlements or refunds that were taken back within the days. */
async function reversalsIn(tx: Tx, range: DayRange, kind: 'settle' | 'refund'): Promise<(Amount & Place)[]> {
  const { tenantId, from, to } = range
  const question = { tenantId, kind, sourceType: ORDER_SOURCE, from, to, ofRevenue: kind === 'settle' }
  return placed(tx, range, await reversedBySource(tx, question))
}

async function placed(tx: Tx, range: DayRange, amounts: readonly Amount[]): Promise<(Amount & Place)[]> {
  const places = await placesOfOrders(
    tx,
    range.tenantId,
    amounts.map(one => one.sourceId),
  )
  return amounts.flatMap(one => {
    const place = places.get(one.sourceId)
    const isWanted =
      place !== undefined &&
      (range.stations === null || range.stations.includes(place.stationId)) &&
      (range.operators === null || range.operators.includes(place.operatorId))
    return isWanted ? [{ ...one, ...place }] : []
  })
}

/** A frozen bill: energies in 1e-4 kWh by period, amounts in fen. */
export const FROZEN_ROW = {
  /** Null while its closing is being sealed. */
  sealed_at: col.instant.orNull,
  close_id: col.uuid,
  day: col.day,
  station_id: col.uuid,
  operator_id: col.uuid,
  orders: col.integer,
  energy_j: col.bigint,
  energy_f: col.bigint,
  energy_p: col.bigint,
  energy_g: col.bigint,
  energy_s: col.bigint,
  electricity_fen: col.bigint,
  service_fen: col.bigint,
  discount_fen: col.bigint,
  total_fen: col.bigint,
  paid_principal_fen: col.bigint,
  paid_gift_fen: col.bigint,
  receivable_fen: col.bigint,
  refunded_fen: col.bigint,
  reversed_fen: col.bigint,
  abnormal_open: col.integer,
}

type FrozenRow = RowIn<typeof FROZEN_ROW>

export const FROZEN_COLUMNS = `(select c.sealed_at from finance_day_close c where c.tenant_id = finance_daily_bill.tenant_id and c.id = close_id) as sealed_at, close_id, day, station_id, operator_id, orders, energy_j, energy_f, energy_p, energy_g, energy_s,
  electricity_fen, service_fen, discount_fen, total_fen, paid_principal_fen, paid_gift_fen, receivable_fen, refunded_fen, reversed_fen, abnormal_open`

export function frozenBill(row: FrozenRow): DailyBill {
  const energyOf = (period: PeriodKind) => [
    period,
    energy(row[`energy_${period.toLowerCase() as Lowercase<PeriodKind>}`]),
  ] // lower case of a period is in the key
  return {
    day: row.day,
    stationId: row.station_id,
    operatorId: row.operator_id,
    state: 'closed',
    closeId: row.close_id,
    sealedAt: row.sealed_at,
    orders: row.orders,
    energies: Object.fromEntries(PERIOD_KINDS.map(energyOf)) as BillSums['energies'], // one entry per period
    electricity_fen: fen(row.electricity_fen),
    service_fen: fen(row.service_fen),
    discount_fen: fen(row.discount_fen),
    total_fen: fen(row.total_fen),
    paidPrincipal_fen: fen(row.paid_principal_fen),
    paidGift_fen: fen(row.paid_gift_fen),
    receivable_fen: fen(row.receivable_fen),
    refunded_fen: fen(row.refunded_fen),
    reversed_fen: fen(row.reversed_fen),
    abnormalOpen: row.abnormal_open,
    abnormalSealed: row.abnormal_open,
  }
}

/** A closing in force, and the days it covers: after `since`, up to `day`. */
export const CLOSING = {
  id: col.uuid,
  since: col.text.orNull,
  day: col.text,
  state: col.oneOf(['sealing', 'sealed']),
}

export type Closing = RowIn<typeof CLOSING>

/** Returns the closings that overlap a range of days and were not reopened. */
export async function closingsIn(tx: Tx, range: Pick<DayRange, 'tenantId' | 'from' | 'to'>): Promise<Closing[]> {
  return tx.query(
    CLOSING,
    `select id, since::text as since, day::text as day, state from finance_day_close
     where tenant_id = $1 and kind = 'close' and state in ('sealing', 'sealed') and day >= $2::date and (since is null or since < $3::date) order by day`,
    [range.tenantId, range.from, range.to],
  )
}

/**
 * Returns the bills of a range of days: copies for closed days, computed from the orders for open ones. Abnormal orders are
 * settled after the closing too, so those of closed days are counted anew, and only `abnormalSealed` is of the copy.
 */
export async function billsIn(tx: Tx, range: DayRange, zone: string): Promise<DailyBill[]> {
  const closings = await closingsIn(tx, range)
  const closingOf = (day: string) => closings.find(one => (one.since === null || one.since < day) && day <= one.day)
  const frozen = await tx.query(
    FROZEN_ROW,
    `select ${FROZEN_COLUMNS} from finance_daily_bill
     where tenant_id = $1 and day between $2::date and $3::date and close_id = any($6::uuid[])
       and ($4::uuid[] is null or station_id = any($4)) and ($5::uuid[] is null or operator_id = any($5))`,
    [
      range.tenantId,
      range.from,
      range.to,
      range.stations,
      range.operators,
      closings.filter(one => one.state === 'sealed').map(one => one.id),
    ],
  )
  const open = openPart(range, closings)
  const live = open ? await billsOfOrders(tx, open, zone) : []
  const made = live.flatMap((bill): DailyBill[] => {
    const closing = closingOf(bill.day)
    if (closing?.state === 'sealed') return []
    return [closing ? { ...bill, state: 'closing', closeId: closing.id } : bill]
  })
  const sealed = await withOpenNow(tx, range, zone, frozen.map(frozenBill))
  return [...sealed, ...made].toSorted(byDayAndStation)
}

/** Counts the abnormal orders of sealed bills that are open now. */
async function withOpenNow(
  tx: Tx,
  range: DayRange,
  zone: string,
  bills: readonly DailyBill[],
): Promise<readonly DailyBill[]> {
  if (bills.length === 0) return bills
  const open = await abnormalByDay(tx, range, zone)
  const countOf = new Map(open.map(({ day, stationId, orders }) => [`${day} ${stationId}`, orders]))
  return bills.map(bill => ({ ...bill, abnormalOpen: countOf.get(`${bill.day} ${bill.stationId}`) ?? 0 }))
}

/** Returns the part of a range after the last sealed day. Days are closed in order, so no open day lies before it. */
function openPart(range: DayRange, closings: readonly Closing[]): DayRange | null {
  const last = closings.filter(one => one.state === 'sealed').at(-1)?.day
  if (last === undefined || last < range.from) return range
  if (last >= range.to) return null
  return { ...range, from: addDays(businessDay(last), 1) }
}
