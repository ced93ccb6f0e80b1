import { type Fen, sumFen, ZERO_FEN } from '@wattyard/money'
import type { Tx } from '@wattyard/server-kit'
import type { Account, Entry, JournalDraft, JournalResult, Posting } from '@wattyard/ledger/contract'
import { type HoldLine, type HoldPosting, openAccounts, postHolds, postJournals } from '@wattyard/ledger/server'
import {
  PAYMENT_SINKS,
  type PaymentShare,
  type PaymentSink,
  spreadPayment,
  type WalletParts,
} from '../contract/index.ts'
import { type OpenWallet, openWallets } from './wallets.ts'

/** Payment of an order, with the amounts of its settlement plan. Electricity + service = sum of all sources. */
export interface OrderPayment extends Entry {
  /** Null when the member is unknown: the whole order is then booked as unmatched. */
  memberId: string | null
  /** Hold of the order. It ends here, and the unused part is released. */
  holdId: string | null
  electricity: Fen
  service: Fen
  /** Discount, paid from the operator's marketing cost. */
  discounted: Fen
  fromHold: WalletParts
  fromAvailable: WalletParts
  /** Amount not covered, which the member owes from now on. */
  receivable: Fen
}

/** `nothing`: an order without amounts and without a hold, for which nothing is posted. */
export type PaymentResult = JournalResult | { readonly outcome: 'nothing' }

interface TenantAccounts {
  sinks: Readonly<Record<PaymentSink, Account>>
  marketing: Account
  unmatched: Account
}

/**
 * Pays orders, one journal each: hold and wallet to revenue by the given amounts, the rest of the hold back, and the uncovered
 * part to the member's receivable. A wallet never becomes negative: missing money is refused (`insufficient`, `overHold`), and
 * the other orders continue.
 *
 * @throws RangeError when the amounts of an order do not add up
 */
export async function payFromWallets(
  tx: Tx,
  orders: readonly OrderPayment[],
  /** Wallets that the caller has already opened, by member id. */
  opened?: ReadonlyMap<string, OpenWallet>,
): Promise<PaymentResult[]> {
  if (orders.length === 0) return []
  const known = orders.flatMap(({ tenantId, memberId }) => (memberId === null ? [] : [{ tenantId, memberId }]))
  const wallets = opened ?? (await openWallets(tx, known))
  const tenants = await tenantAccounts(tx, [...new Set(orders.map(order => order.tenantId))])
  const results: PaymentResult[] = orders.map(() => ({ outcome: 'nothing' }))
  const held: { at: number; draft: HoldPosting }[] = []
  const plain: { at: number; draft: JournalDraft }[] = []
  orders.forEach((order, at) => {
    const accounts = tenants.get(order.tenantId)
    const wallet = order.memberId === null ? undefined : wallets.get(order.memberId)
    if (!accounts) throw new Error(`tenant ${order.tenantId} has no accounts`)
    const shares = sharesOf(order)
    const entry = entryOf(order)
    const direct = shares.flatMap(share => directPosting(share, accounts, wallet))
    if (order.holdId !== null)
      held.push({ at, draft: { ...entry, holdId: order.holdId, lines: holdLines(shares, accounts), extra: direct } })
    else if (direct.length) plain.push({ at, draft: { ...entry, kind: 'settle', postings: direct } })
  })
  place(
    results,
    held,
    await postHolds(
      tx,
      held.map(one => one.draft),
    ),
  )
  place(
    results,
    plain,
    await postJournals(
      tx,
      plain.map(one => one.draft),
    ),
  )
  return results
}

function place(results: PaymentResult[], drafts: readonly { at: number }[], answers: readonly JournalResult[]): void {
  drafts.forEach(({ at }, index) => {
    const answer = answers[index]
    if (answer) results[at] = answer
  })
}

function sharesOf(order: OrderPayment): PaymentShare[] {
  const { fromHold, fromAvailable, holdId, memberId } = order
  if (holdId === null && sumFen([fromHold.principal, fromHold.gift]) > ZERO_FEN)
    throw new RangeError(`${order.idemKey}: pays from a hold it does not name`)
  if (
    memberId === null &&
    sumFen([fromHold.principal, fromHold.gift, fromAvailable.principal, fromAvailable.gift]) > ZERO_FEN
  )
    throw new RangeError(`${order.idemKey}: pays from the wallet of nobody`)
  return spreadPayment(
    {
      discount: order.discounted,
      heldGift: fromHold.gift,
      gift: fromAvailable.gift,
      heldPrincipal: fromHold.principal,
      principal: fromAvailable.principal,
      receivable: order.receivable,
    },
    { electricity: order.electricity, service: order.service },
  )
}

export function entryOf(entry: Entry): Entry {
  const { tenantId, idemKey, source, effectiveAt, bookedOn, actor, memo } = entry
  return { tenantId, idemKey, source, effectiveAt, bookedOn, actor, ...(memo === undefined ? {} : { memo }) }
}

function holdLines(shares: readonly PaymentShare[], { sinks }: TenantAccounts): HoldLine[] {
  return PAYMENT_SINKS.flatMap((sink): HoldLine[] => {
    const part = (source: PaymentShare['source']) =>
      sumFen(shares.filter(share => share.sink === sink && share.source === source).map(share => share.amount))
    const line = { to: sinks[sink], principal_fen: part('heldPrincipal'), gift_fen: part('heldGift') }
    return line.principal_fen + line.gift_fen > ZERO_FEN ? [line] : []
  })
}

/** Returns the posting of a share that is not paid from the hold. */
function directPosting(
  { source, sink, amount }: PaymentShare,
  accounts: TenantAccounts,
  open: OpenWallet | undefined,
): Posting[] {
  const to = (debit: Account): Posting[] => [{ debit, credit: accounts.sinks[sink], amount_fen: amount }]
  if (source === 'heldGift' || source === 'heldPrincipal') return []
  if (source === 'discount') return to(accounts.marketing)
  if (!open) return to(accounts.unmatched)
  return to(open.accounts[source])
}

/** Returns revenue, marketing and unmatched accounts by tenant. */
export async function tenantAccounts(tx: Tx, tenantIds: readonly string[]): Promise<Map<string, TenantAccounts>> {
  const codes = ['electricity_revenue', 'service_revenue', 'marketing_cost', 'unmatched'] as const
  const opened = await openAccounts(
    tx,
    tenantIds.flatMap(tenantId => codes.map(code => ({ tenantId, code }))),
  )
  return new Map(
    tenantIds.map((tenantId, index) => {
      const [electricity, service, marketing, unmatched] = opened.slice(index * codes.length)
      if (!electricity || !service || !marketing || !unmatched) throw new Error(`tenant ${tenantId} has no accounts`)
      return [tenantId, { sinks: { electricity, service }, marketing, unmatched }]
    }),
  )
}
