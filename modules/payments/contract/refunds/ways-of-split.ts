import { formatFen, parseFen, sumFen, ZERO_FEN } from '@wattyard/money'
import { type ChannelKind, isAsked } from '../channel.ts'

/** One lot of a split as the call answers it; amounts in yuan. */
interface SplitAmounts {
  readonly kind: ChannelKind | null
  readonly byChannel: string
  readonly byHand: string
}

/**
 * How money of a refund leaves once it is granted.
 *
 * - asked: the channel returns it by itself
 * - notAsked: it came by a channel that nothing speaks with, so a person has to choose another way
 * - byHand: a person pays it
 */
export interface WayOut {
  readonly how: 'asked' | 'notAsked' | 'byHand'
  readonly kind: ChannelKind | null
  readonly amount: string
}

/** Returns by which ways a split leaves and how much goes each way, channels first. */
export function waysOfSplit(rows: readonly SplitAmounts[]): WayOut[] {
  const byKind = Map.groupBy(rows, ({ kind }) => kind)
  const sum = (amounts: readonly string[]) => sumFen(amounts.map(amount => parseFen(amount)))
  const channels = [...byKind].map(([kind, own]): WayOut & { fen: bigint } => {
    const fen = sum(own.map(({ byChannel }) => byChannel))
    return { how: kind !== null && isAsked(kind) ? 'asked' : 'notAsked', kind, amount: formatFen(fen), fen }
  })
  const byHand = sum(rows.map(row => row.byHand))
  return [...channels, { how: 'byHand' as const, kind: null, amount: formatFen(byHand), fen: byHand }].flatMap(
    ({ fen, ...way }) => (fen === ZERO_FEN ? [] : [way]),
  )
}
