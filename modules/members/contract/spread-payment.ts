import { type Fen, minFen, subFen, sumFen, ZERO_FEN } from '@wattyard/money'

/** Payment sources, in the order in which they are used up. */
export const PAYMENT_SOURCES = ['discount', 'heldGift', 'gift', 'heldPrincipal', 'principal', 'receivable'] as const
export type PaymentSource = (typeof PAYMENT_SOURCES)[number]

/**
 * Parts of a bill, in the order in which they are paid. Discounts are therefore applied to the service fee before electricity.
 */
export const PAYMENT_SINKS = ['service', 'electricity'] as const
export type PaymentSink = (typeof PAYMENT_SINKS)[number]

export interface PaymentShare {
  source: PaymentSource
  sink: PaymentSink
  amount: Fen
}

/**
 * Returns which source pays which part of a bill. Both lists are processed in order, and each step takes as much as both sides
 * allow: deterministic, exact, at most sources + sinks − 1 shares. Discounts come first and the service fee is paid first, so
 * electricity is discounted only after the service fee is used up, as the settlement plan has it (our decision).
 *
 * @throws RangeError for a negative amount, or when the two sides differ
 */
export function spreadPayment(
  sources: Readonly<Record<PaymentSource, Fen>>,
  sinks: Readonly<Record<PaymentSink, Fen>>,
): PaymentShare[] {
  if ([...Object.values(sources), ...Object.values(sinks)].some(amount => amount < ZERO_FEN))
    throw new RangeError('a negative part of a payment')
  const paid = sumFen(Object.values(sources))
  const bill = sumFen(Object.values(sinks))
  if (paid !== bill) throw new RangeError(`sources of ${paid} fen for a bill of ${bill}`)
  const shares: PaymentShare[] = []
  const left = { ...sinks }
  for (const source of PAYMENT_SOURCES) {
    let rest = sources[source]
    for (const sink of PAYMENT_SINKS) {
      const amount = minFen(rest, left[sink])
      if (amount === ZERO_FEN) continue
      shares.push({ source, sink, amount })
      rest = subFen(rest, amount)
      left[sink] = subFen(left[sink], amount)
    }
  }
  return shares
}
