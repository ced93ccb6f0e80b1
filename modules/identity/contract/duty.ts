import { computed, defineResource, field, optional } from '@wattyard/resource'
import { ACTIVE_OFFICES, OPERATORS } from './office.ts'

/** A duty in an office, such as head of the night shift. A person has at most one, of the own office. */
export const duty = defineResource({
  name: 'identity.duty',
  path: 'sys/duty',
  scope: { operator: 'operator', station: null },
  writes: 'crud',
  fields: {
    office: field.ref('identity.office', { fixed: true, only: ACTIVE_OFFICES }),
    operator: computed(optional(field.ref('identity.office', { only: OPERATORS }))),
    code: field.code({ max: 32 }),
    name: field.text({ max: 50 }),
    /** Names in the console's other languages. Where one is empty, `name` is shown. */
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
  texts: 'open',
  label: 'name',
  labelIn: { en: 'nameEn', es: 'nameEs' },
  unique: [['office', 'code']],
})
