import type { Field } from './field.ts'
import { columnOf } from './names.ts'

/**
 * Resources that are places, by name. The owning module adds its own beside the definition (`declare module '@wattyard/resource'
 * { interface Places { 'assets.station': true } }`). A definition that refers to a place must be scoped by operator and station;
 * otherwise it does not compile.
 */
// oxlint-disable-next-line no-empty-interface -- declarations merge into it
export interface Places {}

/**
 * Rows that belong to a person, named by the field `owner`. People without `<resource>:all` see only their own rows (decision
 * 367).
 */
export interface OwnerScope {
  readonly owner: string
}

type MaybeOwned = Partial<OwnerScope>

/** Rows of one station, or of a person with several stations: the fields (or `id`) that hold operator, station and investor. */
export interface RowScope extends MaybeOwned {
  readonly operator: string
  readonly station: string
  readonly investor?: string
}

/** Rows of an operator and of no single station. People limited to some of its stations read them and change none. */
export interface OperatorScope extends MaybeOwned {
  readonly operator: string
  readonly station: null
}

/** Rows with the scope of the record that the field `through` refers to. Rows without a reference are for those who see all. */
export interface ThroughScope extends MaybeOwned {
  readonly through: string
  readonly of: Narrowed
}

/**
 * Which rows a caller sees, in addition to the tenant, which always applies.
 *
 * - `shared`: everybody in the tenant reads them; people who see only a part of the tenant change none, unless `changes` is
 *   `guarded`
 * - `wholeTenant`: only for people who see the whole tenant, because the rows concern everybody
 * - an `owner` beside a place: a row has to be within both. An `owner` alone is for rows of people without a place; seeing
 *   everybody's rows needs the whole tenant and `<resource>:all`
 */
export type Scope = 'shared' | 'wholeTenant' | RowScope | OperatorScope | ThroughScope | OwnerScope

/** Scopes that remain for a definition that refers to a place. */
export type NarrowScope = Exclude<Scope, 'shared' | OperatorScope | OwnerScope>

/** The part of a definition that scoping needs. */
export interface Narrowed {
  readonly name: string
  readonly table: string
  readonly scope: Scope
  readonly stations?: 'notNarrowed'
  readonly fields: Readonly<Record<string, Field>>
}

/** Type-level test whether one of the fields refers to a place. */
export type PointsAtPlace<F> = true extends {
  [K in keyof F]: F[K] extends { readonly of: keyof Places } ? true : false
}[keyof F]
  ? true
  : false

/** Scopes that a definition with these fields may have. */
export type ScopeFor<F> = PointsAtPlace<F> extends true ? NarrowScope : Scope

/**
 * Returns whether lists, sums and exports of a resource follow the station chosen in the console: those whose scope names the
 * station of each row, by itself or through another record (decision 378).
 */
export function followsStation({ scope, stations }: Pick<Narrowed, 'scope' | 'stations'>): boolean {
  if (stations === 'notNarrowed' || typeof scope === 'string') return false
  if ('through' in scope) return followsStation(scope.of)
  return 'operator' in scope && scope.station !== null
}

/** Returns the fields of the scope, without `id`. */
export function scopeFields({ scope }: Pick<Narrowed, 'scope'>): string[] {
  if (typeof scope === 'string') return []
  const keys = 'through' in scope ? [scope.through, scope.owner] : Object.values(scope)
  return keys.filter((key): key is string => typeof key === 'string' && key !== 'id')
}

/** Returns the field that names the owner of a row; null for resources without owners. */
export function ownerField({ scope }: Pick<Narrowed, 'scope'>): string | null {
  return typeof scope === 'string' ? null : (scope.owner ?? null)
}

/** Returns the permission to see everybody's rows of a resource with owners. */
export const permissionForAll = ({ name }: Pick<Narrowed, 'name'>): string => `${name}:all`

/**
 * Returns the column of a field of the scope.
 * @throws Error for an unknown field
 */
export function scopeColumn({ name, fields }: Pick<Narrowed, 'name' | 'fields'>, key: string): string {
  if (key === 'id') return 'id'
  const of = fields[key]
  if (!of) throw new Error(`${name}: scope names unknown field ${key}`)
  return columnOf(key, of)
}
