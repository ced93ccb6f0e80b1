/** First byte of every leaf. A new shape of leaves gets a new number; old records are verified with their own. */
export const ENCODING = 2

export type Canonical =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly Canonical[]
  | { readonly [key: string]: Canonical }

/**
 * Returns canonical JSON: no spaces, keys sorted by code unit, integers as text (JSON numbers cannot hold all of them), nulls
 * kept. Equal values give equal text.
 *
 * @throws RangeError for a number that is not an integer: nothing here is a float
 */
export function canonicalText(value: Canonical): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'bigint') return `"${value}"`
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} has no canonical form`)
    return `"${value}"`
  }
  if (isList(value)) return `[${value.map(canonicalText).join(',')}]`
  const keys = Object.keys(value).sort()
  return `{${keys.map(key => `${JSON.stringify(key)}:${canonicalText(value[key] ?? null)}`).join(',')}}`
}

// Array.isArray does not narrow read-only arrays.
const isList = (value: readonly Canonical[] | { readonly [key: string]: Canonical }): value is readonly Canonical[] =>
  Array.isArray(value)

let scratch = Buffer.alloc(16_384)

/**
 * Returns the bytes of a leaf: the encoding number, then the canonical text in UTF-8. The buffer is reused by the next call,
 * because a day has hundreds of thousands of leaves and each is hashed immediately.
 */
export function leafBytes(text: string, encoding: number = ENCODING): Buffer {
  // A UTF-16 unit takes at most three bytes.
  const most = 1 + text.length * 3
  if (scratch.length < most) scratch = Buffer.alloc(most * 2)
  scratch[0] = encoding
  return scratch.subarray(0, 1 + scratch.write(text, 1, 'utf8'))
}
