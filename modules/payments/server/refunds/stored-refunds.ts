import { type Fen, fen, sumFen } from '@wattyard/money'
import { accountsOfMembers, type OpenWallet, openWallets } from '@wattyard/members/server'
import { lockLots } from '../lots/lock-lots.ts'
import { bigintList, col, type RowIn, type Tx, uuidList } from '@wattyard/server-kit'
import { PART_STATES, refundStateOf, type RefundState, type Take } from '../../contract/index.ts'
import type { LotTake } from './split-context.ts'

/** Source of the journals that hold, grant and release a refund, and of those of its parts. */
export const REFUND_SOURCE = 'payments.refund'
export const PART_SOURCE = 'payments.refundPart'

/**
 * Locks everything of a member that a refund rests on, in the order in which a reversal locks it: payments, lots, wallet.
 * @throws Error for a member without a wallet
 */
export async function lockMoneyOf(tx: Tx, tenantId: string, memberId: string): Promise<OpenWallet> {
  const { accountId, memberIds } = (await accountsOfMembers(tx, tenantId, [memberId])).get(memberId) ?? {
    accountId: memberId,
    memberIds: [memberId],
  }
  await lockLots(tx, tenantId, memberIds)
  const open = (await openWallets(tx, [{ tenantId, memberId: accountId }], { lock: true })).get(accountId)
  if (!open) throw new Error(`member ${memberId} has no wallet`)
  return open
}

export const TAKE = {
  lot_id: col.uuid,
  by_channel_fen: col.fen,
  by_hand_fen: col.fen,
  from_principal_fen: col.fen,
  from_gift_fen: col.fen,
  forfeited_principal_fen: col.fen,
  forfeited_gift_fen: col.fen,
}

/** What a refund takes out of one lot, as stored. */
export type StoredTake = RowIn<typeof TAKE>

/** Returns what a refund takes, in the order of the split. */
export function readTakes(tx: Tx, tenantId: string, refundId: string): Promise<StoredTake[]> {
  return tx.query(
    TAKE,
    `select lot_id, by_channel_fen, by_hand_fen, from_principal_fen, from_gift_fen, forfeited_principal_fen, forfeited_gift_fen
     from payments_refund_take where tenant_id = $1 and refund_id = $2 order by lot_id desc`,
    [tenantId, refundId],
  )
}

/** Returns what a refund takes out of one lot. @throws Error when it takes nothing of it */
export async function takeOfLot(tx: Tx, tenantId: string, refundId: string, lotId: string): Promise<StoredTake> {
  const found = (await readTakes(tx, tenantId, refundId)).find(take => take.lot_id === lotId)
  if (!found) throw new Error(`refund ${refundId} takes nothing of lot ${lotId}`)
  return found
}

export const takeOf = (row: StoredTake): Take => ({
  paidOut: sumFen([row.from_principal_fen, row.from_gift_fen]),
  fromPrincipal: row.from_principal_fen,
  fromGift: row.from_gift_fen,
  forfeitedPrincipal: row.forfeited_principal_fen,
  forfeitedGift: row.forfeited_gift_fen,
})

export async function insertTakes(
  tx: Tx,
  tenantId: string,
  refundId: string,
  takes: readonly LotTake[],
): Promise<void> {
  const amounts = (pick: (one: LotTake) => Fen) => bigintList(takes.map(pick))
  await tx.execute(
    `insert into payments_refund_take (tenant_id, refund_id, lot_id, paid_fen, gift_fen, rest_principal_fen, rest_gift_fen, by_channel_fen, by_hand_fen,
       from_principal_fen, from_gift_fen, forfeited_principal_fen, forfeited_gift_fen)
     select $1, $2, * from unnest($3::uuid[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[],
       $12::bigint[], $13::bigint[])`,
    [
      tenantId,
      refundId,
      uuidList(takes.map(({ lot }) => lot.id)),
      amounts(({ lot }) => lot.value.paid),
      amounts(({ lot }) => lot.value.gift),
      amounts(({ lot }) => lot.value.rest.principal),
      amounts(({ lot }) => lot.value.rest.gift),
      amounts(({ row }) => row.byChannel),
      amounts(({ row }) => row.byBank),
      amounts(({ take }) => take.fromPrincipal),
      amounts(({ take }) => take.fromGift),
      amounts(({ take }) => take.forfeitedPrincipal),
      amounts(({ take }) => take.forfeitedGift),
    ],
  )
}

/** Returns the number of the undecided refund of a member; null when there is none. */
export async function undecidedRefund(tx: Tx, tenantId: string, memberId: string): Promise<string | null> {
  const [found] = await tx.query(
    { number: col.text },
    "select number from payments_refund where tenant_id = $1 and member_id = $2 and state = 'requested'",
    [tenantId, memberId],
  )
  return found?.number ?? null
}

/** Locks a refund, so that its parts are counted one after the other. */
export async function lockRefund(tx: Tx, tenantId: string, refundId: string): Promise<void> {
  await tx.execute('select 1 from payments_refund where tenant_id = $1 and id = $2 for update', [tenantId, refundId])
}

/** Brings the state of a granted, locked refund in line with its parts; it is never set otherwise. */
export async function followParts(tx: Tx, tenantId: string, refundId: string): Promise<RefundState> {
  const parts = await tx.query(
    { state: col.oneOf(PART_STATES) },
    'select state from payments_refund_part where tenant_id = $1 and refund_id = $2',
    [tenantId, refundId],
  )
  const state = refundStateOf(parts.map(part => part.state))
  await tx.execute(
    `update payments_refund set state = $3, version = version + 1, updated_at = now()
     where tenant_id = $1 and id = $2 and state <> $3`,
    [tenantId, refundId, state],
  )
  return state
}

/** Returns which parts took the place of others, by the others' ids. */
export async function heirsOf(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { id: string; number: string }>> {
  const rows = await tx.query(
    { replaces_id: col.uuid, id: col.uuid, number: col.text },
    `select h.replaces_id, h.id, h.number from payments_refund_part p
     join payments_refund_part h on h.tenant_id = p.tenant_id and h.refund_id = p.refund_id and h.replaces_id = p.id
     where p.tenant_id = $1 and p.id = any($2::uuid[])`,
    [tx.tenantId, uuidList(ids)],
  )
  return new Map(rows.map(({ replaces_id, id, number }) => [replaces_id, { id, number }]))
}

/** Principal that a lot gave for a part that left a second time. */
export interface ChargedBack {
  lotId: string
  ofLot: Fen
}

/** Returns the parts of a member that left a second time, by id. */
export async function chargedBackOf(
  tx: Tx,
  tenantId: string,
  memberId: string,
): Promise<ReadonlyMap<string, ChargedBack>> {
  const rows = await tx.query(
    { part_id: col.uuid, lot_id: col.uuid, of_lot_fen: col.fen },
    `select f.part_id, f.lot_id, f.of_lot_fen from payments_refund_late f
     join payments_refund_part p on p.tenant_id = f.tenant_id and p.id = f.part_id
     where f.tenant_id = $1 and p.member_id = $2 and f.lot_id is not null`,
    [tenantId, memberId],
  )
  return new Map(rows.map(row => [row.part_id, { lotId: row.lot_id, ofLot: row.of_lot_fen }] as const))
}

/** What refunds of a member took out of one kind of money, for following the wallet. */
export interface RefundOfWallet {
  isUndecided: boolean
  takes: readonly { lotId: string; principal: Fen; gift: Fen }[]
}

/** Returns the refunds of a member that take or will take money, by id. */
export async function refundsOfWallet(
  tx: Tx,
  tenantId: string,
  memberId: string,
): Promise<Map<string, RefundOfWallet>> {
  const rows = await tx.query(
    {
      refund_id: col.uuid,
      is_undecided: col.boolean,
      lot_id: col.uuid,
      principal_fen: col.bigint,
      gift_fen: col.bigint,
    },
    `select t.refund_id, r.state = 'requested' as is_undecided, t.lot_id, t.from_principal_fen + t.forfeited_principal_fen as principal_fen,
       t.from_gift_fen + t.forfeited_gift_fen as gift_fen
     from payments_refund r join payments_refund_take t on t.tenant_id = r.tenant_id and t.refund_id = r.id
     where r.tenant_id = $1 and r.member_id = $2 and r.state not in ('rejected', 'withdrawn')`,
    [tenantId, memberId],
  )
  return new Map(
    [...Map.groupBy(rows, row => row.refund_id)].map(([id, own]) => [
      id,
      {
        isUndecided: own.some(row => row.is_undecided),
        takes: own.map(row => ({ lotId: row.lot_id, principal: fen(row.principal_fen), gift: fen(row.gift_fen) })),
      },
    ]),
  )
}
