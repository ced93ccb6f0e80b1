const ZERO = 48

/**
 * Parses an RFC 3339 date-time (the `date-time` of the OCPP schemas) to epoch milliseconds; null when it is not one. Written by
 * hand because `Date.parse` also accepts texts that mean different times on different machines. Fractions beyond milliseconds are
 * cut; second 60 (a leap second) is the first of the next minute.
 */
export function parseInstant(text: string): number | null {
  const length = text.length
  if (length < 20 || length > 40) return null
  const year = digits(text, 0, 4)
  const month = digits(text, 5, 2)
  const day = digits(text, 8, 2)
  const hour = digits(text, 11, 2)
  const minute = digits(text, 14, 2)
  const second = digits(text, 17, 2)
  if (year < 0 || month < 1 || day < 1 || hour < 0 || minute < 0 || second < 0) return null
  if (text[4] !== '-' || text[7] !== '-' || text[13] !== ':' || text[16] !== ':') return null
  const separator = text[10]
  if (separator !== 'T' && separator !== 't') return null
  if (month > 12 || day > daysIn(year, month) || hour > 23 || minute > 59 || second > 60) return null
  let at = 19
  let millis = 0
  if (text[at] === '.') {
    const start = ++at
    while (at < length && isDigit(text.charCodeAt(at))) {
      if (at - start < 3) millis = millis * 10 + text.charCodeAt(at) - ZERO
      at++
    }
    if (at === start) return null
    for (let places = at - start; places < 3; places++) millis *= 10
  }
  const offset = offsetMinutes(text, at)
  if (offset === null) return null
  return (((daysFromCivil(year, month, day) * 24 + hour) * 60 + minute - offset) * 60 + second) * 1000 + millis
}

export function isInstant(text: string): boolean {
  return parseInstant(text) !== null
}

/** Formats epoch milliseconds as every OCPP peer reads them: UTC, milliseconds, `Z`. */
export function formatInstant(at: number): string {
  return new Date(at).toISOString()
}

/**
 * Converts times that piles send instead of RFC 3339: a blank for the T, no offset, an offset in hours only (`+02`) or without
 * colon, no seconds, the compact form, an epoch number in seconds or milliseconds. Null when the text cannot be understood.
 * @param offset_min offset to assume when none is given: minutes east of UTC
 */
export function mendInstant(text: string, offset_min: number): string | null {
  const trimmed = text.trim()
  if (/^\d{10}$/.test(trimmed)) return formatInstant(Number(trimmed) * 1000)
  if (/^\d{13}$/.test(trimmed)) return formatInstant(Number(trimmed))
  const match =
    /^(\d{4})[-/]?(\d{2})[-/]?(\d{2})[Tt\s]+(\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|z|[+-]\d{2}(?::?\d{2})?)?$/.exec(
      trimmed,
    )
  if (match === null) return null
  const [, year, month, day, hour, minute, second = '00', fraction, zone] = match
  const text3339 = `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction === undefined ? '' : `.${fraction}`}${mendZone(zone, offset_min)}`
  return isInstant(text3339) ? text3339 : null
}

function mendZone(zone: string | undefined, offset_min: number): string {
  if (zone === undefined) return formatOffset(offset_min)
  if (zone.length === 1) return 'Z'
  if (zone.length === 3) return `${zone}:00`
  return zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone
}

function formatOffset(offset_min: number): string {
  if (offset_min === 0) return 'Z'
  const size = Math.abs(offset_min)
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${offset_min < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`
}

function offsetMinutes(text: string, at: number): number | null {
  const sign = text[at]
  if (sign === 'Z' || sign === 'z') return at + 1 === text.length ? 0 : null
  if ((sign !== '+' && sign !== '-') || text.length !== at + 6 || text[at + 3] !== ':') return null
  const hours = digits(text, at + 1, 2)
  const minutes = digits(text, at + 4, 2)
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return null
  return (sign === '-' ? -1 : 1) * (hours * 60 + minutes)
}

/** Value of `count` digits; −1 when one of the characters is not a digit. */
function digits(text: string, from: number, count: number): number {
  let value = 0
  for (let at = from; at < from + count; at++) {
    const char = text.charCodeAt(at)
    if (!isDigit(char)) return -1
    value = value * 10 + char - ZERO
  }
  return value
}

function isDigit(char: number): boolean {
  return char >= ZERO && char <= ZERO + 9
}

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function daysIn(year: number, month: number): number {
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return leap ? 29 : (MONTH_DAYS[month - 1] ?? 0)
}

/** Days since 1970-01-01 in the proleptic Gregorian calendar, counted from a year that begins in March. */
function daysFromCivil(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}
