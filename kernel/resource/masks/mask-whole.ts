import { maskedWords } from './mask-words.ts'

/** Number of last characters of a masked number that are shown and can be searched for. */
export const SHOWN_END = 4
/** Shortest number of which any part is shown. The shown ends of a shorter one would reveal nearly all of it. */
export const LEAST_TO_SHOW = 8

/**
 * How a personal value is hidden: `name` keeps its first character, `phone` and `card` keep three characters and the last four of
 * eleven or more, and two and two of eight to ten, `plate` keeps the place and the last two, `text` keeps nothing. `words` keeps
 * what people write but for the numbers of people in it, which are known by their shapes (decision 392); it is the mask of all
 * texts that have no other. `json` is data without a shape of ours, such as a command to a pile: it keeps everything but the values
 * of `PERSONAL_KEYS`.
 */
export type MaskKind = 'name' | 'phone' | 'card' | 'plate' | 'text' | 'words' | 'json'

export const HIDDEN = '****'

/** How many of the first and last characters are shown of a value with at least so many. */
export interface ShownEnds {
  readonly least: number
  readonly first: number
  readonly last: number
}

/** What is left of a value: a sign between the ends of the first entry that it is long enough for, and the sign alone of shorter ones. */
export interface ShownParts {
  readonly ends: readonly ShownEnds[]
  readonly sign: string
}

/**
 * What is shown of a number. Cards have identifiers of eight signs and landlines have eight to ten digits: of these half is shown
 * at most, because whoever knows seven of eight signs tries the last one.
 */
const NUMBER: ShownParts = {
  ends: [
    { least: 11, first: 3, last: SHOWN_END },
    { least: LEAST_TO_SHOW, first: 2, last: 2 },
  ],
  sign: HIDDEN,
}

/**
 * What the masks of whole values leave. The shown ends of a short number would reveal nearly all of it; a plate of fewer than
 * seven characters is none that is in use.
 */
export const SHOWN_PARTS: Readonly<Record<Exclude<MaskKind, 'words' | 'json'>, ShownParts>> = {
  name: { ends: [{ least: 0, first: 1, last: 0 }], sign: '**' },
  phone: NUMBER,
  card: NUMBER,
  plate: { ends: [{ least: 7, first: 2, last: 2 }], sign: HIDDEN },
  text: { ends: [], sign: HIDDEN },
}

/** Returns a value with its middle hidden: 13800138000 → 138****8000. */
function maskedWhole({ ends, sign }: ShownParts, text: string): string {
  // By code points, so that a rare character of two halves stays one.
  const signs = Array.from(text)
  const shown = ends.find(({ least }) => signs.length >= least)
  if (!shown) return sign
  return `${signs.slice(0, shown.first).join('')}${sign}${signs.slice(signs.length - shown.last).join('')}`
}

const maskedNumber = (number: string): string => maskedWhole(SHOWN_PARTS.card, number)
const maskedPlate = (plate: string): string => maskedWhole(SHOWN_PARTS.plate, plate)

/** Returns a text with the numbers of people in it masked. */
export const hiddenNumbers = (text: string): string =>
  maskedWords(text, { phone: maskedNumber, card: maskedNumber, plate: maskedPlate })

/** Returns the text of one personal value as it is shown to readers without the right to it. */
export const maskedText = (kind: Exclude<MaskKind, 'json'>, text: string): string =>
  kind === 'words' ? hiddenNumbers(text) : maskedWhole(SHOWN_PARTS[kind], text)
