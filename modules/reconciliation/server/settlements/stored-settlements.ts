import type { Fen } from '@wattyard/money'
import type { BusinessDay } from '@wattyard/time'
import { bigintList, col, intList, newId, type RowIn, textList, type Tx, uuidList } from '@wattyard/server-kit'
import { type Item, PLAIN_ITEM } from '../../contract/index.ts'

/** What a channel says that it pays out to a bank account. */
export interface NewSettlement {
  readonly day: BusinessDay
  /** From when the transfer is expected. */
  readonly due: BusinessDay
  readonly amount: Fen
  readonly fees: Fen
  readonly count: number
  /** What the transfer names. */
  readonly names: readonly string[]
  readonly place: number | null
}

const ROW = {
  id: col.uuid,
  file_id: col.uuid,
  channel_id: col.uuid,
  due: col.day,
  amount_fen: col.fen,
  names: col.texts,
  place: col.integer.orNull,
}
const COLUMNS = Object.keys(ROW)
  .map(name => `s.${name}`)
  .join(', ')

export interface Settlement {
  readonly id: string
  readonly fileId: string
  readonly channelId: string
  readonly due: BusinessDay
  readonly amount: Fen
  readonly names: readonly string[]
  readonly place: number | null
}

const settlementOf = (row: RowIn<typeof ROW>): Settlement => ({
  id: row.id,
  fileId: row.file_id,
  channelId: row.channel_id,
  due: row.due,
  amount: row.amount_fen,
  names: row.names,
  place: row.place,
})

interface Told {
  readonly fileId: string
  readonly channelId: string
  readonly bankId: string
}

export async function writeSettlements(
  tx: Tx,
  tenantId: string,
  { fileId, channelId, bankId }: Told,
  told: readonly NewSettlement[],
): Promise<void> {
  if (told.length === 0) return
  await tx.execute(
    `insert into reconciliation_settlement (tenant_id, file_id, channel_id, bank_id, id, day, due, amount_fen, fees_fen, count, names, place)
     select $1, $2, $3, $4, u.id, u.day::date, u.due::date, u.amount, u.fees, u.count, string_to_array(u.names, chr(10)), u.place
     from unnest($5::uuid[], $6::text[], $7::text[], $8::bigint[], $9::bigint[], $10::int[], $11::text[], $12::int[])
       as u(id, day, due, amount, fees, count, names, place)`,
    [
      tenantId,
      fileId,
      channelId,
      bankId,
      uuidList(told.map(() => newId())),
      textList(told.map(one => one.day)),
      textList(told.map(one => one.due)),
      bigintList(told.map(one => one.amount)),
      bigintList(told.map(one => one.fees)),
      intList(told.map(one => one.count)),
      textList(told.map(one => one.names.join('\n'))),
      intList(told.map(one => one.place)),
    ],
  )
}

/** Returns what is paid out to some bank accounts within a time; both days are included. */
export async function settlementsDue(
  tx: Tx,
  tenantId: string,
  bankIds: readonly string[],
  { from, to }: { readonly from: BusinessDay; readonly to: BusinessDay },
): Promise<Settlement[]> {
  const rows = await tx.query(
    ROW,
    `select ${COLUMNS} from reconciliation_settlement s where s.tenant_id = $1 and s.bank_id = any($2::uuid[]) and s.due between $3 and $4 order by s.due, s.id`,
    [tenantId, uuidList(bankIds), from, to],
  )
  return rows.map(settlementOf)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export async function settlementsByIds(tx: Tx, tenantId: string, ids: readonly string[]): Promise<Settlement[]> {
  const known = ids.filter(id => UUID.test(id))
  if (known.length === 0) return []
  const rows = await tx.query(
    ROW,
    `select ${COLUMNS} from reconciliation_settlement s where s.tenant_id = $1 and s.id = any($2::uuid[]) order by s.due, s.id`,
    [tenantId, uuidList(known)],
  )
  return rows.map(settlementOf)
}

/** Returns the payouts among what an outcome holds. */
export async function settlementsOfOutcome(tx: Tx, tenantId: string, outcomeId: string): Promise<Settlement[]> {
  const rows = await tx.query(
    ROW,
    `select ${COLUMNS} from reconciliation_item i join reconciliation_settlement s on s.tenant_id = i.tenant_id and s.id::text = i.item_id
     where i.tenant_id = $1 and i.outcome_id = $2 and i.side = 'order' order by s.due, s.id`,
    [tenantId, outcomeId],
  )
  return rows.map(settlementOf)
}

/** Returns a payout as our side of a comparison with the statement of the account: its row has to name all that the transfer names. */
export const itemOfSettled = ({ id, due, amount, names }: Settlement): Item => ({
  ...PLAIN_ITEM,
  side: 'order',
  id,
  kind: 'payout',
  number: null,
  at: null,
  amount,
  currency: 'CNY',
  day: due,
  text: names.join(' '),
  references: names,
})
