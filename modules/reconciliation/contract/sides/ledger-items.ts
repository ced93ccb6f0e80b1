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

/** Kind of record that remedies of differences name as the source of their journals. */
export const REMEDY_SOURCE = 'reconciliation.outcome'

/** What movements of journals that no payment and no refund caused are. */
const KINDS: Readonly<Partial<Record<JournalKind, ItemKind>>> = { payout: 'payout', fee: 'fee' }

/** A remedy and its reversal are of one difference, and come to nothing. */
const remedyOf = ({ type, id }: Source): string | null => (type === REMEDY_SOURCE ? id : null)

/**
 * Returns a posting as an item. The source of its journal leads to our number: a reversal names the source of what it reverses, so
 * both stand in the group of one number and add up to nothing.
 */
export function itemOfLine(line: ClearingLine): Item {
  const { journalId, kind, source, isDebit, amount, currency, effectiveAt, bookedOn } = line
  const isPayment = source.type === payment.name
  const isPart = source.type === refundPart.name
  return {
    ...PLAIN_ITEM,
    side: 'ledger',
    id: `${journalId}/${line.line}`,
    kind: isPayment ? 'payment' : isPart ? 'refund' : (KINDS[kind] ?? 'other'),
    number: isPayment ? numberOf('payment', source.id) : isPart ? numberOf('refundPart', source.id) : remedyOf(source),
    amount: isDebit ? amount : negFen(amount),
    currency,
    at: effectiveAt,
    day: bookedOn,
  }
}
