import { computed, defineResource, field, optional } from '@wattyard/resource'

/** Rows that the holders of a role see: all of the tenant, or those assigned in their user record. */
export const ROW_SCOPES = ['tenant', 'assigned'] as const
export type RowScope = (typeof ROW_SCOPES)[number]

/** Role codes with a meaning in the console contract (§6). Nobody can create them or look-alikes of them. */
export const RESERVED_ROLES = ['admin', 'guest', 'vip'] as const

/** Most permissions of one role. */
export const MAX_PERMISSIONS = 1000

export const role = defineResource({
  name: 'identity.role',
  path: 'sys/role',
  scope: 'shared',
  writes: 'crud',
  fields: {
    code: field.code({ max: 32, fixed: true }),
    name: field.text({ max: 50 }),
    /** Names in the console's other languages. Where one is empty, `name` is shown. */
    nameEn: optional(field.text({ max: 50 })),
    nameEs: optional(field.text({ max: 50 })),
    permissions: field.tags({ max: MAX_PERMISSIONS }),
    rowScope: field.oneOf(ROW_SCOPES, { initial: 'assigned' }),
    note: optional(field.note({ max: 500 })),
    isSystem: computed(field.boolean()),
  },
  /** People with the role among those whom the reader may see. */
  added: { holders: field.integer() },
  list: {
    columns: ['code', 'name', 'holders', 'rowScope', 'isSystem', 'note', 'nameEn', 'nameEs'],
    filters: ['rowScope'],
    sort: 'code',
    sorts: ['name'],
    search: ['code', 'name', 'nameEn', 'nameEs'],
  },
  form: [['code', 'name', 'rowScope'], ['nameEn', 'nameEs'], ['permissions'], ['note']],
  texts: 'open',
  label: 'name',
  labelIn: { en: 'nameEn', es: 'nameEs' },
  unique: [['code']],
  commands: {
    /** A new role with the same permissions and rows. */
    copy: { on: 'one', input: { code: field.code({ max: 32 }), name: field.text({ max: 50 }) } },
  },
})
