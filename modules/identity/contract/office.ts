import { computed, defineResource, field, optional } from '@wattyard/resource'

export const OFFICE_KINDS = ['operator', 'department'] as const
export const OFFICE_STATUSES = ['active', 'closed'] as const
/** Levels of the tree. */
export const MAX_OFFICE_DEPTH = 10
export type OfficeKind = (typeof OFFICE_KINDS)[number]

/**
 * A node of the company's tree. An office of kind `operator` owns stations; other modules refer to
 * it as `field.ref('identity.office')`. Departments belong to the nearest operator above them.
 */
export const office = defineResource({
  name: 'identity.office',
  path: 'sys/office',
  scope: { operator: 'operator', station: null },
  writes: 'crud',
  fields: {
    code: field.code({ max: 32 }),
    name: field.text({ max: 100 }),
    /** The other two languages of the console; the name stands in where one is empty. */
    nameEn: optional(field.text({ max: 100 })),
    nameEs: optional(field.text({ max: 100 })),
    kind: field.oneOf(OFFICE_KINDS, { fixed: true, initial: 'department' }),
    status: computed(field.oneOf(OFFICE_STATUSES)),
    /** Given at the start; afterwards an office is moved, with everything below it. */
    parent: optional(field.ref('identity.office', { fixed: true })),
    operator: computed(optional(field.ref('identity.office'))),
    path: computed(field.text({ max: 400 })),
    /** Place among the offices beside it, from 1; gaps are possible. */
    position: computed(field.integer()),
    head: optional(field.ref('identity.user')),
    deputyIds: optional(field.refs('identity.user', { max: 10 })),
    address: optional(field.text({ max: 200 })),
    contact: optional(field.text({ max: 50, privacy: 'personal' })),
    phone: optional(field.phone({ privacy: 'personal' })),
    note: optional(field.note()),
  },
  list: {
    columns: ['code', 'name', 'kind', 'parent', 'operator', 'head', 'contact', 'phone', 'status', 'nameEn', 'nameEs'],
    filters: ['name', 'kind', 'status', 'parent', 'operator', 'head', 'deputyIds'],
    sort: 'code',
    sorts: ['name'],
    search: ['code', 'name', 'nameEn', 'nameEs'],
  },
  form: [
    ['code', 'name'],
    ['nameEn', 'nameEs'],
    ['kind', 'parent'],
    ['head', 'deputyIds'],
    ['contact', 'phone'],
    ['address'],
    ['note'],
  ],
  label: 'name',
  labelIn: { en: 'nameEn', es: 'nameEs' },
  unique: [['code']],
  commands: {
    /** Somewhere else in the tree, with everything below; without `parent` to the top, without `before` behind its new neighbours. */
    move: {
      on: 'one',
      input: { parent: optional(field.ref('identity.office')), before: optional(field.ref('identity.office')) },
    },
    /** Takes everything below along: nothing works inside an office that is closed. */
    disable: { on: 'one', confirm: true },
    /** The office alone, or what is below it as well. */
    enable: { on: 'one', input: { below: field.boolean() } },
  },
  exchange: { import: true },
})
