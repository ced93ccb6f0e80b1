import { defineResource, field } from '@wattyard/resource'
import { expect, test } from 'vitest'
import { filterWords } from './filter-words.ts'

const WORDS: Readonly<Record<string, string>> = {
  'demo.finding.code': 'Reason',
  'demo.finding.note': 'Note',
  'demo.reason.late': 'Bill came late',
}
const context = {
  labels: {},
  language: 'en',
  zone: 'UTC',
  translate: (_language: string, key: string, values: Readonly<Record<string, string>> = {}) =>
    ({ 'kernel.pdf.filterOf': `${values.word}: ${values.value}`, 'kernel.pdf.not': `not ${values.value}` })[key] ??
    WORDS[key] ??
    key,
} as const
const finding = defineResource({
  name: 'demo.finding',
  path: 'demo/finding',
  scope: 'shared',
  writes: 'commands-only',
  fields: { no: field.code(), code: field.serial(), note: field.text() },
  texts: 'open',
  list: { columns: ['no', 'code', 'note'], filters: ['code', 'note'], sort: 'no' },
  label: 'no',
})

test('a filter of codes is told by the words that the list has; an unknown code and other texts as they are', () => {
  const wordsOf = { code: ({ code }: Readonly<Record<string, unknown>>) => [{ word: `demo.reason.${String(code)}` }] }
  const told = (filter: Record<string, string | { not: string }>) => filterWords(finding, { filter }, context, wordsOf)
  expect(told({ code: 'late' })).toEqual(['Reason: Bill came late'])
  expect(told({ code: { not: 'late' } })).toEqual(['Reason: not Bill came late'])
  expect(told({ code: 'odd', note: 'late' })).toEqual(['Reason: odd', 'Note: late'])
})
