/*
 * Numbers of people inside of what somebody typed: notes, reasons, what a pile says of a fault. Each is known by its shape and,
 * where it has one, by its check digit, so that numbers of orders, codes of piles and amounts stay as they are. They are looked for
 * in a plain copy, because people write one number in many ways.
 */
import { plainCopy } from './plain-copy.ts'

/** What may stand between two groups of a number. Never more than two signs, so that the time stays linear. */
const GAP = String.raw`[ ./·()-]{0,2}`
/** Words before numbers of things, and signs of money. */
const OF_THINGS = String.raw`(?<!(?:编号|序列号|单号|桩号|表号|电表|读数|(?<![a-z])(?:sn|meter|reading|serial|asset|medidor|lectura))[ :#=]{0,2})(?<![¥$€] ?)`
/** Ends of a longer code such as `A1-`, `9c2d-`, `P-` and `4403-`; a telephone number before a dash is none. */
const OF_CODES = String.raw`(?<![a-z]\d{1,12}-)(?<!\d[a-z]{1,12}-)(?<!(?<![a-z])(?!tel|pho|mob|cel|no)[a-z]{1,2}-)(?<![0-9a-f]{4}-(?<!\d{11}-))(?<!(?<!\d{8})\d{3}-)`
/** Nothing of a longer number; words may be glued to it, codes with digits in them may not. */
const BEGINS = String.raw`(?<!\d|\d[a-z_]{1,8}|(?<!\d{10})\d(?<!(?<!\d)(?:00)?86)\.)${OF_THINGS}${OF_CODES}`
const ENDS = String.raw`(?!\d|(?!x\d|ext)[a-z]{1,8}\d|(?:\.\d{1,4})? ?(?:元|度(?!假)|千瓦|[km]?wh|kw|yuan|rmb|cny|eur|€))`

/** Each begins with a digit, a plus or a bracket, which costs less to see than all that must not stand before it. */
const anywhere = (shape: string): RegExp => new RegExp(`(?=[+(\\d])${BEGINS}${shape}${ENDS}`, 'gi')

/** A mobile of China, with its country or without. */
const PHONE = anywhere(String.raw`(\+?(?:00)?86${GAP})?(?:\((?=\d{3}\)))?(1[3-9]\d)(${GAP})(\d{4})(${GAP})(\d{4})`)
/**
 * Other telephone numbers: of abroad behind a plus, or behind `00` with its country apart; of offices and homes in China with
 * their area apart; mobiles in groups with other signs between; of the United States and Spain in their groups. Hotlines such as 400-820-8820 are nobody's.
 */
const OTHER_PHONE = anywhere(
  [
    String.raw`(?:\+|00(?=[1-9]\d{0,2}[ -]))(?!86)[1-9](?:${GAP}\d){7,13}`,
    String.raw`(?:\+|00)86${GAP}(?:10|2\d|[3-9]\d{2})[ -]\d{3,4}[ -]?\d{4}`,
    String.raw`0(?:10|2\d|[3-9]\d{2})-[2-8]\d{6,7}(?!-)`,
    String.raw`1[3-9]\d(?<gap>[,_])\d{4}\k<gap>\d{4}(?!\k<gap>)`,
    String.raw`1[3-9]\d(?<sign>[ .])\d{3}\k<sign>\d{5}(?!\k<sign>)`,
    String.raw`(?:\(0(?:10|2\d|[3-9]\d{2})\) ?|(?<!\()0(?:10|2\d|[3-9]\d{2}) )[2-8]\d{2,3}[ -]?\d{4}`,
    String.raw`\((?![48]00)[2-9]\d{2}\) ?[2-9]\d{2}[ -]\d{4}`,
    String.raw`(?!800|88[78]|87[78]|86[67]|400)[2-9]\d{2}(?:-[2-9]\d{2}-|\.[2-9]\d{2}\.)\d{4}`,
    String.raw`[67]\d{2} (?:\d{2} \d{2} \d{2}|\d{3} \d{3})`,
  ]
    .join('|')
    .replace(/^/, '(?:')
    .concat(')'),
)
/** Provinces; not the ends of words such as 更新 and 阿里云. */
const PROVINCES = '(?:[京津沪渝冀豫辽黑湘皖鲁苏浙赣鄂桂甘晋蒙陕吉闽贵粤粵青藏川宁琼]|(?<![更最全刷重])新|(?<!里)云)'
/** A plate of China: at least two digits behind its place; green ones have six signs, some end in a character. */
const PLATE = new RegExp(
  `(${PROVINCES}[ -]?[A-HJ-NP-Z])[·. :/-]{0,2}(?=[A-Z]{0,6}\\d[A-Z]{0,6}\\d)([A-HJ-NP-Z0-9]{4}[挂学警港澳使领]|[A-HJ-NP-Z0-9]{5,6})(?![0-9A-Z])`,
  'gi',
)
/** Plates of the armed police and of embassies. */
const RARE_PLATE = new RegExp(`((?<![A-Z])WJ) ?(${PROVINCES}? ?\\d{4}[0-9A-Z])(?![0-9A-Z])|(使) ?(\\d{6})(?!\\d)`, 'gi')
const ID_CARD = anywhere(
  String.raw`[1-8]\d{5}(?:${GAP}\d{4}${GAP}\d{2}${GAP}\d{2}${GAP}|${GAP}\d{6}${GAP}\d{2})\d{3}[\dX]|[1-8]\d{3}(?:${GAP}\d{4}){3}${GAP}\d[\dX]`
    .replace(/^/, '(?:')
    .concat(')'),
)
/** An identity card of before 1999, which has no check digit; `4600` begins numbers of SIM cards. */
const OLD_ID_CARD = anywhere(
  String.raw`(?!4600)(?:1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5])\d{4}${GAP}\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])${GAP}\d{3}`,
)
const BANK_CARD = anywhere(
  String.raw`(?:[3-6]\d{3}(?:${GAP}\d{4}){3}(?:${GAP}\d{1,3})?|6\d{5}${GAP}\d{10,13}|3[47]\d\d${GAP}\d{6}${GAP}\d{5}|3(?:0[0-5]|[68]\d)\d${GAP}\d{6}${GAP}\d{4})`,
)
const VIN =
  /(?<![0-9A-Z]|[0-9A-Z][-_./,])(?=[A-Z0-9]{0,16}[A-Z])(?=[A-Z]{0,16}\d[A-Z]{0,16}\d)[A-HJ-NPR-Z0-9]{17}(?![0-9A-Z]|[-_./,][0-9A-Z])/gi
/** The number of a charging card has no shape of its own: it is one behind its word. */
const NAMED_CARD =
  /(?:卡号?|(?<![a-z])(?:card|tarjeta|rfid|id[ _-]?tag|id[ _-]?token)(?: ?(?:no\.?|number|n\.o|número))?)[ :#=("']{0,4}(?:(?:是|为|is|es)[ :#=("']{0,4})?((?=(?:[A-F:-]{0,20}\d){3})(?:[0-9A-F]{2}(?:[:-][0-9A-F]{2}){3,9}|[0-9A-F]{8,20}))(?![0-9A-Z*])/gi

const DATE = /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/

/** Returns a number without the signs between its groups. */
const bare = (text: string): string => text.replaceAll(/[^0-9A-Za-z]/g, '')

/** Weights and check digits of GB 11643. */
const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const isIdCard = (text: string): boolean =>
  DATE.test(text.slice(6, 14)) &&
  '10X98765432'[ID_WEIGHTS.reduce((sum, weight, at) => sum + weight * Number(text[at]), 0) % 11] ===
    text[17]?.toUpperCase()

/** Whether the last digit is right by Luhn. */
function isBankCard(digits: string): boolean {
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

/** How a number that was found is hidden. */
export interface NumberMasks {
  readonly phone: (text: string) => string
  readonly card: (text: string) => string
  readonly plate: (text: string) => string
}

/** A part of what was found that is hidden: where it begins in it, how long it is, and what is shown instead. */
interface Hidden {
  readonly begin: number
  readonly length: number
  readonly shown: string
}

/** With fewest digits of such a number: most texts have too few for most of them, which costs less than to look. */
type Finder = readonly [
  digits: number,
  shape: RegExp,
  hide: (found: RegExpExecArray, masks: NumberMasks) => Hidden | undefined,
]

const whole = (found: RegExpExecArray, shown: string): Hidden => ({ begin: 0, length: found[0].length, shown })

function hideBankCard(found: RegExpExecArray, { card }: NumberMasks): Hidden | undefined {
  const digits = bare(found[0])
  if (isBankCard(digits)) return whole(found, card(digits))
  // What follows sixteen digits behind a gap may be another number.
  const [, first = ''] = new RegExp(`^(\\d{4}(?:${GAP}\\d{4}){3})${GAP}(?<!\\d)\\d`).exec(found[0]) ?? []
  return first !== '' && isBankCard(bare(first))
    ? { begin: 0, length: first.length, shown: card(bare(first)) }
    : undefined
}

function hidePhone(found: RegExpExecArray, { phone }: NumberMasks): Hidden | undefined {
  const [all, country = '', first = '', gap = '', middle = '', otherGap = '', last = ''] = found
  // `150 20261124` is a number and a day.
  if (gap !== '' && otherGap === '' && DATE.test(`${middle}${last}`)) return undefined
  return { begin: country.length, length: all.length - country.length, shown: phone(`${first}${middle}${last}`) }
}

/** In this order: what one has found is nothing for the next. */
const FINDERS: readonly Finder[] = [
  [
    3,
    NAMED_CARD,
    ([all, number = ''], { card }) =>
      DATE.test(number)
        ? undefined
        : { begin: all.length - number.length, length: number.length, shown: card(bare(number)) },
  ],
  [
    17,
    ID_CARD,
    (found, { card }) => (isIdCard(bare(found[0])) ? whole(found, card(bare(found[0]).toUpperCase())) : undefined),
  ],
  [2, VIN, (found, { card }) => (isVin(found[0].toUpperCase()) ? whole(found, card(found[0])) : undefined)],
  [14, BANK_CARD, hideBankCard],
  [15, OLD_ID_CARD, (found, { card }) => whole(found, card(bare(found[0])))],
  [11, PHONE, hidePhone],
  [
    8,
    OTHER_PHONE,
    (found, { phone }) => whole(found, `${found[0].startsWith('+') ? '+' : ''}${phone(bare(found[0]))}`),
  ],
  [2, PLATE, (found, { plate }) => whole(found, plate(`${found[1] ?? ''}${found[2] ?? ''}`.replace(/[ -]/, '')))],
  [
    4,
    RARE_PLATE,
    (found, { plate }) =>
      whole(found, plate(`${found[1] ?? found[3] ?? ''}${found[2] ?? found[4] ?? ''}`.replaceAll(' ', ''))),
  ],
]

/**
 * Returns a text with phones, plates, numbers of cards, of identity cards and of cars in it masked, and everything else as it was
 * written. The time is linear in its length.
 */
export function maskedWords(text: string, masks: NumberMasks): string {
  const copy = plainCopy(text)
  // Sooner than eight expressions: each of these numbers has digits.
  if (!/\d/.test(copy.plain)) return text
  let { plain } = copy
  const digits = plain.replace(/\D/g, '').length
  const hits: Hidden[] = []
  for (const [least, shape, hide] of FINDERS) {
    if (digits < least) continue
    const own: Hidden[] = []
    for (const found of plain.matchAll(shape)) {
      const hidden = hide(found, masks)
      if (hidden) own.push({ ...hidden, begin: found.index + hidden.begin })
    }
    plain = without(plain, own)
    hits.push(...own)
  }
  let shown = ''
  let at = 0
  for (const { begin, length, shown: instead } of hits.toSorted((a, b) => a.begin - b.begin)) {
    shown += text.slice(at, copy.beginOf(begin)) + instead
    at = copy.endOf(begin + length - 1)
  }
  return shown + text.slice(at)
}

/** Returns a text with a sign that is part of no number in each place of what was found. */
function without(text: string, hits: readonly Hidden[]): string {
  let left = ''
  let at = 0
  for (const { begin, length } of hits) {
    left += text.slice(at, begin) + '\u0000'.repeat(length)
    at = begin + length
  }
  return left + text.slice(at)
}
