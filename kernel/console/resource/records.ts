import type { Field, FieldKindName, Resource } from '@wattyard/resource'

/** A definition with any fields. */
export type AnyResource = Pick<
  Resource,
  | 'name'
  | 'path'
  | 'module'
  | 'scope'
  | 'stations'
  | 'writes'
  | 'fields'
  | 'added'
  | 'addedNeeds'
  | 'list'
  | 'form'
  | 'label'
  | 'labelIn'
  | 'commands'
  | 'exchange'
  | 'fills'
  | 'unique'
  | 'readings'
  | 'sheets'
>

/** Returns a definition without the types of its keys, which the generated page does not need. */
export function anyResource(resource: unknown): AnyResource {
  return resource as AnyResource // every caller passes a Resource of some fields
}

/** Form of a kind's filter. It repeats the server's rule, which must not be loaded in a browser. */
export type FilterShape = 'choices' | 'text' | 'range' | 'days' | 'months' | 'ref' | 'words' | 'none'

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
  quantity: 'range',
  instant: 'days',
  businessDay: 'days',
  month: 'months',
  timeOfDay: 'range',
  openHours: 'text',
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
  file: 'none',
  files: 'none',
  image: 'none',
  images: 'none',
  richText: 'none',
}

export function filterShapeOf(field: Field): FilterShape {
  return field.kind === 'tags' && field.values ? 'choices' : SHAPES[field.kind]
}
