import { computed, defineResource, field, optional } from '@wattyard/resource'

export const OFFICE_KINDS = ['operator', 'department'] as const
export type OfficeKind = (typeof OFFICE_KINDS)[number]

/**
 * A node of the company's tree. An office of kind `operator` owns stations; other modules refer to
 * it as `field.ref('identity.office')`. Departments belong to the nearest operator above them.
 */
export const office = defineResource({
  name: 'identity.office',
  path: 'sys/office',
  scope: { operator: 'operator' },
  writes: 'crud',
  fields: {
    code: field.code({ max: 32 }),
    name: field.text({ max: 100 }),
    kind: field.oneOf(OFFICE_KINDS, { fixed: true, initial: 'department' }),
    status: field.oneOf(['active', 'closed'], { initial: 'active' }),
    parent: optional(field.ref('identity.office')),
    operator: computed(optional(field.ref('identity.office'))),
    path: computed(field.text({ max: 400 })),
    contact: optional(field.text({ max: 50, privacy: 'personal' })),
    phone: optional(field.phone({ privacy: 'personal' })),
    note: optional(field.note()),
  },
  list: {
    columns: ['code', 'name', 'kind', 'parent', 'operator', 'contact', 'phone', 'status'],
    filters: ['name', 'kind', 'status', 'parent', 'operator'],
    sort: 'code',
    sorts: ['name'],
    search: ['code', 'name'],
  },
  form: [['code', 'name'], ['kind', 'status'], ['parent'], ['contact', 'phone'], ['note']],
  label: 'name',
  unique: [['code']],
})
