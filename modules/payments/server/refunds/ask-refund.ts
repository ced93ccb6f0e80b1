import { displayFen, type Fen, formatFen, sumFen, ZERO_FEN } from '@wattyard/money'
import { freeze, journalKey } from '@wattyard/ledger/server'
import type { WalletParts } from '@wattyard/members/contract'
import { accountingDayOf, keepMembers, type OpenWallet } from '@wattyard/members/server'
import {
  actorOf,
  audit,
  type Call,
  col,
  invalid,
  type Language,
  newId,
  Refusal,
  searchText,
  type Tx,
} from '@wattyard/server-kit'
import { type RefundBasis, type RefundCause, numberOf, refund, splitRefund, takenParts } from '../../contract/index.ts'
import { ruleInForce } from './rule-in-force.ts'
import { contextOf, type LotTake, refundSources, takesOf, walletNow } from './split-context.ts'
import { insertTakes, lockMoneyOf, REFUND_SOURCE, undecidedRefund } from './stored-refunds.ts'

/** A refund that somebody asks for. */
export interface RefundRequest {
  memberId: string
  /** Fen, > 0. */
  amount: Fen
  cause: RefundCause
  reason: string
}

/** A refund as whoever asked is told of it. */
export interface AskedRefund {
  id: string
  number: string
}

interface Plan {
  ruleId: string | null
  basis: RefundBasis
  takes: readonly LotTake[]
}

async function planOf(
  tx: Tx,
  tenantId: string,
  { memberId, amount, cause }: Pick<RefundRequest, 'memberId' | 'amount' | 'cause'>,
  wallet: OpenWallet['wallet'],
): Promise<Plan> {
  if (wallet.owed > ZERO_FEN) throw new Refusal('members.owesFirst')
  const undecided = await undecidedRefund(tx, tenantId, memberId)
  if (undecided !== null) throw new Refusal('payments.refundUndecided', { params: { number: undecided } })
  const { id: ruleId, basis } = await ruleInForce(tx, tenantId, cause)
  const sources = await refundSources(tx, tenantId, memberId, wallet)
  const split = splitRefund(amount, contextOf(sources, basis, Date.now()))
  if (!split.ok)
    throw invalid({
      amount: {
        key: 'payments.field.refundAtMost',
        params: { most: (language: Language) => displayFen(split.most, language) },
      },
    })
  return { ruleId, basis, takes: takesOf(split.rows, sources.lots, basis) }
}

const costOfTakes = (takes: readonly LotTake[]): WalletParts => {
  const parts = takes.map(({ take }) => takenParts(take))
  return { principal: sumFen(parts.map(one => one.principal)), gift: sumFen(parts.map(one => one.gift)) }
}

/**
 * Returns what a refund would take from the wallet if it were asked for now.
 * @throws Refusal as `askRefund`
 */
export async function costOf(tx: Tx, tenantId: string, asked: Omit<RefundRequest, 'reason'>): Promise<WalletParts> {
  const { takes } = await planOf(tx, tenantId, asked, await walletNow(tx, tenantId, asked.memberId))
  return costOfTakes(takes)
}

/**
 * Asks for a refund: the split over the lots, by the basis in force, with its money on hold. The same request again is the same
 * refund.
 *
 * @throws Refusal `members.owesFirst`, `payments.refundUndecided`, `ledger.keyReused`, or on `amount` with the most that can be
 * refunded
 */
export async function askRefund(call: Call, asked: RefundRequest): Promise<AskedRefund> {
  const { tx, caller, idempotencyKey } = call
  const { tenantId, userId, displayName } = caller
  const { memberId, amount, cause, reason } = asked
  const requestKey = journalKey('payments.ask', userId, memberId, idempotencyKey ?? newId())
  const earlier = await earlierRefund(tx, tenantId, requestKey, asked)
  if (earlier) return earlier
  if (!(await keepMembers(tx, [{ tenantId, memberId }])).has(memberId))
    throw new Refusal('kernel.notFound', { status: 404 })
  const { wallet, accounts } = await lockMoneyOf(tx, tenantId, memberId)
  const { ruleId, basis, takes } = await planOf(tx, tenantId, asked, wallet)
  const { principal, gift } = costOfTakes(takes)
  const id = newId()
  const number = numberOf('refund', id)
  const now = Date.now()
  const [held] = await freeze(tx, [
    {
      tenantId,
      idemKey: `payments.refund:${id}:hold`,
      source: { type: REFUND_SOURCE, id },
      effectiveAt: now,
      bookedOn: await accountingDayOf(tx, tenantId, now),
      actor: displayName,
      memo: reason,
      principal: { from: accounts.principal, held: accounts.frozen, amount_fen: principal },
      gift: { from: accounts.gift, held: accounts.frozenGift, amount_fen: gift },
      expiresAt: null,
    },
  ])
  if (!held || !('holdId' in held)) throw new Error(`refund ${id}: its money could not be held`)
  await tx.execute(
    `insert into payments_refund (tenant_id, id, number, member_id, state, cause, basis, rule_id, amount_fen, principal_fen, gift_fen, reason,
       asked_by, asker_id, request_key, hold_id, search_text)
     values ($1, $2, $3, $4, 'requested', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      tenantId,
      id,
      number,
      memberId,
      cause,
      basis,
      ruleId,
      amount,
      principal,
      gift,
      reason,
      displayName,
      userId,
      requestKey,
      held.holdId,
      searchText(refund, { number }),
    ],
  )
  await insertTakes(tx, tenantId, id, takes)
  // Its own history begins here; the entry of the command names no record.
  await audit(tx, actorOf(call), [
    {
      resource: refund.name,
      recordId: id,
      action: 'create',
      after: { number, member: memberId, cause, basis, amount: formatFen(amount), reason },
    },
  ])
  return { id, number }
}

async function earlierRefund(
  tx: Tx,
  tenantId: string,
  requestKey: string,
  { amount, cause }: RefundRequest,
): Promise<AskedRefund | null> {
  const [found] = await tx.query(
    { id: col.uuid, number: col.text, amount_fen: col.bigint, cause: col.text },
    'select id, number, amount_fen, cause from payments_refund where tenant_id = $1 and request_key = $2',
    [tenantId, requestKey],
  )
  if (!found) return null
  if (found.amount_fen !== amount || found.cause !== cause) throw new Refusal('ledger.keyReused', { status: 422 })
  return { id: found.id, number: found.number }
}
