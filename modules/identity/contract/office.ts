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

/** A node of `GET /chg/api/res/management/areaofficetrees`. */
export interface OfficeNode {
  readonly id: string
  readonly code: string
  readonly label: string
  readonly kind: OfficeKind
  readonly status: (typeof OFFICE_STATUSES)[number]
  /** People of this office itself, as far as the caller may see people; null for who may not. */
  readonly people: number | null
  /** Stations of this operator; null for departments and for who may not see stations. */
  readonly stations: number | null
  readonly children: readonly OfficeNode[]
}

/** Somebody who sees more or less by a move, if the asker may know who. */
export interface ReachChange {
  /** How many; the names are of those whom the asker sees. */
  readonly count: number
  readonly names: readonly string[]
}

/** Answer of `GET /chg/api/sys/office/moving`: what a move would take along and change. */
export interface OfficeMove {
  /** The office and everything below it. */
  readonly offices: number
  readonly people: number
  readonly duties: number
  /** Operator whose the office and its people are now and would be; null is the company's own. */
  readonly operatorBefore: string | null
  readonly operatorAfter: string | null
  /** Offices and people that get another operator: operators below keep themselves. */
  readonly reassignedOffices: number
  readonly reassignedPeople: number
  /** Limited people who see those records now and would not afterwards, and the other way round. */
  readonly loses: ReachChange
  readonly gains: ReachChange
}

/** What one person of an office sees. */
export interface ReachOfPerson {
  readonly id: string
  readonly name: string
  /** Everything of the company. */
  readonly isWhole: boolean
  /** Names of assigned operators, when not everything. */
  readonly operators: readonly string[]
  /** Assigned stations when limited to some, else null. */
  readonly stations: number | null
}

/** Answer of `GET /chg/api/sys/office/reach`: what people of an office see, and who sees the office. */
export interface OfficeReach {
  readonly operator: string | null
  readonly people: readonly ReachOfPerson[]
  /** People of the company who see this office: all of it, or its operator. */
  readonly seenByWhole: number
  readonly seenByAssigned: ReachChange
}
