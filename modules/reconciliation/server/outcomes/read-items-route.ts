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
  type Tx,
  uuidList,
} from '@wattyard/server-kit'
import { document } from '@wattyard/payables/contract'
import { type Item, itemOfLine, outcome, readItems, type ShownItem } from '../../contract/index.ts'
import { zoneOfChannel } from '../calendar.ts'
import { movementsBehind, type OurMovement, ourMovements } from '../compare/our-movements.ts'
import { isStatement } from '../compare/due-days.ts'
import { ordersByIds, rowsByIds } from '../compare/supply-items.ts'
import { settlementsOfOutcome } from '../settlements/stored-settlements.ts'
import { isLegalPerson } from './legal-person.ts'
import { itemsOfOutcomes } from './stored-outcomes.ts'
import { openProposals } from './stored-proposals.ts'

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
      const places = await placesOf(
        tx,
        caller.tenantId,
        sides.channel.map(item => item.id),
      )
      for (const [id, place] of await placesOfPayouts(tx, caller.tenantId, input.id)) places.set(id, place)
      const shown = (items: readonly Item[]) =>
        items.map(item => ({ ...onTheWire(caller, item, sides), place: places.get(item.id) ?? null }))
      return {
        orders: shown(sides.order),
        lines: shown(sides.ledger),
        rows: shown(sides.channel),
        proposals: await openProposals(tx, caller, found.channel_id, [
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
  const causes = new Map<string, OurMovement['cause']>()
  for await (const page of ourMovements(tx, terms, { ids: movementsBehind(lines) }))
    for (const { item, cause } of page) causes.set(item.id, cause)
  const order = await ordersByIds(tx, terms, ids('order'))
  const ledger = lines
    .map(line => itemOfLine({ ...line, currency: 'CNY' }, causes.get(line.source.id) ?? null))
    .filter(item => wanted.has(item.id))
  return {
    order,
    ledger,
    channel: await rowsByIds(tx, { tenantId }, ids('channel')),
    /** A statement knows what went out, not why: a refund is what one of ours says to be one. */
    hasRefunds: !isStatement(account.kind) || [...order, ...ledger].some(isRefund),
  }
}

const isRefund = ({ number }: Item): boolean => number !== null && readNumber(number)?.kind === 'refundPart'

/** Returns in which files rows stand, and where. */
async function placesOf(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<Map<string, NonNullable<ShownItem['place']>>> {
  const rows = await tx.query(
    { id: col.uuid, file_id: col.uuid, name: col.text, place: col.integer },
    `select r.id, r.file_id, f.name, r.place from reconciliation_row r join reconciliation_file f on f.tenant_id = r.tenant_id and f.id = r.file_id
     where r.tenant_id = $1 and r.id = any($2::uuid[])`,
    [tenantId, uuidList(ids)],
  )
  return new Map(rows.map(({ id, file_id: file, name, place: row }) => [id, { file, name, row }]))
}

/** Returns which files tell of payouts, and where. */
async function placesOfPayouts(
  tx: Tx,
  tenantId: string,
  outcomeId: string,
): Promise<Map<string, NonNullable<ShownItem['place']>>> {
  const payouts = await settlementsOfOutcome(tx, tenantId, outcomeId)
  const files = await tx.query(
    { id: col.uuid, name: col.text },
    'select id, name from reconciliation_file where tenant_id = $1 and id = any($2::uuid[])',
    [tenantId, uuidList(payouts.map(one => one.fileId))],
  )
  const names = new Map(files.map(one => [one.id, one.name]))
  return new Map(
    payouts.map(({ id, fileId, place }) => [id, { file: fileId, name: names.get(fileId) ?? '', row: place ?? 1 }]),
  )
}

function onTheWire(
  caller: Caller,
  item: Item,
  { hasRefunds }: { readonly hasRefunds: boolean },
): Omit<ShownItem, 'place'> {
  return {
    id: item.id,
    kind: item.kind === 'refund' && !hasRefunds ? 'paid' : item.kind,
    state: item.state,
    number: item.number,
    channelNo: item.channelNo,
    amount: formatFen(item.amount),
    fee: item.fee === null ? null : formatFen(item.fee),
    at: item.at,
    day: item.day,
    party: item.company === null && !isLegalPerson(item.party ?? '') ? shownTo(caller, 'name', item.party) : item.party,
    text: shownTo(caller, 'words', item.text),
    record: recordOf(item),
  }
}

function recordOf({ side, id, number, kind, company }: Item): ShownItem['record'] {
  if (side === 'channel') return { resource: 'reconciliation.row', id }
  if (side === 'ledger') return { resource: 'ledger.journal', id: id.split('/')[0] ?? '' }
  if (company !== null) return { resource: document.name, id }
  if (kind === 'payout') return { resource: 'reconciliation.file', id }
  const of = number === null ? null : readNumber(number)?.kind
  return { resource: of === 'refundPart' ? 'payments.refundPart' : 'payments.payment', id }
}
