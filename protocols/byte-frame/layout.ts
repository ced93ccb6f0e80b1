import type { Field, Raw } from './field.ts'
import { fromHex, toHex } from './hex.ts'
import type { Scalar } from './kinds.ts'

/** The count is in the field of this name, which comes earlier in the same group. */
export interface CountedBy {
  readonly by: string
}

/** A group of fields that is repeated `count` times, or until no bytes are left. */
export interface Repeat<L extends Layout = Layout> {
  readonly shape: 'repeat'
  readonly count: number | 'rest' | CountedBy
  readonly layout: L
  /** Names of the items in paths; absent: their numbers from 1 on. */
  readonly names?: readonly string[]
}

export type Kind = Scalar<number | string> | Repeat
/** Fields in the order of their bytes. */
export interface Layout {
  readonly [name: string]: Kind
}

export type ValuesOf<L extends Layout> = {
  [K in keyof L]: L[K] extends Repeat<infer I> ? ValuesOf<I>[] : L[K] extends Scalar<infer V> ? V | Raw : never
}
/** Values of any layout. */
export interface Values {
  [name: string]: number | string | Values[]
}

/**
 * Declares a repeated group. `times` is a number, the names of the items, or as many as there are bytes for; `names` names the
 * first items.
 */
export function repeat<L extends Layout>(
  times: number | 'rest' | CountedBy | readonly string[],
  layout: L,
  names?: readonly string[],
): Repeat<L> {
  if (isNames(times)) return { shape: 'repeat', count: times.length, layout, names: times }
  return { shape: 'repeat', count: times, layout, ...(names ? { names } : {}) }
}

const isNames = (times: number | 'rest' | CountedBy | readonly string[]): times is readonly string[] =>
  Array.isArray(times)

export interface LayoutReading<L extends Layout> {
  /** Null when bytes are missing; `fields` then are those that were there. */
  values: ValuesOf<L> | null
  fields: Field[]
  /** Position after the last byte that was read. */
  end: number
}

/** Least number of bytes of a layout: a group whose count is in the bytes counts as zero. */
export function layoutSize(layout: Layout): number {
  let size = 0
  for (const kind of Object.values(layout)) {
    if (kind.shape === 'repeat') size += typeof kind.count === 'number' ? kind.count * layoutSize(kind.layout) : 0
    else if (kind.size !== 'rest') size += kind.size
  }
  return size
}

/** Reads the bytes `from` to `to` by a layout. Never throws. */
export function readLayout<L extends Layout>(layout: L, bytes: Uint8Array, from: number, to: number): LayoutReading<L> {
  const reading: Reading = { bytes, to, at: from, fields: [] }
  const values = readValues(reading, layout, '')
  // Made name by name from the layout.
  return { values: values as ValuesOf<L> | null, fields: reading.fields, end: reading.at }
}

interface Reading {
  bytes: Uint8Array
  to: number
  at: number
  fields: Field[]
}

function readValues(reading: Reading, layout: Layout, prefix: string): Values | null {
  const values: Values = {}
  for (const [name, kind] of Object.entries(layout)) {
    const value =
      kind.shape === 'repeat'
        ? readItems(reading, kind, values, `${prefix}${name}/`)
        : readOne(reading, kind, `${prefix}${name}`)
    if (value === null) return null
    values[name] = value
  }
  return values
}

function readItems(
  reading: Reading,
  { count, layout, names }: Repeat,
  before: Values,
  prefix: string,
): Values[] | null {
  const items: Values[] = []
  const wanted =
    typeof count === 'number' ? count : count === 'rest' ? fitting(reading, layout) : Number(before[count.by])
  for (let i = 1; i <= wanted; i++) {
    const item = readValues(reading, layout, `${prefix}${names?.[i - 1] ?? i}/`)
    if (item === null) return null
    items.push(item)
  }
  return items
}

const fitting = ({ at, to }: Reading, layout: Layout) => Math.floor((to - at) / layoutSize(layout))

function readOne(reading: Reading, kind: Scalar<number | string>, path: string): number | string | null {
  const { bytes, at, to } = reading
  const end = kind.size === 'rest' ? to : at + kind.size
  if (end > to) return null
  const part = bytes.subarray(at, end)
  const raw = toHex(part)
  const read = kind.read(part)
  const isExact = sameBytes(kind.write(read), part)
  const value = isExact ? read : (`0x${raw}` as const)
  const isKnown = isExact && (kind.isKnown?.(read) ?? true)
  reading.fields.push({
    path,
    from: at,
    to: end,
    raw,
    value,
    unit: isExact ? kind.unit : null,
    decimals: isExact ? kind.decimals : 0,
    meanings: isExact ? kind.meanings(read) : [],
    problem: isKnown ? null : kind.problem,
  })
  reading.at = end
  return value
}

const sameBytes = (a: Uint8Array | null, b: Uint8Array) =>
  a !== null && a.length === b.length && a.every((byte, i) => byte === b[i])

/**
 * Writes values as bytes. Anything that was read can be written.
 * @throws RangeError for a value that its field cannot hold
 */
export function writeLayout<L extends Layout>(layout: L, values: ValuesOf<L>): Uint8Array {
  // The same names, without the types of their kinds.
  return writeAny(layout, values as Values)
}

/**
 * Writes values as `writeLayout` does, for values whose layout the compiler does not know. @throws RangeError likewise
 */
export function writeAny(layout: Layout, values: Values): Uint8Array {
  const parts: Uint8Array[] = []
  writeValues(parts, layout, values, '')
  return joined(parts)
}

function writeValues(parts: Uint8Array[], layout: Layout, values: Values, prefix: string): void {
  for (const [name, kind] of Object.entries(layout)) {
    const path = `${prefix}${name}`
    const value = values[name]
    if (kind.shape === 'repeat') {
      const items = Array.isArray(value) ? value : []
      const wanted = typeof kind.count === 'object' ? values[kind.count.by] : kind.count
      if (wanted !== 'rest' && items.length !== wanted)
        throw new RangeError(`${path} has ${items.length} items instead of ${JSON.stringify(wanted)}`)
      items.forEach((item, i) => writeValues(parts, kind.layout, item, `${path}/${i + 1}/`))
      continue
    }
    if (value === undefined || Array.isArray(value)) throw new RangeError(`${path} is missing`)
    parts.push(bytesOf(kind, value, path))
  }
}

function bytesOf(kind: Scalar<number | string>, value: number | string, path: string): Uint8Array {
  const raw = typeof value === 'string' && value.startsWith('0x') ? fromHex(value.slice(2)) : null
  const bytes = raw !== null && (kind.size === 'rest' || raw.length === kind.size) ? raw : kind.write(value)
  if (bytes === null) throw new RangeError(`${path} cannot hold ${JSON.stringify(value)}`)
  return bytes
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** A body read by its layout, with the bytes after it. */
export interface BodyReading<L extends Layout> {
  values: ValuesOf<L> | null
  /** Bytes after the last known field: a later version of the protocol has more fields. */
  surplus: string
  fields: Field[]
}

/** Reads a whole body. A body that is too short becomes a field `rest`; bytes beyond the layout become a field `surplus`. */
export function readBody<L extends Layout>(layout: L, bytes: Uint8Array, from: number, to: number): BodyReading<L> {
  const { values, fields, end } = readLayout(layout, bytes, from, to)
  if (end === to) return { values, surplus: '', fields }
  const raw = toHex(bytes, end, to)
  const problem = values === null ? 'incomplete' : 'surplus'
  const rest: Field = {
    path: values === null ? 'rest' : 'surplus',
    from: end,
    to,
    raw,
    value: raw,
    unit: null,
    decimals: 0,
    meanings: [],
    problem,
  }
  return { values, surplus: values === null ? '' : raw, fields: [...fields, rest] }
}
