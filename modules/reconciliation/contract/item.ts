import type { Currency, Fen } from '@wattyard/money'
import type { BusinessDay } from '@wattyard/time'

/**
 * Who says that money moved.
 *
 * - order: our own records: payments, parts of refunds, payments of companies, payouts that we expect
 * - ledger: lines of journals on the account where the channel's money stands
 * - channel: rows of a bill of the channel, or of an account statement
 */
export const SIDES = ['order', 'ledger', 'channel'] as const
export type Side = (typeof SIDES)[number]

/** What moved. `payout`: money of a channel that goes to a bank account. */
export const ITEM_KINDS = ['payment', 'refund', 'payout', 'fee', 'other'] as const
export type ItemKind = (typeof ITEM_KINDS)[number]

/** `void`: nothing moved and nothing will: refused, closed, failed, corrected. */
export const ITEM_STATES = ['done', 'pending', 'void'] as const
export type ItemState = (typeof ITEM_STATES)[number]

/** How a row that tells no number of ours may name a payment between us and a company. */
export interface CompanyMark {
  /** Our number of the payment, and its receipt where it stands in no text by chance: either of them is enough. */
  readonly numbers: readonly string[]
  readonly receipt: string | null
  /** What the company is called: its name, and the short one. */
  readonly names: readonly string[]
}

/** One movement of money as one side tells it. */
export interface Item {
  readonly side: Side
  /** Names the item among all of its side, for ever: a row's id, a file and its line. */
  readonly id: string
  readonly kind: ItemKind
  /** Our number of the movement: of the payment, of the part of a refund, or of the payment of a company. Null where the side does not tell one of ours. */
  readonly number: string | null
  /** The channel's number of the movement: of the payment, or of the refund. For a bank its reference. */
  readonly channelNo: string | null
  /** Minor units that came in; negative: went out. Before fees. */
  readonly amount: Fen
  /** Minor units that the channel kept; negative: gave back. Null where the side does not tell. */
  readonly fee: Fen | null
  readonly currency: Currency
  /** Epoch ms; null where the side tells no time that can be read. */
  readonly at: number | null
  /** The day on which the side counts it: in the channel's calendar, in the ledger the accounting day. */
  readonly day: BusinessDay
  readonly state: ItemState
  /** Takes back an earlier item of this kind and number: a payment that was revoked, a refund that was closed. */
  readonly undoes: boolean
  /** Whom it came from or went to, as the side writes it. */
  readonly party: string | null
  readonly text: string | null
  /** Words that the other side has to name, all of them, before a movement without a number is taken for this one. */
  readonly references: readonly string[]
  /** Of our record of a payment of a company; null of every other movement. */
  readonly company: CompanyMark | null
}

/** Members of an item that most sides leave empty. */
export const PLAIN_ITEM = {
  channelNo: null,
  fee: null,
  state: 'done',
  undoes: false,
  party: null,
  text: null,
  references: [],
  company: null,
} as const satisfies Partial<Item>

/** Names an item among those of all sides. */
export function refOf(side: Side, id: string): string {
  return `${side} ${id}`
}
