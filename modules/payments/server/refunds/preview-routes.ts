import { formatFen, parseFen, sumFen } from '@wattyard/money'
import { membersById } from '@wattyard/members/server'
import { type Caller, col, Refusal, type Route, scoped, serveCall, type Tx } from '@wattyard/server-kit'
import {
  CHANNEL_KINDS,
  previewRefund,
  readRefundSplit,
  refund,
  type RefundCause,
  splitRefund,
} from '../../contract/index.ts'
import { ruleInForce } from './rule-in-force.ts'
import {
  contextOf,
  forfeitOf,
  type LotTake,
  mostUnderEach,
  refundSources,
  type SourceTopUp,
  takesOf,
  usedOf,
  walletNow,
} from './split-context.ts'
import { undecidedRefund } from './stored-refunds.ts'

interface Asked {
  member: string
  cause: RefundCause
  amount?: string | undefined
}

async function preview(tx: Tx, { tenantId }: Caller, { member, cause, amount }: Asked) {
  if (!(await membersById(tx, [{ tenantId, memberId: member }])).has(member))
    throw new Refusal('kernel.notFound', { status: 404 })
  const held = await walletNow(tx, tenantId, member)
  const { basis } = await ruleInForce(tx, tenantId, cause)
  const wallet = {
    principal: formatFen(held.principal),
    gift: formatFen(held.gift),
    frozen: formatFen(sumFen([held.frozenPrincipal, held.frozenGift])),
    owed: formatFen(held.owed),
  }
  const open = await undecidedRefund(tx, tenantId, member)
  if (open !== null) return { wallet, open, basis, bases: [], rows: [] }
  const sources = await refundSources(tx, tenantId, member, held)
  const bases = mostUnderEach(sources.lots)
  const wanted = amount === undefined ? bases.find(one => one.basis === basis)?.most : parseFen(amount)
  const split = wanted === undefined ? null : splitRefund(wanted, contextOf(sources, basis, Date.now()))
  const takes = split?.ok ? takesOf(split.rows, sources.lots, basis) : []
  return {
    wallet,
    open,
    basis,
    bases: bases.map(one => ({ basis: one.basis, most: formatFen(one.most), forfeited: formatFen(one.forfeited) })),
    rows: takes.map(take => rowOf(take, sources.topUps)),
  }
}

function rowOf({ lot, row, take }: LotTake, topUps: ReadonlyMap<string, SourceTopUp>) {
  const topUp = lot.paymentId === null ? undefined : topUps.get(lot.paymentId)
  return {
    id: lot.id,
    number: topUp?.number ?? null,
    topUp: topUp?.id ?? null,
    channel: topUp?.channelId ?? null,
    kind: topUp?.kind ?? null,
    paidAt: topUp?.paidAt ?? null,
    paid: formatFen(lot.value.paid),
    gift: formatFen(lot.value.gift),
    used: formatFen(usedOf(lot)),
    rest: formatFen(lot.value.rest.principal),
    giftRest: formatFen(lot.value.rest.gift),
    byChannel: formatFen(row.byChannel),
    byHand: formatFen(row.byBank),
    forfeited: formatFen(forfeitOf(take)),
  }
}

const SPLIT = {
  lot_id: col.uuid,
  top_up_id: col.uuid.orNull,
  number: col.text.orNull,
  channel_id: col.uuid.orNull,
  kind: col.oneOf(CHANNEL_KINDS).orNull,
  paid_at: col.instant.orNull,
  paid_fen: col.fen,
  gift_fen: col.fen,
  rest_principal_fen: col.fen,
  rest_gift_fen: col.fen,
  by_channel_fen: col.fen,
  by_hand_fen: col.fen,
  forfeited_fen: col.fen,
}

async function splitOf(tx: Tx, caller: Caller, id: string) {
  const where = scoped(caller, refund)
  where.add(`id = ${where.value(id)}`)
  const found = await tx.query(`select 1 from payments_refund where ${where.text}`, where.values)
  if (found.length === 0) throw new Refusal('kernel.notFound', { status: 404 })
  const rows = await tx.query(
    SPLIT,
    `select t.lot_id, p.id as top_up_id, p.number, p.channel_id, c.kind, p.paid_at, t.paid_fen, t.gift_fen, t.rest_principal_fen, t.rest_gift_fen,
       t.by_channel_fen, t.by_hand_fen, (t.forfeited_principal_fen + t.forfeited_gift_fen)::bigint as forfeited_fen
     from payments_refund_take t
     join payments_lot l on l.tenant_id = t.tenant_id and l.id = t.lot_id
     left join payments_payment p on p.tenant_id = l.tenant_id and p.id = l.payment_id
     left join payments_channel c on c.tenant_id = p.tenant_id and c.id = p.channel_id
     where t.tenant_id = $1 and t.refund_id = $2 order by l.journal_id desc nulls last`,
    [caller.tenantId, id],
  )
  const others = await tx.query(
    `select 1 from payments_refund_part p join payments_refund_part f on f.tenant_id = p.tenant_id and f.id = p.replaces_id
     where p.tenant_id = $1 and p.refund_id = $2 and p.way <> f.way limit 1`,
    [caller.tenantId, id],
  )
  return {
    rerouted: others.length > 0,
    rows: rows.map(row => ({
      id: row.lot_id,
      number: row.number,
      topUp: row.top_up_id,
      channel: row.channel_id,
      kind: row.kind,
      paidAt: row.paid_at,
      paid: formatFen(row.paid_fen),
      gift: formatFen(row.gift_fen),
      used: formatFen(usedOfRow(row)),
      rest: formatFen(row.rest_principal_fen),
      giftRest: formatFen(row.rest_gift_fen),
      byChannel: formatFen(row.by_channel_fen),
      byHand: formatFen(row.by_hand_fen),
      forfeited: formatFen(row.forfeited_fen),
    })),
  }
}

const usedOfRow = (
  row: Record<'paid_fen' | 'gift_fen' | 'rest_principal_fen' | 'rest_gift_fen', LotTake['take']['paidOut']>,
) =>
  usedOf({
    value: {
      paid: row.paid_fen,
      gift: row.gift_fen,
      rest: { principal: row.rest_principal_fen, gift: row.rest_gift_fen },
    },
  })

/** Returns the routes that say what a refund would come to, and what one took from which top-up. */
export const refundRoutes = (): Route[] => [
  serveCall(previewRefund, { work: 'read', handle: ({ tx, caller, input }) => preview(tx, caller, input) }),
  serveCall(readRefundSplit, { work: 'read', handle: ({ tx, caller, input }) => splitOf(tx, caller, input.id) }),
]
