import { HIDDEN, hiddenNumbers, type MaskKind, maskedText } from './mask-whole.ts'

type OneKind = Exclude<MaskKind, 'words' | 'json'>

/**
 * Names under which protocols and records of ours hold what identifies a driver: cards and tokens of OCPP (`idTag`, `idToken`
 * and their parents and groups), the chassis number of a car, plates, phones, names, and who is paid on which account.
 */
const PERSONAL_KEYS: Readonly<Record<string, OneKind>> = {
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
  payee: 'name',
  account: 'card',
  // Names of makers, in data of their own.
  cardno: 'card',
  cardnumber: 'card',
  cardid: 'card',
  carduid: 'card',
  rfid: 'card',
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
const kindOfKey = (key: string): OneKind | undefined => PERSONAL_KEYS[key.toLowerCase().replaceAll(/[_\s-]/g, '')]

/** Returns a number as the text of its masked form where it is one of a person, such as a phone; else the number itself. */
function maskedDigits(value: number | bigint): number | bigint | string {
  const shown = hiddenNumbers(value.toString())
  return shown === value.toString() ? value : shown
}

/** Levels of data that are looked through, as many as a frame may have. Deeper ones come from attackers and would end the stack. */
const MOST_LEVELS = 32

/** Members that name what the member beside them holds: `{"key":"idTag","value":"…"}`. */
const NAMES: ReadonlySet<string> = new Set(['key', 'name', 'param', 'field'])
const VALUES: ReadonlySet<string> = new Set(['value', 'val'])

/** Returns how an object says that its value is hidden; undefined where it names no personal key. */
function kindNamed(members: readonly (readonly [string, unknown])[]): OneKind | undefined {
  const name = members.find(
    ([key, value]) => NAMES.has(key.toLowerCase()) && typeof value === 'string' && kindOfKey(value),
  )?.[1]
  return typeof name === 'string' ? kindOfKey(name) : undefined
}

/**
 * Returns a copy of JSON data with the values of personal keys and numbers of people masked. What lies below 32 levels is hidden
 * whole.
 */
export function maskedJson(value: unknown, level = 0): unknown {
  if (typeof value === 'number' || typeof value === 'bigint') return maskedDigits(value)
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? maskedFrame(value) : value
  if (level >= MOST_LEVELS) return HIDDEN
  if (Array.isArray(value)) return value.map(one => maskedJson(one, level + 1))
  const members: [string, unknown][] = Object.entries(value)
  const named = kindNamed(members)
  return Object.fromEntries(
    members.map(([key, inner]) => {
      const kind = kindOfKey(key) ?? (VALUES.has(key.toLowerCase()) ? named : undefined)
      return [key, kind ? maskedValue(kind, inner, level + 1) : maskedJson(inner, level + 1)]
    }),
  )
}

/** Returns what stands under a personal key with its texts and numbers masked; OCPP 2.0.1 wraps a token into an object. */
function maskedValue(kind: OneKind, value: unknown, level: number): unknown {
  if (Array.isArray(value)) return level >= MOST_LEVELS ? HIDDEN : value.map(one => maskedValue(kind, one, level + 1))
  if (typeof value === 'number' || typeof value === 'bigint') return maskedText(kind, value.toString())
  return typeof value === 'string' ? maskedText(kind, value) : maskedJson(value, level)
}

/** Returns how many members JSON data has; infinite where it is deeper than is looked through. */
function countMembers(value: unknown, level = 0): number {
  if (typeof value !== 'object' || value === null) return 0
  if (level >= MOST_LEVELS) return Infinity
  const inner: unknown[] = Object.values(value)
  return inner.reduce((sum: number, one) => sum + countMembers(one, level + 1), Array.isArray(value) ? 0 : inner.length)
}

/** The same key as it may be written, with signs between its words. */
const spelled = (key: string): string => Array.from(key).join('[_-]?')

const SPELLED = Object.keys(PERSONAL_KEYS).map(spelled).join('|')

/**
 * A personal key in the text of a frame, with the value up to its end. Quotes may be escaped, because `DataTransfer` carries JSON
 * inside a text, and the end of a value may be missing, because a frame that was refused may be cut off. It begins at the first of
 * several backslashes: tried from each of them, the time would grow with the square of their number.
 */
const KEY_IN_TEXT = new RegExp(
  String.raw`((?<!\\)\\*"(${SPELLED})\\*"\s*:\s*(?:\\*")?)([^"\\,}\]\s{[][^"\\,}\]]*)`,
  'gi',
)
/** The same as an element of XML. */
const ELEMENT = new RegExp(String.raw`(<(?:[\w-]{1,20}:)?(${SPELLED})>\s{0,8})([^<\s][^<]{0,200})`, 'gi')

const hideValue = (_found: string, before: string, key: string, value: string): string =>
  `${before}${maskedText(kindOfKey(key) ?? 'text', value)}`

/** Returns text with the values behind personal keys and numbers of people masked, and every other character as it came. */
const maskedWritten = (text: string): string =>
  hiddenNumbers(text.replace(KEY_IN_TEXT, hideValue).replace(ELEMENT, hideValue))

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

/** Returns whether JSON text has more members than its data: a key was written twice, and its first value is gone. */
const isDoubled = (json: string, data: unknown): boolean =>
  json.replace(SCALAR, '').split(':').length - 1 !== countMembers(data)

/**
 * Returns the text of a frame with the values of personal keys masked. It keeps its spelling where that hides all there is; where
 * a key or a value is spelled with escapes, is a number or a list, or where a key stands twice, the frame is written anew from its
 * data.
 */
export function maskedFrame(text: string): string {
  if (dataOf(text) === undefined) return maskedWritten(text)
  const quoted = quotedNumbers(text)
  const data = dataOf(quoted)
  const hidden = JSON.stringify(maskedJson(data))
  if (/\\[u/]/.test(text) || isDoubled(quoted, data)) return hidden
  const shown = maskedWritten(quoted)
  return JSON.stringify(dataOf(shown)) === hidden ? shown : hidden
}
