import { PayError } from './pay-error.ts'

/** Deepest nesting that is read; the deepest known message has five levels. */
export const MAX_DEPTH = 32

/**
 * A number that is not a plain integer within ±(2^53 − 1), as written. It is an object, so that no schema takes `1e2`,
 * `100.0` or a rounded giant for an amount, while a fraction in a member that nobody reads does no harm.
 */
export class OddNumber {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

export type JsonValue = null | boolean | number | string | OddNumber | JsonValue[] | { [key: string]: JsonValue }

/** A member's value in the text: `text.slice(from, to)`, without the spaces around it. */
export interface Span {
  from: number
  to: number
}

export interface JsonText {
  value: JsonValue
  /** Values of the outermost object's members; empty when the text is no object. */
  members: ReadonlyMap<string, Span>
}

interface Reader {
  readonly text: string
  at: number
  readonly members: Map<string, Span>
}

const SPACE = /[ \t\n\r]*/y
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const PLAIN = /^-?(?:0|[1-9][0-9]*)$/
const WORDS = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const

/**
 * Parses JSON as strictly as money deserves: no key twice in one object, numbers kept exactly, no lone surrogates, bounded
 * nesting. Objects have no prototype. Takes linear time.
 * @throws PayError `pay.not-json`, `pay.duplicate`, `pay.too-deep`
 */
export function parseJson(text: string): JsonText {
  const reader: Reader = { text, at: 0, members: new Map() }
  const value = readValue(reader, 0)
  skipSpace(reader)
  if (reader.at !== text.length) throw new PayError('pay.not-json')
  return { value, members: reader.members }
}

function readValue(reader: Reader, depth: number): JsonValue {
  skipSpace(reader)
  const first = reader.text[reader.at]
  if (first === '"') return readString(reader)
  if (first === '{' || first === '[') {
    if (depth >= MAX_DEPTH) throw new PayError('pay.too-deep')
    return first === '{' ? readObject(reader, depth) : readArray(reader, depth)
  }
  for (const [word, value] of WORDS) {
    if (reader.text.startsWith(word, reader.at)) {
      reader.at += word.length
      return value
    }
  }
  return readNumber(reader)
}

function readObject(reader: Reader, depth: number): JsonValue {
  const object: { [key: string]: JsonValue } = Object.create(null) as { [key: string]: JsonValue } // the type of Object.create is any
  reader.at++
  if (takes(reader, '}')) return object
  for (;;) {
    skipSpace(reader)
    const key = readString(reader)
    if (Object.hasOwn(object, key)) throw new PayError('pay.duplicate', key)
    expectSign(reader, ':')
    skipSpace(reader)
    const from = reader.at
    object[key] = readValue(reader, depth + 1)
    if (depth === 0) reader.members.set(key, { from, to: reader.at })
    if (takes(reader, '}')) return object
    expectSign(reader, ',')
  }
}

function readArray(reader: Reader, depth: number): JsonValue {
  const list: JsonValue[] = []
  reader.at++
  if (takes(reader, ']')) return list
  for (;;) {
    list.push(readValue(reader, depth + 1))
    if (takes(reader, ']')) return list
    expectSign(reader, ',')
  }
}

function readString(reader: Reader): string {
  const from = reader.at
  const { text } = reader
  if (text[from] !== '"') throw new PayError('pay.not-json')
  let at = from + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  reader.at = at + 1
  const value = unescaped(text.slice(from, reader.at))
  if (!value.isWellFormed()) throw new PayError('pay.not-json')
  return value
}

/** The engine's parser knows every escape and refuses control characters. */
function unescaped(literal: string): string {
  try {
    return String(JSON.parse(literal))
  } catch {
    throw new PayError('pay.not-json')
  }
}

function readNumber(reader: Reader): number | OddNumber {
  NUMBER.lastIndex = reader.at
  const source = NUMBER.exec(reader.text)?.[0]
  if (source === undefined) throw new PayError('pay.not-json')
  reader.at += source.length
  const value = Number(source)
  return PLAIN.test(source) && Number.isSafeInteger(value) && !Object.is(value, -0) ? value : new OddNumber(source)
}

function skipSpace(reader: Reader): void {
  SPACE.lastIndex = reader.at
  SPACE.test(reader.text)
  reader.at = SPACE.lastIndex
}

function takes(reader: Reader, sign: string): boolean {
  skipSpace(reader)
  if (reader.text[reader.at] !== sign) return false
  reader.at++
  return true
}

function expectSign(reader: Reader, sign: string): void {
  if (!takes(reader, sign)) throw new PayError('pay.not-json')
}
