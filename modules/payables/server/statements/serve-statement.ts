import { companiesByIds } from '@wattyard/companies/server'
import type { CommandInput, RowOf } from '@wattyard/resource'
import { accountingDayOf } from '@wattyard/members/server'
import {
  actorOf,
  audit,
  type Call,
  type Caller,
  col,
  invalid,
  newId,
  Refusal,
  serveResource,
  type ServedResource,
  shownTo,
  type Tx,
  type WireRecord,
} from '@wattyard/server-kit'
import { businessDay, daysBetween } from '@wattyard/time'
import { statement, type StatementLine } from '../../contract/statement.ts'
import { lockCompanies } from '../locks.ts'
import type { PayablesWorld } from '../world.ts'
import { statementContent } from './read-lines.ts'

type StatementRow = RowOf<typeof statement>

/** Most days of a statement, and most lines: it is a sheet that somebody reads. */
const MAX_DAYS = 366
const MAX_LINES = 2_000

const only = (rows: readonly StatementRow[]): StatementRow => {
  const [row] = rows
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  return row
}

async function prepare(call: Call, input: CommandInput<typeof statement, 'prepare'>, { clock }: PayablesWorld) {
  const { tx, caller } = call
  const { tenantId } = caller
  const [firstDay, lastDay] = [businessDay(input.firstDay), businessDay(input.lastDay)]
  if (lastDay < firstDay) throw invalid({ lastDay: { key: 'payables.field.endsBefore' } })
  if (daysBetween(firstDay, lastDay) >= MAX_DAYS) throw invalid({ firstDay: { key: 'payables.field.tooLong' } })
  if (lastDay > (await accountingDayOf(tx, tenantId, clock.now())))
    throw invalid({ lastDay: { key: 'payables.field.notYet' } })
  await lockCompanies(tx, [input.company])
  if (!(await companiesByIds(tx, tenantId, [input.company])).has(input.company))
    throw invalid({ company: { key: 'kernel.field.noSuchRecord' } })
  const content = await statementContent(tx, { tenantId, companyId: input.company, firstDay, lastDay })
  if (content.lines.length > MAX_LINES) throw invalid({ firstDay: { key: 'payables.field.tooMany' } })
  const [last] = await tx.query(
    { edition: col.integer.orNull },
    `select max(edition) as edition from payables_statement where tenant_id = $1 and company_id = $2 and first_day = $3 and last_day = $4`,
    [tenantId, input.company, firstDay, lastDay],
  )
  const id = newId()
  const edition = (last?.edition ?? 0) + 1
  const number = `ST-${lastDay.replaceAll('-', '')}-${id.slice(-8).toUpperCase()}`
  await tx.execute(
    `insert into payables_statement (tenant_id, id, number, company_id, first_day, last_day, edition, opening_fen, closing_fen, line_count, lines, prepared_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      tenantId,
      id,
      number,
      input.company,
      firstDay,
      lastDay,
      edition,
      content.opening,
      content.closing,
      content.lines.length,
      JSON.stringify(content.lines),
      caller.displayName,
    ],
  )
  // Its own history begins here; the entry of the command names no record.
  await audit(tx, actorOf(call), [
    {
      resource: statement.name,
      recordId: id,
      action: 'create',
      after: { number, company: input.company, firstDay, lastDay, edition },
    },
  ])
  return { id, number }
}

/**
 * Handles `send`: the edition is out, and an earlier one for the same days is superseded.
 * @throws Refusal `payables.newerSent` when a later edition is out already
 */
async function send({ tx, caller }: Call, row: StatementRow) {
  const newer = await tx.query(
    `select 1 from payables_statement
     where tenant_id = $1 and company_id = $2 and first_day = $3 and last_day = $4 and edition > $5 and state <> 'draft' limit 1`,
    [caller.tenantId, row.company_id, row.first_day, row.last_day, row.edition],
  )
  if (newer.length > 0) throw new Refusal('payables.newerSent')
  await tx.execute(
    `update payables_statement set state = 'superseded', version = version + 1, updated_at = now()
     where tenant_id = $1 and company_id = $2 and first_day = $3 and last_day = $4 and id <> $5 and state in ('sent', 'accepted', 'disputed')`,
    [caller.tenantId, row.company_id, row.first_day, row.last_day, row.id],
  )
  await tx.execute(
    `update payables_statement set state = 'sent', sent_by = $3, sent_at = now(), version = version + 1, updated_at = now() where tenant_id = $1 and id = $2`,
    [caller.tenantId, row.id, caller.displayName],
  )
  return {}
}

async function answer(
  { tx, caller }: Call,
  row: StatementRow,
  [state, text]: readonly ['accepted' | 'disputed', string | null],
) {
  await tx.execute(
    'update payables_statement set state = $3, answer = $4, version = version + 1, updated_at = now() where tenant_id = $1 and id = $2',
    [caller.tenantId, row.id, state, text],
  )
  return {}
}

/** What people wrote into documents is shown in statements as it is in the documents themselves. */
async function maskSubjects(_tx: Tx, caller: Caller, records: WireRecord[]): Promise<void> {
  for (const record of records) {
    const lines: unknown = record.lines
    if (!Array.isArray(lines)) continue
    record.lines = (lines as StatementLine[]).map(line => ({
      ...line,
      subject: shownTo(caller, 'words', line.subject),
    }))
  }
}

/** Serves statements: prepared once, sent, answered by the company. */
export function serveStatement(world: PayablesWorld): ServedResource {
  const fits = (action: string, { state }: Readonly<StatementRow>): boolean =>
    action === 'send' ? state === 'draft' : state === 'sent' || (action === 'accept' && state === 'disputed')
  return serveResource(statement, {
    async lockFirst({ tx, caller }, ids) {
      const rows = await tx.query(
        { company_id: col.uuid },
        'select distinct company_id from payables_statement where tenant_id = $1 and id = any($2::uuid[])',
        [caller.tenantId, [...ids]],
      )
      await lockCompanies(
        tx,
        rows.map(row => row.company_id),
      )
    },
    decorate: maskSubjects,
    allows: (action, row) => action === 'prepare' || fits(action, row),
    commands: {
      prepare: (call, _rows, input) => prepare(call, input, world),
      send: (call, rows) => send(call, only(rows)),
      accept: (call, rows, input) => answer(call, only(rows), ['accepted', input.answer ?? null]),
      dispute: (call, rows, input) => answer(call, only(rows), ['disputed', input.answer]),
    },
  })
}
