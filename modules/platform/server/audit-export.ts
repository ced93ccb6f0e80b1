import {
  actorOf,
  audit,
  type ResourceIndex,
  type Route,
  route,
  sendSheet,
  describeEntries,
  textContext,
  col,
} from '@wattyard/server-kit'
import { formatInstant, isZone } from '@wattyard/time'
import { z } from 'zod'
import type { TextContext } from '@wattyard/resource'
import { type AuditRow, auditFilters } from '../contract/calls/audit.ts'
import {
  actionWord,
  type EntryContext,
  fieldName,
  recordName,
  resourceWord,
  valueText,
} from '../contract/log/log-words.ts'
import { nameRequests } from './named-subjects.ts'
import { auditCondition } from './audit-query.ts'
import { readAuditPage } from './audit-read.ts'
import { tellsShown } from './tells-shown.ts'

/** Rows of one file; beyond it the caller narrows the filter. */
const MAX_ROWS = 1_048_575
const CHUNK = 2_000
/** `recordKey` is the id of the record, which an auditor may need where its name has changed. */
const COLUMNS = [
  'at',
  'actorName',
  'ip',
  'resource',
  'recordId',
  'recordKey',
  'action',
  'before',
  'after',
  'requestId',
] as const
type Column = Exclude<(typeof COLUMNS)[number], 'at'>

/** Returns the cells of an entry in the reader's words, as the page shows it. */
function cellsOf(
  row: AuditRow,
  told: EntryContext,
  context: TextContext,
  joined: (word: string, value: string) => string,
): Readonly<Record<Column, string>> {
  const side = (values: AuditRow['before']): string =>
    Object.entries(values ?? {})
      .map(([field, value]) => joined(fieldName(context, row, field), valueText(context, told, row, field, value)))
      .join('\n')
  return {
    actorName: row.actorName,
    ip: row.ip ?? '',
    resource: resourceWord(context, row.resource),
    recordId: recordName(context, told, row) ?? row.recordId,
    recordKey: row.recordId,
    action: actionWord(context, row.resource, row.action),
    before: side(row.before),
    after: side(row.after),
    requestId: row.requestId ?? '',
  }
}

/** Serves the log as a file. The export itself is logged. */
export const auditExport = (index: ResourceIndex): Route =>
  route({
    method: 'GET',
    path: '/api/platform/audit/export',
    access: 'platform.audit:export',
    wholeTenant: true,
    input: auditFilters.omit({ after: true }).extend({
      format: z.enum(['csv', 'xlsx']).default('csv'),
      zone: z.string().max(60).refine(isZone, { error: 'notAZone' }).default('Asia/Shanghai'),
    }),
    work: 'raw',
    summary: 'the log as a spreadsheet',
    async handle(call) {
      const { caller, db, reply } = call
      if (!caller) throw new Error('an export needs a caller')
      const { format, zone, ...wanted } = call.input
      const total = await db.tenant(caller.tenantId, async tx => {
        const entry = { resource: 'platform.audit', recordId: '', action: 'export', after: { ...wanted, format } }
        await audit(tx, actorOf({ ...call, caller }), [entry])
        // How many hold a text is known when all were looked through, and not before.
        if (wanted.q !== undefined) return null
        const where = auditCondition(caller.tenantId, wanted)
        const [row] = await tx.query(
          { total: col.integer },
          `select least(count(*), ${MAX_ROWS})::int as total from kernel_audit where ${where.text}`,
          where.values,
        )
        return row?.total ?? 0
      })
      async function* rows() {
        let after: string | undefined
        let done = 0
        while (done < MAX_ROWS) {
          const page = await call.read(async (tx, reader) => {
            const stored = await readAuditPage(
              tx,
              reader.tenantId,
              { ...wanted, ...(after ? { after } : {}) },
              CHUNK,
              tellsShown(reader, index),
            )
            const told = await describeEntries(tx, index, stored.list, reader)
            return { next: stored.next, told: { ...told, ...(await nameRequests(tx, index, told, reader)) } }
          })
          const { translate, language } = call
          const context = textContext({ labels: page.told.labels, translate, language, zone })
          const joined = (word: string, value: string): string =>
            translate(language, 'kernel.pdf.filterOf', { word, value })
          for (const row of page.told.list) yield { at: row.at, ...cellsOf(row, page.told, context, joined) }
          done += page.told.list.length
          if (page.next === null) return
          after = page.next
        }
      }
      async function* lines() {
        yield COLUMNS.map(key => call.translate(call.language, `platform.audit.${key}`))
        for await (const row of rows())
          yield COLUMNS.map(key =>
            key === 'at' ? ({ text: formatInstant(row.at, zone), as: 'instant' } as const) : row[key],
          )
      }
      await sendSheet(
        reply,
        { format, title: call.translate(call.language, 'platform.audit.noun'), zone, total },
        lines(),
      )
      return undefined
    },
  })
