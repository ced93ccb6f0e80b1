import { computed, defineResource, detailGroups, field, inner, optional } from '@wattyard/resource'
import { expect, test } from 'vitest'
import { filledGroups, leftBehind, partOf } from './form-values.ts'
import { anyResource } from './records.ts'

const lock = anyResource(
  defineResource({
    name: 'probe.lock',
    path: 'probe/lock',
    scope: 'shared',
    writes: 'crud',
    fields: {
      code: field.code(),
      site: field.ref('probe.site'),
      box: field.ref('probe.box', { within: 'site' }),
      plug: optional(field.ref('probe.plug', { within: 'box' })),
      key: field.secret(),
      serial: field.text({ fixed: true }),
      extra: optional(field.json()),
    },
    list: { columns: ['code'], filters: [], sort: 'code' },
    form: [
      {
        group: 'place',
        tab: 'main',
        rows: [
          ['code', 'site'],
          ['box', 'plug'],
        ],
      },
      { group: 'device', tab: 'life', rows: [['serial'], ['extra']] },
      { group: 'access', tab: 'life', rows: [['key']] },
    ],
    label: 'code',
  }),
)

test('a form keeps its groups and tabs, and leaves out fields that cannot be written now', () => {
  const told = (mode: 'create' | 'update') =>
    filledGroups(lock, mode).map(({ group, tab, rows }) => [group, tab, rows.map(row => row.map(([key]) => key))])
  expect(told('create')).toEqual([
    [
      'place',
      'main',
      [
        ['code', 'site'],
        ['box', 'plug'],
      ],
    ],
    ['device', 'life', [['serial']]],
    ['access', 'life', [['key']]],
  ])
  // The serial cannot be changed: its group would be empty.
  expect(told('update').map(([group]) => group)).toEqual(['place', 'access'])
})

test('a change of place clears the dependent fields, level by level', () => {
  expect(leftBehind(lock.fields, 'site')).toEqual(['box', 'plug'])
  expect(leftBehind(lock.fields, 'box')).toEqual(['plug'])
  expect(leftBehind(lock.fields, 'code')).toEqual([])
})

test('a detail has the same groups; fields without a form come in the first, fields of a section are left out', () => {
  const keys = detailGroups(lock, ['plug']).map(({ group, fields }) => [group, fields.map(([key]) => key)])
  expect(keys).toEqual([
    ['place', ['code', 'site', 'box', 'createdAt', 'updatedAt']],
    ['device', ['serial']],
  ])
})

test('a field that only orders records is in no detail', () => {
  const ranked = { ...lock, fields: { ...lock.fields, rank: inner(computed(field.code())) } }
  expect(detailGroups(ranked)).toEqual(detailGroups(lock))
})

test('a form of a part asks only that, and what its records need is not optional there', () => {
  const groups = partOf(filledGroups(lock, 'create', undefined, []), ['site', 'plug'], ['plug'])
  expect(groups.flatMap(({ rows }) => rows.flat()).map(([key, of]) => [key, of.optional ?? false])).toEqual([
    ['site', false],
    ['plug', false],
  ])
  expect(lock.fields.plug?.optional).toBe(true)
})
