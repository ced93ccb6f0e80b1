import { field, optional } from '@wattyard/resource'
import { expect, test } from 'vitest'
import { parentsFirst } from './parents-first.ts'

const branch = {
  name: 'probe.branch' as const,
  fields: { code: field.code({ max: 20 }), name: field.text({ max: 50 }), parent: optional(field.ref('probe.branch')) },
  label: 'name',
  unique: [['code']],
}
const HEADERS = new Map(Object.keys(branch.fields).map(key => [key, key]))
const orderOf = (...rows: readonly (readonly [code: string, parent: string])[]): string[] =>
  parentsFirst(
    branch,
    HEADERS,
    rows.map(([code, parent], i) => ({ line: i + 2, values: { code, name: `Branch ${code}`, parent } })),
  ).map(({ values }) => values.code ?? '')

test('a row comes behind those of the sheet that it names, by code or name; the others keep their order', () => {
  expect(orderOf(['D', 'B'], ['A', ''], ['B', ' Branch C '], ['C', 'ELSEWHERE'])).toEqual(['C', 'B', 'D', 'A'])
})

test('rows in a circle are all there, once', () => {
  expect(orderOf(['A', 'B'], ['B', 'C'], ['C', 'A'], ['D', 'D']).toSorted()).toEqual(['A', 'B', 'C', 'D'])
})

test('a chain of thousands is put in order', () => {
  const codes = Array.from({ length: 5000 }, (_, i) => `K${i}`)
  const ordered = orderOf(...codes.map((code, i) => [code, codes[i + 1] ?? ''] as const))
  expect(ordered).toEqual(codes.toReversed())
})
