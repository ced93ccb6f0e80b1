import { documentOf, type Field } from '@wattyard/resource'
import fc from 'fast-check'

/*
 * Valid wire values by field kind. Whatever may have to be unique carries a number of its own.
 */

const LETTERS = Array.from(`甲乙丙桩站ABCxyz 019-_%'"<>&;,=.é😀`)
let made = 0

/** The last `max` characters, counted as the check counts them, without cutting a character in two. */
function fitted(text: string, max: number): string {
  let fit = Array.from(text)
  while (fit.join('').length > max) fit = fit.slice(1)
  return fit.join('').trim()
}

function unique(): string {
  made++
  return made.toString(36).toUpperCase().padStart(5, '0')
}

const decimals = (places: number, most: number, { min = 0, max = most }: Pick<Field, 'min' | 'max'> = {}) =>
  fc
    .integer({ min: Math.ceil(Math.max(min, 0) * 10 ** places), max: Math.floor(Math.min(max, most) * 10 ** places) })
    .map(units => {
      const digits = String(units).padStart(places + 1, '0')
      return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
    })

/** Days of the years 2020 to 2030 as texts, or the first characters of them. */
const days = (length: number) =>
  fc.integer({ min: 18_262, max: 21_915 }).map(day => new Date(day * 86_400_000).toISOString().slice(0, length))

const text = (max: number) =>
  fc
    .array(fc.constantFrom(...LETTERS), { maxLength: 12 })
    .map(letters => fitted(`${letters.join('').trim()}${unique()}`, max))

const code = (max: number) => fc.constant(null).map(() => fitted(`C${unique()}`, max))

const degrees = (limit: number) => decimals(6, limit)

/** Values for a field, references left out: those need a record to point at. */
export function valuesOf(of: Field): fc.Arbitrary<unknown> {
  switch (of.kind) {
    case 'text':
      return text(of.max ?? 200)
    case 'note':
      return text(of.max ?? 2000)
    case 'code':
    case 'serial':
      return code(of.max ?? 64)
    case 'oneOf':
      return fc.constantFrom(...(of.values ?? []).filter(value => of.reserved?.includes(value) !== true))
    case 'tags':
      return of.values
        ? fc.subarray([...of.values], { maxLength: Math.min(of.max ?? 20, of.values.length) })
        : fc.uniqueArray(code(30), { maxLength: Math.min(of.max ?? 3, 3) })
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: of.min ?? 1, max: Math.min(of.max ?? 1_000, 1_000) })
    case 'money':
      return decimals(2, 10_000, of)
    case 'price':
      return decimals(5, 3, of)
    case 'energy':
      return decimals(4, 500, of)
    case 'percent':
      return decimals(4, 100, of)
    case 'quantity':
      return decimals(of.decimals ?? 0, 1_000, of)
    case 'power':
      return fc.integer({ min: of.min ?? 1, max: Math.min(of.max ?? 100_000, 100_000) })
    case 'instant':
      return fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) })
    case 'businessDay':
      return days(10)
    case 'month':
      return days(7)
    case 'timeOfDay':
      return fc.integer({ min: 0, max: 1439 }).map(minutes => new Date(minutes * 60_000).toISOString().slice(11, 16))
    case 'openHours':
      return fc.integer({ min: 0, max: 11 }).map(hour => `${String(hour).padStart(2, '0')}:00-${hour + 12}:30`)
    case 'duration':
      return fc.integer({ min: of.min ?? 1, max: Math.min(of.max ?? 86_400, 86_400) })
    case 'phone':
      return fc.integer({ min: 0, max: 99_999_999 }).map(number => `138${String(number).padStart(8, '0')}`)
    case 'email':
      return fc.constant(null).map(() => `m${unique()}@example.org`)
    case 'url':
      return fc.constant(null).map(() => `https://example.org/${unique()}`)
    case 'geoPoint':
      return fc.record({ lng: degrees(180), lat: degrees(90) })
    case 'zone':
      return fc.constantFrom('Asia/Shanghai', 'Asia/Urumqi', 'America/Mexico_City', 'Europe/Madrid', 'UTC')
    case 'secret':
      return fc.constant(null).map(() => `correct horse ${unique()}`)
    case 'json':
      return fc.constant({ a: [1, { b: null }] })
    case 'richText':
      return text(200).map(line => documentOf(line))
    case 'file':
    case 'files':
    case 'image':
    case 'images':
      throw new Error('files are stored, not drawn')
    case 'ref':
    case 'refs':
      throw new Error('references are made, not drawn')
    default:
      throw new Error(`no values for ${String(of.kind satisfies never)}`)
  }
}

/** Wire values just beyond the bounds of a field: each is refused with the bound in words. */
export function beyondBounds(of: Field): unknown[] {
  const { min, max } = of
  switch (of.kind) {
    case 'integer':
    case 'power':
    case 'duration':
      return [...(min === undefined ? [] : [min - 1]), ...(max === undefined ? [] : [max + 1])]
    case 'money':
    case 'price':
    case 'energy':
    case 'percent':
    case 'quantity': {
      // A whole unit beyond: the text of a smaller step would be this test's own arithmetic.
      const beyond = [
        ...(min === undefined ? [] : [Math.floor(min) - 1]),
        ...(max === undefined ? [] : [Math.ceil(max) + 1]),
      ]
      return beyond.map(String)
    }
    case 'refs':
    case 'tags':
      return min === undefined || min < 1 || of.optional ? [] : [[]]
    default:
      return []
  }
}

/** A wire value that the field must refuse; undefined where nothing of the kind can be wrong. */
export function wrongValue(of: Field): unknown {
  // Structured data may be anything at all.
  if (of.kind === 'json') return undefined
  return { no: 'such thing' }
}
