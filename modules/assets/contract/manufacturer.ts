import { computed, defineResource, field, optional } from '@wattyard/resource'
import { MANUFACTURER_STATES } from './words.ts'

/** A manufacturer of devices (生产厂家). */
export const manufacturer = defineResource({
  name: 'assets.manufacturer',
  path: 'basedata/manufacture',
  scope: 'shared',
  writes: 'crud',
  fields: {
    code: field.code({ max: 32 }),
    name: field.text({ max: 50 }),
    /** Organisation code, nine characters (GB 11714; T/CEC 102 `ManufacturerID`). */
    organisationCode: optional(field.code({ max: 9 })),
    /** Vendor name that its piles send when they boot. Quirk tables use it. */
    reportedAs: optional(field.text({ max: 50 })),
    /** Further vendor names: of other brands, factories or firmware. */
    aliases: optional(field.tags()),
    /** ISO 3166-1, two letters. */
    country: optional(field.code({ max: 2 })),
    state: computed(field.oneOf(MANUFACTURER_STATES)),
    contactName: optional(field.text({ max: 30, privacy: 'personal' })),
    contactPhone: optional(field.phone({ privacy: 'personal' })),
    contactEmail: optional(field.email({ privacy: 'personal' })),
    website: optional(field.url()),
    note: optional(field.note()),
  },
  list: {
    columns: ['code', 'name', 'reportedAs', 'aliases', 'country', 'state', 'contactName', 'contactPhone', 'createdAt'],
    filters: ['name', 'country', 'state'],
    sort: 'code',
    sorts: ['name', 'createdAt'],
    search: ['code', 'name', 'reportedAs'],
  },
  form: [
    ['code', 'name'],
    ['organisationCode', 'country'],
    ['reportedAs', 'aliases'],
    ['contactName', 'contactPhone', 'contactEmail'],
    ['website'],
    ['note'],
  ],
  masked: { contactName: 'name', contactPhone: 'phone', contactEmail: 'text' },
  maskedFor: 'readers',
  texts: 'open',
  label: 'name',
  unique: [['code'], ['name']],
  commands: {
    /** Removes it from the choice for new models. Existing models keep it. */
    retire: { on: 'batch', confirm: true },
    restore: { on: 'batch' },
  },
  exchange: { import: true, samples: { country: 'CN' } },
})
