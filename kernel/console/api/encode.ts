import { asText } from '../format/as-text.ts'

/** Anything a call may send. `undefined` is left out, `null` is sent as an empty text. */
export type Payload = { readonly [key: string]: PayloadValue }
export type PayloadValue = string | number | boolean | null | undefined | readonly PayloadValue[] | Payload

/** Deepest nesting that the server's form decoder accepts (trust R-29). */
export const MAX_DEPTH = 6

/**
 * Form body with nested keys in dotted form, as the console contract asks (§7): `{ a: { b: 1 } }` is `a.b=1`, list
 * items are `a.0=…`. An empty list is an empty text, because a form body cannot say it otherwise.
 * @throws RangeError when nested deeper than MAX_DEPTH
 */
export function encodeForm(payload: Payload): URLSearchParams {
  const form = new URLSearchParams()
  append(form, '', payload, 0)
  return form
}

function append(form: URLSearchParams, prefix: string, value: PayloadValue, depth: number): void {
  if (value === undefined) return
  if (depth > MAX_DEPTH) throw new RangeError(`${prefix} is nested deeper than ${MAX_DEPTH}`)
  if (value === null || typeof value !== 'object') {
    form.append(prefix, value === null ? '' : String(value))
    return
  }
  const entries = Object.entries(value)
  if (entries.length === 0 && prefix !== '' && Array.isArray(value)) form.append(prefix, '')
  for (const [key, inner] of entries) append(form, prefix === '' ? key : `${prefix}.${key}`, inner, depth + 1)
}

/** Most members of a form and longest list that the server's decoder takes (trust R-29). */
const MAX_FORM_KEYS = 500
const MAX_LIST = 1_000

/** Members of a value in a form; Infinity when it would not arrive as what it was. */
function membersOf(value: PayloadValue, depth: number, isInside: boolean): number {
  if (value === undefined) return 0
  // A number or null inside an object has nothing but JSON to say that it is no text.
  if (value === null || typeof value !== 'object')
    return isInside && typeof value !== 'string' ? Number.POSITIVE_INFINITY : 1
  const isList = Array.isArray(value)
  const entries = Object.values(value)
  if (depth >= MAX_DEPTH || entries.length > MAX_LIST) return Number.POSITIVE_INFINITY
  // An empty list is an empty text where a field is expected; deeper nobody could tell.
  if (entries.length === 0) return depth === 1 && isList ? 1 : Number.POSITIVE_INFINITY
  if (isList && entries.some(inner => typeof inner === 'object')) return Number.POSITIVE_INFINITY
  return entries.reduce<number>((sum, inner) => sum + membersOf(inner, depth + 1, !isList), 0)
}

/**
 * Returns whether a body arrives as what it was when it goes as a form: fields, lists of them and objects of texts do,
 * by the schema that reads them; free structures go as JSON.
 */
export function fitsForm(payload: Payload): boolean {
  const members = Object.values(payload).reduce<number>((sum, value) => sum + membersOf(value, 1, false), 0)
  return members <= MAX_FORM_KEYS
}

/** Query of a read: lists become one comma separated value, empty texts and absent values are left out. */
export function encodeQuery(params: Payload): URLSearchParams {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(params)) {
    if (value === undefined || value === null || value === '') continue
    const text = Array.isArray(value) ? value.join(',') : asText(value)
    if (text !== '') query.append(key, text)
  }
  return query
}
