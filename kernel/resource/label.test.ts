import { expect, test } from 'vitest'
import { defineResource } from './define-resource.ts'
import { field, optional } from './field.ts'
import { allLabelKeys, isNameColumn, labelKeys, nameIn } from './label.ts'

const list = { columns: ['code'], filters: [], sort: 'code' } as const
const fields = {
  code: field.code(),
  name: field.text(),
  nameEn: optional(field.text()),
  nameEs: optional(field.text()),
  titleZh: optional(field.text()),
}
const rule = {
  name: 'probe.thing',
  path: 'probe/thing',
  scope: 'shared',
  writes: 'crud',
  fields,
  form: [['code']],
} as const
const plain = defineResource({ ...rule, list, label: 'name' })
const named = defineResource({ ...rule, list, label: 'name', labelIn: { en: 'nameEn', es: 'nameEs' } })
const coded = defineResource({ ...rule, list, label: 'code', labelIn: { zh: 'titleZh', en: 'nameEn', es: 'nameEs' } })

test('the label falls back from the reader’s language to Chinese, any language, the code', () => {
  expect([labelKeys(plain, 'en'), labelKeys(named, 'zh')]).toEqual([['name'], ['name']])
  expect([labelKeys(named, 'en'), labelKeys(named, 'es')]).toEqual([
    ['nameEn', 'name'],
    ['nameEs', 'name'],
  ])
  expect(labelKeys(coded, 'es')).toEqual(['nameEs', 'titleZh', 'nameEn', 'code'])
  expect([allLabelKeys(plain), allLabelKeys(coded)]).toEqual([['name'], ['code', 'titleZh', 'nameEn', 'nameEs']])
})

test('what is empty says nothing', () => {
  const record = { code: 'X', name: '桩', nameEn: '', nameEs: null }
  expect([nameIn(named, record, 'en'), nameIn(named, record, 'es'), nameIn(coded, record, 'es')]).toEqual([
    '桩',
    '桩',
    'X',
  ])
  expect(nameIn(named, {}, 'en')).toBe('')
})

test('only a label that is itself a name is shown in the reader’s language', () => {
  expect([isNameColumn(named, 'name'), isNameColumn(named, 'nameEn'), isNameColumn(plain, 'name')]).toEqual([
    true,
    false,
    false,
  ])
  expect(isNameColumn(coded, 'code')).toBe(false)
})

test('a name in a language is a text of the definition, and is searched when anything is', () => {
  expect(() => defineResource({ ...rule, list, label: 'name', labelIn: { en: 'code' } })).toThrow('no text')
  const search = { ...list, search: ['code', 'name', 'nameEn'] } as const
  expect(() =>
    defineResource({ ...rule, list: search, label: 'name', labelIn: { en: 'nameEn', es: 'nameEs' } }),
  ).toThrow('nameEs')
})
