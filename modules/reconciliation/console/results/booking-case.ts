import { type Fen, subFen, ZERO_FEN } from '@wattyard/money'

/**
 * What a remedy would book, as a sentence tells it.
 *
 * - nothing: books and channel agree
 * - inMissing, outMissing: the books have nothing of money that came in, or that went out, at the channel
 * - inUntold, outUntold: the channel tells nothing of money that the books have as come in, or gone out
 * - more, less: both have the movement, and the channel has more or less of it
 */
export type BookingCase = 'nothing' | 'inMissing' | 'outMissing' | 'inUntold' | 'outUntold' | 'more' | 'less'

/**
 * Returns what the sums of both sides come to.
 * @param told minor units that moved by the channel; zero where it tells nothing
 * @param booked minor units that moved in the books; zero where they have nothing
 */
export function bookingCase(told: Fen, booked: Fen): BookingCase {
  if (told === booked) return 'nothing'
  if (booked === ZERO_FEN) return told > ZERO_FEN ? 'inMissing' : 'outMissing'
  if (told === ZERO_FEN) return booked > ZERO_FEN ? 'inUntold' : 'outUntold'
  return subFen(told, booked) > ZERO_FEN ? 'more' : 'less'
}
