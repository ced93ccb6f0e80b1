import { OPERATORS } from '@wattyard/identity/contract'
import { type Energy, energy, type Fen, fen, sumEnergy, sumFen } from '@wattyard/money'
import { computed, defineResource, field, optional } from '@wattyard/resource'
import { PERIOD_KINDS, type PeriodKind } from '@wattyard/time'

/** `open`: the day can still change. `closing`: it cannot, and its proof is being made. `closed`: sealed. */
export const BILL_STATES = ['open', 'closing', 'closed'] as const
export type BillState = (typeof BILL_STATES)[number]

/** Longest range of one query in days, a quarter. Open days in it are added up from the orders during the request. */
export const MAX_BILL_DAYS = 92

/**
 * One row per accounting day and station. Rows of open days are computed from the orders when they are read; rows of closed days
 * are copies made at the closing. The table holds only these copies, so the module has its own routes instead of the generated
 * ones.
 */
export const dailyBill = defineResource({
  name: 'finance.dailyBill',
  path: 'finance/dailyBill',
  scope: { operator: 'operator', station: 'station' },
  writes: 'commands-only',
  fields: {
    day: computed(field.businessDay()),
    station: computed(field.ref('assets.station')),
    operator: computed(field.ref('identity.office', { only: OPERATORS })),
    state: computed(field.oneOf(BILL_STATES)),
    /** Orders booked on the day. */
    orders: computed(field.integer()),
    /** Billed energy, and its split by period of the tariff. */
    energy: computed(field.energy()),
    energyJ: computed(field.energy()),
    energyF: computed(field.energy()),
    energyP: computed(field.energy()),
    energyG: computed(field.energy()),
    energyS: computed(field.energy()),
    electricity: computed(field.money()),
    service: computed(field.money()),
    discount: computed(field.money()),
    /** Electricity + service − discount. */
    total: computed(field.money()),
    paidPrincipal: computed(field.money()),
    paidGift: computed(field.money()),
    /** Owed when the orders were settled. */
    receivable: computed(field.money()),
    /** Refunds made on this day, for orders of any day. */
    refunded: computed(field.money()),
    /** Settlements reversed on this day, for orders of any day. The bills of those orders' days stay unchanged. */
    reversed: computed(field.money()),
    /** Orders of the day that still need a person's decision now, also after its closing. */
    abnormalOpen: computed(field.integer()),
    /** Those of them that the closing of the day carried on; 0 while it is open. */
    abnormalSealed: computed(field.integer()),
    closing: computed(optional(field.ref('finance.dayClose'))),
  },
  list: {
    columns: [
      'day',
      'station',
      'state',
      'orders',
      'energy',
      'energyJ',
      'energyF',
      'energyP',
      'energyG',
      'energyS',
      'electricity',
      'service',
      'discount',
      'total',
      'paidPrincipal',
      'paidGift',
      'receivable',
      'refunded',
      'reversed',
      'abnormalOpen',
      'abnormalSealed',
    ],
    filters: ['day', 'station', 'operator', 'state'],
    sort: '-day',
    sorts: ['orders', 'energy', 'total', 'refunded', 'abnormalOpen'],
  },
  label: 'day',
  sheets: ['bill'],
})

/** Sums of a bill; energies in 1e-4 kWh. */
export interface BillSums {
  orders: number
  energies: Readonly<Record<PeriodKind, Energy>>
  electricity_fen: Fen
  service_fen: Fen
  discount_fen: Fen
  total_fen: Fen
  paidPrincipal_fen: Fen
  paidGift_fen: Fen
  receivable_fen: Fen
  refunded_fen: Fen
  reversed_fen: Fen
  abnormalOpen: number
  abnormalSealed: number
}

const MONEY = [
  'electricity_fen',
  'service_fen',
  'discount_fen',
  'total_fen',
  'paidPrincipal_fen',
  'paidGift_fen',
  'receivable_fen',
  'refunded_fen',
  'reversed_fen',
] as const
type MoneyKey = (typeof MONEY)[number]

/** Returns the sum of bills; all zero for none. */
export function addBills(bills: readonly BillSums[]): BillSums {
  const energyOf = (period: PeriodKind): [PeriodKind, Energy] => [
    period,
    sumEnergy(bills.map(bill => bill.energies[period])),
  ]
  const moneyOf = (key: MoneyKey): [MoneyKey, Fen] => [key, sumFen(bills.map(bill => bill[key]))]
  const count = (key: 'orders' | 'abnormalOpen' | 'abnormalSealed') => bills.reduce((sum, bill) => sum + bill[key], 0)
  return {
    orders: count('orders'),
    abnormalOpen: count('abnormalOpen'),
    abnormalSealed: count('abnormalSealed'),
    // Object.fromEntries loses the key types; both lists are complete.
    energies: Object.fromEntries(PERIOD_KINDS.map(energyOf)) as Record<PeriodKind, Energy>,
    ...(Object.fromEntries(MONEY.map(moneyOf)) as Record<MoneyKey, Fen>),
  }
}

/** Returns the energy of all periods, in 1e-4 kWh. */
export function energyOfBill(bill: Pick<BillSums, 'energies'>): Energy {
  return sumEnergy(PERIOD_KINDS.map(period => bill.energies[period]))
}

/** Returns a bill of nothing, to be changed where something is known. */
export function anEmptyBill(): { -readonly [K in keyof BillSums]: BillSums[K] } {
  const none = energy(0n)
  return {
    orders: 0,
    abnormalOpen: 0,
    abnormalSealed: 0,
    energies: { J: none, F: none, P: none, G: none, S: none },
    electricity_fen: fen(0n),
    service_fen: fen(0n),
    discount_fen: fen(0n),
    total_fen: fen(0n),
    paidPrincipal_fen: fen(0n),
    paidGift_fen: fen(0n),
    receivable_fen: fen(0n),
    refunded_fen: fen(0n),
    reversed_fen: fen(0n),
  }
}
