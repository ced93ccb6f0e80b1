import type { Energy, Fen, Ppm, Price } from '@wattyard/money'
import type { Dictionary } from './dictionary.ts'
import type { Unit } from './units.ts'
import { fileFields } from './file-field.ts'
import type { FileType } from './file-types.ts'
import type { RichText } from './rich-text.ts'

/**
 * One field of a definition. A field is plain data: `kinds.ts` defines the meaning of its kind for database, wire, filters and
 * exports; the console kit defines its look.
 *
 * At most sixteen option keys (decision 380); raising the limit needs a decision record.
 */
export interface Field<K extends FieldKindName = FieldKindName, V = unknown> {
  readonly kind: K
  /** Absent means required. */
  readonly optional?: true
  /**
   * Longest text, most entries of a list, or largest number. Numbers are in the unit that people type: CNY, kWh, %, the
   * quantity's own, watts for `power`, seconds for `duration`. For a time of day, 24 allows `24:00`, the end of the day.
   */
  readonly max?: number
  /** Smallest number, in the unit of `max`, or fewest entries of a list. */
  readonly min?: number
  /** Unit of a quantity. */
  readonly unit?: Unit
  /** Decimals of a quantity, 0 to 6; 0 when absent. */
  readonly decimals?: number
  /**
   * For references: the field of this record in which the target must lie. The target has exactly one field that refers to the
   * same resource, and both must name the same record: a connector within its pile, a pile within its station.
   */
  readonly within?: string
  /**
   * For references: the values that a target must have in its own fields, such as `{ kind: ['operator'] }` of an office. Pickers
   * offer such records only, and only they can be newly chosen; what is stored already may stay. Filters leave out those whose
   * value can never change (`fixed`).
   */
  readonly only?: Readonly<Record<string, readonly string[]>>
  /** Orders or places records and tells people nothing. Set by `inner`. */
  readonly inner?: true
  /** For computed fields: `station.operator` copies the operator of the station that this record refers to. Set by `copied`. */
  readonly copies?: string
  /**
   * For references: the target's resource name, such as `assets.station`. For choices: the name of the tenant's dictionary. For
   * texts and free tags: the key below which the words of the product's codes are, set by `worded`.
   */
  readonly of?: string
  /** Allowed values of `oneOf` and `tags`. With a dictionary these are the shipped ones, to which the tenant adds its own. */
  readonly values?: readonly string[]
  /** Values of a `oneOf` that only the server writes: nobody can choose them, but a record that holds one keeps it in a save. */
  readonly reserved?: readonly string[]
  /** File types that the field accepts. When absent: all types, or all image types for images. */
  readonly accept?: readonly FileType[]
  /** Largest file in megabytes; 20 when absent. */
  readonly megabytes?: number
  /** Initial value in the form of a new record, in wire form. */
  readonly initial?: string | number | boolean | readonly string[]
  /** Written once at creation, never by an update. */
  readonly fixed?: true
  /** Data class of the column (trust R-65); `internal` when absent. */
  readonly privacy?: 'public' | 'personal' | 'sensitive'
  /** Set by the server only; never accepted from outside. */
  readonly computed?: true
  /** Phantom: the stored value's type. Never present at run time. */
  readonly __value?: V
}

/** Every kind of field. At most 36 (decision 380). */
export type FieldKindName =
  | 'text'
  | 'code'
  | 'serial'
  | 'note'
  | 'oneOf'
  | 'tags'
  | 'boolean'
  | 'integer'
  | 'money'
  | 'price'
  | 'energy'
  | 'power'
  | 'percent'
  | 'quantity'
  | 'instant'
  | 'businessDay'
  | 'month'
  | 'timeOfDay'
  | 'openHours'
  | 'duration'
  | 'phone'
  | 'email'
  | 'url'
  | 'ref'
  | 'refs'
  | 'geoPoint'
  | 'zone'
  | 'secret'
  | 'json'
  | 'file'
  | 'files'
  | 'image'
  | 'images'
  | 'richText'

type Options = Omit<
  Field,
  'kind' | 'optional' | '__value' | 'of' | 'values' | 'unit' | 'decimals' | 'within' | 'only' | 'copies' | 'reserved'
>
type ReferenceOptions = Options & Pick<Field, 'within' | 'only'>

const plain =
  <K extends FieldKindName, V>(kind: K) =>
  (options: Options = {}): Field<K, V> => ({ kind, ...options })

export interface GeoPoint {
  /** Degrees, GCJ-02 in China (the datum maps there use), six decimals. */
  lng: string
  lat: string
}

/** A reference field. Its type keeps the name of the target, so that the compiler can check the scope of the definition. */
type Reference<K extends 'ref' | 'refs', V, T extends string> = Field<K, V> & { readonly of: T }

/** Builders, one per kind: `field.text({ max: 50 })`. */
export const field = {
  /** One line of text, 200 characters unless `max` says otherwise. */
  text: plain<'text', string>('text'),
  /** A business code: letters, digits, `-_.:/`, unique where the resource says so. */
  code: plain<'code', string>('code'),
  /** A number or token that is searched by its whole value only. Its index is cheap enough for tables that grow fast. */
  serial: plain<'serial', string>('serial'),
  /** Several lines of text, 2,000 characters unless `max` says otherwise. */
  note: plain<'note', string>('note'),
  boolean: plain<'boolean', boolean>('boolean'),
  /** A whole number within ±2^31 unless `max` says otherwise. */
  integer: plain<'integer', number>('integer'),
  /** Ledger money, fen. */
  money: plain<'money', Fen>('money'),
  /** Unit price, 1e-6 CNY per kWh. */
  price: plain<'price', Price>('price'),
  /** Energy, 1e-4 kWh. */
  energy: plain<'energy', Energy>('energy'),
  /** Power, whole watts. */
  power: plain<'power', number>('power'),
  /** A share, parts per million, shown as a percentage. */
  percent: plain<'percent', Ppm>('percent'),
  /**
   * A number with a unit: `field.quantity('V', { decimals: 1, min: 0, max: 1000 })`. Stored as a whole number of the last
   * decimal, so that no float touches it; on the wire decimal text.
   */
  quantity: (unit: Unit, options: Options & Pick<Field, 'decimals'> = {}): Field<'quantity', bigint> => ({
    kind: 'quantity',
    unit,
    ...options,
  }),
  /** A moment, epoch milliseconds UTC. */
  instant: plain<'instant', number>('instant'),
  /** An accounting day, `YYYY-MM-DD`. */
  businessDay: plain<'businessDay', string>('businessDay'),
  /** A month of the calendar, `YYYY-MM`. */
  month: plain<'month', string>('month'),
  /** A local time of day, `HH:mm`; `24:00` is allowed when `max` is 24. */
  timeOfDay: plain<'timeOfDay', string>('timeOfDay'),
  /** Opening hours of every day as people write them; stored as `08:00-12:00, 14:00-22:00`, all day as `00:00-24:00`. */
  openHours: plain<'openHours', string>('openHours'),
  /** A length of time, whole seconds. */
  duration: plain<'duration', number>('duration'),
  phone: plain<'phone', string>('phone'),
  email: plain<'email', string>('email'),
  url: plain<'url', string>('url'),
  geoPoint: plain<'geoPoint', GeoPoint>('geoPoint'),
  /** IANA time zone name. */
  zone: plain<'zone', string>('zone'),
  /** Write-only; never leaves the server. */
  secret: plain<'secret', string>('secret'),
  /**
   * Structured data of a special page, without filter and generated control. The type parameter states what the product's own
   * code writes there.
   */
  json: <V = unknown>(options: Options = {}): Field<'json', V> => ({ kind: 'json', ...options }),
  ...fileFields,
  /** Paragraphs, headings, lists, emphasis and links as data, never HTML; 20,000 characters. */
  richText: plain<'richText', RichText>('richText'),
  oneOf: <const T extends readonly string[]>(
    values: T,
    options: Options & { readonly reserved?: readonly T[number][] } = {},
  ): Field<'oneOf', T[number]> => ({
    kind: 'oneOf',
    values,
    ...options,
  }),
  tags: (options: Options & { values?: readonly string[] } = {}): Field<'tags', string[]> => ({
    kind: 'tags',
    ...options,
  }),
  /** One entry of a tenant's dictionary. A stored value may have been switched off since, or be older than the dictionary. */
  choice: ({ name, codes }: Dictionary, options: Options = {}): Field<'oneOf', string> => ({
    kind: 'oneOf',
    of: name,
    values: codes,
    ...options,
  }),
  /** Some entries of a dictionary of the tenant. */
  choices: ({ name, codes }: Dictionary, options: Options = {}): Field<'tags', string[]> => ({
    kind: 'tags',
    of: name,
    values: codes,
    ...options,
  }),
  ref: <const T extends string>(of: T, options: ReferenceOptions = {}): Reference<'ref', string, T> => ({
    kind: 'ref',
    of,
    ...options,
  }),
  refs: <const T extends string>(of: T, options: ReferenceOptions = {}): Reference<'refs', string[], T> => ({
    kind: 'refs',
    of,
    ...options,
  }),
}

/** Returns the field with its value allowed to be empty. */
export function optional<F extends Field>(inner: F): Optional<F> {
  // The phantom type widens to V | null. At run time only the flag is added.
  return { ...inner, optional: true } as unknown as Optional<F>
}

/**
 * Returns a text or free tags that hold codes of the product, whose words are below a key: `worded(field.tags(),
 * 'charging.energyRule')`. A code without a word there, or below the field's own `…Value`, is shown as it is.
 */
export function worded<F extends Field<'text' | 'tags'>>(inner: F, of: `${string}.${string}`): F {
  return { ...inner, of }
}

/** Returns the field as one that orders or places records and tells people nothing: no detail shows it, and no file holds it. */
export function inner<F extends Field>(of: F): F & { readonly inner: true } {
  return { ...of, inner: true }
}

/** Returns the field as one that only the server sets: part of rows and lists, absent from forms and inputs. */
export function computed<F extends Field>(inner: F): F & { readonly computed: true } {
  return { ...inner, computed: true }
}

/**
 * Returns a field that copies its value from a record that this one refers to: `copied(field.ref('identity.office'),
 * 'station.operator')`. The copy follows changes of the source unless the field is `fixed`: then it keeps the value from the
 * creation of the record.
 */
export function copied<F extends Field>(
  inner: F,
  copies: `${string}.${string}`,
): F & { readonly computed: true; readonly copies: string } {
  return { ...inner, computed: true, copies }
}

type Optional<F extends Field> = Omit<F, 'optional' | '__value'> & {
  readonly optional: true
  readonly __value?: ValueOf<F> | null
}

export type ValueOf<F> = F extends Field<FieldKindName, infer V> ? V : never
