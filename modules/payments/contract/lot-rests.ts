import { type Fen, fen, minFen, subFen, sumFen, ZERO_FEN } from '@wattyard/money'
import type { WalletParts } from '@wattyard/members/contract'
import { type LotValue, type Take, takenParts } from './refund-basis.ts'

/** One lot of a wallet, as stored; all amounts in fen, none negative. What is left of it is not stored (decision 401). */
export interface Lot {
  id: string
  /** Credited, and never changed. */
  credited: WalletParts
  /** Paid out again by refunds, whether from principal or from gift that was revalued. */
  refunded: Fen
  forfeited: Fen
  /** Principal that refunds took, paid out or forfeited. The rest of `refunded + forfeited` came from gift. */
  principalTaken: Fen
  /** Use that was fixed when lots of two members were joined, or spent lots put together. Otherwise use is derived. */
  spent: WalletParts
  /** What an undecided refund will take; on hold in the books. */
  reserved: WalletParts
}

export interface LotRests {
  /** What is left of each lot, reserved money included; in the order of the lots. */
  rests: readonly WalletParts[]
  /** Money of the wallet that no lot can hold: books and lots differ. */
  unplaced: WalletParts
  /** Reserved money that the wallet does not have: books and lots differ. */
  missing: WalletParts
}

/**
 * Returns what is left of each lot of a wallet. Money is used first in, first out, so what is left lies in the newest lots: they
 * are filled from the newest on, each up to what was credited, less refunds and fixed use. Reserved money stays in its own lot,
 * whatever else is used meanwhile. Money that came back by refunds of orders after lots were fixed goes into their fixed use.
 *
 * @param lots in the order in which they were credited; not in that of the channel's success times, because a lot that was
 * credited late has not paid for what was used before
 * @param left fen in the wallet: available and on hold, for sessions and for refunds
 * @throws RangeError for a lot out of which more went than came in, or a negative amount
 */
export function lotRests(lots: readonly Lot[], left: WalletParts): LotRests {
  const principal = placed(lots.map(principalRoom), left.principal)
  const gift = placed(lots.map(giftRoom), left.gift)
  return {
    rests: lots.map((_lot, i) => ({ principal: principal.rests[i] ?? ZERO_FEN, gift: gift.rests[i] ?? ZERO_FEN })),
    unplaced: { principal: principal.unplaced, gift: gift.unplaced },
    missing: { principal: principal.missing, gift: gift.missing },
  }
}

/** Returns whether lots and wallet agree. When they do not, a person has to look. */
export function isSound({ unplaced, missing }: LotRests): boolean {
  return [unplaced, missing].every(({ principal, gift }) => principal === ZERO_FEN && gift === ZERO_FEN)
}

/** Returns a lot as a refund basis sees it. */
export function valueOfLot({ credited, refunded, forfeited }: Lot, rest: WalletParts): LotValue {
  return { paid: subFen(credited.principal, refunded), gift: subFen(credited.gift, forfeited), rest }
}

/** Returns the lot after an approved refund, without what was reserved for it. The rests of all other lots stay as they are. */
export function afterRefund(lot: Lot, take: Take): Lot {
  const taken = takenParts(take)
  return {
    ...lot,
    refunded: sumFen([lot.refunded, take.paidOut]),
    forfeited: sumFen([lot.forfeited, take.forfeitedGift, take.forfeitedPrincipal]),
    principalTaken: sumFen([lot.principalTaken, taken.principal]),
    reserved: { principal: ZERO_FEN, gift: ZERO_FEN },
  }
}

/** Of one kind of money in one lot. */
interface Room {
  /** Most that can be left, apart from `spent`. */
  free: Fen
  spent: Fen
  reserved: Fen
}

function principalRoom({ id, credited, principalTaken, spent, reserved }: Lot): Room {
  return roomOf(id, subFen(credited.principal, principalTaken), spent.principal, reserved.principal)
}

function giftRoom({ id, credited, refunded, forfeited, principalTaken, spent, reserved }: Lot): Room {
  const taken = subFen(sumFen([refunded, forfeited]), principalTaken)
  return roomOf(id, subFen(credited.gift, taken), spent.gift, reserved.gift)
}

function roomOf(id: string, untaken: Fen, spent: Fen, reserved: Fen): Room {
  const free = subFen(untaken, spent)
  if (free < ZERO_FEN || spent < ZERO_FEN || reserved < ZERO_FEN || reserved > untaken)
    throw new RangeError(`lot ${id}: ${untaken} fen were not taken, ${spent} spent, ${reserved} reserved`)
  return { free, spent, reserved }
}

function placed(rooms: readonly Room[], amount: Fen): { rests: Fen[]; unplaced: Fen; missing: Fen } {
  if (amount < ZERO_FEN) throw new RangeError(`${amount} fen in a wallet`)
  const rests = rooms.map(() => ZERO_FEN)
  let left = amount
  const fill = (limitOf: (room: Room) => Fen): void => {
    for (let i = rooms.length - 1; i >= 0; i--) {
      const room = rooms[i]
      const rest = rests[i]
      if (room === undefined || rest === undefined) continue
      const part = minFen(left, fen(limitOf(room) > rest ? limitOf(room) - rest : 0n))
      rests[i] = sumFen([rest, part])
      left = subFen(left, part)
    }
  }
  fill(room => room.reserved)
  const missing = subFen(sumFen(rooms.map(room => room.reserved)), sumFen(rests))
  fill(room => room.free)
  fill(room => sumFen([room.free, room.spent]))
  return { rests, unplaced: left, missing }
}
