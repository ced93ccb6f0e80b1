import {
  type Call,
  col,
  emit,
  invalid,
  Refusal,
  type SaveChange,
  type SavedChange,
  serveCall,
  serveResource,
  type Route,
  type ServedResource,
  type Tx,
  uuidList,
  valueAfter,
  type WireRecord,
  type Caller,
  may,
} from '@wattyard/server-kit'
import type { CommandInput, RowOf } from '@wattyard/resource'
import { LICENCE_RENEWED } from '../../contract/events.ts'
import { findSimilar } from '../../contract/calls/similar.ts'
import { company, gramsOf, readTaxNumber } from '../../contract/index.ts'
import type { CompaniesPorts } from '../ports.ts'
import { similarCompanies } from './similar-companies.ts'

type CompanyRow = RowOf<typeof company>
const INNER = { name_grams: col.texts, licence_told_until: col.day.orNull, licence_told_days: col.integer.orNull }

const only = (rows: readonly CompanyRow[]): CompanyRow => {
  const [row] = rows
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  return row
}

/** Returns a tax number as it is kept. @throws Refusal on `taxNumber` */
function mustBeTaxNumber(country: string, text: string): string {
  const read = readTaxNumber(country, text)
  if (!read.ok) throw invalid({ taxNumber: { key: `companies.field.${read.fault}` } })
  return read.number
}

/** Checks what the input alone tells, so that all flaws of a row of a sheet are told at once. */
function checkValues({ country, taxNumber }: Readonly<Record<string, unknown>>): void {
  if (typeof country === 'string' && typeof taxNumber === 'string') mustBeTaxNumber(country, taxNumber)
}

async function beforeSave(_call: Call, change: SaveChange<typeof company, typeof INNER>) {
  const after = <K extends keyof (typeof company)['fields']>(key: K) => valueAfter(company, change, key)
  const [from, until] = [after('licenceFrom'), after('licenceUntil')]
  if (from && until && until < from) throw invalid({ licenceUntil: { key: 'companies.field.endsBefore' } })
  if (after('operator') && !(after('kinds') ?? []).includes('operator'))
    throw invalid({ kinds: { key: 'companies.field.operatorKind' } })
  const taxNumber = after('taxNumber')
  const names = [after('name') ?? '', after('shortName') ?? '']
  return {
    name_grams: [...new Set(names.flatMap(gramsOf))],
    tax_number: taxNumber ? mustBeTaxNumber(after('country') ?? 'CN', taxNumber) : null,
  }
}

/** Puts the message about a licence away that has a later end now, or none. */
async function afterSave({ tx, caller }: Call, { id, before, after }: SavedChange<typeof company, typeof INNER>) {
  const [was, is] = [before?.licence_until ?? null, after.licence_until ?? null]
  const wasTold = (before?.licence_told_until ?? null) !== null
  if (!wasTold || was === is || (is !== null && was !== null && is < was)) return
  await emit(tx, [{ tenantId: caller.tenantId, topic: LICENCE_RENEWED, key: id, body: {} }])
}

async function setState(
  { tx, caller }: Call,
  row: CompanyRow,
  [state, reason]: readonly [CompanyRow['state'], string | null],
) {
  await tx.execute(
    `update companies_company set state = $3, suspended_reason = $4, version = version + 1, updated_at = now() where tenant_id = $1 and id = $2`,
    [caller.tenantId, row.id, state, reason],
  )
  return {}
}

/** Refuses to delete a company with accounts that counted, or that records of other modules name; what was only noted goes with it. */
const beforeDelete =
  ({ companiesInUse }: CompaniesPorts) =>
  async ({ tx, caller }: Call, row: Readonly<CompanyRow>): Promise<void> => {
    const { tenantId } = caller
    const counted = await tx.query(
      "select 1 from companies_bank_account where tenant_id = $1 and company_id = $2 and state <> 'entered' limit 1",
      [tenantId, row.id],
    )
    const used = await companiesInUse(tx, tenantId, [row.id])
    if (counted.length > 0 || used.has(row.id)) throw new Refusal('companies.inUse', { params: { name: row.name } })
    await tx.execute('delete from companies_bank_account where tenant_id = $1 and company_id = $2', [tenantId, row.id])
    await tx.execute('delete from companies_contact where tenant_id = $1 and company_id = $2', [tenantId, row.id])
  }

/** Adds how many contacts and confirmed accounts companies of a page have; null for callers who may not know. */
async function addCounts(tx: Tx, caller: Caller, records: WireRecord[]): Promise<void> {
  const rows = await tx.query(
    { id: col.uuid, contacts: col.integer, accounts: col.integer },
    `select k.id, (select count(*)::int from companies_contact c where c.tenant_id = $1 and c.company_id = k.id) as contacts,
       (select count(*)::int from companies_bank_account b where b.tenant_id = $1 and b.company_id = k.id and b.state = 'confirmed') as accounts
     from unnest($2::uuid[]) as k(id)`,
    [caller.tenantId, uuidList(records.map(record => record.id))],
  )
  const found = new Map(rows.map(row => [row.id, row]))
  const [seesContacts, seesAccounts] = [
    may(caller, 'companies.contact:read'),
    may(caller, 'companies.bankAccount:read'),
  ]
  for (const record of records) {
    const own = found.get(record.id)
    record.contacts = seesContacts ? (own?.contacts ?? 0) : null
    record.accounts = seesAccounts ? (own?.accounts ?? 0) : null
  }
}

/** Says of a row of a sheet that a company with a similar name is there already. */
async function oddOfNew({ tx, caller }: Call, { name }: Readonly<Record<string, unknown>>) {
  if (typeof name !== 'string') return {}
  const similar = await similarCompanies(tx, caller.tenantId, { name })
  const names = similar.map(one => one.name).join(' · ')
  return similar.length === 0 ? {} : { name: { key: 'companies.field.similarName', params: { names } } }
}

/** Answers which companies have a similar name, while somebody enters one. */
export const similarRoute = (): Route =>
  serveCall(findSimilar, {
    work: 'read',
    handle: async ({ tx, caller, input }) => ({ list: await similarCompanies(tx, caller.tenantId, input) }),
  })

export function serveCompany(ports: CompaniesPorts): ServedResource {
  return serveResource(company, {
    inner: INNER,
    checkValues,
    oddOfNew,
    beforeSave,
    afterSave,
    beforeDelete: beforeDelete(ports),
    decorate: addCounts,
    allows: (action, row) =>
      action === 'suspend' ? row.state === 'active' : action !== 'resume' || row.state === 'suspended',
    commands: {
      suspend: (call, rows, { reason }: CommandInput<typeof company, 'suspend'>) =>
        setState(call, only(rows), ['suspended', reason]),
      resume: (call, rows) => setState(call, only(rows), ['active', null]),
    },
  })
}
