import { computed, defineResource, field, optional } from '@wattyard/resource'
import { COUNTRIES } from './countries.ts'

/**
 * `entered`: one person has written it down, nothing is paid to it yet · `confirmed` by a second person · `ended`: replaced or given up.
 * An account is never edited: whoever could would have other people's money sent elsewhere (decision 425).
 */
export const ACCOUNT_STATES = ['entered', 'confirmed', 'ended'] as const
export type AccountState = (typeof ACCOUNT_STATES)[number]

/** A bank account of a company. */
export const bankAccount = defineResource({
  name: 'companies.bankAccount',
  path: 'companies/bankAccount',
  scope: 'wholeTenant',
  writes: 'crud',
  fields: {
    company: field.ref('companies.company', { fixed: true }),
    /** Whom the bank knows as its holder; the company's name when empty. */
    holder: optional(field.text({ max: 100, fixed: true })),
    country: field.oneOf(COUNTRIES, { initial: 'CN', fixed: true }),
    bank: field.text({ max: 100, fixed: true }),
    branch: optional(field.text({ max: 100, fixed: true })),
    /** Number of the account or IBAN, without signs between. */
    number: field.text({ max: 44, fixed: true, privacy: 'personal' }),
    /** Code of the bank: CNAPS in China, BIC elsewhere. */
    bankCode: optional(field.code({ max: 14, fixed: true })),
    state: computed(field.oneOf(ACCOUNT_STATES)),
    /** The account that payments go to unless another one is chosen; one of each company. */
    preferred: computed(field.boolean()),
    /** The account that this one takes the place of, once it is confirmed: one that counts, and that no other one is about to replace. */
    replaces: optional(
      field.ref('companies.bankAccount', { within: 'company', only: { state: ['confirmed'] }, fixed: true }),
    ),
    enteredBy: computed(field.text()),
    confirmedBy: computed(optional(field.text())),
    confirmedAt: computed(optional(field.instant())),
    note: optional(field.note({ max: 200 })),
  },
  list: {
    columns: [
      'company',
      'bank',
      'branch',
      'number',
      'state',
      'preferred',
      'holder',
      'country',
      'bankCode',
      'enteredBy',
      'confirmedBy',
      'confirmedAt',
      'replaces',
      'createdAt',
    ],
    priority: ['bank', 'number', 'state', 'preferred', 'company', 'enteredBy', 'confirmedBy'],
    filters: ['company', 'state', 'preferred', 'createdAt'],
    sort: '-createdAt',
  },
  form: [['company', 'country'], ['holder'], ['bank', 'branch'], ['number', 'bankCode'], ['replaces'], ['note']],
  masked: { number: 'card' },
  label: 'bank',
  choiceState: 'state',
  commands: {
    /** By somebody else than whoever entered it: from now on money may go there. */
    confirm: { on: 'one', confirm: true, keyed: true },
    /** Payments go to this account from now on. */
    prefer: { on: 'one', confirm: true, keyed: true },
    end: { on: 'one', input: { reason: field.text({ max: 200 }) }, confirm: true },
  },
})
