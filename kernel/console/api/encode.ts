import { asText } from '@wattyard/resource'

/** Values that a call may send. `undefined` is left out, `null` is sent as an empty text. */
export type Payload = { readonly [key: string]: PayloadValue }
export type PayloadValue = string | number | boolean | null | undefined | readonly PayloadValue[] | Payload

/** Deepest nesting that the server's form decoder accepts (trust R-29). */
export const MAX_DEPTH = 6

/**
 * Returns a form body with nested keys in dotted form, as the console contract asks (§7): `{ a: { b: 1 } }` is `a.b=1`, list
 * items are `a.0=…`. An empty list becomes an empty text, because a form body has no other way to send it.
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

/** Largest number of form members and longest list that the server's decoder accepts (trust R-29). */
const MAX_FORM_KEYS = 500
const MAX_LIST = 1_000

/** Returns the number of form members that a value needs; Infinity when a form would change the value. */
function membersOf(value: PayloadValue, depth: number, isInside: boolean): number {
  if (value === undefined) return 0
  // Inside an object, only JSON can show that a number or null is not a text.
  if (value === null || typeof value !== 'object')
    return isInside && typeof value !== 'string' ? Number.POSITIVE_INFINITY : 1
  const isList = Array.isArray(value)
  const entries = Object.values(value)
  if (depth >= MAX_DEPTH || entries.length > MAX_LIST) return Number.POSITIVE_INFINITY
  // An empty list as a field can be sent as an empty text. Deeper in the payload the server could not recognise it.
  if (entries.length === 0) return depth === 1 && isList ? 1 : Number.POSITIVE_INFINITY
  if (isList && entries.some(inner => typeof inner === 'object')) return Number.POSITIVE_INFINITY
  return entries.reduce<number>((sum, inner) => sum + membersOf(inner, depth + 1, !isList), 0)
}

/**
 * Returns whether a form can carry a body unchanged. It can for fields, lists of them and objects of texts, because the server's
 * schema reads them back; free structures go as JSON.
 */
export function fitsForm(payload: Payload): boolean {
  const members = Object.values(payload).reduce<number>((sum, value) => sum + membersOf(value, 1, false), 0)
  return members <= MAX_FORM_KEYS
}

/** Returns the query of a read: lists become one comma-separated value, empty texts and absent values are left out. */
export function encodeQuery(params: Payload): URLSearchParams {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(params)) {
    if (value === undefined || value === null || value === '') continue
    const text = Array.isArray(value) ? value.join(',') : asText(value)
    if (text !== '') query.append(key, text)
  }
  return query
}
