import { defineResource, field, optional } from '@wattyard/resource'

/** What a contact is sent. */
export const CONTACT_RECEIVES = ['statements', 'invoices', 'reminders'] as const
export type ContactReceives = (typeof CONTACT_RECEIVES)[number]
export const CONTACT_LANGUAGES = ['zh', 'en', 'es'] as const

/** A person at a company. */
export const contact = defineResource({
  name: 'companies.contact',
  path: 'companies/contact',
  scope: 'shared',
  writes: 'crud',
  fields: {
    company: field.ref('companies.company', { fixed: true }),
    name: field.text({ max: 60, privacy: 'personal' }),
    duty: optional(field.text({ max: 60 })),
    phone: optional(field.phone({ privacy: 'personal' })),
    email: optional(field.email({ privacy: 'personal' })),
    language: field.oneOf(CONTACT_LANGUAGES, { initial: 'zh' }),
    receives: field.tags({ values: CONTACT_RECEIVES }),
    note: optional(field.note({ max: 200 })),
  },
  list: {
    columns: ['company', 'name', 'duty', 'phone', 'email', 'language', 'receives', 'createdAt'],
    priority: ['name', 'duty', 'phone', 'email', 'receives', 'language', 'company'],
    filters: ['company', 'receives', 'language'],
    sort: '-createdAt',
  },
  form: [['company'], ['name', 'duty'], ['phone', 'email'], ['language', 'receives'], ['note']],
  // Who keeps contacts calls them; others see that there are some.
  masked: { name: 'name', phone: 'phone', email: 'text' },
  maskedFor: 'readers',
  label: 'name',
  exchange: { import: true },
})
