import { firstBookedDay } from '@wattyard/charging/server'
import type { SheetLine } from '@wattyard/resource'
import {
  exportCell,
  headOf,
  paperHeadOf,
  paperText,
  invalid,
  pdfColumn,
  type ResourceIndex,
  type Route,
  route,
  sendSheet,
  sendTablePdf,
  serveCall,
  sheetRoute,
  tableHead,
  type Tx,
} from '@wattyard/server-kit'
import { isZone } from '@wattyard/time'
import { z } from 'zod'
import { addBills, billQuery, dailyBill, getDailyBill, listDailyBills } from '../../contract/index.ts'
import { type BillRecord, billOnTheWire, sumsOnTheWire } from './daily-bill-wire.ts'
import { nextDayToClose } from '../close/gate-facts.ts'
import { billAbilities, billLabels, billOrder, dayTotals, findBills, oneBill, operatorTotals } from './list-bills.ts'
import type { FinanceWorld } from '../ports.ts'

const exportBills = billQuery.omit({ page: true, pageSize: true }).extend({
  format: z.enum(['csv', 'xlsx', 'pdf']).default('csv'),
  columns: z.string().max(4000).optional(),
  zone: z.string().max(60).refine(isZone, { error: 'notAZone' }).optional(),
})

function list(world: FinanceWorld): Route {
  return serveCall(listDailyBills, {
    work: 'read',
    async handle({ tx, caller, input }) {
      const now = world.clock.now()
      const { bills, from, to } = await findBills(tx, caller, input.filter ?? {}, now)
      const sorted = bills.toSorted(billOrder(input.sort))
      const page = sorted.slice((input.page - 1) * input.pageSize, input.page * input.pageSize)
      return {
        list: page.map(bill => billOnTheWire(bill, now)),
        total: bills.length,
        capped: false,
        labels: await billLabels({ tx, caller }, page),
        can: billAbilities(caller),
        asOf: now,
        from,
        to,
        totals: sumsOnTheWire(addBills(bills)),
        days: dayTotals(bills),
        operators: await operatorTotals({ tx, caller }, bills),
        nextDay: await nextDayToClose(tx, caller.tenantId),
        firstDay: await firstBookedDay(tx, caller.tenantId),
      }
    },
  })
}

function get(world: FinanceWorld): Route {
  return serveCall(getDailyBill, {
    work: 'read',
    async handle({ tx, caller, input }) {
      const now = world.clock.now()
      const bill = await oneBill(tx, caller, input.id, now)
      return { ...billOnTheWire(bill, now), labels: await billLabels({ tx, caller }, [bill]), asOf: now }
    },
  })
}

function exported(world: FinanceWorld, index: ResourceIndex): Route {
  return route({
    method: 'GET',
    path: '/api/finance/dailyBill/export',
    access: 'finance.dailyBill:export',
    stations: 'narrowed',
    input: exportBills,
    work: 'raw',
    summary: 'daily bills as a spreadsheet',
    async handle(call) {
      const columns = columnsWanted(call.input.columns)
      const { caller, reply } = call
      if (!caller) throw new Error('an export needs a caller')
      const order = billOrder(call.input.sort)
      const now = world.clock.now()
      const { records, sums, labels, head } = await call.db.tenant(
        caller.tenantId,
        async (tx: Tx) => {
          const { bills } = await findBills(tx, caller, call.input.filter ?? {}, now)
          const sorted = bills.toSorted(order)
          return {
            records: sorted.map(bill => billOnTheWire(bill, now)),
            sums: sumsOnTheWire(addBills(sorted)),
            labels: await billLabels({ tx, caller }, sorted),
            head: await tableHead({ tx, caller, index }, { resource: dailyBill }, call),
          }
        },
        { readOnly: true },
      )
      const { format, zone = 'Asia/Shanghai' } = call.input
      const { translate, language } = call
      const say = (key: string) => translate(language, key)
      const file = { title: say('finance.dailyBill.nouns'), zone, total: records.length }
      const context = { labels, translate, language, zone }
      if (format === 'pdf') {
        const placed = columns.map(key => pdfColumn(dailyBill, key, paperHeadOf(dailyBill, key, say)))
        const texts = lines(columns, records, (record, key) => paperText(dailyBill, record, key, context))
        const totals = columns.map((key, index) => {
          if (key in sums) return String(paperText(dailyBill, sums, key, context))
          return index === 0 ? say('finance.bill.sum') : ''
        })
        await sendTablePdf(call, { ...file, columns: placed, totals, ...head }, texts)
      } else {
        const header = columns.map(key => headOf(dailyBill, key, zone, say))
        const cells = lines(columns, records, (record, key) => exportCell(dailyBill, key, record[key], context))
        await sendSheet(reply, { ...file, format }, withHeader(header, cells))
      }
      return undefined
    },
  })
}

function columnsWanted(columns: string | undefined): string[] {
  const wanted = columns ? columns.split(',') : [...dailyBill.list.columns]
  if (wanted.some(key => !Object.hasOwn(dailyBill.fields, key)))
    throw invalid({ columns: { key: 'kernel.field.notOneOf' } })
  return wanted
}

/** Cells of the bills; files have numbers and dates, documents have texts. */
async function* lines<T>(
  columns: readonly string[],
  records: readonly BillRecord[],
  cellOf: (record: Readonly<Record<string, unknown>>, key: string) => T,
): AsyncGenerator<T[]> {
  for (const record of records) yield columns.map(key => cellOf({ ...record }, key))
}

async function* withHeader(header: readonly string[], rows: AsyncIterable<SheetLine>): AsyncGenerator<SheetLine> {
  yield header
  yield* rows
}

export function dailyBillRoutes(world: FinanceWorld, index: ResourceIndex): Route[] {
  return [list(world), get(world), exported(world, index), sheetRoute(dailyBill, index)]
}
