import { type AccountMove } from '@wattyard/ledger/server'
import { type Fen, minFen, subFen, ZERO_FEN } from '@wattyard/money'
import { type Lot, type UseKind, type WalletMovement } from '../../contract/index.ts'
import { type ChargedBack, PART_SOURCE, REFUND_SOURCE, type RefundOfWallet } from '../refunds/stored-refunds.ts'

/** What took money or brought it back, as it is named in a use of a lot. */
export interface UseSource {
  kind: UseKind
  type: string
  id: string
}

/** A lot with the journal that credited it. */
export type JournaledLot = Pick<Lot, 'id' | 'credited'> & { journalId: string | null }

export const sourceText = (source: UseSource): string => JSON.stringify([source.kind, source.type, source.id])

export function readSource(text: string): UseSource {
  const [kind, type, id] = JSON.parse(text) as [UseKind, string, string] // written by sourceText alone
  return { kind, type, id }
}

/**
 * Returns the movements of one kind of money of a wallet, for `replayLots`. Money on hold is still the member's, so movements
 * between the accounts of the kind are none.
 *
 * @param moves of the accounts of the kind, in the order of their journals
 * @param accountIds available and on hold
 * @param refunds that take or will take money, by id: it leaves their lots when it is put on hold, because from then on nothing else
 * uses it
 * @param charged parts that left a second time, by id: what their lots remember leaves these, the rest is use
 */
export function walletMovements(
  part: 'principal' | 'gift',
  lots: readonly JournaledLot[],
  moves: readonly AccountMove[],
  accountIds: ReadonlySet<string>,
  refunds: ReadonlyMap<string, RefundOfWallet>,
  charged: ReadonlyMap<string, ChargedBack>,
): WalletMovement[] {
  const begun = new Set<string>()
  const lotOf = new Map(lots.flatMap(lot => (lot.journalId === null ? [] : [[lot.journalId, lot.id] as const])))
  const opening = lots.flatMap((lot): WalletMovement[] =>
    lot.journalId === null && lot.credited[part] > 0n
      ? [{ kind: 'credited', lotId: lot.id, amount: lot.credited[part] }]
      : [],
  )
  const booked = moves.flatMap((move): WalletMovement[] => {
    if (move.source.type === REFUND_SOURCE) {
      const { id } = move.source
      const takes = begun.has(id) ? [] : (refunds.get(id)?.takes ?? [])
      begun.add(id)
      return takes.flatMap(take =>
        take[part] > 0n ? [{ kind: 'refunded' as const, lotId: take.lotId, amount: take[part] }] : [],
      )
    }
    const isIn = accountIds.has(move.credit.id)
    if (isIn === accountIds.has(move.debit.id)) return []
    const { amount } = move
    const isDebt = move.credit.code === 'member_receivable' || move.debit.code === 'member_receivable'
    const source = sourceText({ kind: kindOf(move, isDebt), ...move.source })
    const reversed = move.reversesId === null ? undefined : lotOf.get(move.reversesId)
    if (!isIn && reversed !== undefined) return [{ kind: 'reversed', lotId: reversed, source, amount }]
    const twice = move.source.type === PART_SOURCE ? charged.get(move.source.id) : undefined
    if (!isIn && twice) return chargedMoves(twice, source, amount)
    if (!isIn) return [{ kind: 'used', source, amount }]
    const lotId = lotOf.get(move.journalId)
    return lotId === undefined || isDebt
      ? [{ kind: 'returned', source, amount }]
      : [{ kind: 'credited', lotId, amount }]
  })
  return [...opening, ...booked]
}

/** Divides what a part took the second time: what its lot remembers, and use of the wallet. */
function chargedMoves({ lotId, ofLot }: ChargedBack, source: string, amount: Fen): WalletMovement[] {
  const own = minFen(ofLot, amount)
  const moves: WalletMovement[] = [
    { kind: 'refunded', lotId, amount: own },
    { kind: 'used', source, amount: subFen(amount, own) },
  ]
  return moves.filter(move => move.amount > ZERO_FEN)
}

function kindOf({ kind, source }: AccountMove, isDebt: boolean): UseKind {
  if (isDebt) return 'debt'
  if (source.type === 'charging.order') return 'order'
  if (kind === 'withdrawal') return 'withdrawal'
  return kind === 'reversal' ? 'reversal' : 'other'
}
