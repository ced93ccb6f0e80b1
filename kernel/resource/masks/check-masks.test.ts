import { expect, test } from 'vitest'
import { defineResource } from '../define-resource.ts'
import { field, optional } from '../field.ts'

const maker = (masked: { contact: 'name'; mail?: 'text' }) => () =>
  defineResource({
    name: 'probe.maker',
    path: 'probe/maker',
    scope: 'shared',
    writes: 'crud',
    fields: {
      code: field.code({ max: 20 }),
      contact: optional(field.text({ max: 30, privacy: 'personal' })),
      mail: optional(field.email({ privacy: 'personal' })),
    },
    list: { columns: ['code'], filters: [], sort: 'code', search: ['code'] },
    form: [['code'], ['contact', 'mail']],
    label: 'code',
    unique: [['code']],
    masked,
    maskedFor: 'readers',
  })

test('contacts that are masked for readers are masked as a whole', () => {
  expect(maker({ contact: 'name' })).toThrow('mail is personal and not masked')
  expect(maker({ contact: 'name', mail: 'text' })).not.toThrow()
})
