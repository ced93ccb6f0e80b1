import type { Field } from './field.ts'

/** Most fields listed of one text; an OCPP frame has some thousand at most. */
export const MAX_JSON_FIELDS = 5_000
/** Deeper nesting is listed as one text. */
const MAX_LEVEL = 64

/**
 * Members of a JSON text with their positions, in characters. Paths are JSON pointers without the first slash:
 * `payload/meterValue/0/timestamp`. Null when the text is not JSON; at most `MAX_JSON_FIELDS` fields.
 */
export function jsonFields(text: string): Field[] | null {
  try {
    JSON.parse(text)
  } catch {
    return null
  }
  const scan: Scan = { text, at: 0, fields: [] }
  readValue(scan, '', 0)
  return scan.fields
}

/** Of a text that `JSON.parse` has accepted. */
interface Scan {
  text: string
  at: number
  fields: Field[]
}

function skipSpace(scan: Scan): void {
  while (' \t\r\n'.includes(scan.text[scan.at] ?? 'x')) scan.at++
}

function readValue(scan: Scan, path: string, level: number): void {
  skipSpace(scan)
  const { text, at } = scan
  const first = text[at]
  if (first === '"') {
    endOfString(scan)
    return leaf(scan, path, at)
  }
  if (first !== '{' && first !== '[') {
    while (scan.at < text.length && !',]} \t\r\n'.includes(text[scan.at] ?? '')) scan.at++
    return leaf(scan, path, at)
  }
  if (level >= MAX_LEVEL || isEmpty(scan)) {
    endOfBracket(scan)
    return leaf(scan, path, at)
  }
  scan.at++
  const isObject = first === '{'
  for (let index = 0; ; index++) {
    skipSpace(scan)
    const key = isObject ? readKey(scan) : String(index)
    readValue(scan, path === '' ? key : `${path}/${key}`, level + 1)
    skipSpace(scan)
    // A comma continues the list, a bracket ends it.
    if (scan.text[scan.at++] !== ',') return
  }
}

function isEmpty({ text, at }: Scan): boolean {
  return /^[[{]\s*[\]}]/.test(text.slice(at, at + 64))
}

function readKey(scan: Scan): string {
  const from = scan.at
  endOfString(scan)
  const key = String(JSON.parse(scan.text.slice(from, scan.at)))
  skipSpace(scan)
  scan.at++
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

function endOfString(scan: Scan): void {
  scan.at++
  while (scan.at < scan.text.length && scan.text[scan.at] !== '"') scan.at += scan.text[scan.at] === '\\' ? 2 : 1
  scan.at++
}

function endOfBracket(scan: Scan): void {
  let depth = 0
  do {
    const character = scan.text[scan.at]
    if (character === '"') {
      endOfString(scan)
      continue
    }
    if (character === '{' || character === '[') depth++
    if (character === '}' || character === ']') depth--
    scan.at++
  } while (depth > 0 && scan.at < scan.text.length)
}

function leaf({ text, at, fields }: Scan, path: string, from: number): void {
  if (fields.length >= MAX_JSON_FIELDS) return
  const raw = text.slice(from, at)
  // A number stays as written, because it may have more digits than a double can hold.
  const value = raw.startsWith('"') ? String(JSON.parse(raw)) : raw
  fields.push({ path, from, to: at, raw, value, unit: null, decimals: 0, meanings: [], problem: null })
}
