import { tenantById } from '@wattyard/identity/server'
import { newId, searchText, type Tx } from '@wattyard/server-kit'
import { addDays, localDayOf } from '@wattyard/time'
import { company, gramsOf } from '../../contract/index.ts'
import { DEMO_COMPANIES, type DemoCompany } from './demo-companies.ts'

/** Ids of the demo's companies by their key. */
export type DemoCompanies = ReadonlyMap<string, string>

interface Place {
  readonly tenantId: string
  readonly today: ReturnType<typeof localDayOf>
  readonly operators: readonly { readonly id: string; readonly code: string }[]
}

/** Who keeps the companies of the demo, and who is the second person of their accounts. */
const KEEPER = '李娜'
const SECOND = '陈静'

async function insertCompany(tx: Tx, { tenantId, today, operators }: Place, one: DemoCompany): Promise<string> {
  const id = newId()
  const until = one.licenceDays === null ? null : addDays(today, one.licenceDays)
  const row = { name: one.name, short_name: one.shortName, tax_number: one.taxNumber }
  await tx.execute(
    `insert into companies_company (tenant_id, id, name, short_name, kinds, operator_id, country, tax_number, taxpayer, state, suspended_reason,
       legal_representative, address, licence_from, licence_until, invoice_address, invoice_phone, invoice_bank, invoice_account, term_days,
       term_month_day, note, name_grams, search_text)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $13, $16, $17, $18, $19, $20, $21, $22, $23)`,
    [
      tenantId,
      id,
      one.name,
      one.shortName,
      one.kinds,
      operators.find(({ code }) => code === one.operator)?.id ?? null,
      one.country ?? 'CN',
      one.taxNumber,
      one.taxpayer ?? null,
      one.suspended === undefined ? 'active' : 'suspended',
      one.suspended ?? null,
      one.legalRepresentative,
      one.address,
      until === null ? null : addDays(until, -3_650),
      until,
      one.phone,
      one.accounts[0] ? [one.accounts[0].bank, one.accounts[0].branch].join('') : null,
      one.accounts[0]?.number ?? null,
      one.terms[0],
      one.terms[1],
      one.note ?? null,
      [...new Set([...gramsOf(one.name), ...gramsOf(one.shortName)])],
      searchText(company, row),
    ],
  )
  return id
}

async function insertAccounts(tx: Tx, { tenantId }: Place, companyId: string, one: DemoCompany): Promise<void> {
  for (const account of one.accounts)
    await tx.execute(
      `insert into companies_bank_account (tenant_id, id, company_id, country, bank, branch, number, state, preferred, entered_by, entered_by_id,
         confirmed_by, confirmed_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, case when $12::text is null then null else now() end)`,
      [
        tenantId,
        newId(),
        companyId,
        one.country ?? 'CN',
        account.bank,
        account.branch,
        account.number,
        account.isWaiting ? 'entered' : 'confirmed',
        !account.isWaiting,
        KEEPER,
        newId(),
        account.isWaiting ? null : SECOND,
      ],
    )
}

async function insertPeople(tx: Tx, { tenantId }: Place, companyId: string, one: DemoCompany): Promise<void> {
  for (const person of one.people)
    await tx.execute(
      `insert into companies_contact (tenant_id, id, company_id, name, duty, phone, email, language, receives)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        tenantId,
        newId(),
        companyId,
        person.name,
        person.duty,
        person.phone,
        person.email,
        person.language ?? 'zh',
        person.receives,
      ],
    )
}

/** Creates the companies of the demo with their accounts and contacts: one account waits for its second person, one licence has ended. */
export async function prepareDemoCompanies(
  tx: Tx,
  { tenantId, now, operators }: { tenantId: string; now: number; operators: Place['operators'] },
): Promise<DemoCompanies> {
  const tenant = await tenantById(tx, tenantId)
  const place: Place = { tenantId, today: localDayOf(now, tenant?.zone ?? 'Asia/Shanghai'), operators }
  const made = new Map<string, string>()
  for (const one of DEMO_COMPANIES) {
    const id = await insertCompany(tx, place, one)
    made.set(one.key, id)
    await insertAccounts(tx, place, id, one)
    await insertPeople(tx, place, id, one)
  }
  return made
}
