import { subFen, ZERO_FEN } from '@wattyard/money'
import { bigintList, newId, Refusal, uuidList } from '@wattyard/server-kit'
import type { MembersPorts } from '@wattyard/members/server'
import { isSound } from '../../contract/index.ts'
import { walletLots } from './stored-lots.ts'

/** Writes the lot of a correction upward. */
export const addLot: MembersPorts['addLot'] = async (
  tx,
  { tenantId, memberId, journalId, principal, gift, isRefundable },
) => {
  await tx.execute(
    `insert into payments_lot (tenant_id, id, member_id, origin, payment_id, journal_id, principal_fen, gift_fen, refundable)
     values ($1, $2, $3, 'adjusted', null, $4, $5, $6, $7) on conflict (tenant_id, journal_id) do nothing`,
    [tenantId, newId(), memberId, journalId, principal, gift, isRefundable],
  )
}

/**
 * Writes into the lots of wallets what was used of them (decision 401), so that the rest of each is what it was when the wallets are one. The
 * lots keep their members; `accountsOfMembers` says whose money they are.
 *
 * @throws Refusal `payments.lotsChanged` where books and lots differ
 */
export const fixLots: MembersPorts['fixLots'] = async (tx, tenantId, memberIds) => {
  const wallets = await walletLots(
    tx,
    memberIds.map(memberId => ({ tenantId, memberId })),
  )
  const fixed = [...wallets.values()].flatMap(wallet => {
    if (!isSound(wallet)) throw new Refusal('payments.lotsChanged')
    return wallet.lots.map((lot, at) => {
      const rest = wallet.rests[at] ?? { principal: ZERO_FEN, gift: ZERO_FEN }
      const giftTaken = subFen(lot.refunded, lot.principalTaken) + lot.forfeited
      return {
        id: lot.id,
        principal: lot.credited.principal - lot.principalTaken - rest.principal,
        gift: lot.credited.gift - giftTaken - rest.gift,
      }
    })
  })
  await tx.execute(
    `update payments_lot l set spent_principal_fen = f.principal, spent_gift_fen = f.gift, version = version + 1, updated_at = now()
     from unnest($2::uuid[], $3::bigint[], $4::bigint[]) as f(id, principal, gift)
     where l.tenant_id = $1 and l.id = f.id and (l.spent_principal_fen, l.spent_gift_fen) is distinct from (f.principal, f.gift)`,
    [
      tenantId,
      uuidList(fixed.map(one => one.id)),
      bigintList(fixed.map(one => one.principal)),
      bigintList(fixed.map(one => one.gift)),
    ],
  )
}
