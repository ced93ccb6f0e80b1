import { expect, test } from 'vitest'
import { mergeFields } from './merge-fields.ts'

const of = (fields: Record<string, number>) => new Map(Object.entries(fields))
const merge = (
  base: Record<string, number>,
  mine: Record<string, number>,
  theirs: Record<string, number>,
  choices = {},
) => {
  const { merged, conflicts } = mergeFields(of(base), of(mine), of(theirs), Object.is, choices)
  return { merged: Object.fromEntries(merged), conflicts: conflicts.map(({ key }) => key) }
}

test('changes of different fields are both kept', () => {
  expect(merge({ a: 1, b: 1, c: 1 }, { a: 2, b: 1, c: 1 }, { a: 1, b: 3, c: 1 })).toEqual({
    merged: { a: 2, b: 3, c: 1 },
    conflicts: [],
  })
})

test('the same change on both sides is none to decide', () => {
  expect(merge({ a: 1 }, { a: 2 }, { a: 2 })).toEqual({ merged: { a: 2 }, conflicts: [] })
})

test('a field changed differently is a conflict; mine stays unless theirs is chosen', () => {
  expect(merge({ a: 1 }, { a: 2 }, { a: 3 })).toEqual({ merged: { a: 2 }, conflicts: ['a'] })
  expect(merge({ a: 1 }, { a: 2 }, { a: 3 }, { a: 'theirs' })).toEqual({ merged: { a: 3 }, conflicts: ['a'] })
})

test('additions and removals of either side are kept; a removal against a change is a conflict', () => {
  expect(merge({ a: 1, b: 1 }, { b: 1, c: 5 }, { a: 1, b: 1, d: 6 })).toEqual({
    merged: { b: 1, c: 5, d: 6 },
    conflicts: [],
  })
  expect(merge({ a: 1 }, {}, { a: 2 })).toEqual({ merged: {}, conflicts: ['a'] })
  expect(merge({ a: 1 }, {}, { a: 2 }, { a: 'theirs' })).toEqual({ merged: { a: 2 }, conflicts: ['a'] })
})
