import { expect, test } from 'vitest'
import { mergePoints } from './merge-points.ts'

const BASE = [
  { key: 'u', address: '1', scale: '1' },
  { key: 'i', address: '2' },
]

test('cells of both sides are kept, and rows that one side added or removed', () => {
  const mine = [{ key: 'u', address: '1', scale: '10' }, { key: 'i', address: '2' }, { key: 'mine' }]
  const theirs = [{ key: 'u', address: '7', scale: '1' }, { key: 'theirs' }]
  expect(mergePoints({ base: BASE, mine, theirs }, {})).toEqual({
    merged: [{ key: 'u', address: '7', scale: '10' }, { key: 'mine' }, { key: 'theirs' }],
    conflicts: [],
  })
})

test('a cell that both changed is a conflict to choose in', () => {
  const mine = [{ ...BASE[0], address: '8' }, { ...BASE[1] }]
  const theirs = [{ ...BASE[0], address: '7' }, { ...BASE[1] }]
  const { merged, conflicts } = mergePoints({ base: BASE, mine, theirs }, {})
  expect(conflicts).toMatchObject([{ row: 'u', column: 'address', mine: '8', theirs: '7' }])
  expect(merged[0]?.address).toBe('8')
  expect(mergePoints({ base: BASE, mine, theirs }, { [conflicts[0]?.key ?? '']: 'theirs' }).merged[0]?.address).toBe(
    '7',
  )
})
