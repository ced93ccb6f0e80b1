import type { Currency, Fen } from '@wattyard/money'
import { negFen } from '@wattyard/money'
import type { BusinessDay } from '@wattyard/time'
import type { JournalKind, Source } from '@wattyard/ledger/contract'
import { numberOf, payment, refundPart } from '@wattyard/payments/contract'
import { type Item, type ItemKind, PLAIN_ITEM } from '../item.ts'

/** A posting on the account on which a channel's money stands. */
export interface ClearingLine {
  readonly journalId: string
  readonly line: number
  readonly kind: JournalKind
  readonly source: Source
  /** Whether the account is debited: money came in. */
  readonly isDebit: boolean
  readonly amount: Fen
  readonly currency: Currency
  readonly effectiveAt: number
  readonly bookedOn: BusinessDay
}

/** What our records call the movement that caused a posting, where its id does not tell. */
export interface NumberedCause {
  readonly kind: ItemKind
  readonly number: string
}

/** Kind of record that remedies of differences name as the source of their journals. */
export const REMEDY_SOURCE = 'reconciliation.outcome'

/** What movements of journals that no payment and no refund caused are. */
const KINDS: Readonly<Partial<Record<JournalKind, ItemKind>>> = { payout: 'payout', fee: 'fee' }

/** Returns our number of what caused a posting; null where it has none. */
function numberOfSource(source: Source): string | null {
  if (source.type === payment.name) return numberOf('payment', source.id)
  return source.type === refundPart.name ? numberOf('refundPart', source.id) : remedyOf(source)
}

/** A remedy and its reversal are of one difference, and come to nothing. */
const remedyOf = ({ type, id }: Source): string | null => (type === REMEDY_SOURCE ? id : null)

/**
 * Returns a posting as an item. The source of its journal leads to our number: a reversal names the source of what it reverses, so
 * both stand in the group of one number and add up to nothing.
 * @param cause kind and number of the payment of a company that caused it; null for postings of all others
 */
export function itemOfLine(line: ClearingLine, cause: NumberedCause | null = null): Item {
  const { journalId, kind, source, isDebit, amount, currency, effectiveAt, bookedOn } = line
  const isPayment = source.type === payment.name
  const isPart = source.type === refundPart.name
  return {
    ...PLAIN_ITEM,
    side: 'ledger',
    id: `${journalId}/${line.line}`,
    kind: cause ? cause.kind : isPayment ? 'payment' : isPart ? 'refund' : (KINDS[kind] ?? 'other'),
    number: cause ? cause.number : numberOfSource(source),
    amount: isDebit ? amount : negFen(amount),
    currency,
    at: effectiveAt,
    day: bookedOn,
  }
}
