import { type Fen, subFen, ZERO_FEN } from '@wattyard/money'
import type { Tx } from '@wattyard/server-kit'
import type { Entry } from '@wattyard/ledger/contract'
import { freeze, type FreezeDraft, type Hold, holdsOf } from '@wattyard/ledger/server'
import { type MixRule, sumParts, takeParts, type WalletParts } from '../contract/index.ts'
import { openWallets, type WalletAccounts } from './wallets.ts'

export interface SessionFreeze extends Entry {
  memberId: string
  /** Amount to hold if the wallet has it, otherwise everything it has. */
  upTo: Fen
  /**
   * Smallest wallet balance to start with, such as the price of a minute, or 0 for members with credit. With less the start is
   * refused.
   */
  atLeast: Fen
  mix: MixRule
  expiresAt: number | null
}

export type SessionFreezeResult =
  | { readonly outcome: 'frozen' | 'repeated'; readonly holdId: string; readonly parts: WalletParts }
  /** The session may start without a hold, because the wallet is empty. */
  | { readonly outcome: 'nothing' }
  | { readonly outcome: 'refused'; readonly available: Fen }

const textOf = (entry: Entry): string => `${entry.tenantId}|${entry.source.type}|${entry.source.id}`

/**
 * Holds wallet money for sessions, each by its own rule. One hold per source: a repeated request returns the existing hold,
 * whatever the wallet's balance is now. Wallets stay locked until the transaction ends.
 */
export async function freezeForSessions(tx: Tx, requests: readonly SessionFreeze[]): Promise<SessionFreezeResult[]> {
  if (requests.length === 0) return []
  const wallets = await openWallets(tx, requests, { lock: true })
  // Read after the lock, so that a concurrent twin sees the hold made meanwhile.
  const holds = new Map<string, Hold>()
  for (const hold of await holdsOf(
    tx,
    requests.map(({ tenantId, source }) => ({ tenantId, ...source })),
  ))
    holds.set(textOf({ tenantId: hold.tenantId, source: hold.source } as Entry), hold)
  const left = new Map<string, WalletParts>([...wallets].map(([memberId, { wallet }]) => [memberId, wallet]))
  const results: SessionFreezeResult[] = []
  const wanted: { at: number; draft: FreezeDraft; parts: WalletParts }[] = []
  const asked = new Map<string, number>()
  requests.forEach((request, at) => {
    const hold = holds.get(textOf(request))
    const twin = asked.get(textOf(request))
    const open = wallets.get(request.memberId)
    const available = left.get(request.memberId)
    if (!open || !available) throw new Error(`member ${request.memberId} has no wallet`)
    if (hold)
      results[at] = {
        outcome: 'repeated',
        holdId: hold.id,
        parts: { principal: hold.principal_fen, gift: hold.gift_fen },
      }
    else if (twin !== undefined)
      throw new RangeError(`two freezes for ${request.source.type} ${request.source.id} in one call`)
    else if (sumParts(available) < request.atLeast) results[at] = { outcome: 'refused', available: sumParts(available) }
    else {
      const parts = takeParts(request.upTo, available, request.mix)
      asked.set(textOf(request), at)
      left.set(request.memberId, {
        principal: subFen(available.principal, parts.principal),
        gift: subFen(available.gift, parts.gift),
      })
      if (sumParts(parts) === ZERO_FEN) results[at] = { outcome: 'nothing' }
      else wanted.push({ at, parts, draft: draftOf(request, parts, open.accounts) })
    }
  })
  const frozen = await freeze(
    tx,
    wanted.map(one => one.draft),
  )
  wanted.forEach(({ at, parts }, index) => {
    const result = frozen[index]
    // The balances were locked and the source had no hold, so every other result is a programming error.
    if (!result || !('holdId' in result)) throw new Error(`freeze ${wanted[index]?.draft.idemKey}: ${result?.outcome}`)
    results[at] = { outcome: 'frozen', holdId: result.holdId, parts }
  })
  return results
}

function draftOf(request: SessionFreeze, parts: WalletParts, accounts: WalletAccounts): FreezeDraft {
  const { memberId: _memberId, upTo: _upTo, atLeast: _atLeast, mix: _mix, ...rest } = request
  return {
    ...rest,
    principal: { from: accounts.principal, held: accounts.frozen, amount_fen: parts.principal },
    gift: { from: accounts.gift, held: accounts.frozenGift, amount_fen: parts.gift },
  }
}
