import { columnOf, type Field, type Fields, isFromDictionary, type RowOf } from '@wattyard/resource'
import { col, type Column, looseShape, type Shape } from '../database/columns.ts'
import type { WholeRow } from './doors.ts'

/** What a field's column is to the driver. */
function columnKind(of: Field): { readonly orNull: Column<unknown> } & Column<unknown> {
  switch (of.kind) {
    case 'boolean':
      return col.boolean
    case 'integer':
    case 'power':
    case 'duration':
      return col.integer
    case 'money':
      return col.fen
    case 'price':
      return col.price
    case 'energy':
      return col.energy
    case 'percent':
      return col.ppm
    case 'quantity':
      return col.bigint
    case 'instant':
      return col.instant
    case 'businessDay':
      return col.day
    case 'ref':
    case 'file':
    case 'image':
      return col.uuid
    case 'refs':
    case 'files':
    case 'images':
      return col.uuids
    case 'tags':
      return col.texts
    case 'json':
    case 'richText':
    case 'geoPoint':
      return col.json()
    case 'oneOf':
      return isFromDictionary(of) ? col.text : col.oneOf(of.values ?? [])
    default:
      return col.text
  }
}

const BOOKKEEPING = {
  id: col.uuid,
  tenant_id: col.uuid,
  version: col.integer,
  created_at: col.instant,
  updated_at: col.instant,
}

const shapes = new WeakMap<object, Shape>()
/** With columns beside the fields: those are constants of their modules, so that each pair is made once. */
const widened = new WeakMap<Shape, WeakMap<Shape, Shape>>()

function withInner(own: Shape, inner: Shape): Shape {
  const known = widened.get(own) ?? new WeakMap<Shape, Shape>()
  widened.set(own, known)
  const shape = known.get(inner) ?? looseShape({ ...own, ...inner })
  known.set(inner, shape)
  return shape
}

/**
 * Returns the columns of a definition's whole rows (`select *`): its own ones and `inner`. What else the table has may
 * come along.
 */
export function wholeRow<R extends { readonly fields: Fields }, I extends Shape = Readonly<Record<never, never>>>(
  { fields }: R,
  inner?: I,
): { readonly [C in keyof WholeRow<R, I>]: Column<WholeRow<R, I>[C]> } {
  const own = shapes.get(fields) ?? looseShape({ ...BOOKKEEPING, ...columnsOf(fields) })
  shapes.set(fields, own)
  const shape = inner ? withInner(own, inner) : own
  return shape as { readonly [C in keyof WholeRow<R, I>]: Column<WholeRow<R, I>[C]> } // by the same rule as `RowOf`
}

/** Some columns of a definition's rows, for statements that name them. */
export function columnsNamed<
  R extends { readonly fields: Fields },
  const N extends readonly (keyof RowOf<R> & string)[],
>(resource: R, ...names: N): { readonly [C in N[number]]: Column<RowOf<R>[C]> } {
  const whole: Shape = wholeRow(resource)
  // Names are keys of the whole row, by their type.
  return Object.fromEntries(names.map(name => [name, whole[name]])) as {
    readonly [C in N[number]]: Column<RowOf<R>[C]>
  }
}

function columnsOf(fields: Fields): Shape {
  const entries = Object.entries(fields).map(([key, of]): [string, Column<unknown>] => {
    const kind = columnKind(of)
    return [columnOf(key, of), of.optional ? kind.orNull : kind]
  })
  return Object.fromEntries(entries)
}
