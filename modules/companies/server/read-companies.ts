import { col, type Tx, uuidList } from '@wattyard/server-kit'
import {
  COMPANY_STATES,
  CONTACT_LANGUAGES,
  type ContactReceives,
  COUNTRIES,
  type PaymentTerms,
} from '../contract/index.ts'

/** A company as documents need it. */
export interface CompanyFacts {
  readonly id: string
  readonly name: string
  /** What it is called for short; null where nobody said it. */
  readonly shortName: string | null
  readonly state: (typeof COMPANY_STATES)[number]
  readonly country: (typeof COUNTRIES)[number]
  readonly taxNumber: string | null
  readonly terms: PaymentTerms
}

const COMPANY = {
  id: col.uuid,
  name: col.text,
  short_name: col.text.orNull,
  state: col.oneOf(COMPANY_STATES),
  country: col.oneOf(COUNTRIES),
  tax_number: col.text.orNull,
  term_days: col.integer,
  term_month_day: col.integer.orNull,
}

/** Returns companies by id; unknown ones are left out. `lock: 'share'` keeps them from being suspended or deleted meanwhile. */
export async function companiesByIds(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  { lock = '' }: { lock?: 'share' | '' } = {},
): Promise<ReadonlyMap<string, CompanyFacts>> {
  const rows = await tx.query(
    COMPANY,
    `select id, name, short_name, state, country, tax_number, term_days, term_month_day from companies_company
     where tenant_id = $1 and id = any($2::uuid[]) order by id ${lock === 'share' ? 'for share' : ''}`,
    [tenantId, uuidList(ids)],
  )
  return new Map(
    rows.map(row => [
      row.id,
      {
        id: row.id,
        name: row.name,
        shortName: row.short_name,
        state: row.state,
        country: row.country,
        taxNumber: row.tax_number,
        terms: { days: row.term_days, monthDay: row.term_month_day },
      },
    ]),
  )
}

/** Returns whether an account of a company may be paid to now, and keeps it from being ended meanwhile. */
export async function isPayable(tx: Tx, tenantId: string, accountId: string): Promise<boolean> {
  const found = await tx.query(
    "select 1 from companies_bank_account where tenant_id = $1 and id = $2 and state = 'confirmed' for share",
    [tenantId, accountId],
  )
  return found.length > 0
}

/** Returns bank and last four characters of accounts by id, as they may be shown to everybody; unknown ones are left out. */
export async function accountEndings(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query(
    { id: col.uuid, bank: col.text, ending: col.text },
    'select id, bank, right(number, 4) as ending from companies_bank_account where tenant_id = $1 and id = any($2::uuid[])',
    [tenantId, uuidList(ids)],
  )
  return new Map(rows.map(({ id, bank, ending }) => [id, `${bank} ${ending}`]))
}

/** A contact that is sent something. */
export interface Addressee {
  readonly id: string
  readonly companyId: string
  readonly name: string
  readonly email: string
  readonly language: (typeof CONTACT_LANGUAGES)[number]
}

/** Returns the contacts of companies that receive what is named, in a fixed order; those without an address are left out. */
export async function addresseesOf(
  tx: Tx,
  tenantId: string,
  { companyIds, receives }: { companyIds: readonly string[]; receives: ContactReceives },
): Promise<Addressee[]> {
  const rows = await tx.query(
    { id: col.uuid, company_id: col.uuid, name: col.text, email: col.text, language: col.oneOf(CONTACT_LANGUAGES) },
    `select id, company_id, name, email, language from companies_contact
     where tenant_id = $1 and company_id = any($2::uuid[]) and receives @> array[$3]::text[] and email is not null order by company_id, id`,
    [tenantId, uuidList(companyIds), receives],
  )
  return rows.map(({ company_id: companyId, ...row }) => ({ ...row, companyId }))
}
