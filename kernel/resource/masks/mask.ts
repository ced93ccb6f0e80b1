import type { Field } from '../field.ts'
import { allLabelKeys } from '../label.ts'
import { maskedWords } from './mask-words.ts'
import type { Language } from '../words/wording.ts'

/** Number of last characters of a masked number that are shown and can be searched for. */
export const SHOWN_END = 4
/** Shortest number of which any part is shown. The shown ends of a shorter one would reveal nearly all of it. */
export const LEAST_TO_SHOW = 8

/**
 * How a personal value is hidden: `name` keeps its first character, `phone` and `card` keep three characters and the last four,
 * `plate` keeps the place and the last two, `text` keeps nothing. `words` keeps what people write but for the numbers of people
 * in it, which are known by their shapes (decision 392); it is the mask of all texts that have no other. `json` is data without a shape of ours, such as a command to
 * a pile: it keeps everything but the values of `PERSONAL_KEYS`.
 */
export type MaskKind = 'name' | 'phone' | 'card' | 'plate' | 'text' | 'words' | 'json'

const HIDDEN = '****'

/** What is left of a value: its first and last characters around a sign, and the sign alone where it has fewer than `least`. */
export interface ShownParts {
  readonly first: number
  readonly last: number
  readonly least: number
  readonly sign: string
}

/**
 * What the masks of whole values leave. The shown ends of a short number would reveal nearly all of it; a plate of fewer than
 * seven characters is none that is in use.
 */
export const SHOWN_PARTS: Readonly<Record<Exclude<MaskKind, 'words' | 'json'>, ShownParts>> = {
  name: { first: 1, last: 0, least: 0, sign: '**' },
  phone: { first: 3, last: SHOWN_END, least: LEAST_TO_SHOW, sign: HIDDEN },
  card: { first: 3, last: SHOWN_END, least: LEAST_TO_SHOW, sign: HIDDEN },
  plate: { first: 2, last: 2, least: 7, sign: HIDDEN },
  text: { first: 0, last: 0, least: 0, sign: HIDDEN },
}

/** Returns a value with its middle hidden: 13800138000 → 138****8000. */
function maskedWhole({ first, last, least, sign }: ShownParts, text: string): string {
  // By code points, so that a rare character of two halves stays one.
  const signs = Array.from(text)
  if (signs.length < least) return sign
  return `${signs.slice(0, first).join('')}${sign}${signs.slice(signs.length - last).join('')}`
}

const maskedNumber = (number: string): string => maskedWhole(SHOWN_PARTS.card, number)
const maskedPlate = (plate: string): string => maskedWhole(SHOWN_PARTS.plate, plate)

const hiddenNumbers = (text: string): string =>
  maskedWords(text, { phone: maskedNumber, card: maskedNumber, plate: maskedPlate })

const MASKS: Readonly<Record<MaskKind, (text: string) => string>> = {
  name: text => maskedWhole(SHOWN_PARTS.name, text),
  phone: maskedNumber,
  card: maskedNumber,
  plate: maskedPlate,
  text: () => HIDDEN,
  words: text => hiddenNumbers(text),
  json: text => maskedFrame(text),
}

/**
 * Returns a personal value as it is shown to readers without the right to it. Masking again changes nothing, so that a value
 * stored masked may pass twice. Values without text, such as null, stay what they are.
 */
export function masked<T>(kind: MaskKind, value: T): T | string {
  if (typeof value === 'string') return MASKS[kind](value)
  // The copy has the shape of the original, with other texts in it.
  return kind === 'json' ? (maskedJson(value) as T) : value
}

/** What of a definition says how its fields are hidden. */
interface Masking {
  readonly fields: Readonly<Record<string, Field>>
  readonly label?: string
  readonly labelIn?: Readonly<Partial<Record<Language, string>>>
  readonly masked?: Readonly<Partial<Record<string, MaskKind>>>
  readonly texts?: 'open' | readonly string[]
}

const FREE: ReadonlySet<Field['kind']> = new Set(['text', 'note'])

/** Returns the mask `words` for each field in which people write as they like, by its key. */
export const freeTexts = (fields: Readonly<Record<string, Field>>): Readonly<Record<string, MaskKind>> =>
  Object.fromEntries(Object.entries(fields).flatMap(([key, { kind }]) => (FREE.has(kind) ? [[key, 'words']] : [])))

const known = new WeakMap<Masking, Readonly<Partial<Record<string, MaskKind>>>>()

/** Returns whether a definition says of a free text that it stays whole, because it is about places or staff. */
export const isOpenText = ({ texts = [] }: Pick<Masking, 'texts'>, key: string): boolean =>
  texts === 'open' || texts.includes(key)

/**
 * Returns how the fields of a definition are hidden, by key: as it states, and free texts by the numbers in them. What a record is
 * called stays whole, and so do texts about places and staff (`texts`).
 */
export function masksOf(resource: Masking): Readonly<Partial<Record<string, MaskKind>>> {
  const before = known.get(resource)
  if (before) return before
  const { label, labelIn = {} } = resource
  const names = label === undefined ? [] : allLabelKeys({ label, labelIn })
  const others = Object.entries(freeTexts(resource.fields)).filter(
    ([key]) => !isOpenText(resource, key) && !names.includes(key) && !resource.masked?.[key],
  )
  const masks = { ...resource.masked, ...Object.fromEntries(others) }
  known.set(resource, masks)
  return masks
}

/** Returns values of a record with personal data masked, by the masks given. */
export function maskedFields(
  { masked: masks = {} }: { readonly masked?: Readonly<Partial<Record<string, MaskKind>>> },
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const mask = masks[key]
      return [key, mask ? masked(mask, value) : value]
    }),
  )
}

/**
 * Names under which protocols and records of ours hold what identifies a driver: cards and tokens of OCPP (`idTag`, `idToken`
 * and their parents and groups), the chassis number of a car, plates, phones and names.
 */
const PERSONAL_KEYS: Readonly<Record<string, MaskKind>> = {
  idtag: 'card',
  parentidtag: 'card',
  idtoken: 'card',
  groupidtoken: 'card',
  additionalidtoken: 'card',
  tag: 'card',
  vin: 'card',
  emaid: 'card',
  plate: 'plate',
  phone: 'phone',
  driver: 'name',
  // Names of makers, in data of their own.
  cardno: 'card',
  cardnumber: 'card',
  cardid: 'card',
  vincode: 'card',
  plateno: 'plate',
  platenumber: 'plate',
  licenseplate: 'plate',
  carno: 'plate',
  phonenumber: 'phone',
  phoneno: 'phone',
  mobile: 'phone',
  username: 'name',
}

/** Returns how the value of a key is hidden; `id_tag`, `idTag` and `ID-TAG` are one key. */
const kindOfKey = (key: string): MaskKind | undefined => PERSONAL_KEYS[key.toLowerCase().replaceAll(/[_\s-]/g, '')]

/** Returns a number as the text of its masked form where it is one of a person, such as a phone; else the number itself. */
function maskedDigits(value: number | bigint): number | bigint | string {
  const shown = hiddenNumbers(value.toString())
  return shown === value.toString() ? value : shown
}

/** Returns a copy of JSON data with the values of personal keys and numbers of people masked, at any depth. */
function maskedJson(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'bigint') return maskedDigits(value)
  if (Array.isArray(value)) return value.map(maskedJson)
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? maskedFrame(value) : value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => {
      const kind = kindOfKey(key)
      return [key, kind ? maskedValue(kind, inner) : maskedJson(inner)]
    }),
  )
}

/** Returns what stands under a personal key with its texts and numbers masked; OCPP 2.0.1 wraps a token into an object. */
function maskedValue(kind: MaskKind, value: unknown): unknown {
  if (Array.isArray(value)) return value.map(one => maskedValue(kind, one))
  if (typeof value === 'number' || typeof value === 'bigint') return masked(kind, value.toString())
  return typeof value === 'string' ? masked(kind, value) : maskedJson(value)
}

/** The same key as it may be written, with signs between its words. */
const spelled = (key: string): string => Array.from(key).join('[_-]?')

/**
 * A personal key in the text of a frame, with the value up to its end. Quotes may be escaped, because `DataTransfer` carries JSON
 * inside a text, and the end of a value may be missing, because a frame that was refused may be cut off.
 */
const KEY_IN_TEXT = new RegExp(
  `(\\\\*"(${Object.keys(PERSONAL_KEYS).map(spelled).join('|')})\\\\*"\\s*:\\s*(?:\\\\*")?)([^"\\\\,}\\]\\s{[][^"\\\\,}\\]]*)`,
  'gi',
)

/** Returns text with the values behind personal keys and numbers of people masked, and every other character as it came. */
const maskedText = (text: string): string =>
  hiddenNumbers(
    text.replace(
      KEY_IN_TEXT,
      (_found, before: string, key: string, value: string) => `${before}${masked(kindOfKey(key) ?? 'text', value)}`,
    ),
  )

/** Returns JSON data of a text; undefined for other text, and for a single value. */
function dataOf(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text) as object // an array or an object, by its first character
  } catch {
    return undefined
  }
}

/** The texts and the numbers of JSON. */
const SCALAR = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

/**
 * Returns JSON text with numbers of people masked, each as a text, so that the JSON stays one. Read as numbers, those over 15 digits
 * would lose their check digit.
 */
const quotedNumbers = (json: string): string =>
  json.replace(SCALAR, found => {
    if (found.startsWith('"')) return found
    const shown = hiddenNumbers(found)
    return shown === found ? found : `"${shown}"`
  })

/**
 * Returns the text of a frame with the values of personal keys masked. It keeps its spelling where that hides all there is; where
 * a key or a value is spelled with escapes, or is a number or a list, the frame is written anew from its data.
 */
export function maskedFrame(text: string): string {
  if (dataOf(text) === undefined) return maskedText(text)
  const quoted = quotedNumbers(text)
  const data = dataOf(quoted)
  const shown = maskedText(quoted)
  const hidden = JSON.stringify(maskedJson(data))
  const isPlain = !/\\[u/]/.test(text) && JSON.stringify(dataOf(shown)) === hidden
  return isPlain ? shown : hidden
}
