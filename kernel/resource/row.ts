import type { CommandRule, Fields } from './define-resource.ts'
import type { FieldKindName, ValueOf } from './field.ts'

/*
 * Rows and inputs of a definition as types: column names by the rule of `columnOf`, values as the database driver returns them.
 * After a field is renamed, the compiler reports every use.
 */

/** The parts of a resource that its types depend on. */
export interface Typed {
  readonly fields: Fields
  readonly commands: Readonly<Record<string, CommandRule>>
}

/** Type-level `snakeCase`: `ratedPower` → `rated_power`. */
type SnakeCase<S extends string, Done extends string = ''> = S extends `${infer Head}${infer Tail}`
  ? SnakeCase<Tail, Head extends Lowercase<Head> ? `${Done}${Head}` : `${Done}_${Lowercase<Head>}`>
  : Done

interface UnitSuffix {
  money: '_fen'
  power: '_w'
  percent: '_ppm'
  duration: '_s'
  instant: '_at'
  ref: '_id'
  refs: '_ids'
  file: '_file_id'
  image: '_file_id'
  files: '_file_ids'
  images: '_file_ids'
}

/** Type-level `columnOf`. */
export type ColumnOf<K, F extends { readonly kind: FieldKindName }> = string extends K
  ? string // the name is unknown for an arbitrary definition
  : K extends string
    ? F['kind'] extends keyof UnitSuffix
      ? `_${SnakeCase<K>}` extends `${string}${UnitSuffix[F['kind']]}`
        ? SnakeCase<K>
        : `${SnakeCase<K>}${UnitSuffix[F['kind']]}`
      : SnakeCase<K>
    : never

/**
 * Columns that every table of a definition has besides its fields. It is a type alias, not an interface, so that rows are
 * assignable to records that are indexed by name.
 */
export type RowBookkeeping = {
  id: string
  tenant_id: string
  version: number
  /** Epoch milliseconds. */
  created_at: number
  /** Epoch milliseconds. */
  updated_at: number
}

/** Columns of the fields with their stored values. */
export type ColumnsOf<F extends Fields> = { -readonly [K in keyof F as ColumnOf<K, F[K]>]: ValueOf<F[K]> }

/** A stored row of a definition: `RowOf<typeof station>`. */
export type RowOf<R extends Pick<Typed, 'fields'>> = RowBookkeeping & ColumnsOf<R['fields']>

/** Some columns of a definition's rows, by name: `ColumnsNamed<typeof station, 'id' | 'operator_id'>`. */
export type ColumnsNamed<R extends Pick<Typed, 'fields'>, N extends keyof RowOf<R>> = Pick<RowOf<R>, N>

type Written<F> = F extends { readonly computed: true } ? never : F

type Required<F extends Fields> = {
  readonly [K in keyof F as Written<F[K]> extends never ? never : F[K] extends { optional: true } ? never : K]: ValueOf<
    F[K]
  >
}

type Left<F extends Fields> = {
  readonly [K in keyof F as Written<F[K]> extends never ? never : F[K] extends { optional: true } ? K : never]?:
    | ValueOf<F[K]>
    | null
    | undefined
}

/** Checked fields in stored form. Optional ones may be absent or null. */
export type InputOf<F extends Fields> = Required<F> & Left<F>

/** Fields that an update may change; all may be absent. */
export type ChangeOf<F extends Fields> = {
  readonly [K in keyof F as Written<F[K]> extends never ? never : K]?:
    | (F[K] extends { optional: true } ? ValueOf<F[K]> | null : ValueOf<F[K]>)
    | undefined
}

/** Checked input of a command in stored form. */
export type CommandInput<R extends Typed, N extends keyof R['commands']> = N extends unknown
  ? R['commands'][N] extends { readonly input: infer F extends Fields }
    ? InputOf<F>
    : Readonly<Record<never, never>>
  : never
