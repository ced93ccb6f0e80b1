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
