import { computed, defineResource, field, inner, optional } from '@wattyard/resource'

export const OFFICE_KINDS = ['operator', 'department'] as const
export const OFFICE_STATUSES = ['active', 'closed'] as const
/** Levels of the tree. */
export const MAX_OFFICE_DEPTH = 10
export type OfficeKind = (typeof OFFICE_KINDS)[number]

/** Offices that own stations, also those that are closed by now: for operators that the server writes. */
export const OPERATORS = { kind: ['operator'] } as const
/** Offices that can own stations and piles, for `field.ref('identity.office', { only: OPERATORS_ONLY })`. */
export const OPERATORS_ONLY = { ...OPERATORS, status: ['active'] } as const
/** Offices in which people and duties can be placed. */
export const ACTIVE_OFFICES = { status: ['active'] } as const
const ACTIVE_STAFF = { userType: ['staff'], status: ['active'] } as const

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
    /** Names in the console's other languages. Where one is empty, `name` is shown. */
    nameEn: optional(field.text({ max: 100 })),
    nameEs: optional(field.text({ max: 100 })),
    kind: field.oneOf(OFFICE_KINDS, { fixed: true, initial: 'department' }),
    status: computed(field.oneOf(OFFICE_STATUSES)),
    /** Set at creation. Later the command `move` changes it, together with everything below. */
    parent: optional(field.ref('identity.office', { fixed: true, only: ACTIVE_OFFICES })),
    operator: computed(optional(field.ref('identity.office', { only: OPERATORS }))),
    path: inner(computed(field.text({ max: 400 }))),
    /** Position among its siblings, from 1; gaps are possible. */
    position: computed(field.integer()),
    head: optional(field.ref('identity.user', { only: ACTIVE_STAFF })),
    deputyIds: optional(field.refs('identity.user', { max: 10, only: ACTIVE_STAFF })),
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
  masked: { contact: 'name', phone: 'phone' },
  maskedFor: 'readers',
  texts: 'open',
  label: 'name',
  labelIn: { en: 'nameEn', es: 'nameEs' },
  unique: [['code']],
  commands: {
    /** Moves the office and everything below it: without `parent` to the top level, without `before` behind its new siblings. */
    move: {
      on: 'one',
      input: {
        parent: optional(field.ref('identity.office', { only: ACTIVE_OFFICES })),
        before: optional(field.ref('identity.office')),
      },
    },
    /** Disables everything below as well, because nothing works inside a closed office. */
    disable: { on: 'one', confirm: true },
    /** Enables the office alone, or also everything below it. */
    enable: { on: 'one', input: { below: field.boolean() } },
  },
  exchange: { import: true },
})
