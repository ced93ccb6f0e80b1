import { type Fen, formatFen, minFen, ZERO_FEN } from '@wattyard/money'
import type { Posting } from '@wattyard/ledger/contract'
import { journalKey, mustPost, openAccounts, postJournals } from '@wattyard/ledger/server'
import { type Call, col, newId, Refusal, searchText, type SecondPersonRule, type Tx } from '@wattyard/server-kit'
import {
  ADJUST_RULES,
  type AdjustCause,
  adjustment,
  type member,
  recordNumber,
  type WalletParts,
} from '../../contract/index.ts'
import { accountingDayOf } from '../accounting-day.ts'
import { aboutMember } from '../about-member.ts'
import type { MembersPorts } from '../ports.ts'
import { lockUnmatched } from './unmatched.ts'
import { walletsOf } from '../wallets.ts'
import { atMost, lockWallet } from './freeze-money.ts'

/** Source of the journals of corrections. */
export const ADJUSTMENT_SOURCE = adjustment.name

/** A correction that somebody asks for; the amount in fen, > 0. */
export interface AdjustRequest {
  readonly direction: 'up' | 'down'
  readonly cause: AdjustCause
  readonly amount: Fen
  readonly evidence: string
  readonly reason: string
}

const partsOf = (cause: AdjustCause, amount: Fen): WalletParts => ({
  principal: ADJUST_RULES[cause].part === 'principal' ? amount : ZERO_FEN,
  gift: ADJUST_RULES[cause].part === 'gift' ? amount : ZERO_FEN,
})

/**
 * Checks that money which "had arrived" lies among the receipts without an owner: it becomes money that can be refunded.
 * @throws Refusal on `amount` with the most that lies there
 */
async function mustHaveArrived(tx: Tx, tenantId: string, { cause, amount }: Pick<AdjustRequest, 'cause' | 'amount'>) {
  if (cause !== 'uncredited') return
  const most = await lockUnmatched(tx, tenantId)
  if (amount > most) throw atMost('amount', most)
}

async function earlierAdjustment(tx: Tx, tenantId: string, requestKey: string) {
  const [found] = await tx.query(
    { id: col.uuid, number: col.text, journal_id: col.uuid, paid_debt_fen: col.fen },
    'select id, number, journal_id, paid_debt_fen from members_adjustment where tenant_id = $1 and request_key = $2',
    [tenantId, requestKey],
  )
  return found ?? null
}

/**
 * Corrects a wallet by a journal of its own kind, with its record and, upward, its lot. A debt is paid out of a principal upward at once.
 * The member's row is locked by the command.
 *
 * @throws Refusal on `amount` with the most that there is to take, `ledger.keyReused`
 */
export async function adjustWallet(call: Call, ports: MembersPorts, memberId: string, asked: AdjustRequest) {
  const { tx, caller, idempotencyKey } = call
  const { tenantId, userId, displayName } = caller
  const { direction, cause, amount, evidence, reason } = asked
  const requestKey = journalKey(`members.adjust.${direction}`, userId, memberId, idempotencyKey ?? newId())
  const earlier = await earlierAdjustment(tx, tenantId, requestKey)
  if (earlier)
    return { number: earlier.number, journalId: earlier.journal_id, paidDebt: formatFen(earlier.paid_debt_fen) }
  // Before lots and wallet, as the reversal of a correction does.
  await mustHaveArrived(tx, tenantId, { cause, amount })
  await ports.lockLots(tx, tenantId, [memberId])
  const { accounts, wallet } = await lockWallet(tx, tenantId, memberId)
  const rule = ADJUST_RULES[cause]
  if (direction === 'down' && amount > wallet[rule.part]) throw atMost('amount', wallet[rule.part])
  const paidDebt = direction === 'up' && rule.part === 'principal' ? minFen(amount, wallet.owed) : ZERO_FEN
  const [against] = await openAccounts(tx, [{ tenantId, code: rule.against }])
  if (!against) throw new Error(`${tenantId} has no account ${rule.against}`)
  const own = accounts[rule.part]
  const postings = [
    direction === 'up'
      ? { debit: against, credit: own, amount_fen: amount }
      : { debit: own, credit: against, amount_fen: amount },
    { debit: accounts.principal, credit: accounts.receivable, amount_fen: paidDebt },
  ].filter((posting: Posting) => posting.amount_fen > ZERO_FEN)
  const id = newId()
  const number = recordNumber('A', id)
  const now = Date.now()
  const [result] = await postJournals(tx, [
    {
      tenantId,
      idemKey: `${ADJUSTMENT_SOURCE}:${id}`,
      source: { type: ADJUSTMENT_SOURCE, id },
      effectiveAt: now,
      bookedOn: await accountingDayOf(tx, tenantId, now),
      actor: displayName,
      kind: 'adjustment',
      postings,
    },
  ])
  const { journalId, bookedOn } = mustPost(result)
  const parts = partsOf(cause, amount)
  await tx.execute(
    `insert into members_adjustment (tenant_id, id, number, member_id, direction, cause, principal_fen, gift_fen, paid_debt_fen, reason, evidence,
       actor, booked_on, journal_id, request_key, search_text)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      tenantId,
      id,
      number,
      memberId,
      direction,
      cause,
      parts.principal,
      parts.gift,
      paidDebt,
      reason,
      evidence,
      displayName,
      bookedOn,
      journalId,
      requestKey,
      searchText(adjustment, { number }),
    ],
  )
  if (direction === 'up')
    await ports.addLot(tx, { tenantId, memberId, journalId, ...parts, isRefundable: rule.isRefundable })
  return { number, journalId, paidDebt: formatFen(paidDebt) }
}

/** Default limit in fen from which a correction takes a second person: 200.00, as for refunds (trust R-26). */
const FROM_FEN = 20_000n

/** Second-person rules of corrections: what the company gives, and what it takes from a member. */
export const ADJUST_RULES_OF_TWO: {
  readonly adjustUp: SecondPersonRule<typeof member, 'adjustUp'>
  readonly adjustDown: SecondPersonRule<typeof member, 'adjustDown'>
} = {
  adjustUp: {
    from_fen: FROM_FEN,
    side: 'gives',
    about: aboutMember,
    restsOn: ['status'],
    async weigh({ tx, caller: { tenantId } }, row, { amount, cause }) {
      await mustHaveArrived(tx, tenantId, { cause, amount })
      return { moves_fen: amount, party: row.id }
    },
  },
  adjustDown: {
    from_fen: FROM_FEN,
    side: 'takes',
    about: aboutMember,
    restsOn: ['status'],
    async weigh({ tx, caller: { tenantId } }, row, { amount, cause }) {
      const wallet = (await walletsOf(tx, [{ tenantId, memberId: row.id }])).get(row.id)
      const most = wallet?.[ADJUST_RULES[cause].part] ?? ZERO_FEN
      // Nobody waits for what would be refused.
      if (amount > most) throw atMost('amount', most)
      return { moves_fen: amount, party: row.id }
    },
  },
}

/** @throws Refusal `members.closedAccount` for an account that has ended */
export function mustBeOpen({ status }: { readonly status: string }): void {
  if (status === 'merged' || status === 'anonymised') throw new Refusal('members.closedAccount')
}
