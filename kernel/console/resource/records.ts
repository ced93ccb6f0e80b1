import type { Field, FieldKindName, Fields, Resource, ValueOf } from '@wattyard/resource'

/** Kinds that travel as decimal text, because no float may touch them. */
type DecimalText = 'money' | 'price' | 'energy' | 'percent'

/** Value of a field as the API sends and takes it. */
export type WireValue<F> =
  F extends Field<infer K, infer V>
    ? K extends DecimalText
      ? null extends V
        ? string | null
        : string
      : ValueOf<F>
    : never

/** Columns that every record has besides its own fields. */
export interface Bookkeeping {
  readonly id: string
  readonly version: number
  readonly createdAt: number
  readonly updatedAt: number
  /** What the caller may do with this record now. */
  readonly can: readonly string[]
}

/** A record of a definition as the API sends it: `RecordFrom<typeof station>`. */
export type RecordFrom<R> = R extends { readonly fields: infer F extends Fields }
  ? Bookkeeping & { readonly [K in keyof F]: WireValue<F[K]> }
  : never

/** A record of any definition; values are looked at through the face of their kind. */
export type AnyRecord = Bookkeeping & Readonly<Record<string, unknown>>

/** Texts of referenced records: resource name → id → label. */
export type Labels = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Any definition, however its fields are called. */
export type AnyResource = Pick<
  Resource,
  | 'name'
  | 'path'
  | 'module'
  | 'writes'
  | 'fields'
  | 'list'
  | 'form'
  | 'label'
  | 'labelIn'
  | 'commands'
  | 'exchange'
  | 'unique'
>

/** Definitions differ in the types of their keys only; the generated page needs none of them. */
export function anyResource(resource: unknown): AnyResource {
  return resource as AnyResource // every caller's parameter is a Resource of some fields
}

export interface ListAnswer<T = AnyRecord> {
  readonly list: readonly T[]
  readonly total: number
  /** The total is a lower bound: "more than". */
  readonly capped: boolean
  readonly labels: Labels
  /** What the caller may do with the resource as a whole. */
  readonly can: readonly string[]
  readonly asOf: number
}

export interface HistoryEntry {
  readonly id: string
  readonly at: number
  /** Null for who is beyond the reader's reach. */
  readonly actorName: string | null
  readonly ip: string | null
  readonly action: string
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

export interface HistoryAnswer {
  readonly list: readonly HistoryEntry[]
  /** Of what entries point at, also formerly. */
  readonly labels: Labels
}

const INSTANT: Field = { kind: 'instant' }

/** Field of a column, `createdAt` and `updatedAt` included. */
export function fieldOf(resource: AnyResource, key: string): Field | undefined {
  return resource.fields[key] ?? (key === 'createdAt' || key === 'updatedAt' ? INSTANT : undefined)
}

/** How a list may be narrowed by a kind; the same as the server's, which must not be loaded in a browser. */
export type FilterShape = 'choices' | 'text' | 'range' | 'days' | 'ref' | 'words' | 'none'

const SHAPES: Readonly<Record<FieldKindName, FilterShape>> = {
  text: 'text',
  code: 'text',
  serial: 'text',
  note: 'text',
  oneOf: 'choices',
  tags: 'words',
  boolean: 'choices',
  integer: 'range',
  money: 'range',
  price: 'range',
  energy: 'range',
  power: 'range',
  percent: 'range',
  instant: 'days',
  businessDay: 'days',
  duration: 'range',
  phone: 'text',
  email: 'text',
  url: 'none',
  ref: 'ref',
  refs: 'ref',
  geoPoint: 'none',
  zone: 'words',
  secret: 'none',
  json: 'none',
}

export function filterShapeOf(field: Field): FilterShape {
  return field.kind === 'tags' && field.values ? 'choices' : SHAPES[field.kind]
}
