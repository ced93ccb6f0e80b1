import { type AccountCode, CHART, type OwnerType } from '../../contract/index.ts'

/**
 * Returns a piece of SQL for `Beside.from`: the balance of an account of each record of a table, as `<code>_fen`; null where the account was
 * never opened. The join names the account's whole address, so that the database looks single ones up and reads many at once, and
 * leaves out what nobody asks for.
 *
 * @throws RangeError for a code without running sums
 */
export function balanceBeside(table: string, ownerType: OwnerType, code: AccountCode): string {
  if (!CHART[code].running) throw new RangeError(`${code} keeps no sums`)
  return `left join (select tenant_id as ${code}_tenant, address as ${code}_address, balance_fen as ${code}_fen from ledger_account) ${code}
    on ${code}_tenant = ${table}.tenant_id and ${code}_address = '${ownerType}:' || ${table}.id::text || ':${code}:CNY'`
}
