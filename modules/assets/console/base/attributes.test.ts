import { expect, test } from 'vitest'
import { changedAttribute } from './changed-attribute.ts'
import { typeName } from './type-name.ts'

test('an attribute keeps only the properties of its kind', () => {
  const list = [{ key: 'a', name: 'A', kind: 'number' as const, unit: 'm' }]
  expect(changedAttribute(list, 0, { unit: 'kW' })).toEqual([{ key: 'a', name: 'A', kind: 'number', unit: 'kW' }])
  expect(changedAttribute(list, 0, { kind: 'text' })).toEqual([{ key: 'a', name: 'A', kind: 'text' }])
  expect(changedAttribute(list, 0, { kind: 'oneOf' })).toEqual([{ key: 'a', name: 'A', kind: 'oneOf', values: [] }])
  expect(changedAttribute(list, 0, { unit: '' })).toEqual([{ key: 'a', name: 'A', kind: 'number' }])
  expect(changedAttribute(list, 3, { name: 'x' })).toEqual(list)
})

test('a type is called in the reader’s language, and by its first name where it has none', () => {
  const meter = { name: '电表', nameEn: 'Meter', nameEs: '' }
  expect([typeName(meter, 'zh'), typeName(meter, 'en'), typeName(meter, 'es'), typeName({}, 'en')]).toEqual([
    '电表',
    'Meter',
    '电表',
    '',
  ])
})
