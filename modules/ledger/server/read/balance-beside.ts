import { type AccountCode, CHART, type OwnerType } from '../../contract/index.ts'

/**
 * Returns a piece of SQL for `Beside.from`: the balance of an account of each record of a table, as `<code>_fen`; null where the account was
 * never opened. The join compares plain columns alone and names a unique key: under row-level security nothing else may use an index
 * (decision 2), and so the database looks single accounts up, reads many at once, and leaves out those that nobody asks for.
 *
 * @param ownerKey column of the table with the owner's id as text
 * @throws RangeError for a code without running sums
 */
export function balanceBeside(
  table: string,
  ownerKey: string,
  { ownerType, code }: { readonly ownerType: OwnerType; readonly code: AccountCode },
): string {
  if (!CHART[code].running) throw new RangeError(`${code} keeps no sums`)
  const account = `select tenant_id as ${code}_tenant, owner_id as ${code}_owner, balance_fen as ${code}_fen from ledger_account
    where code = '${code}' and owner_type = '${ownerType}' and currency = 'CNY'`
  return `left join (${account}) ${code} on ${code}_tenant = ${table}.tenant_id and ${code}_owner = ${table}.${ownerKey}`
}
