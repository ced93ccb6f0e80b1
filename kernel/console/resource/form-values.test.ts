import { computed, defineResource, field, optional } from '@wattyard/resource'
import { expect, test } from 'vitest'
import {
  changedKeys,
  formRows,
  filledValues,
  initialValues,
  missingColumns,
  missingKeys,
  recordValues,
  saveBody,
} from './form-values.ts'
import type { AnyRecord } from '@wattyard/resource'
import { anyResource } from './records.ts'

const pile = anyResource(
  defineResource({
    name: 'probe.pile',
    path: 'probe/pile',
    scope: 'shared',
    writes: 'crud',
    fields: {
      code: field.code({ fixed: true }),
      name: field.text(),
      status: field.oneOf(['open', 'closed'], { initial: 'open' }),
      tags: field.tags(),
      isPublic: field.boolean(),
      key: optional(field.secret()),
      extra: optional(field.json()),
      seenAt: computed(field.instant()),
    },
    list: { columns: ['code'], filters: [], sort: 'code' },
    form: [
      ['code', 'name'],
      ['status', 'tags', 'isPublic'],
      ['key', 'extra', 'seenAt'],
    ],
    label: 'name',
  }),
)
const keys = (rows: readonly (readonly (readonly [string, unknown])[])[]): string[][] =>
  rows.map(row => row.map(([key]) => key))

test('a form shows the fields that can be written now', () => {
  expect(keys(formRows(pile, 'create'))).toEqual([['code', 'name'], ['status', 'tags', 'isPublic'], ['key']])
  expect(keys(formRows(pile, 'update', { extra: true }))).toEqual([
    ['name'],
    ['status', 'tags', 'isPublic'],
    ['key', 'extra'],
  ])
})

test('initial values and missing fields are found', () => {
  const values = initialValues(pile.fields)
  expect(values).toEqual({ status: 'open', tags: [], isPublic: false })
  expect(missingKeys(formRows(pile, 'create').flat(), values)).toEqual(['code', 'name'])
  expect(missingKeys(formRows(pile, 'create').flat(), { ...values, code: 'A', name: '' })).toEqual(['name'])
})

test('a sheet must have a column for each field without a default', () => {
  const fields = formRows(pile, 'create').flat()
  expect(missingColumns(fields, {})).toEqual(['code', 'name'])
  expect(missingColumns(fields, { name: 0 })).toEqual(['code'])
})

test('an update sends only changed fields', () => {
  const record: AnyRecord = {
    id: '1',
    version: 3,
    createdAt: 0,
    updatedAt: 0,
    can: [],
    name: 'A',
    status: 'open',
    tags: [],
    isPublic: false,
  }
  const before = recordValues(record, formRows(pile, 'update'))
  expect(before).toMatchObject({ name: 'A', key: undefined })
  expect(changedKeys(before, { ...before, tags: null, name: 'A' })).toEqual([])
  const now = { ...before, name: '', tags: ['x'], key: 'new secret' }
  expect(saveBody(changedKeys(before, now), now)).toEqual({ name: null, tags: ['x'], key: 'new secret' })
})

test('a command’s form takes the known values of its fields and no others', () => {
  const fields = {
    pile: field.ref('a.pile'),
    piles: field.refs('a.pile'),
    mode: field.oneOf(['soft', 'hard'], { initial: 'soft' }),
  }
  expect(filledValues(fields)).toEqual({ piles: [], mode: 'soft' })
  expect(filledValues(fields, { pile: 'p', connector: 2, mode: null })).toEqual({ pile: 'p', piles: [], mode: 'soft' })
})
