import type { Currency, Fen } from '@wattyard/money'
import { negFen } from '@wattyard/money'
import type { BusinessDay } from '@wattyard/time'
import { type Item, type ItemKind, PLAIN_ITEM } from '../item.ts'

/** A payment between us and a company as our records have it. */
export interface CompanyPaymentRecord {
  readonly id: string
  readonly number: string
  /** `advanceReceived` came in, `advancePaid` went out. */
  readonly kind: 'advanceReceived' | 'advancePaid'
  /** As a positive amount. */
  readonly amount: Fen
  /** The day on which money moved. */
  readonly paidOn: BusinessDay
  /** Number of the receipt, or reference of the transfer; null for none. */
  readonly receipt: string | null
  readonly companyNames: readonly string[]
  /** Day of the journal that took it back; null for one that stands. */
  readonly reversedOn: BusinessDay | null
}

/** Statements know what came in and what went out: who was paid is told like whoever was refunded. */
const KINDS = { advanceReceived: 'payment', advancePaid: 'refund' } as const satisfies Readonly<
  Record<CompanyPaymentRecord['kind'], ItemKind>
>

/** What journals of a payment of a company are called on the side of the books. */
export const causeOfCompanyPayment = ({ kind, number }: Pick<CompanyPaymentRecord, 'kind' | 'number'>) => ({
  kind: KINDS[kind],
  number,
})

/** Least signs of a receipt that a text mentions: fewer stand in any text by chance. */
const MIN_RECEIPT_LENGTH = 8
const DATE = /^(19|20)\d{6}$/

/** Returns whether a receipt names one transfer wherever it stands: a date or a short number does not. */
function isTelling(receipt: string): boolean {
  const signs = receipt.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]/gu, '')
  return signs.length >= MIN_RECEIPT_LENGTH && /\p{N}/u.test(signs) && !DATE.test(signs)
}

/**
 * Returns a payment of a company as an item. It has a day and no time, so it is counted on its day alone, whatever the hour at which the
 * bank booked it; taken back, it moved nothing, as a top-up that was typed in by mistake.
 */
export function itemOfCompanyPayment(record: CompanyPaymentRecord, currency: Currency): Item {
  const { id, number, amount, paidOn, receipt, companyNames, reversedOn } = record
  const { kind } = causeOfCompanyPayment(record)
  return {
    ...PLAIN_ITEM,
    side: 'order',
    id,
    kind,
    number,
    channelNo: receipt,
    amount: kind === 'refund' ? negFen(amount) : amount,
    currency,
    at: null,
    day: paidOn,
    state: reversedOn === null ? 'done' : 'void',
    party: companyNames[0] ?? null,
    company: {
      numbers: [number, ...(receipt !== null && isTelling(receipt) ? [receipt] : [])],
      receipt,
      names: companyNames,
    },
  }
}
