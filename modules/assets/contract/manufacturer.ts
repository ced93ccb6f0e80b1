import { defineResource, field, optional } from '@wattyard/resource'

/** Who builds piles (生产厂家). */
export const manufacturer = defineResource({
  name: 'assets.manufacturer',
  path: 'basedata/manufacture',
  scope: 'tenant',
  writes: 'crud',
  fields: {
    code: field.code({ max: 32 }),
    name: field.text({ max: 50 }),
    /** Organisation code, nine characters (GB 11714; T/CEC 102 `ManufacturerID`). */
    organisationCode: optional(field.code({ max: 9 })),
    /** The vendor word that its piles send when they boot; quirk tables go by it. */
    reportedAs: optional(field.text({ max: 50 })),
    contactName: optional(field.text({ max: 30, privacy: 'personal' })),
    contactPhone: optional(field.phone({ privacy: 'personal' })),
    website: optional(field.url()),
    note: optional(field.note()),
  },
  list: {
    columns: ['code', 'name', 'reportedAs', 'contactName', 'contactPhone', 'createdAt'],
    filters: ['name'],
    sort: 'code',
    sorts: ['name', 'createdAt'],
    search: ['code', 'name', 'reportedAs'],
  },
  form: [['code', 'name'], ['organisationCode', 'reportedAs'], ['contactName', 'contactPhone'], ['website'], ['note']],
  label: 'name',
  unique: [['code'], ['name']],
  exchange: { import: true },
})
