import { newId, type Tx } from '@wattyard/server-kit'
import { creditCheck, gramsOf } from '../contract/index.ts'

/** Returns a credit code that no other company of a test has. */
export function aCreditCode(): string {
  const digits = newId().replaceAll(/\D/g, '').padStart(14, '0').slice(-14)
  const body = `914${digits}`
  return `${body}${creditCheck(body) ?? ''}`
}

export interface TestCompany {
  readonly name?: string
  readonly termDays?: number
  readonly termMonthDay?: number | null
}

/** Inserts an active company; returns its id. */
export async function aCompany(tx: Tx, tenantId: string, wishes: TestCompany = {}): Promise<string> {
  const id = newId()
  const { name = `测试公司${id.slice(-6)}`, termDays = 30, termMonthDay = null } = wishes
  await tx.execute(
    `insert into companies_company (tenant_id, id, name, kinds, country, tax_number, term_days, term_month_day, name_grams, search_text)
     values ($1, $2, $3, array['supplier'], 'CN', $4, $5, $6, $7, lower($3))`,
    [tenantId, id, name, aCreditCode(), termDays, termMonthDay, gramsOf(name)],
  )
  return id
}

/** Inserts an account of a company that two people have confirmed; returns its id. */
export async function aBankAccount(tx: Tx, tenantId: string, companyId: string): Promise<string> {
  const id = newId()
  await tx.execute(
    `insert into companies_bank_account (tenant_id, id, company_id, country, bank, number, state, entered_by, entered_by_id, confirmed_by, confirmed_at)
     values ($1, $2, $3, 'CN', '招商银行', $4, 'confirmed', 'Ann', $2, 'Bob', now())`,
    [tenantId, id, companyId, newId().replaceAll(/\D/g, '').padEnd(16, '0').slice(0, 16)],
  )
  return id
}

/** Inserts a contact of a company that receives what is named; returns its id. */
export async function aContact(
  tx: Tx,
  tenantId: string,
  companyId: string,
  { language = 'zh', receives = ['statements', 'reminders'] }: { language?: string; receives?: readonly string[] } = {},
): Promise<string> {
  const id = newId()
  await tx.execute(
    `insert into companies_contact (tenant_id, id, company_id, name, email, language, receives)
     values ($1, $2, $3, '测试联系人', 'someone@company.example.com', $4, $5)`,
    [tenantId, id, companyId, language, receives],
  )
  return id
}
