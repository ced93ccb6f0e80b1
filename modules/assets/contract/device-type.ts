import { computed, defineResource, field, optional } from '@wattyard/resource'

/** Icons that a type can have; the console draws them. */
export const TYPE_ICONS = [
  'pile',
  'pileAc',
  'bike',
  'lock',
  'meter',
  'transformer',
  'battery',
  'solar',
  'camera',
  'gateway',
  'sensor',
  'switch',
  'other',
] as const

/** Kinds of the additional fields of a device type. */
export const ATTRIBUTE_KINDS = ['text', 'number', 'boolean', 'oneOf', 'day'] as const

/** An additional field of the devices of a type. */
export interface TypeAttribute {
  key: string
  name: string
  kind: (typeof ATTRIBUTE_KINDS)[number]
  unit?: string
  /** Options of a `oneOf`. */
  values?: string[]
  required?: boolean
}
export const MAX_ATTRIBUTES = 40
/** Deepest level of the tree. Deeper trees are hard to read. */
export const MAX_TYPE_DEPTH = 6

/**
 * A device type (设备类型), a node of a tree. The product's own types are the same for every tenant and cannot be removed; a tenant
 * can add its own beside and below them.
 */
export const deviceType = defineResource({
  name: 'assets.deviceType',
  path: 'basedata/type',
  scope: 'shared',
  writes: 'crud',
  fields: {
    code: field.code({ max: 40 }),
    name: field.text({ max: 50 }),
    /** Names in the console's other languages. Where one is empty, `name` is shown. */
    nameEn: optional(field.text({ max: 50 })),
    nameEs: optional(field.text({ max: 50 })),
    icon: field.oneOf(TYPE_ICONS, { initial: 'other' }),
    parent: optional(field.ref('assets.deviceType')),
    /** Position among its siblings, from 0. */
    position: computed(field.integer()),
    /** `TypeAttribute[]`. Devices of the types below have these fields too. */
    attributes: field.json(),
    builtIn: computed(field.boolean()),
    note: optional(field.note()),
  },
  list: {
    columns: ['code', 'name', 'nameEn', 'nameEs', 'icon', 'parent', 'builtIn'],
    filters: ['parent', 'icon', 'builtIn'],
    sort: 'code',
    sorts: ['name', 'createdAt'],
    search: ['code', 'name', 'nameEn', 'nameEs'],
  },
  form: [['code', 'name'], ['nameEn', 'nameEs'], ['icon', 'parent'], ['attributes'], ['note']],
  texts: 'open',
  label: 'name',
  labelIn: { en: 'nameEn', es: 'nameEs' },
  unique: [['code']],
  commands: {
    /** Moves the type below another type, or to another position among its siblings. */
    move: {
      on: 'one',
      input: { parent: optional(field.ref('assets.deviceType')), position: field.integer({ min: 0, max: 1000 }) },
    },
  },
})
