import { wholeRow } from '../row-shape.ts'
import { col } from '../../database/columns.ts'
import { followsStation } from '@wattyard/resource'
import { isZone } from '@wattyard/time'
import { z } from 'zod'
import { actorOf, audit } from '../../audit.ts'
import { type Caller, may } from '../../caller.ts'
import { type RawCall, type Route, route } from '../../http/route.ts'
import { sendSheet } from '../../sheet/send-sheet.ts'
import { maskedReader, seesPersonal } from '../../personal.ts'
import { exportsWhole } from '../abilities/record-abilities.ts'
import { invalid, Refusal } from '../../refusal.ts'
import { nameOfValue } from '../../paper/name-of-value.ts'
import { tableHead } from '../../paper/table-head.ts'
import { pdfColumn, sendTablePdf } from '../../pdf/table-pdf.ts'
import { masked, offeredColumns, type Resource, type SheetLine } from '@wattyard/resource'
import { type ExportContext, exportCell, headOf, paperHeadOf, paperText, totalsOnPaper } from './export-text.ts'
import type { Condition } from '../condition.ts'
import { type LookUp, tellLookUps } from '../hidden/look-ups.ts'
import { addFilters, findForList, fromOf, type ListOrder, orderBy } from '../list-query.ts'
import { labelsOf, present, type ResourceIndex, type WireRecord } from '../read-records.ts'
import { mustReach, scoped } from '../scope.ts'
import { totalRecords } from '../total-records.ts'
import type { ResourceRow, ServedResource } from '../served.ts'
import { listInput } from '@wattyard/calls'

/** Rows of one export; beyond it the caller narrows the filter. */
export const MAX_EXPORT_ROWS = 1_048_575
const CHUNK = 2_000

const input = listInput.omit({ page: true, pageSize: true }).extend({
  format: z.enum(['csv', 'xlsx', 'pdf']).default('csv'),
  columns: z.string().max(4000).optional(),
  zone: z.string().max(60).refine(isZone, { error: 'notAZone' }).default('Asia/Shanghai'),
  /** Why personal data is wanted in clear; without it, everybody gets it masked. The export is logged with it. */
  reason: z.string().trim().min(2).max(200).optional(),
})
type ExportInput = z.infer<typeof input>

function columnsWanted(served: ServedResource, columns: string | undefined, caller: Caller | null): string[] {
  const { fields, added } = served.resource
  const known = [...Object.keys(fields).filter(key => fields[key]?.kind !== 'secret'), ...Object.keys(added ?? {})]
  const wanted = columns ? columns.split(',') : served.resource.list.columns.filter(key => key !== 'createdAt')
  const unknown = wanted.find(key => key !== 'createdAt' && !known.includes(key))
  if (unknown !== undefined) throw invalid({ columns: { key: 'kernel.field.notOneOf' } })
  // A column of nothing but empty cells looks like stations without a price.
  return offeredColumns(served.resource, wanted, permission => caller !== null && may(caller, permission))
}

const SORT_KEY = { sort_key: col.text.orNull }

/** Rows of an export in list order, page by page by key, each page for the caller as they are then. */
async function* pages(call: RawCall<ExportInput>, served: ServedResource, index: ResourceIndex, order: ListOrder) {
  const { resource } = served
  let last: KeyedRow | null = null
  for (let done = 0; done < MAX_EXPORT_ROWS; ) {
    const after: KeyedRow | null = last
    const page = await call.read(async (tx, caller) => {
      const where = scoped(caller, resource)
      const reading = { ...caller, lookUps: [] }
      addFilters(
        where,
        resource,
        call.input,
        reading,
        await findForList(tx, served, call.input, reading),
        served.beside,
      )
      if (after) addKey(where, order, after)
      const rows = await tx.query(
        wholeRow(resource, SORT_KEY),
        `select ${resource.table}.*, ${order.column}::text as sort_key from ${fromOf(served, call.input)} where ${where.text} order by ${order.text} limit ${CHUNK}`,
        where.values,
      )
      const reader = readerOf(call, caller, served)
      const records = await present(tx, reader, served, index, rows)
      return { rows, records, labels: await labelsOf(tx, index, resource, records, reader) }
    })
    if (page.rows.length === 0) return
    yield page
    done += page.rows.length
    last = page.rows.at(-1) ?? null
    if (page.rows.length < CHUNK) return
  }
}

/** Personal data leaves in a file only with a reason; the right to see it on screen is not enough. */
const readerOf = ({ input: { reason } }: RawCall<ExportInput>, caller: Caller, { resource }: ServedResource): Caller =>
  reason === undefined && !exportsWhole(caller, resource) ? maskedReader(caller) : caller

/**
 * Logs an export of personal data with its reason, before its first byte leaves.
 *
 * @throws Refusal `kernel.forbidden` for callers who may not see personal data
 */
async function logReason(call: RawCall<ExportInput>, { resource }: ServedResource, rows: number): Promise<void> {
  const { caller, input: asked } = call
  const { reason, format, filter, q } = asked
  if (!caller || reason === undefined) return
  if (caller.readOnly || !seesPersonal(caller)) throw new Refusal('kernel.forbidden', { status: 403 })
  const told = filter && JSON.stringify(filterInLog(resource, filter))
  const after = { reason, format, rows, ...(told ? { filter: told } : {}), ...(q ? { q: masked('text', q) } : {}) }
  await call.db.tenant(caller.tenantId, tx =>
    audit(tx, actorOf({ ...call, caller }), [
      { resource: resource.name, recordId: '', action: 'exportInClear', after },
    ]),
  )
}

/** Returns a filter as the log keeps it: what it asks of people is masked, as they are. */
const filterInLog = (resource: Resource, filter: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(filter).map(([key, value]) => {
      const mask = resource.masked?.[key]
      return [key, mask ? masked(mask, typeof value === 'string' ? value : JSON.stringify(value)) : value]
    }),
  )

/** The sort value as the database's own text: instants there are finer than our milliseconds. */
type KeyedRow = ResourceRow & { sort_key: string | null }

/** Keyset: strictly after the last row of the page before. Nulls sort last ascending, first descending. */
function addKey(where: Condition, order: ListOrder, last: KeyedRow): void {
  const sign = order.descending ? '<' : '>'
  const id = where.value(last.id)
  if (last.sort_key === null) {
    where.add(
      order.descending ? `(${order.column} is not null or id < ${id})` : `(${order.column} is null and id > ${id})`,
    )
    return
  }
  const value = `${where.value(last.sort_key)}::text::${order.type}`
  const later = order.descending ? '' : ` or ${order.column} is null`
  where.add(`(${order.column} ${sign} ${value} or (${order.column} = ${value} and id ${sign} ${id})${later})`)
}

export function exportRecords(served: ServedResource, index: ResourceIndex): Route {
  const { resource } = served
  return route({
    method: 'GET',
    path: `/api/${resource.path}/export`,
    ...(followsStation(resource) ? { stations: 'narrowed' as const } : {}),
    access: `${resource.name}:export` as `${string}.${string}:${string}`, // derived names have this shape
    input,
    work: 'raw',
    summary: `${resource.name} export`,
    async handle(call) {
      const columns = columnsWanted(served, call.input.columns, call.caller)
      if (call.caller) mustReach(call.caller, resource)
      // Whatever can be refused is refused here: once the first byte has left, an error has no words any more.
      const order = orderBy(resource, call.input.sort, call.language, served.beside)
      const total = await countRows(call, served)
      await logReason(call, served, total)
      const { format, zone } = call.input
      const { translate, language } = call
      const say = (word: string): string => translate(language, word)
      async function* rows<T>(
        cellOf: (record: WireRecord, key: string, context: ExportContext) => T,
      ): AsyncGenerator<(T | string)[]> {
        for await (const { records, labels } of pages(call, served, index, order))
          for (const record of records)
            yield columns.map(
              key =>
                nameOfValue(served, record, key, call) ?? cellOf(record, key, { labels, translate, language, zone }),
            )
      }
      async function* lines(): AsyncGenerator<SheetLine> {
        yield columns.map(key => headOf(resource, key, zone, say))
        yield* rows((record, key, context) => exportCell(resource, key, record[key], context))
      }
      const title = translate(language, `${resource.name}.nouns`)
      if (format === 'pdf') {
        const placed = columns.map(key => pdfColumn(resource, key, paperHeadOf(resource, key, say)))
        const { head, sums } = await call.read(async (tx, caller) => ({
          head: await tableHead({ tx, caller: readerOf(call, caller, served), index }, served, call),
          sums: columns.some(key => resource.list.totals?.includes(key))
            ? await totalRecords(tx, { ...caller, lookUps: [] }, served, call.input)
            : null,
        }))
        const texts = rows((record, key, context) => paperText(resource, record, key, context))
        const told = sums && totalsOnPaper(resource, columns, sums, { labels: {}, translate, language, zone })
        await sendTablePdf(call, { title, zone, columns: placed, total, ...told, ...head }, texts)
      } else await sendSheet(call.reply, { format, title, zone, total }, lines())
      return undefined
    },
  })
}

/** Counts the rows of an export, and logs what its filters look up: the pages after it ask the same. */
async function countRows(call: RawCall<ExportInput>, served: ServedResource): Promise<number> {
  const { caller } = call
  if (!caller) return 0
  const lookUps: LookUp[] = []
  const rows = await call.db.tenant(
    caller.tenantId,
    async tx => {
      const where = scoped(caller, served.resource)
      const reading = { ...caller, lookUps }
      addFilters(
        where,
        served.resource,
        call.input,
        reading,
        await findForList(tx, served, call.input, reading),
        served.beside,
      )
      const [row] = await tx.query(
        { total: col.bigint },
        `select count(*) as total from ${fromOf(served, { filter: call.input.filter })} where ${where.text}`,
        where.values,
      )
      return Number(row?.total ?? 0n)
    },
    { readOnly: true },
  )
  await tellLookUps(call.db, caller, actorOf({ ...call, caller }), lookUps)
  return rows
}
