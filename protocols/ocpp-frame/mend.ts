import { mendInstant } from './instant.ts'
import { type ExactNumbers, isJsonObject, type Json, type JsonObject, pointerStep, pointerSteps } from './json.ts'
import type { SchemaCheck, SchemaError } from './schema-error.ts'

/**
 * Rules of the tolerant reader. A payload that passes its schema is not changed. Otherwise each schema error is corrected as far
 * as the meaning is certain, and every correction is noted; anything else is refused.
 */
export interface MendRules {
  /** Members that may be added when missing, by path suffix (`StatusNotification/errorCode`). */
  missing: Readonly<Record<string, Json>>
  /**
   * Nonstandard words and their replacements, by path suffix, keys in lower case without punctuation; `null` removes the member.
   */
  words: Readonly<Record<string, Readonly<Record<string, string | null>>>>
  /** Replacement of an unknown word, by path suffix; `null` removes the member, `'reading'` drops the whole reading. */
  unknownWords: Readonly<Record<string, { word: string } | null | 'reading'>>
  /** Free texts that may be shortened to the length the schema allows, by path suffix. */
  cut: readonly string[]
  /** Integers that some devices send with decimals; the exact text is kept for the energy reader. */
  decimalIntegers: readonly string[]
}

export interface Mended {
  payload: JsonObject
  exact: ExactNumbers | null
  /** `<mend>:<pointer of the first place>`, one entry per kind of mend. */
  mended: string[]
  /** The complaint that could not be mended, or null. */
  error: SchemaError | null
}

/** Most schema errors corrected in one frame. A frame of 64 KiB holds about 400 readings, each with one or two. */
export const MAX_MENDS = 1_024

/** Replacement of an unreadable time: before 2020, so that the clock rule uses the receipt time. */
const UNREADABLE_TIME = '1970-01-01T00:00:00Z'

interface Work {
  action: string
  payload: JsonObject
  exact: Map<string, string>
  rules: MendRules
  /** Minutes east of UTC for times without offset. */
  offset_min: number
  notes: Map<string, string>
}

/** @param check schema check of this action; it must return the first error */
export function mendPayload(
  action: string,
  original: JsonObject,
  exact: ExactNumbers | null,
  check: SchemaCheck,
  rules: MendRules,
  offset_min: number,
): Mended {
  let error = check(original)
  if (error === null) return { payload: original, exact, mended: [], error }
  const work: Work = {
    action,
    payload: structuredClone(original),
    exact: new Map(exact),
    rules,
    offset_min,
    notes: new Map(),
  }
  for (let count = 0; error !== null && count < MAX_MENDS && mendOne(work, error); count++) error = check(work.payload)
  const mended = [...work.notes].map(([name, pointer]) => `${name}:${pointer}`)
  return { payload: work.payload, exact: work.exact.size > 0 ? work.exact : null, mended, error }
}

function mendOne(work: Work, error: SchemaError): boolean {
  const steps = pointerSteps(error.pointer)
  switch (error.keyword) {
    case 'additionalProperties':
      return removeMember(work, [...steps, String(error.params['additionalProperty'])], 'unknown-member')
    case 'required':
      return supplyMember(work, steps, String(error.params['missingProperty']))
    case 'type':
      return mendType(work, steps, String(error.params['type']))
    case 'enum':
      return mendWord(work, steps, error.params['allowedValues'])
    case 'format':
      return mendTime(work, steps)
    case 'maxLength':
      return mendLength(work, steps, Number(error.params['limit']))
    case 'minItems':
      return removeMember(work, steps.at(-1) === 'sampledValue' ? steps.slice(0, -1) : steps, 'empty-list')
    default:
      return false
  }
}

function supplyMember(work: Work, steps: string[], member: string): boolean {
  const target = valueAt(work.payload, steps)
  const value = bySuffix(work.rules.missing, work.action, [...steps, member])
  if (!isJsonObject(target) || value === undefined) return false
  target[member] = structuredClone(value)
  return noted(work, 'missing-member', [...steps, member])
}

function mendType(work: Work, steps: string[], expected: string): boolean {
  const value = valueAt(work.payload, steps)
  if (value === undefined || steps.length === 0) return false
  if (value === null) return removeMember(work, steps, 'null-member')
  if (expected === 'string' && typeof value === 'number') {
    return replace(work, steps, work.exact.get(pointerOf(steps)) ?? String(value), 'number-as-text')
  }
  if (expected === 'integer' && typeof value === 'number') return mendDecimal(work, steps, String(value))
  if ((expected === 'integer' || expected === 'number') && typeof value === 'string')
    return mendNumberText(work, steps, expected, value)
  if (expected === 'array' && isJsonObject(value)) return replace(work, steps, [value], 'single-as-list')
  if (expected === 'boolean' && (value === 'true' || value === 'false')) {
    return replace(work, steps, value === 'true', 'text-as-boolean')
  }
  return false
}

function mendNumberText(work: Work, steps: string[], expected: string, value: string): boolean {
  const text = value.trim()
  if (!/^-?\d{1,30}(\.\d{1,15})?$/.test(text)) return false
  const number = Number(text)
  if (expected === 'integer' && !Number.isInteger(number)) return mendDecimal(work, steps, text)
  if (text.replace(/\D/g, '').length > 15) work.exact.set(pointerOf(steps), text)
  return replace(work, steps, number, 'text-as-number')
}

/** Handles `12345.6` Wh where an integer is required: the schema sees the integer part, the energy reader the whole text. */
function mendDecimal(work: Work, steps: string[], text: string): boolean {
  if (!hasSuffix(work.rules.decimalIntegers, work.action, steps)) return false
  const pointer = pointerOf(steps)
  if (!work.exact.has(pointer)) work.exact.set(pointer, text)
  return replace(work, steps, Math.trunc(Number(text)), 'decimal-as-integer')
}

function mendWord(work: Work, steps: string[], allowed: unknown): boolean {
  const value = valueAt(work.payload, steps)
  if (typeof value !== 'string' || !Array.isArray(allowed)) return false
  const plain = plainWord(value)
  if (value.trim() === '') return removeMember(work, steps, 'empty-word')
  const same: unknown = allowed.find(word => typeof word === 'string' && plainWord(word) === plain)
  if (typeof same === 'string' && plain !== '') return replace(work, steps, same, 'word-case')
  const dialect = bySuffix(work.rules.words, work.action, steps)?.[plain]
  if (typeof dialect === 'string') return replace(work, steps, dialect, 'word-renamed')
  if (dialect === null) return removeMember(work, steps, 'word-removed')
  const unknown = bySuffix(work.rules.unknownWords, work.action, steps)
  if (unknown === undefined) return false
  if (unknown === null) return removeMember(work, steps, 'unknown-word')
  if (unknown === 'reading') return removeMember(work, steps.slice(0, -1), 'unknown-reading')
  return replace(work, steps, unknown.word, 'unknown-word')
}

function mendTime(work: Work, steps: string[]): boolean {
  const value = valueAt(work.payload, steps)
  if (typeof value !== 'string') return false
  const mended = mendInstant(value, work.offset_min)
  if (mended !== null) return replace(work, steps, mended, 'timestamp-form')
  if (steps.at(-1) !== 'timestamp') return false
  return replace(work, steps, UNREADABLE_TIME, 'timestamp-unreadable')
}

function mendLength(work: Work, steps: string[], limit: number): boolean {
  const value = valueAt(work.payload, steps)
  if (typeof value !== 'string' || !hasSuffix(work.rules.cut, work.action, steps)) return false
  // By code points, as the schema counts them: a surrogate pair is not torn.
  return replace(work, steps, Array.from(value).slice(0, limit).join(''), 'text-cut')
}

function replace(work: Work, steps: string[], value: Json, note: string): boolean {
  const parent = valueAt(work.payload, steps.slice(0, -1))
  const last = steps.at(-1)
  if (last === undefined) return false
  if (Array.isArray(parent)) parent[Number(last)] = value
  else if (isJsonObject(parent)) parent[last] = value
  else return false
  return noted(work, note, steps)
}

function removeMember(work: Work, steps: string[], note: string): boolean {
  const parent = valueAt(work.payload, steps.slice(0, -1))
  const last = steps.at(-1)
  if (last === undefined) return false
  if (Array.isArray(parent)) {
    parent.splice(Number(last), 1)
    shiftExact(work.exact, pointerOf(steps.slice(0, -1)), Number(last))
  } else if (isJsonObject(parent)) delete parent[last]
  else return false
  return noted(work, note, steps)
}

/** Moves the exact texts of list items after a removed one, as the items move up. */
function shiftExact(exact: Map<string, string>, list: string, removed: number): void {
  for (const [pointer, text] of Array.from(exact)) {
    if (!pointer.startsWith(`${list}/`)) continue
    const [index = '', ...rest] = pointer.slice(list.length + 1).split('/')
    if (Number(index) < removed) continue
    exact.delete(pointer)
    if (Number(index) > removed) exact.set([list, Number(index) - 1, ...rest].join('/'), text)
  }
}

function noted(work: Work, note: string, steps: string[]): true {
  if (!work.notes.has(note)) work.notes.set(note, pointerOf(steps))
  return true
}

function valueAt(root: Json, steps: readonly string[]): Json | undefined {
  let value: Json | undefined = root
  for (const step of steps) {
    if (Array.isArray(value)) value = value[Number(step)]
    else if (isJsonObject(value) && Object.hasOwn(value, step)) value = value[step]
    else return undefined
  }
  return value
}

function pointerOf(steps: readonly string[]): string {
  return steps.map(step => `/${pointerStep(step)}`).join('')
}

/** `MeterValues/meterValue/sampledValue/unit`: list indexes left out. */
function pathOf(action: string, steps: readonly string[]): string {
  return [action, ...steps.filter(step => !/^\d+$/.test(step))].join('/')
}

function bySuffix<T>(table: Readonly<Record<string, T>>, action: string, steps: readonly string[]): T | undefined {
  const path = pathOf(action, steps)
  for (const key in table) if (endsWithPath(path, key)) return table[key]
  return undefined
}

function hasSuffix(list: readonly string[], action: string, steps: readonly string[]): boolean {
  const path = pathOf(action, steps)
  return list.some(key => endsWithPath(path, key))
}

function endsWithPath(path: string, key: string): boolean {
  return path === key || path.endsWith(`/${key}`)
}

function plainWord(word: string): string {
  return word.toLowerCase().replace(/[^a-z0-9%°]/g, '')
}
