import type { Energy, Fen, Ppm, Price } from '@wattyard/money'
import type { Dictionary } from './dictionary.ts'
import type { Unit } from './units.ts'
import { fileFields } from './file-field.ts'
import type { FileType } from './file-types.ts'
import type { RichText } from './rich-text.ts'

/**
 * The atom of a definition. A field is plain data; what a kind means for the database, the wire,
 * filters and exports is in `kinds.ts`, how it looks is in the console kit.
 *
 * Sixteen keys are the cap for options (decision 380); raising it needs a decision record.
 */
export interface Field<K extends FieldKindName = FieldKindName, V = unknown> {
  readonly kind: K
  /** Absent means required. */
  readonly optional?: true
  /**
   * Longest text, most entries of a list, or largest number that is accepted. Numbers are in the unit people type: CNY, kWh, %,
   * the quantity's own; watts of `power`, seconds of `duration`. Of a time of day 24 admits `24:00`, the end of the day.
   */
  readonly max?: number
  /** Smallest number, in the unit of `max`, or fewest entries of a list. */
  readonly min?: number
  /** Unit of a quantity. */
  readonly unit?: Unit
  /** Decimals of a quantity, 0 to 6; 0 when absent. */
  readonly decimals?: number
  /**
   * Of a reference: the field of this record in which the target must lie. The target has exactly one field that points at the
   * same resource, and both must name the same record: a connector within its pile, a pile within its station.
   */
  readonly within?: string
  /** Of a computed field: `station.operator` takes the operator of the station that this record points at. Set by `copied`. */
  readonly copies?: string
  /** Target of a reference: a resource name such as `assets.station`. Of a choice: the tenant's dictionary it is made from. */
  readonly of?: string
  /** Allowed words of `oneOf` and `tags`; with a dictionary those that are shipped, to which the tenant adds its own. */
  readonly values?: readonly string[]
  /** Types of files that a field of files takes; all of its kind when absent. */
  readonly accept?: readonly FileType[]
  /** Largest file that it takes, in megabytes; 20 when absent. */
  readonly megabytes?: number
  /** Value of a new record's form, as it travels on the wire. */
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

/** Every kind the language has. The cap is 36 (decision 380). */
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
  'kind' | 'optional' | '__value' | 'of' | 'values' | 'unit' | 'decimals' | 'within' | 'copies'
>
type ReferenceOptions = Options & Pick<Field, 'within'>

const plain =
  <K extends FieldKindName, V>(kind: K) =>
  (options: Options = {}): Field<K, V> => ({ kind, ...options })

export interface GeoPoint {
  /** Degrees, GCJ-02 in China (the datum maps there use), six decimals. */
  lng: string
  lat: string
}

/** A field that points at records: the type keeps at which, so that the scope of its definition can be checked. */
type Reference<K extends 'ref' | 'refs', V, T extends string> = Field<K, V> & { readonly of: T }

/** Builders, one per kind: `field.text({ max: 50 })`. */
export const field = {
  /** One line of text, 200 characters unless `max` says otherwise. */
  text: plain<'text', string>('text'),
  /** A business code: letters, digits, `-_.:/`, unique where the resource says so. */
  code: plain<'code', string>('code'),
  /** A number or token that is looked up whole: cheap to keep on tables that grow fast, where parts of it tell nothing. */
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
  /** A time on the clock of the place it is about, `HH:mm`; `24:00` where `max` is 24. */
  timeOfDay: plain<'timeOfDay', string>('timeOfDay'),
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
  /** Structured data of a special page; no filter, no generated control. The type says what our own code writes there. */
  json: <V = unknown>(options: Options = {}): Field<'json', V> => ({ kind: 'json', ...options }),
  ...fileFields,
  /** Paragraphs, headings, lists, emphasis and links as data, never HTML; 20,000 characters. */
  richText: plain<'richText', RichText>('richText'),
  oneOf: <const T extends readonly string[]>(values: T, options: Options = {}): Field<'oneOf', T[number]> => ({
    kind: 'oneOf',
    values,
    ...options,
  }),
  tags: (options: Options & { values?: readonly string[] } = {}): Field<'tags', string[]> => ({
    kind: 'tags',
    ...options,
  }),
  /** One entry of a dictionary of the tenant. What is stored may have been switched off since, or be older than the dictionary. */
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

/** Marks a field as one that may be empty. */
export function optional<F extends Field>(inner: F): Optional<F> {
  // The phantom type widens to V | null; at run time only the flag is added.
  return { ...inner, optional: true } as unknown as Optional<F>
}

/** Returns a set by the server field: part of rows and lists, absent from forms and inputs. */
export function computed<F extends Field>(inner: F): F & { readonly computed: true } {
  return { ...inner, computed: true }
}

/**
 * Returns a field whose value is taken from a record that this one points at: `copied(field.ref('identity.office'),
 * 'station.operator')`. It follows when the source changes, unless it is `fixed`: then it keeps what was true when the
 * record was made.
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
