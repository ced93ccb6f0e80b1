import { expect, test } from 'vitest'
import { defineResource } from './define-resource.ts'
import { computed, field } from './field.ts'
import { searchedFields } from './find-rule.ts'

const owner = defineResource({
  name: 'probe.owner',
  path: 'probe/owner',
  scope: 'shared',
  writes: 'crud',
  texts: 'open',
  label: 'code',
  fields: { code: field.code(), name: field.text() },
  form: [['code', 'name']],
  list: { columns: ['code'], filters: ['code'], sort: 'code', search: ['code', 'name'] },
})
const { search: _search, ...silent } = owner.list
const mute = { ...owner, list: silent }
const rule = {
  name: 'probe.visit',
  path: 'probe/visit',
  scope: 'shared',
  writes: 'commands-only',
  label: 'no',
} as const
const fields = { no: computed(field.serial()), note: computed(field.text()), owner: computed(field.ref('probe.owner')) }
const list = { columns: ['no'], filters: ['no'], sort: 'no' } as const

test('a search without a column names its numbers and the references it goes through', () => {
  const visit = defineResource({ ...rule, fields, list: { ...list, find: { numbers: ['no'], through: { owner } } } })
  expect(searchedFields(visit.list)).toEqual(['no', 'owner'])
  expect(searchedFields(owner.list)).toEqual(['code', 'name'])
  expect(searchedFields({})).toEqual([])
})

test('a text would be read row by row, and a reference without a search finds nothing', () => {
  expect(() =>
    defineResource({ ...rule, fields, list: { ...list, find: { numbers: ['note'], through: {} } } }),
  ).toThrow('note, which is no number')
  expect(() =>
    defineResource({ ...rule, fields, list: { ...list, find: { numbers: ['no'], through: { note: owner } } } }),
  ).toThrow('note, which refers to nothing')
  expect(() =>
    defineResource({ ...rule, fields, list: { ...list, find: { numbers: ['no'], through: { owner: mute } } } }),
  ).toThrow('owner, which refers to nothing')
  expect(() =>
    defineResource({ ...rule, fields, list: { ...list, search: ['note'], find: { numbers: ['no'], through: {} } } }),
  ).toThrow('both search and find')
})
