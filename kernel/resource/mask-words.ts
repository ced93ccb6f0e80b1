/*
 * Numbers of people inside of what somebody typed: notes, reasons, what a pile says of a fault. Each is known by its shape and,
 * where it has one, by its check digit, so that numbers of orders, codes of piles and amounts stay as they are.
 */

/** Nothing of a longer number or word, and no part of a code such as `P-13800138000` or of `2.13800138000`. */
const BEGINS = String.raw`(?<![0-9A-Za-z]|[0-9A-Za-z][-_./,])`
const ENDS = String.raw`(?![0-9A-Za-z]|[-_./,][0-9A-Za-z])`

const anywhere = (shape: string): RegExp => new RegExp(`${BEGINS}${shape}${ENDS}`, 'g')

/** A mobile of China, in one piece or as 138-0013-8000, with its country or without. */
const PHONE = anywhere(String.raw`(\+?(?:00)?86[- ]?)?(1[3-9]\d)([- ]?)(\d{4})\3(\d{4})`)
const PROVINCES = '京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼'
/** A plate of China: at least two digits behind its place; green ones have six signs, some end in a character. */
const PLATE = new RegExp(
  `([${PROVINCES}][A-HJ-NP-Z])[·•. -]?(?=[A-Z]*\\d[A-Z]*\\d)([A-HJ-NP-Z0-9]{4}[挂学警港澳]|[A-HJ-NP-Z0-9]{5,6})(?![0-9A-Za-z])`,
  'g',
)
const ID_CARD = anywhere(String.raw`[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx]`)
const BANK_CARD = anywhere(String.raw`[3-6]\d{3}(?:[ -]?\d{4}){3}(?:[ -]?\d{1,3})?`)
const VIN = anywhere(String.raw`(?=[A-Z0-9]*[A-Z])[A-HJ-NPR-Z0-9]{17}`)
/** The number of a charging card has no shape of its own: it is one behind its word. */
const NAMED_CARD =
  /((?:卡号?|(?<![a-z])(?:card|tarjeta|rfid|idtag)(?: ?(?:no\.?|number|n\.º|número))?) ?[:：#]? ?)(?=[0-9A-F]*\d[0-9A-F]*\d[0-9A-F]*\d)([0-9A-F]{8,20})(?![0-9A-Za-z*])/gi

/** Weights and check digits of GB 11643. */
const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const isIdCard = (text: string): boolean =>
  '10X98765432'[ID_WEIGHTS.reduce((sum, weight, at) => sum + weight * Number(text[at]), 0) % 11] ===
  text[17]?.toUpperCase()

/** Whether the last digit is right by Luhn. */
function isBankCard(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '')
  const sum = Array.from(digits.split('').toReversed().entries()).reduce((total, [at, digit]) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

const VIN_VALUES: Readonly<Record<string, number>> = Object.fromEntries(
  Array.from('ABCDEFGHJKLMNPRSTUVWXYZ').map((letter, at) => [
    letter,
    [1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 7, 9, 2, 3, 4, 5, 6, 7, 8, 9][at] ?? 0,
  ]),
)
const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
/** Whether the ninth sign is right by GB 16735. */
const isVin = (text: string): boolean =>
  '0123456789X'[
    VIN_WEIGHTS.reduce((sum, weight, at) => sum + weight * (VIN_VALUES[text[at] ?? ''] ?? Number(text[at])), 0) % 11
  ] === text[8]

/** Sooner than nine expressions: without four digits there is none of them. */
const MAY_HOLD = /\d[^\n]*\d/

/** How a number that was found is hidden. */
export interface NumberMasks {
  readonly phone: (text: string) => string
  readonly card: (text: string) => string
  readonly plate: (text: string) => string
}

/** Returns a text with phones, plates, numbers of cards, of identity cards and of cars in it masked. */
export function maskedWords(text: string, masks: NumberMasks): string {
  if (!MAY_HOLD.test(text)) return text
  return text
    .replace(NAMED_CARD, (_all, word: string, number: string) => `${word}${masks.card(number)}`)
    .replace(ID_CARD, found => (isIdCard(found) ? masks.card(found) : found))
    .replace(VIN, found => (isVin(found) ? masks.card(found) : found))
    .replace(BANK_CARD, found => (isBankCard(found) ? masks.card(found.replaceAll(/\D/g, '')) : found))
    .replace(
      PHONE,
      (_all, country: string | undefined, first: string, _sign, middle: string, last: string) =>
        `${country ?? ''}${masks.phone(`${first}${middle}${last}`)}`,
    )
    .replace(PLATE, (_all, place: string, number: string) => masks.plate(`${place}${number}`))
}
