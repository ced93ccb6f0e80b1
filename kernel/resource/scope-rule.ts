import type { Field } from './field.ts'
import { columnOf } from './names.ts'

/**
 * Resources that are places, by name. The module that owns one says so beside its definition
 * (`declare module '@wattyard/resource' { interface Places { 'assets.station': true } }`): whatever points at a place
 * is narrowed by operator and station, or it does not compile.
 */
// oxlint-disable-next-line no-empty-interface -- declarations merge into it
export interface Places {}

/** Rows of persons: the field that says whose a row is. Who lacks `<resource>:all` reaches their own alone (decision 367). */
export interface OwnerScope {
  readonly owner: string
}

type MaybeOwned = Partial<OwnerScope>

/** Rows of one station, or of one person of some stations: fields (or `id`) that carry operator, station and investor. */
export interface RowScope extends MaybeOwned {
  readonly operator: string
  readonly station: string
  readonly investor?: string
}

/** Rows of an operator and of no single station: who is limited to some of its stations reads them and changes none. */
export interface OperatorScope extends MaybeOwned {
  readonly operator: string
  readonly station: null
}

/** Rows that are reached as far as the record is that a reference of theirs names; where it names none, by who sees all. */
export interface ThroughScope extends MaybeOwned {
  readonly through: string
  readonly of: Narrowed
}

/**
 * Whose rows a caller may see, beyond the tenant that always applies.
 *
 * - `shared`: all of the tenant reads them; who sees only a part of the tenant changes none, unless `changes` is `guarded`
 * - `wholeTenant`: they concern everybody, so they are for those alone who see the whole tenant
 * - with an `owner` beside a place, a row has to be within both; an `owner` alone is of people at no place, and everybody's
 *   rows are for those who see the whole tenant and hold `<resource>:all`
 */
export type Scope = 'shared' | 'wholeTenant' | RowScope | OperatorScope | ThroughScope | OwnerScope

/** What is left for a definition that points at a place. */
export type NarrowScope = Exclude<Scope, 'shared' | OperatorScope | OwnerScope>

/** The part of a definition that narrowing needs. */
export interface Narrowed {
  readonly name: string
  readonly table: string
  readonly scope: Scope
  readonly fields: Readonly<Record<string, Field>>
}

/** Whether one of some fields points at a place. */
export type PointsAtPlace<F> = true extends {
  [K in keyof F]: F[K] extends { readonly of: keyof Places } ? true : false
}[keyof F]
  ? true
  : false

/** Scopes that a definition with these fields may have. */
export type ScopeFor<F> = PointsAtPlace<F> extends true ? NarrowScope : Scope

/** Fields that carry the scope, `id` left out. */
export function scopeFields({ scope }: Pick<Narrowed, 'scope'>): string[] {
  if (typeof scope === 'string') return []
  const keys = 'through' in scope ? [scope.through, scope.owner] : Object.values(scope)
  return keys.filter((key): key is string => typeof key === 'string' && key !== 'id')
}

/** Returns the field that says whose a row is; null where rows are nobody's own. */
export function ownerField({ scope }: Pick<Narrowed, 'scope'>): string | null {
  return typeof scope === 'string' ? null : (scope.owner ?? null)
}

/** Returns the permission to reach everybody's rows of a definition that has an owner. */
export const permissionForAll = ({ name }: Pick<Narrowed, 'name'>): string => `${name}:all`

/** Column of a field that carries the scope. */
export function scopeColumn({ name, fields }: Pick<Narrowed, 'name' | 'fields'>, key: string): string {
  if (key === 'id') return 'id'
  const of = fields[key]
  if (!of) throw new Error(`${name}: scope names unknown field ${key}`)
  return columnOf(key, of)
}
