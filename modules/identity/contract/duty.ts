import { computed, defineResource, field, optional } from '@wattyard/resource'

/** What people do in an office, such as head of the night shift. A person has at most one, of their own office. */
export const duty = defineResource({
  name: 'identity.duty',
  path: 'sys/duty',
  scope: { operator: 'operator', station: null },
  writes: 'crud',
  fields: {
    office: field.ref('identity.office', { fixed: true }),
    operator: computed(optional(field.ref('identity.office'))),
    code: field.code({ max: 32 }),
    name: field.text({ max: 50 }),
    /** The other two languages of the console; the name stands in where one is empty. */
    nameEn: optional(field.text({ max: 50 })),
    nameEs: optional(field.text({ max: 50 })),
    note: optional(field.note({ max: 200 })),
  },
  list: {
    columns: ['code', 'name', 'office', 'note', 'nameEn', 'nameEs'],
    filters: ['office'],
    sort: 'code',
    search: ['code', 'name', 'nameEn', 'nameEs'],
  },
  form: [['office'], ['code', 'name'], ['nameEn', 'nameEs'], ['note']],
  label: 'name',
  labelIn: { en: 'nameEn', es: 'nameEs' },
  unique: [['office', 'code']],
})
