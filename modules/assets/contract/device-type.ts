import { computed, defineResource, field, optional } from '@wattyard/resource'

/** Pictures that a type may have; each is drawn by the console. */
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

/** Kinds of a further field that devices of a type have. */
export const ATTRIBUTE_KINDS = ['text', 'number', 'boolean', 'oneOf', 'day'] as const

/** One further field of devices of a type. */
export interface TypeAttribute {
  key: string
  name: string
  kind: (typeof ATTRIBUTE_KINDS)[number]
  unit?: string
  /** Words to choose from. */
  values?: string[]
  required?: boolean
}
export const MAX_ATTRIBUTES = 40
/** Below this no tree is read by a person any more. */
export const MAX_TYPE_DEPTH = 6

/**
 * What kind of device something is (设备类型), in a tree. Those that come with the product are the same for every tenant
 * and stay; beside and below them a tenant may have its own.
 */
export const deviceType = defineResource({
  name: 'assets.deviceType',
  path: 'basedata/type',
  scope: 'shared',
  writes: 'crud',
  fields: {
    code: field.code({ max: 40 }),
    name: field.text({ max: 50 }),
    /** The other two languages of the console; the name stands in where one is empty. */
    nameEn: optional(field.text({ max: 50 })),
    nameEs: optional(field.text({ max: 50 })),
    icon: field.oneOf(TYPE_ICONS, { initial: 'other' }),
    parent: optional(field.ref('assets.deviceType')),
    /** Place among its siblings, from 0. */
    position: computed(field.integer()),
    /** `TypeAttribute[]`; devices of types below have them too. */
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
  label: 'name',
  labelIn: { en: 'nameEn', es: 'nameEs' },
  unique: [['code']],
  commands: {
    /** Under another type, or to another place among its siblings. */
    move: {
      on: 'one',
      input: { parent: optional(field.ref('assets.deviceType')), position: field.integer({ max: 1000 }) },
    },
  },
})
