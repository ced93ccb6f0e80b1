import { computed, defineResource, field, optional } from '@wattyard/resource'
import type { DocumentKind } from './document-kind.ts'

/** `superseded`: a later edition for the same days was sent. */
export const STATEMENT_STATES = ['draft', 'sent', 'accepted', 'disputed', 'superseded'] as const
export const LINE_KINDS = ['document', 'cancelled', 'writeOff', 'undone'] as const

/** One movement of what a company owes us on balance. */
export interface StatementLine {
  /** Accounting day. */
  readonly day: string
  readonly number: string
  readonly kind: (typeof LINE_KINDS)[number]
  readonly of: DocumentKind
  readonly subject: string | null
  readonly theirNumber: string | null
  /** Fen; positive where the company owes us more by it. */
  readonly amount: string
}

/**
 * What moved between us and a company in a period, with the balance before and after. Frozen when it is prepared; what happened since
 * is in the next edition.
 */
export const statement = defineResource({
  name: 'payables.statement',
  path: 'payables/statement',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    number: computed(field.serial({ max: 30 })),
    company: computed(field.ref('companies.company')),
    firstDay: computed(field.businessDay()),
    lastDay: computed(field.businessDay()),
    /** 1 for the first statement of a company for these days. */
    edition: computed(field.integer()),
    state: computed(field.oneOf(STATEMENT_STATES)),
    /** What the company owes us on balance before and after; negative where we owe it. */
    opening: computed(field.money()),
    closing: computed(field.money()),
    lineCount: computed(field.integer()),
    /** Empty once the tenant was deleted. */
    lines: computed(optional(field.json<readonly StatementLine[]>())),
    preparedBy: computed(field.text()),
    sentBy: computed(optional(field.text())),
    sentAt: computed(optional(field.instant())),
    /** What the company said of it. */
    answer: computed(optional(field.text({ max: 200 }))),
  },
  list: {
    columns: [
      'number',
      'company',
      'firstDay',
      'lastDay',
      'edition',
      'state',
      'opening',
      'closing',
      'lineCount',
      'preparedBy',
      'sentBy',
      'sentAt',
      'answer',
      'createdAt',
    ],
    priority: ['company', 'state', 'firstDay', 'lastDay', 'closing', 'edition', 'sentAt', 'opening', 'number'],
    filters: ['company', 'state', 'lastDay', 'createdAt'],
    sort: '-createdAt',
    sorts: ['lastDay'],
  },
  label: 'number',
  unique: [['number']],
  commands: {
    prepare: {
      on: 'none',
      keyed: true,
      input: { company: field.ref('companies.company'), firstDay: field.businessDay(), lastDay: field.businessDay() },
    },
    /** Says that it went to the company; an earlier edition for the same days is superseded. */
    send: { on: 'one', confirm: true },
    accept: { on: 'one', input: { answer: optional(field.text({ max: 200 })) } },
    dispute: { on: 'one', input: { answer: field.text({ max: 200 }) } },
  },
  sheets: ['statement'],
})
