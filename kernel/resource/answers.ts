import type { Fields } from './define-resource.ts'
import type { Field, ValueOf } from './field.ts'

/*
 * Answers of the routes that every definition has, as types without a library, so that the console can import them. A check
 * compares the server's schemas of the same answers with these types.
 */

/** Kinds that the API sends as decimal text, so that no float touches them. */
type DecimalText = 'money' | 'price' | 'energy' | 'percent' | 'quantity'

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

/** A record of any definition. The console draws its values by the kind of each field. */
export type AnyRecord = Bookkeeping & Readonly<Record<string, unknown>>

/** Texts of referenced records: resource name → id → label. */
export type Labels = Readonly<Record<string, Readonly<Record<string, string>>>>

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

/** Sums over all rows of a narrowed list. */
export interface TotalsAnswer {
  /** Rows added up. */
  readonly rows: number
  /** Further rows of the list, which `list.totalled` does not add up. */
  readonly left: number
  /** True when there are too many rows to add up. There are no totals then, and the user has to narrow the list. */
  readonly capped: boolean
  /** Sum of each field in its wire form; null where no row has a value. */
  readonly totals: Readonly<Record<string, string | number | null>>
}

export interface HistoryEntry {
  readonly id: string
  readonly at: number
  /** Null when the person is outside the reader's scope. */
  readonly actorName: string | null
  readonly ip: string | null
  readonly action: string
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

export interface HistoryAnswer {
  readonly list: readonly HistoryEntry[]
  /** Labels of all records that the entries refer to, earlier references included. */
  readonly labels: Labels
}

/** A record as an entry of a select box. */
export interface SelectOption {
  readonly id: string
  readonly label: string
  /** Present state of the record, where its definition has a `choiceState`: the field and its value. */
  readonly state?: { readonly field: string; readonly value: string }
  /** What tells it apart from others of its name, such as a number and a masked phone; the most telling first. */
  readonly hints?: readonly string[]
}

export interface ImportAnswer {
  readonly accepted: number
  readonly refused: number
  /** Refused rows by line number in the file. `fields` gives the error of each field; `*` is the row as a whole. */
  readonly rows: readonly { readonly line: number; readonly fields: Readonly<Record<string, string>> }[]
  /** What is odd about accepted rows, likewise; absent when nothing is. */
  readonly warnings?: ImportAnswer['rows']
}
