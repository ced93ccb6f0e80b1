import { addFen, type Fen } from '@wattyard/money'
import { type BusinessDay, localDayOf } from '@wattyard/time'
import type { FileFacts, PaymentRow } from '@wattyard/payment-files'
import { type FileFamily, type FileFault, type Item, type ItemState, PLAIN_ITEM } from '../../contract/index.ts'

/** A file whose rows become items. */
export interface ChannelFile {
  /** Names the file for ever, such as its digest: ids of its items begin with it. */
  readonly name: string
  /** Zone of the days of the channel. */
  readonly zone: string
  /** The day that the whole file is about; null for a statement of several days, whose rows tell theirs. */
  readonly day: BusinessDay | null
  /** What a described file tells of; known formats tell it themselves. */
  readonly family?: FileFamily
  /** What the credits of a statement are: payments of people, or payouts of a channel. Defaults to payments. */
  readonly credits?: 'payment' | 'payout'
  /** Whether the amounts of a described file are without the fee that stands beside them. Defaults to no. */
  readonly isNet?: boolean
}

/** Turns rows into items; holds back what the next row may belong to. */
export interface ItemReader {
  take(row: PaymentRow): readonly Item[]
  /** The file has ended. */
  end(): readonly Item[]
}

/**
 * Returns why a file may not be compared, or null. Errors, rows that could not be read and sums that differ are first settled with
 * whoever made the file: a comparison with a part of it would find shortages that are none.
 * @param mayLackTotals whether this file is known to declare no totals and no balances
 */
export function faultOf(facts: FileFacts, mayLackTotals: boolean): FileFault | null {
  if (facts.unreadRows > 0) return 'rows-unread'
  if (facts.agreement === 'differ') return 'totals-differ'
  if (!facts.isSound) return 'not-sound'
  return facts.agreement === 'undeclared' && facts.rows > 0 && !mayLackTotals ? 'totals-missing' : null
}

const STATES = { done: 'done', revoked: 'done', pending: 'pending', failed: 'void' } as const satisfies Record<
  PaymentRow['state'],
  ItemState
>

/** What all formats have in common. */
export function itemOfRow(row: PaymentRow, { name, zone, day }: ChannelFile, place: number): Item {
  const { kind, at, amount, fee, currency } = row
  const counted = day ?? (at === null ? null : localDayOf(at, zone))
  if (counted === null) throw new RangeError(`row ${place} of ${name} has no day: the file is not sound`)
  const isRefund = kind === 'refund'
  // A cancelled payment, a refund that came back: channels write them as a row of the same number with the other sign.
  const undoes = row.state === 'revoked' || (kind === 'payment' && amount < 0n) || (isRefund && amount > 0n)
  return {
    ...PLAIN_ITEM,
    side: 'channel',
    // Lines do not name rows: a file of XML may have one line.
    id: `${name}#${place}`,
    kind: row.state === 'revoked' ? 'payment' : kind,
    number: isRefund && row.state !== 'revoked' ? row.refundNo : row.orderNo,
    channelNo: isRefund && row.state !== 'revoked' ? row.channelRefundNo : row.channelNo,
    amount,
    fee,
    currency,
    at,
    day: counted,
    state: STATES[row.state],
    undoes,
    party: row.counterparty,
    text: row.text,
  }
}

/** Returns an amount that was told without its fee as it was before. */
export function grossOf(net: Fen, fee: Fen | null): Fen {
  return fee === null ? net : addFen(net, fee)
}
