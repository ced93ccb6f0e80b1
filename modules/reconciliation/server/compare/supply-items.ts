import { addDays, type BusinessDay } from '@wattyard/time'
import type { Currency, Fen } from '@wattyard/money'
import type { ChannelAccount } from '@wattyard/payments/server'
import { col, textList, type Tx, uuidList } from '@wattyard/server-kit'
import { type Item, ITEM_KINDS, ITEM_STATES, PLAIN_ITEM, type Side, isNamed, wordsIn } from '../../contract/index.ts'
import { COMPARED_FAMILIES } from '../files/families.ts'
import { itemOfSettled, type Settlement, settlementsByIds, settlementsDue } from '../settlements/stored-settlements.ts'
import { type MovementTerms, ourMovements } from './our-movements.ts'
import { REACH_DAYS } from './store-outcomes.ts'
import { createKnownMovements, supplyLines } from './supply-lines.ts'

/** How far beside the judged days items are read: what may be the same movement on another day. */
const WINDOW_DAYS = 3

export interface SupplyOptions {
  readonly tenantId: string
  /** The channel under which the outcomes are kept. */
  readonly lead: string
  readonly account: ChannelAccount
  readonly accountIds: readonly string[]
  readonly zone: string
  readonly currency: Currency
  readonly judged: { readonly from: BusinessDay; readonly to: BusinessDay }
}

/** Which items belong to outcomes that stand, and which are wanted again, by side. */
interface Claims {
  /** Of outcomes that no run of these days may touch. */
  readonly closed: Readonly<Record<Side, ReadonlySet<string>>>
  /** Of outcomes of these days, and of open ones of others. What was read is taken out. */
  readonly wanted: Readonly<Record<Side, Set<string>>>
  /** Days beside the judged ones whose items were all told: only what is wanted of them is read. */
  readonly told: ReadonlySet<string>
}

/**
 * Yields the items that a comparison of some days needs: those of the days, those of days beside them that were not compared yet,
 * and all that is open. Items that a person or an earlier run has settled are left out.
 */
export async function* supplyItems(tx: Tx, of: SupplyOptions): AsyncGenerator<Item[]> {
  const { closed, wanted, told } = await readClaims(tx, of)
  const window = { from: addDays(of.judged.from, -WINDOW_DAYS), to: addDays(of.judged.to, WINDOW_DAYS) }
  const isWanted = ({ side, id, day }: Item): boolean => {
    if (wanted[side].delete(id)) return true
    const isJudged = of.judged.from <= day && day <= of.judged.to
    return !closed[side].has(id) && (isJudged || !told.has(day))
  }
  const known = createKnownMovements(window, isWanted)
  for await (const page of ourMovements(tx, of, window)) yield known.take(page)
  const settlements = await settlementsNear(tx, of, wanted.order)
  yield settlements.map(itemOfSettled).filter(isWanted)
  if (wanted.order.size > 0)
    for await (const page of ourMovements(tx, of, { ids: [...wanted.order] })) yield known.take(page)
  yield* supplyLines(tx, { ...of, isShared: of.account.isShared, window }, known, isWanted, wanted.ledger)
  for await (const page of rowsOfDays(tx, of, window)) yield asPayouts(page, settlements).filter(isWanted)
  yield asPayouts(await rowsByIds(tx, of, [...wanted.channel]), settlements)
}

/** Returns what channels pay out to this bank account: near the judged days, and what was told before and is open. */
async function settlementsNear(
  tx: Tx,
  { tenantId, account, judged }: SupplyOptions,
  wanted: ReadonlySet<string>,
): Promise<Settlement[]> {
  if (account.kind !== 'bank') return []
  const days = { from: addDays(judged.from, -REACH_DAYS), to: addDays(judged.to, WINDOW_DAYS) }
  const near = await settlementsDue(tx, tenantId, account.channelIds, days)
  const known = new Set(near.map(one => one.id))
  const open = await settlementsByIds(
    tx,
    tenantId,
    [...wanted].filter(id => !known.has(id)),
  )
  return [...near, ...open]
}

/** Shortest name by which a transfer is taken for one of a channel: less stands in any text. */
const MIN_NAME_LENGTH = 8

/** Returns rows of an account as they are, those that name a channel or a withdrawal of one as what it paid out. */
export function asPayouts(rows: readonly Item[], settlements: readonly Settlement[]): Item[] {
  const names = [...new Set(settlements.map(one => one.names[0] ?? ''))].filter(name => name.length >= MIN_NAME_LENGTH)
  if (names.length === 0) return [...rows]
  return rows.map(row => {
    if (row.kind !== 'payment' || row.number !== null) return row
    const said = [row.text, row.party, row.channelNo].flatMap(wordsIn)
    return names.some(name => isNamed(name, said)) ? { ...row, kind: 'payout' } : row
  })
}

/** Returns our records among the items with these ids. */
export async function ordersByIds(tx: Tx, of: MovementTerms, ids: readonly string[]): Promise<Item[]> {
  if (ids.length === 0) return []
  const items: Item[] = []
  for await (const page of ourMovements(tx, of, { ids })) for (const { item } of page) items.push(item)
  if (of.account.kind !== 'bank') return items
  return [...items, ...(await settlementsByIds(tx, of.tenantId, ids)).map(itemOfSettled)]
}

const ROW = {
  id: col.uuid,
  file_id: col.uuid,
  place: col.integer,
  kind: col.oneOf(ITEM_KINDS),
  number: col.text.orNull,
  channel_no: col.text.orNull,
  amount_fen: col.fen,
  fee_fen: col.fen.orNull,
  currency: col.text,
  at: col.instant.orNull,
  day: col.day,
  state: col.oneOf(ITEM_STATES),
  undoes: col.boolean,
  party: col.text.orNull,
  text: col.text.orNull,
}
const ROW_COLUMNS = Object.keys(ROW)
  .map(name => `r.${name}`)
  .join(', ')
/** Rows that are read at a time. */
const PAGE = 5_000

async function* rowsOfDays(
  tx: Tx,
  { tenantId, account }: SupplyOptions,
  { from, to }: { from: BusinessDay; to: BusinessDay },
): AsyncGenerator<Item[]> {
  const files = await tx.query(
    { id: col.uuid },
    `select id from reconciliation_file where tenant_id = $1 and channel_id = any($2::uuid[]) and state = 'sound' and family = any($3::text[])
       and first_day <= $5 and last_day >= $4 order by id`,
    [tenantId, uuidList(account.channelIds), textList(COMPARED_FAMILIES), from, to],
  )
  for (const { id } of files) {
    let after: number | null = 0
    while (after !== null) {
      const rows: StoredRow[] = await tx.query(
        ROW,
        `select ${ROW_COLUMNS} from reconciliation_row r where r.tenant_id = $1 and r.file_id = $2 and r.place > $3 and r.day between $4 and $5
         order by r.place limit ${PAGE}`,
        [tenantId, id, after, from, to],
      )
      if (rows.length > 0) yield rows.map(itemOfStored)
      after = rows.length === PAGE ? (rows.at(-1)?.place ?? null) : null
    }
  }
}

/** Returns rows of files among the items with these ids, also those of files that were withdrawn meanwhile. */
export async function rowsByIds(
  tx: Tx,
  { tenantId }: Pick<SupplyOptions, 'tenantId'>,
  ids: readonly string[],
): Promise<Item[]> {
  if (ids.length === 0) return []
  const rows = await tx.query(
    ROW,
    `select ${ROW_COLUMNS} from reconciliation_row r where r.tenant_id = $1 and r.id = any($2::uuid[]) order by r.file_id, r.place`,
    [tenantId, uuidList(ids)],
  )
  return rows.map(itemOfStored)
}

interface StoredRow {
  id: string
  file_id: string
  place: number
  kind: Item['kind']
  number: string | null
  channel_no: string | null
  amount_fen: Fen
  fee_fen: Fen | null
  currency: string
  at: number | null
  day: BusinessDay
  state: Item['state']
  undoes: boolean
  party: string | null
  text: string | null
}

function itemOfStored(row: StoredRow): Item {
  return {
    ...PLAIN_ITEM,
    side: 'channel',
    id: row.id,
    kind: row.kind,
    number: row.number,
    channelNo: row.channel_no,
    amount: row.amount_fen,
    fee: row.fee_fen,
    currency: row.currency as Currency, // written from an item
    at: row.at,
    day: row.day,
    state: row.state,
    undoes: row.undoes,
    party: row.party,
    text: row.text,
  }
}

async function readClaims(tx: Tx, { tenantId, lead, judged }: SupplyOptions): Promise<Claims> {
  const items = await tx.query(
    { side: col.oneOf(['order', 'ledger', 'channel']), item_id: col.text, is_closed: col.boolean },
    `select i.side, i.item_id, o.ending is not null or (o.standing in ('matched', 'idle') and o.day not between $3 and $4) as is_closed
     from reconciliation_outcome o join reconciliation_item i on i.tenant_id = o.tenant_id and i.outcome_id = o.id
     where o.tenant_id = $1 and o.channel_id = $2 and (
       o.ending is not null
       or (o.is_across and o.day between $3::date - ${REACH_DAYS} and $4::date + ${REACH_DAYS})
       or (o.standing in ('waiting', 'difference') and o.day not between $3 and $4))`,
    [tenantId, lead, judged.from, judged.to],
  )
  const sides = () => ({ order: new Set<string>(), ledger: new Set<string>(), channel: new Set<string>() })
  const [closed, wanted] = [sides(), sides()]
  for (const { side, item_id, is_closed } of items) (is_closed ? closed : wanted)[side].add(item_id)
  const told = await tx.query(
    { day: col.day },
    `select day from reconciliation_day where tenant_id = $1 and channel_id = $2 and not is_due and compared_at is not null
       and day between $3::date - ${WINDOW_DAYS} and $4::date + ${WINDOW_DAYS}`,
    [tenantId, lead, judged.from, judged.to],
  )
  return { closed, wanted, told: new Set(told.map(one => one.day)) }
}
