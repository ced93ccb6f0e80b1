import type { BusinessDay } from '@wattyard/time'
import type { Energy, Fen, Ppm, Price } from '@wattyard/money'

/**
 * One column of an answer as a statement states it: its types in PostgreSQL, and what the driver makes of them. Tests hold
 * every statement they run against what it states (`TypedAnswers` in tx.ts).
 */
export interface Column<V> {
  /** Object ids in `pg_type`. */
  readonly types: readonly number[]
  readonly nullable: boolean
  /** Words that may stand in it, where there are only some. */
  readonly words: readonly string[] | null
  /** Phantom: the value's type. Never present at run time. */
  readonly __value?: V
}

/** A column that has its nullable twin at hand. */
export interface Known<V> extends Column<V> {
  readonly orNull: Column<V | null>
}

/** The columns of an answer by name: all of them, and no others. */
export type Shape = Readonly<Record<string, Column<unknown>>>

export type ValueIn<C> = C extends Column<infer V> ? V : never

/** A row of a stated shape. */
export type RowIn<S extends Shape> = { -readonly [K in keyof S]: ValueIn<S[K]> }

const loose = new WeakSet<Shape>()

/** Marks a shape as one beside which further columns may come (`select *`). */
export function looseShape<S extends Shape>(shape: S): S {
  loose.add(shape)
  return shape
}

export const isLoose = (shape: Shape): boolean => loose.has(shape)

function known<V>(types: readonly number[], words: readonly string[] | null = null): Known<V> {
  const column = { types, words, nullable: false }
  return { ...column, orNull: { ...column, nullable: true } }
}

const TEXT = [25, 1043, 19]
const INT8 = [20]
const JSON_TYPES = [3802, 114]

/** Kinds of columns, by what arrives in the program. */
export const col = {
  text: known<string>(TEXT),
  uuid: known<string>([2950]),
  boolean: known<boolean>([16]),
  /** smallint or integer. */
  integer: known<number>([23, 21]),
  /** bigint: counts and numbers that grow. */
  bigint: known<bigint>(INT8),
  /** double precision. Never money or energy. */
  double: known<number>([701, 700]),
  /** numeric, as its decimal text. */
  decimal: known<string>([1700]),
  /** timestamptz, as epoch milliseconds UTC. */
  instant: known<number>([1184]),
  /** date, as `YYYY-MM-DD`. */
  day: known<BusinessDay>([1082]),
  bytes: known<Buffer>([17]),
  texts: known<string[]>([1009, 1015]),
  uuids: known<string[]>([2951]),
  /** Texts of a closed list. */
  textsOf: <const T extends readonly string[]>(words: T): Known<T[number][]> => known([1009, 1015], words),
  integers: known<number[]>([1007, 1005]),
  /** Object id of the database's own catalogue. */
  oid: known<number>([26]),
  /** Fen in a bigint. */
  fen: known<Fen>(INT8),
  /** 1e-4 kWh in a bigint. */
  energy: known<Energy>(INT8),
  /** 1e-6 CNY per kWh in a bigint. */
  price: known<Price>(INT8),
  /** Parts per million in a bigint. */
  ppm: known<Ppm>(INT8),
  /** A text of a closed list; tests refuse any other word. */
  oneOf: <const T extends readonly string[]>(words: T): Known<T[number]> => known(TEXT, words),
  /** Structured data. The type says what our own code wrote there: nothing checks it when it is read. */
  json: <T>(): Known<T> => known<T>(JSON_TYPES),
}
