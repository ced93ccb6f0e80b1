import { col, type Tx } from '@wattyard/server-kit'
import type { DocumentKind } from '../../contract/index.ts'

/** First letters of a document's number: accounts receivable and payable, payments received and made. */
const PREFIX: Readonly<Record<DocumentKind, string>> = {
  receivable: 'AR',
  payable: 'AP',
  advanceReceived: 'PR',
  advancePaid: 'PM',
}

const NUMBER_LOCK = 771_481

/** Returns the next number of a kind in a year, `AP-2026-000123`. A lock until the end of the transaction keeps numbers without gaps and twins. */
export async function nextNumber(
  tx: Tx,
  tenantId: string,
  { kind, year }: { kind: DocumentKind; year: string },
): Promise<string> {
  const prefix = `${PREFIX[kind]}-${year}-`
  await tx.execute('select pg_advisory_xact_lock($1, hashtext($2))', [NUMBER_LOCK, `${tenantId} ${prefix}`])
  const [row] = await tx.query(
    { last: col.integer.orNull },
    `select max(substring(number from 9))::int as last from payables_document where tenant_id = $1 and number > $2 and number < $2 || '~'`,
    [tenantId, prefix],
  )
  return `${prefix}${String((row?.last ?? 0) + 1).padStart(6, '0')}`
}
