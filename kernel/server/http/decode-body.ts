import { Refusal } from '../refusal.ts'
import { MAX_JSON_DEPTH, MAX_MEMBERS } from './limits.ts'

/** Limits of the one decoder (trust R-29). */
export const MAX_KEYS = 500
export const MAX_DEPTH = 6

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

type Node = { [key: string]: Node | string }

function malformed(reason: string): Refusal {
  return new Refusal('kernel.malformedBody', { status: 400, params: { reason } })
}

function segmentsOf(key: string): string[] {
  // `rows[0].name` and `rows.0.name` are the same path.
  const segments = key.replace(/\[(\d{1,3})\]/g, '.$1').split('.')
  if (segments.length > MAX_DEPTH) throw malformed('depth')
  for (const segment of segments) {
    if (segment === '' || segment.length > 100) throw malformed('key')
    if (FORBIDDEN.has(segment)) throw malformed('key')
  }
  return segments
}

/** Objects whose keys are 0…n become lists; sparse or mixed keys are an error. */
function settle(node: Node | string): unknown {
  if (typeof node === 'string') return node
  const keys = Object.keys(node)
  if (keys.length > 0 && keys.every(key => /^\d{1,3}$/.test(key))) {
    if (keys.some((_, index) => !(String(index) in node))) throw malformed('index')
    return keys.map((_, index) => settle(node[String(index)]!)) // the line above proved it is there
  }
  const object: Record<string, unknown> = Object.create(null)
  for (const key of keys) object[key] = settle(node[key]!) // own key
  return object
}

/**
 * Pairs of a query or form body to a nested value on null prototypes. The same key twice is an
 * error, never a silent list; forbidden words, depth, count and index are limited.
 *
 * @throws Refusal `kernel.malformedBody`
 */
export function decodePairs(pairs: Iterable<[string, string]>): Record<string, unknown> {
  const root: Node = Object.create(null)
  let count = 0
  for (const [key, value] of pairs) {
    if (++count > MAX_KEYS) throw malformed('keys')
    const segments = segmentsOf(key)
    const last = segments.pop()! // split never gives an empty list
    let node = root
    for (const segment of segments) {
      const next = (node[segment] ??= Object.create(null) as Node)
      if (typeof next === 'string') throw malformed('key')
      node = next
    }
    if (last in node) throw malformed('duplicate')
    node[last] = value
  }
  // The root is an object by construction, even if its keys are numbers.
  const object: Record<string, unknown> = Object.create(null)
  for (const key of Object.keys(root)) object[key] = settle(root[key]!) // own key
  return object
}

const REPLACEMENT = '\ufffd'
const ENCODED_REPLACEMENT = '%EF%BF%BD'

/**
 * Pairs of a form or query as it was sent. A percent sequence that is no UTF-8 would silently become U+FFFD, and
 * something else would be stored than what was sent: it is refused like bad bytes of a body.
 *
 * @throws Refusal `kernel.malformedBody`
 */
export function formPairs(text: string): URLSearchParams {
  refuseManyPairs(text)
  const pairs = new URLSearchParams(text)
  if (!text.includes('%')) return pairs
  const meant = occurrences(text.toUpperCase(), ENCODED_REPLACEMENT) + occurrences(text, REPLACEMENT)
  if (occurrences(pairs.toString(), ENCODED_REPLACEMENT) > meant) throw malformed('encoding')
  return pairs
}

/** Before they are split: each pair costs many times the letters it is written with. */
function refuseManyPairs(text: string): void {
  let pairs = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1))
    if (++pairs > MAX_KEYS) throw malformed('keys')
}

function occurrences(text: string, part: string): number {
  return text.split(part).length - 1
}

/** Checks keys and gives the number of members of all objects inside. */
function countMembers(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0
  const isList = Array.isArray(value)
  let members = 0
  for (const [key, child] of Object.entries(value)) {
    if (FORBIDDEN.has(key)) throw malformed('key')
    members += (isList ? 0 : 1) + countMembers(child)
  }
  return members
}

const QUOTE = 34
const COMMA = 44
const COLON = 58
const BACKSLASH = 92
const LIST_BEGINS = 91
const LIST_ENDS = 93
const OBJECT_BEGINS = 123
const OBJECT_ENDS = 125

/**
 * Counts members and list entries as they are written, and stops at the first one too many: nothing has been made of them
 * yet. In valid JSON each member is one colon outside of texts, each further entry of a list one comma.
 *
 * @returns the members
 * @throws Refusal `kernel.malformedBody`: `keys` beyond `limit`, `depth` beyond `MAX_JSON_DEPTH` levels
 */
function writtenMembers(text: string, limit: number): number {
  /** One bit per level, of 32: whether it is a list. */
  let lists = 0
  let depth = 0
  let members = 0
  let entries = 0
  let isInText = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (isInText) {
      if (char === BACKSLASH) at++
      else if (char === QUOTE) isInText = false
      continue
    }
    if (char === QUOTE) isInText = true
    else if (char === COLON) members++
    else if (char === COMMA) entries += lists & 1
    else if (char === LIST_BEGINS || char === OBJECT_BEGINS) {
      if (++depth > MAX_JSON_DEPTH) throw malformed('depth')
      lists = (lists << 1) | (char === LIST_BEGINS ? 1 : 0)
    } else if (char === LIST_ENDS || char === OBJECT_ENDS) {
      depth--
      lists >>= 1
    }
    if (members + entries > limit) throw malformed('keys')
  }
  return members
}

/**
 * Returns the type of a body that we read, by its exact name.
 *
 * @throws Refusal `kernel.unsupportedType` for everything else
 */
export function typeOfBody(contentType: string | undefined): 'form' | 'json' {
  // Compared as a whole word: tabs, blanks in front, or anything after the type is another type.
  const type = /^([a-z]+\/[a-z-]+)(; ?charset=(utf-8|UTF-8))?$/.exec(contentType ?? '')?.[1]
  if (type === 'application/x-www-form-urlencoded') return 'form'
  if (type === 'application/json') return 'json'
  throw new Refusal('kernel.unsupportedType', { status: 415 })
}

/**
 * Body text by its exact content type; anything not on the list is 415.
 *
 * @param limit members and list entries that JSON may have; forms have `MAX_KEYS`
 */
export function decodeBody(
  contentType: string | undefined,
  text: string,
  limit: number = MAX_MEMBERS,
): Record<string, unknown> {
  if (text === '') return {}
  if (typeOfBody(contentType) === 'form') return decodePairs(formPairs(text))
  const members = writtenMembers(text, limit)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw malformed('json')
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw malformed('object')
  // `JSON.parse` keeps the last of equal keys; a proxy or a log in front of us may have read the first.
  if (countMembers(value) !== members) throw malformed('duplicate')
  return value as Record<string, unknown> // an object that is not an array
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Bytes of a body as text.
 *
 * @throws Refusal `kernel.malformedBody` when they are no UTF-8, rather than replacing what cannot be read
 */
export function bodyText(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes)
  } catch {
    throw malformed('encoding')
  }
}
