import { type Fen, fen, sumFen, ZERO_FEN } from '@wattyard/money'
import type { Tx } from '@wattyard/server-kit'
import type { Account, Entry, JournalDraft, JournalResult, JournalView, Posting } from '@wattyard/ledger/contract'
import { journalsOfSources, openAccounts, postJournals } from '@wattyard/ledger/server'
import type { WalletParts } from '../contract/index.ts'
import { entryOf, tenantAccounts } from './pay-from-wallets.ts'
import { accountsOfMembers } from './merged-accounts.ts'
import { openWallets } from './wallets.ts'

/** Refund of an order by origin of the money. Its sum = electricity + service. */
export interface OrderRefund extends Entry {
  memberId: string
  back: WalletParts & { channel: Fen }
  /** Part of the receivable that is waived. */
  waived: Fen
  electricity: Fen
  service: Fen
}

/**
 * Refunds orders to the original sources: principal as principal, gift as gift, a channel's money as a refund to be paid out,
 * debts by waiving them. The order's own postings are the limit: no source gets back more than it paid (`overPaid`).
 *
 * Keep the order's row locked: two concurrent refunds of one order would read the same postings.
 *
 * @throws RangeError when the amounts of a refund do not add up or are all zero
 */
export async function refundOrders(tx: Tx, asked: readonly OrderRefund[]): Promise<JournalResult[]> {
  const refunds = await toAccounts(tx, asked)
  if (refunds.length === 0) return []
  const wallets = await openWallets(tx, refunds)
  const tenantIds = [...new Set(refunds.map(refund => refund.tenantId))]
  const revenue = await tenantAccounts(tx, tenantIds)
  const payables = await openAccounts(
    tx,
    tenantIds.map(tenantId => ({ tenantId, code: 'refund_payable' as const })),
  )
  const payable = new Map(payables.map(account => [account.tenantId, account]))
  const paid = netPaid(
    await journalsOfSources(
      tx,
      refunds.map(({ tenantId, source }) => ({ tenantId, ...source })),
    ),
  )
  const drafts = refunds.map((refund): JournalDraft => {
    const wallet = wallets.get(refund.memberId)?.accounts
    const sinks = revenue.get(refund.tenantId)?.sinks
    const channel = payable.get(refund.tenantId)
    if (!wallet || !sinks || !channel) throw new Error(`${refund.idemKey}: accounts are missing`)
    const gains: [Account, Fen][] = [
      [wallet.receivable, refund.waived],
      [wallet.gift, refund.back.gift],
      [wallet.principal, refund.back.principal],
      [channel, refund.back.channel],
    ]
    const key = sourceText(refund)
    const netOf = (part: PaidPart) => paid.get(`${key}|${part}`) ?? 0n
    // The part of the receivable that the member no longer owes was paid later from a top-up, as principal.
    const owing = netOf('receivable')
    const owed = wallets.get(refund.memberId)?.wallet.owed ?? ZERO_FEN
    // A newer debt does not belong to this order: refunds beyond what the order had paid show that its debt was paid later.
    const beyond = netOf('principal') < 0n ? -netOf('principal') : 0n
    const paidSince = owing - owed > beyond ? owing - owed : beyond
    const isOver = refund.back.principal > netOf('principal') + paidSince || refund.back.gift > netOf('gift')
    return {
      ...entryOf(refund),
      kind: 'refund',
      postings: refundPostings(refund, gains, sinks),
      ...(isOver ? { unlessPosted: 'overPaid' as const } : {}),
    }
  })
  return postJournals(tx, drafts)
}

/** Returns refunds of orders whose members were merged as refunds into the accounts that have their money now. */
async function toAccounts(tx: Tx, refunds: readonly OrderRefund[]): Promise<readonly OrderRefund[]> {
  const moved = new Map<string, string>()
  for (const [tenantId, own] of Map.groupBy(refunds, refund => refund.tenantId))
    for (const [id, { accountId }] of await accountsOfMembers(
      tx,
      tenantId,
      own.map(refund => refund.memberId),
    ))
      moved.set(id, accountId)
  return refunds.map(refund => ({ ...refund, memberId: moved.get(refund.memberId) ?? refund.memberId }))
}

/** Returns a source as the key of a map. */
export const sourceText = ({ tenantId, source }: { tenantId: string; source: Entry['source'] }): string =>
  `${tenantId}|${source.type}|${source.id}`

/** Each gain out of service first, then electricity, until both are used up. */
function refundPostings(
  refund: OrderRefund,
  gains: readonly [Account, Fen][],
  sinks: { electricity: Account; service: Account },
): Posting[] {
  const amounts = [refund.electricity, refund.service, ...gains.map(([, amount]) => amount)]
  if (amounts.some(amount => amount < ZERO_FEN)) throw new RangeError(`${refund.idemKey}: negative part`)
  if (sumFen(gains.map(([, amount]) => amount)) !== sumFen([refund.electricity, refund.service]))
    throw new RangeError(`${refund.idemKey}: what goes back is not what the bill gives up`)
  let service: bigint = refund.service
  return gains.flatMap(([credit, amount]) => {
    const ofService = amount < service ? amount : fen(service)
    service -= ofService
    const parts: [Account, Fen][] = [
      [sinks.service, ofService],
      [sinks.electricity, fen(amount - ofService)],
    ]
    return parts.flatMap(([debit, part]): Posting[] => (part > ZERO_FEN ? [{ debit, credit, amount_fen: part }] : []))
  })
}

type PaidPart = keyof WalletParts | 'receivable'

const PART_OF: Readonly<Record<string, PaidPart>> = {
  wallet_principal: 'principal',
  wallet_frozen: 'principal',
  wallet_gift: 'gift',
  wallet_frozen_gift: 'gift',
  member_receivable: 'receivable',
}

const isRevenue = (code: Account['code']): boolean => code === 'electricity_revenue' || code === 'service_revenue'

/**
 * Returns, by `sourceText|part`, the amount that each wallet part has paid for a source and not got back, and the receivable that
 * was not waived.
 */
export function netPaid(journals: readonly JournalView[]): Map<string, bigint> {
  const net = new Map<string, bigint>()
  for (const journal of journals)
    for (const { debit, credit, amount_fen } of journal.postings) {
      const paying = isRevenue(credit.code) ? PART_OF[debit.code] : undefined
      const returning = isRevenue(debit.code) ? PART_OF[credit.code] : undefined
      const part = paying ?? returning
      if (!part) continue
      const key = `${sourceText(journal)}|${part}`
      net.set(key, (net.get(key) ?? 0n) + (paying ? amount_fen : 0n - amount_fen))
    }
  return net
}
