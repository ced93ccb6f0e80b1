import { formatFen } from '@wattyard/money'
import { readNumber } from '@wattyard/payments/contract'
import { channelAccount } from '@wattyard/payments/server'
import { openAccounts, linesOfJournals } from '@wattyard/ledger/server'
import {
  type Caller,
  col,
  Refusal,
  type Route,
  scoped,
  serveCall,
  shownTo,
  textList,
  type Tx,
  uuidList,
} from '@wattyard/server-kit'
import { type Item, itemOfLine, outcome, readItems, SIGNALS, type ShownItem } from '../../contract/index.ts'
import { zoneOfChannel } from '../calendar.ts'
import { ordersByIds, rowsByIds } from '../compare/supply-items.ts'
import { itemsOfOutcomes } from './stored-outcomes.ts'

/** Returns the route that shows the items of an outcome as they are now, and what else may belong to them. */
export const readItemsRoute = (): Route =>
  serveCall(readItems, {
    work: 'read',
    async handle({ tx, caller, input }) {
      const where = scoped(caller, outcome)
      where.add(`id = ${where.value(input.id)}`)
      const [found] = await tx.query(
        { channel_id: col.uuid },
        `select channel_id from reconciliation_outcome where ${where.text}`,
        where.values,
      )
      if (!found) throw new Refusal('kernel.notFound', { status: 404 })
      const sides = await itemsOf(tx, caller, found.channel_id, input.id)
      const shown = (items: readonly Item[]) => items.map(item => onTheWire(caller, item))
      return {
        orders: shown(sides.order),
        lines: shown(sides.ledger),
        rows: shown(sides.channel),
        proposals: await proposalsFor(tx, caller, found.channel_id, [
          ...sides.order.map(item => item.id),
          ...sides.channel.map(item => item.id),
        ]),
      }
    },
  })

async function itemsOf(tx: Tx, { tenantId }: Caller, channelId: string, id: string) {
  const account = await channelAccount(tx, tenantId, channelId)
  if (!account) throw new Refusal('kernel.notFound', { status: 404 })
  const held = await itemsOfOutcomes(tx, tenantId, [id])
  const ids = (side: Item['side']) => held.filter(one => one.side === side).map(one => one.item_id)
  const terms = { tenantId, account, currency: 'CNY', zone: await zoneOfChannel(tx, tenantId, account.kind) } as const
  const accounts = await openAccounts(
    tx,
    account.accounts.map(one => ({ ...one, tenantId })),
  )
  const journals = [...new Set(ids('ledger').map(line => line.split('/')[0] ?? ''))]
  const lines = await linesOfJournals(
    tx,
    tenantId,
    accounts.map(one => one.id),
    journals,
  )
  const wanted = new Set(ids('ledger'))
  return {
    order: await ordersByIds(tx, terms, ids('order')),
    ledger: lines.map(line => itemOfLine({ ...line, currency: 'CNY' })).filter(item => wanted.has(item.id)),
    channel: await rowsByIds(tx, { tenantId }, ids('channel')),
  }
}

function onTheWire(caller: Caller, item: Item): ShownItem {
  return {
    id: item.id,
    kind: item.kind,
    state: item.state,
    number: item.number,
    channelNo: item.channelNo,
    amount: formatFen(item.amount),
    fee: item.fee === null ? null : formatFen(item.fee),
    at: item.at,
    day: item.day,
    party: shownTo(caller, 'name', item.party),
    text: shownTo(caller, 'words', item.text),
    record: recordOf(item),
  }
}

function recordOf({ side, id, number }: Item): ShownItem['record'] {
  if (side === 'channel') return { resource: 'reconciliation.row', id }
  if (side === 'ledger') return { resource: 'ledger.journal', id: id.split('/')[0] ?? '' }
  const kind = number === null ? null : readNumber(number)?.kind
  return { resource: kind === 'refundPart' ? 'payments.refundPart' : 'payments.payment', id }
}

/** Returns proposals that name one of the items, with the open outcomes that they would put together. */
async function proposalsFor(tx: Tx, { tenantId }: Caller, channelId: string, ids: readonly string[]) {
  const found = await tx.query(
    {
      by: col.oneOf(['channelNo', 'sum', 'score']),
      score: col.integer,
      signals: col.textsOf(SIGNALS),
      orders: col.uuids,
      channel_rows: col.uuids,
    },
    `select by, score, signals, orders, channel_rows from reconciliation_proposal
     where tenant_id = $1 and channel_id = $2 and (orders && $3::uuid[] or channel_rows && $3::uuid[]) order by score desc, id`,
    [tenantId, channelId, uuidList(ids)],
  )
  const proposals = []
  for (const { by, score, signals, orders, channel_rows } of found) {
    const outcomes = await tx.query(
      {
        id: col.uuid,
        day: col.day,
        key: col.text,
        amount_fen: col.fen.orNull,
        told_fen: col.fen.orNull,
      },
      `select distinct o.id, o.day, o.key, o.amount_fen, o.told_fen from reconciliation_item i
       join reconciliation_outcome o on o.tenant_id = i.tenant_id and o.id = i.outcome_id
       where i.tenant_id = $1 and i.channel_id = $2 and i.side in ('order', 'channel') and i.item_id = any($3::text[])
         and o.ending is null and o.standing in ('waiting', 'difference') order by o.day, o.id`,
      [tenantId, channelId, textList([...orders, ...channel_rows])],
    )
    if (outcomes.length < 2) continue
    proposals.push({
      by,
      score,
      signals,
      outcomes: outcomes.map(({ amount_fen, told_fen, ...one }) => ({
        ...one,
        amount: amount_fen === null ? null : formatFen(amount_fen),
        told: told_fen === null ? null : formatFen(told_fen),
      })),
    })
  }
  return proposals
}
