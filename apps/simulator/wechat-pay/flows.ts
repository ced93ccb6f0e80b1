import { addFen, type Fen, ZERO_FEN } from '@wattyard/money'
import type { Book, Flow } from './book.ts'

/** Returns what is in a merchant's account. */
export function balanceOf(book: Book, mchid: string): Fen {
  return book.flows(mchid).at(-1)?.balance_fen ?? ZERO_FEN
}

/**
 * Books a movement of a merchant's account and returns its number.
 * @param given without `flow_no` it is a movement of its own; a fee has the number of its payment
 */
export function bookFlow(
  book: Book,
  given: Omit<Flow, 'flow_no' | 'business' | 'balance_fen'> & { flow_no?: string },
): string {
  const flow_no = given.flow_no ?? `10${String(book.nextSerial()).padStart(18, '0')}`
  const balance_fen = addFen(balanceOf(book, given.mchid), given.amount_fen)
  book.save('flow', { ...given, flow_no, business: given.kind, balance_fen })
  return flow_no
}
