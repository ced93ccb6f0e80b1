import { type ExactNumbers, pointerStep } from './json.ts'

/** Most wide numbers in one frame; more are not meter readings. */
export const MAX_EXACT_NUMBERS = 1_024

/** Number of significant digits that an IEEE double always preserves. */
const SAFE_DIGITS = 15

/**
 * Second pass over a text that `JSON.parse` has accepted: finds the numbers that a double cannot hold and keeps their source text
 * by pointer. Only frames with wide numbers need it.
 * @returns `'out-of-range'` when a number overflows a double (`1e999`) or when there are too many wide ones
 */
export function readExactNumbers(text: string, root: string): ExactNumbers | 'out-of-range' {
  const found = new Map<string, string>()
  const reader: Reader = { text, at: 0, found, overflow: false }
  readValue(reader, '')
  if (reader.overflow || found.size > MAX_EXACT_NUMBERS) return 'out-of-range'
  const inside = new Map<string, string>()
  for (const [pointer, source] of found) {
    if (pointer.startsWith(`${root}/`)) inside.set(pointer.slice(root.length), source)
  }
  return inside
}

interface Reader {
  readonly text: string
  at: number
  readonly found: Map<string, string>
  overflow: boolean
}

// The text is valid JSON and its depth is bounded by the scan, so recursion is safe and no syntax is checked here.

function readValue(reader: Reader, pointer: string): void {
  skipSpace(reader)
  const char = reader.text[reader.at]
  if (char === '{') readObject(reader, pointer)
  else if (char === '[') readArray(reader, pointer)
  else if (char === '"') readString(reader)
  else if (char === 't' || char === 'n') reader.at += 4
  else if (char === 'f') reader.at += 5
  else readNumber(reader, pointer)
}

function readObject(reader: Reader, pointer: string): void {
  reader.at++
  skipSpace(reader)
  while (reader.at < reader.text.length && reader.text[reader.at] !== '}') {
    const key = readString(reader)
    skipSpace(reader)
    reader.at++ // colon
    readValue(reader, `${pointer}/${pointerStep(key)}`)
    skipComma(reader)
  }
  reader.at++
}

function readArray(reader: Reader, pointer: string): void {
  reader.at++
  skipSpace(reader)
  for (let index = 0; reader.at < reader.text.length && reader.text[reader.at] !== ']'; index++) {
    readValue(reader, `${pointer}/${index}`)
    skipComma(reader)
  }
  reader.at++
}

function readString(reader: Reader): string {
  const start = reader.at++
  while (reader.at < reader.text.length && reader.text[reader.at] !== '"') {
    reader.at += reader.text[reader.at] === '\\' ? 2 : 1
  }
  reader.at++
  return JSON.parse(reader.text.slice(start, reader.at)) as string // a string literal of a valid text
}

function readNumber(reader: Reader, pointer: string): void {
  const start = reader.at
  while (reader.at < reader.text.length && /[-+.0-9eE]/.test(reader.text.charAt(reader.at))) reader.at++
  if (reader.at === start) reader.at++ // cannot happen on valid JSON; ensures progress
  const source = reader.text.slice(start, reader.at)
  if (!Number.isFinite(Number(source))) reader.overflow = true
  const digits = source
    .replace(/[eE].*$/, '')
    .replace(/[^0-9]/g, '')
    .replace(/^0+/, '')
  if (digits.length > SAFE_DIGITS) reader.found.set(pointer, source)
}

function skipSpace(reader: Reader): void {
  while (reader.at < reader.text.length && ' \t\n\r'.includes(reader.text.charAt(reader.at))) reader.at++
}

function skipComma(reader: Reader): void {
  skipSpace(reader)
  if (reader.text[reader.at] === ',') reader.at++
  skipSpace(reader)
}
