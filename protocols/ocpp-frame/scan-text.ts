/** Deepest nesting of a frame. The deepest OCPP message needs 8 levels; DataTransfer may contain more. */
export const MAX_DEPTH = 32

/** Result of one pass over the text of a frame, before `JSON.parse`. */
export interface TextScan {
  tooDeep: boolean
  /** Colons outside strings, that is members as written; the parsed value has fewer when a key is duplicated. */
  members: number
  /** A number has 16 or more digits or an exponent: a double may not hold it. */
  wideNumber: boolean
  /** Positions of the first three commas directly inside the outermost array, −1 where there is none. */
  comma1: number
  comma2: number
  comma3: number
}

const QUOTE = 34
const COMMA = 44
const DOT = 46
const ZERO = 48
const NINE = 57
const COLON = 58
const UPPER_E = 69
const OPEN_BRACKET = 91
const BACKSLASH = 92
const CLOSE_BRACKET = 93
const LOWER_E = 101
const OPEN_BRACE = 123
const CLOSE_BRACE = 125
const WIDE_DIGITS = 16

/**
 * Reads every character once, in linear time, and stops at the depth limit, so that extremely nested arrays never reach the
 * parser. The syntax is left to `JSON.parse`.
 */
export function scanText(text: string): TextScan {
  const scan: TextScan = { tooDeep: false, members: 0, wideNumber: false, comma1: -1, comma2: -1, comma3: -1 }
  const end = text.length
  let depth = 0
  let digits = 0
  let at = 0
  while (at < end) {
    const char = text.charCodeAt(at)
    if (char === QUOTE) {
      at = endOfString(text, at + 1)
      digits = 0
      continue
    }
    if ((char >= ZERO && char <= NINE) || char === DOT) {
      if (++digits >= WIDE_DIGITS) scan.wideNumber = true
    } else {
      if (digits > 0 && (char === LOWER_E || char === UPPER_E)) scan.wideNumber = true
      digits = 0
      if (char === COLON) scan.members++
      else if (char === OPEN_BRACE || char === OPEN_BRACKET) {
        if (++depth > MAX_DEPTH) {
          scan.tooDeep = true
          return scan
        }
      } else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) depth--
      else if (char === COMMA && depth === 1) noteComma(scan, at)
    }
    at++
  }
  return scan
}

/** Position after the closing quote; the end of the text when the string never ends. */
function endOfString(text: string, from: number): number {
  const end = text.length
  let at = from
  while (at < end) {
    const char = text.charCodeAt(at)
    if (char === QUOTE) return at + 1
    at += char === BACKSLASH ? 2 : 1
  }
  return end
}

function noteComma(scan: TextScan, at: number): void {
  if (scan.comma1 < 0) scan.comma1 = at
  else if (scan.comma2 < 0) scan.comma2 = at
  else if (scan.comma3 < 0) scan.comma3 = at
}

/** Number of members of all objects inside a parsed value. */
export function countMembers(value: unknown): number {
  let count = 0
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const item: unknown = value[index]
      if (typeof item === 'object' && item !== null) count += countMembers(item)
    }
    return count
  }
  const object = value as Record<string, unknown> // called with arrays and plain objects of JSON.parse only
  for (const key in object) {
    count++
    const item = object[key]
    if (typeof item === 'object' && item !== null) count += countMembers(item)
  }
  return count
}
