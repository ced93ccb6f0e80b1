import { computed, defineResource, field, optional } from '@wattyard/resource'
import { DOCUMENT_KINDS, PURPOSES } from './document-kind.ts'

/** Derived by the database from the phase of a document and what is open of it; never written. */
export const DOCUMENT_STATES = ['draft', 'open', 'partSettled', 'settled', 'writtenOff', 'cancelled'] as const
export type DocumentState = (typeof DOCUMENT_STATES)[number]
/** States in which something is open. */
export const OPEN_STATES = ['open', 'partSettled'] as const satisfies readonly DocumentState[]

/** Largest amount of a document, in yuan. */
const MOST = 1_000_000_000

/**
 * What a company owes us or we owe it, and payments between us. A draft is nobody's debt; confirmed, it is in the books and stays: it is
 * settled by allocations, written off, or cancelled by a reversal (decision 426).
 */
export const document = defineResource({
  name: 'payables.document',
  path: 'payables/document',
  scope: 'wholeTenant',
  writes: 'crud',
  fields: {
    /** Our number: kind, year and six digits. */
    number: computed(field.serial({ max: 20 })),
    kind: field.oneOf(DOCUMENT_KINDS, { fixed: true }),
    company: field.ref('companies.company'),
    state: computed(field.oneOf(DOCUMENT_STATES)),
    /** Gross, in CNY. */
    amount: field.money({ min: 0.01, max: MOST }),
    /** VAT inside of the amount; none of a payment. */
    tax: field.money({ min: 0, max: MOST, initial: '0' }),
    currency: computed(field.text({ max: 3 })),
    /** What is not settled yet; zero of drafts and of what was cancelled. */
    open: computed(field.money()),
    writtenOff: computed(field.money()),
    purpose: optional(field.oneOf(PURPOSES)),
    subject: optional(field.text({ max: 200 })),
    /** Number of the document at the company, such as that of its invoice. */
    theirNumber: optional(field.serial({ max: 60 })),
    issued: field.businessDay(),
    /** By the payment terms of the company when it is left out; the day of the payment of payments. */
    due: optional(field.businessDay()),
    /** By which a payment came or went. */
    channel: optional(field.ref('payments.channel', { only: { kind: ['bank', 'cash'], state: ['open'] } })),
    /** Account of the company that a payment goes to. */
    account: optional(field.ref('companies.bankAccount', { within: 'company', only: { state: ['confirmed'] } })),
    /** Number of the receipt or reference of a payment. */
    receipt: optional(field.serial({ max: 60 })),
    attachments: optional(field.files({ max: 20 })),
    bookedOn: computed(optional(field.businessDay())),
    confirmedBy: computed(optional(field.text())),
    /** Why it is contested; reminders pause meanwhile. */
    disputedReason: computed(optional(field.text({ max: 200 }))),
    cancelledOn: computed(optional(field.businessDay())),
    /** Kind and id of the record that it comes from; none of one entered by hand. */
    sourceType: computed(optional(field.serial({ max: 60 }))),
    sourceId: computed(optional(field.serial({ max: 80 }))),
    note: optional(field.note({ max: 500 })),
  },
  added: {
    /** Days since it was due, while something is open. */
    overdue: optional(field.integer()),
  },
  list: {
    columns: [
      'number',
      'kind',
      'company',
      'state',
      'amount',
      'open',
      'due',
      'overdue',
      'issued',
      'purpose',
      'subject',
      'theirNumber',
      'channel',
      'receipt',
      'tax',
      'disputedReason',
      'bookedOn',
      'confirmedBy',
      'createdAt',
    ],
    priority: [
      'company',
      'state',
      'amount',
      'open',
      'due',
      'overdue',
      'number',
      'kind',
      'subject',
      'channel',
      'issued',
      'purpose',
    ],
    filters: [
      'kind',
      'company',
      'state',
      'purpose',
      'due',
      'issued',
      'bookedOn',
      'amount',
      'open',
      'channel',
      'number',
      'theirNumber',
      'receipt',
      'createdAt',
    ],
    sort: '-issued',
    sorts: ['due', 'amount', 'open', 'createdAt'],
    totals: ['amount', 'open'],
    // A draft and what was cancelled are no money.
    totalled: { state: ['open', 'partSettled', 'settled', 'writtenOff'] },
    search: ['number', 'theirNumber', 'receipt'],
  },
  form: [
    ['kind', 'company'],
    ['amount', 'tax'],
    ['issued', 'due'],
    ['purpose', 'theirNumber'],
    ['channel', 'account'],
    ['receipt'],
    ['subject'],
    ['attachments'],
    ['note'],
  ],
  label: 'number',
  choiceState: 'state',
  unique: [['number']],
  commands: {
    /** Books it. A payment that leaves takes two people from a tenant's limit on. */
    confirm: { on: 'one', confirm: true, keyed: true },
    /** Takes it back by a reversal, while nothing is set off against it. */
    cancel: { on: 'one', input: { reason: field.text({ max: 200 }) }, confirm: true, keyed: true },
    /** Sets an amount off against a document of the same company on the other side. */
    allocate: {
      on: 'one',
      keyed: true,
      input: { against: field.ref('payables.document'), amount: field.money({ min: 0.01, max: MOST }) },
    },
    /** Gives up what is open of it, or a part. */
    writeOff: {
      on: 'one',
      confirm: true,
      keyed: true,
      input: { amount: field.money({ min: 0.01, max: MOST }), reason: field.text({ max: 200 }) },
    },
    dispute: { on: 'one', input: { reason: field.text({ max: 200 }) } },
    endDispute: { on: 'one', confirm: true },
  },
})
