import { OPERATORS_ONLY } from '@wattyard/identity/contract'
import { computed, defineResource, field, optional } from '@wattyard/resource'
import { COUNTRIES } from './countries.ts'

/** What a company is to the tenant; one may be several. */
export const COMPANY_KINDS = [
  'operator',
  'propertyOwner',
  'fleet',
  'supplier',
  'gridCompany',
  'investor',
  'customer',
  'partner',
] as const
export type CompanyKind = (typeof COMPANY_KINDS)[number]

/** Taxpayers of the value-added tax in China: 一般纳税人 and 小规模纳税人. */
export const TAXPAYERS = ['general', 'smallScale'] as const
export const COMPANY_STATES = ['active', 'suspended'] as const

/**
 * A counterparty: somebody whom the tenant owes money or who owes it, with whom it has contracts or to whom it writes invoices. An office
 * is a part of the tenant itself; the company behind an operator names that office (decision 425).
 */
export const company = defineResource({
  name: 'companies.company',
  path: 'pricePollcya/company',
  scope: 'shared',
  writes: 'crud',
  fields: {
    /** Full name, as it is registered. */
    name: field.text({ max: 100 }),
    shortName: optional(field.text({ max: 40 })),
    kinds: field.tags({ values: COMPANY_KINDS, min: 1 }),
    /** The operator of the tenant that this company is; each operator is one company at most. */
    operator: optional(field.ref('identity.office', { only: OPERATORS_ONLY })),
    country: field.oneOf(COUNTRIES, { initial: 'CN' }),
    /** Unified social credit code or tax number of its country, without signs between. */
    taxNumber: optional(field.text({ max: 32 })),
    taxpayer: optional(field.oneOf(TAXPAYERS)),
    state: computed(field.oneOf(COMPANY_STATES)),
    /** Why nothing new is agreed with it. */
    suspendedReason: computed(optional(field.text({ max: 200 }))),
    legalRepresentative: optional(field.text({ max: 60 })),
    address: optional(field.text({ max: 200 })),
    /** Business licence, and the days on which it begins and ends; without an end it holds for good. */
    licence: optional(field.file({ accept: ['pdf', 'png', 'jpeg', 'webp'] })),
    licenceFrom: optional(field.businessDay()),
    licenceUntil: optional(field.businessDay()),
    attachments: optional(field.files({ max: 20 })),
    /** Title on invoices to it; its name when empty. */
    invoiceTitle: optional(field.text({ max: 100 })),
    invoiceAddress: optional(field.text({ max: 200 })),
    invoicePhone: optional(field.text({ max: 30 })),
    invoiceBank: optional(field.text({ max: 100 })),
    invoiceAccount: optional(field.text({ max: 40 })),
    /** Days after a document until it is due. */
    termDays: field.integer({ min: 0, max: 365, initial: 30 }),
    /** Day of the month on which it pays or is paid. */
    termMonthDay: optional(field.integer({ min: 1, max: 31 })),
    note: optional(field.note({ max: 1_000 })),
  },
  added: {
    /** Contacts, and accounts that may be paid to. */
    contacts: field.integer(),
    accounts: field.integer(),
  },
  addedNeeds: { contacts: 'companies.contact:read', accounts: 'companies.bankAccount:read' },
  list: {
    columns: [
      'name',
      'shortName',
      'state',
      'kinds',
      'taxNumber',
      'country',
      'taxpayer',
      'operator',
      'licenceUntil',
      'termDays',
      'contacts',
      'accounts',
      'createdAt',
    ],
    priority: ['name', 'kinds', 'state', 'taxNumber', 'licenceUntil', 'accounts', 'contacts', 'termDays'],
    filters: ['kinds', 'state', 'country', 'taxpayer', 'operator', 'licenceUntil', 'taxNumber', 'createdAt'],
    sort: 'name',
    sorts: ['licenceUntil', 'createdAt'],
    search: ['name', 'shortName', 'taxNumber'],
  },
  form: [
    {
      group: 'identity',
      tab: 'data',
      rows: [
        ['name', 'shortName'],
        ['kinds', 'operator'],
        ['country', 'taxNumber', 'taxpayer'],
        ['legalRepresentative', 'address'],
      ],
    },
    {
      group: 'terms',
      tab: 'data',
      rows: [['termDays', 'termMonthDay'], ['note']],
    },
    {
      group: 'invoice',
      tab: 'data',
      rows: [['invoiceTitle'], ['invoiceAddress', 'invoicePhone'], ['invoiceBank', 'invoiceAccount']],
    },
    {
      group: 'licence',
      tab: 'documents',
      rows: [['licence'], ['licenceFrom', 'licenceUntil'], ['attachments']],
    },
  ],
  // What a register of companies tells; the account on its invoices is for those who may see personal data.
  texts: 'open',
  masked: { invoiceAccount: 'text' },
  label: 'name',
  choiceState: 'state',
  unique: [['taxNumber'], ['operator']],
  exchange: { import: true, samples: { taxNumber: '91440300708461136T', country: 'CN' } },
  commands: {
    /** Nothing new is agreed with it; what is open stays. */
    suspend: { on: 'one', input: { reason: field.text({ max: 200 }) }, confirm: true },
    resume: { on: 'one', confirm: true },
  },
})
