import { col, invalid, type Tx } from '@wattyard/server-kit'
import { type AccountCode, ACCOUNT_CODES, type AccountTitle, USUAL_NUMBERS } from '../../contract/index.ts'

/** Returns how the accounts of every code stand in a tenant's own books. */
export async function accountTitles(tx: Tx, tenantId: string): Promise<Readonly<Record<AccountCode, AccountTitle>>> {
  const rows = await tx.query(
    { code: col.oneOf(ACCOUNT_CODES), number: col.text.orNull, name: col.text.orNull },
    'select code, number, name from ledger_account_title where tenant_id = $1',
    [tenantId],
  )
  const own = new Map(rows.map(row => [row.code, row]))
  return Object.fromEntries(
    ACCOUNT_CODES.map(code => {
      const { number = null, name = null } = own.get(code) ?? {}
      return [code, { number: number ?? USUAL_NUMBERS[code], name, isOwn: number !== null }]
    }),
  ) as Record<AccountCode, AccountTitle> // fromEntries forgets that every code has one
}

const NUMBER = /^[0-9A-Za-z][0-9A-Za-z.-]*$/

/**
 * Sets number and name of the accounts of a code in a tenant's own books; what is left empty becomes the usual one again.
 * @throws Refusal on `number` when it has other characters than letters, digits, dots and hyphens
 */
export async function setAccountTitle(
  tx: Tx,
  tenantId: string,
  { code, number, name }: { code: AccountCode; number: string | null; name: string | null },
): Promise<void> {
  if (number !== null && !NUMBER.test(number)) throw invalid({ number: { key: 'ledger.error.notANumber' } })
  if (number === null && name === null) {
    await tx.execute('delete from ledger_account_title where tenant_id = $1 and code = $2', [tenantId, code])
    return
  }
  await tx.execute(
    `insert into ledger_account_title (tenant_id, code, number, name) values ($1, $2, $3, $4)
     on conflict (tenant_id, code) do update set number = excluded.number, name = excluded.name, updated_at = now()`,
    [tenantId, code, number, name],
  )
}
