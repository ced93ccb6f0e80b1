import {
  type CallAnswer,
  dayInput,
  decimalText,
  defineCall,
  idInput,
  instant,
  labelsShape as labels,
  listInput,
} from '@wattyard/calls'
import { z } from 'zod'
import { BILL_STATES } from '../daily-bill.ts'
import { sums } from './day-close.ts'

const MAX_CHOICES = 100

const optionalDay = z.union([z.literal(''), dayInput]).optional()
const ids = z.union([
  z.array(idInput).max(MAX_CHOICES),
  z
    .string()
    .max(40 * MAX_CHOICES)
    .transform(text => text.split(',').filter(part => part !== ''))
    .pipe(z.array(idInput)),
])
const states = z.union([
  z.array(z.enum(BILL_STATES)),
  z
    .string()
    .max(60)
    .transform(text => text.split(',').filter(part => part !== ''))
    .pipe(z.array(z.enum(BILL_STATES))),
])

/** Filters, in the shape of every list of the API. */
const billFilter = z.strictObject({
  day: z.union([dayInput, z.strictObject({ from: optionalDay, to: optionalDay })]).optional(),
  station: ids.optional(),
  operator: ids.optional(),
  state: states.optional(),
})
export type BillFilter = z.infer<typeof billFilter>

/** Query of the list and its export. */
export const billQuery = listInput.omit({ q: true, filter: true }).extend({ filter: billFilter.optional() })

/** Bill of one station for one day. Bills of open days have no row, so the id is made of day and station. */
const bill = sums.extend({
  id: z.string(),
  version: z.int(),
  createdAt: instant,
  updatedAt: instant,
  day: z.string(),
  station: idInput,
  operator: idInput,
  state: z.enum(BILL_STATES),
  closing: idInput.nullable(),
  can: z.array(z.string()),
})

const dayOfBills = sums.extend({
  day: z.string(),
  state: z.enum(BILL_STATES),
  /** Id of the closing, of closed days. */
  closing: idInput.nullable(),
  stations: z.int(),
})
export type DayOfBills = z.output<typeof dayOfBills>

/** Sums of the stations of one operator over the days. */
const operatorOfBills = sums.extend({ operator: idInput, name: z.string() })
export type OperatorOfBills = z.output<typeof operatorOfBills>

export const listDailyBills = defineCall({
  method: 'GET',
  path: '/api/finance/dailyBill/list',
  access: 'finance.dailyBill:read',
  summary: 'daily bills with the totals of their days',
  stations: 'narrowed',
  input: billQuery,
  output: z.object({
    list: z.array(bill),
    total: z.int(),
    capped: z.boolean(),
    labels,
    can: z.array(z.string()),
    asOf: instant,
    from: z.string(),
    to: z.string(),
    totals: sums,
    days: z.array(dayOfBills),
    /** Operators of the bills, those that took most first. */
    operators: z.array(operatorOfBills),
    /** The one day that can be closed next. */
    nextDay: z.string().nullable(),
    /** The first day that an order of the company was booked on; null before that. */
    firstDay: z.string().nullable(),
  }),
})
export type BillsAnswer = CallAnswer<typeof listDailyBills>

export const getDailyBill = defineCall({
  method: 'GET',
  path: '/api/finance/dailyBill/get',
  access: 'finance.dailyBill:read',
  summary: 'one day of one station',
  input: z.strictObject({ id: z.string().max(60) }),
  output: bill.extend({ labels, asOf: instant }),
})

/** Adds up all orders that a filter and a search word of the order list match, not the page alone. */
export const totalsOfOrders = defineCall({
  method: 'GET',
  path: '/api/finance/orderTotals',
  access: 'charging.order:read',
  summary: 'sums of a list of orders',
  stations: 'narrowed',
  input: listInput.pick({ filter: true, q: true }),
  output: z.object({
    tooMany: z.boolean(),
    /** Most orders that are added up. */
    max: z.int(),
    totals: z
      .object({
        orders: z.int(),
        energy: decimalText,
        electricity: decimalText,
        service: decimalText,
        discount: decimalText,
        total: decimalText,
        /** At the settlements, and since then from top-ups. */
        paid: decimalText,
        /** Not covered by the wallets when the orders were settled. */
        receivable: decimalText,
        /** Of that what is still owed now: later top-ups pay debts. */
        openDebt: decimalText,
        refunded: decimalText,
      })
      .nullable(),
    asOf: instant,
  }),
})
