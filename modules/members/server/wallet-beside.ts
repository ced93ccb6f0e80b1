import { formatFen } from '@wattyard/money'
import { balanceBeside } from '@wattyard/ledger/server'
import { type Beside, type Caller, col, type RecordToShow, type Tx } from '@wattyard/server-kit'
import { member } from '../contract/index.ts'
import type { MembersPorts } from './ports.ts'
import { WALLET_CODES } from './wallets.ts'

const balance = (part: keyof typeof WALLET_CODES): string => `coalesce(${WALLET_CODES[part]}_fen, 0)`

/** Money of members in lists, by field. */
const MONEY = {
  principal: balance('principal'),
  gift: balance('gift'),
  frozen: `(${balance('frozen')} + ${balance('frozenGift')})`,
  available: `(${balance('principal')} + ${balance('gift')})`,
  owed: balance('receivable'),
} as const
const WALLET_FIELDS = Object.keys(MONEY) as (keyof typeof MONEY)[] // a closed literal

const WALLET_JOINS = Object.values(WALLET_CODES)
  .map(code => balanceBeside(member.table, 'owner_key', { ownerType: 'member', code }))
  .join('\n')

/** Returns where the money of members lies beside them: their accounts, and what they have paid in. */
export const walletBeside = ({ topUpSums }: Pick<MembersPorts, 'topUpSums'>): Beside => ({
  from: `${WALLET_JOINS}\n${topUpSums.from}`,
  columns: { ...MONEY, topUps: `coalesce(${topUpSums.column}, 0)` },
})

const MONEY_ROW = { id: col.uuid, ...Object.fromEntries([...WALLET_FIELDS, 'topUps'].map(key => [key, col.fen])) } as {
  id: typeof col.uuid
} & Record<keyof typeof MONEY | 'topUps', typeof col.fen>

/** Returns the door that adds their money and their last charge to members about to leave: two statements for a page. */
export const addMoney =
  (ports: Pick<MembersPorts, 'topUpSums' | 'lastCharges'>) =>
  async (tx: Tx, { tenantId }: Caller, records: RecordToShow<typeof member>[]): Promise<void> => {
    const ids = records.map(record => record.id)
    if (ids.length === 0) return
    const { from, columns } = walletBeside(ports)
    const shown = Object.entries(columns).map(([key, column]) => `${column}::bigint as "${key}"`)
    const rows = await tx.query(
      MONEY_ROW,
      `select ${member.table}.id, ${shown.join(', ')} from ${member.table} ${from}
       where ${member.table}.tenant_id = $1 and ${member.table}.id = any($2::uuid[])`,
      [tenantId, ids],
    )
    const money = new Map(rows.map(row => [row.id, row]))
    const charges = await ports.lastCharges(tx, ids)
    for (const record of records) {
      const own = money.get(record.id)
      for (const key of [...WALLET_FIELDS, 'topUps'] as const) record[key] = own ? formatFen(own[key]) : null
      record.lastChargeAt = charges.get(record.id) ?? null
    }
  }
