import { describe, expect, test } from 'vitest'
import { leftNear, nextTarget, walk } from './board-steps.ts'

const columns = [
  { key: 'building', ids: ['a'] },
  { key: 'open', ids: ['b', 'c', 'd'] },
  { key: 'maintenance', ids: [] },
  { key: 'closed', ids: ['e', 'f'] },
]

describe('walking over the cards', () => {
  test('up and down move within the column', () => {
    expect([walk(columns, 'c', 'ArrowDown'), walk(columns, 'd', 'ArrowDown'), walk(columns, 'b', 'ArrowUp')]).toEqual([
      'd',
      'd',
      'b',
    ])
    expect([walk(columns, 'c', 'Home'), walk(columns, 'c', 'End')]).toEqual(['b', 'd'])
  })

  test('sideways it stays at its height, over columns without cards', () => {
    expect([
      walk(columns, 'c', 'ArrowRight'),
      walk(columns, 'd', 'ArrowRight'),
      walk(columns, 'd', 'ArrowLeft'),
    ]).toEqual(['f', 'f', 'a'])
    expect([walk(columns, 'a', 'ArrowLeft'), walk(columns, 'f', 'ArrowRight')]).toEqual([null, null])
  })

  test('without a card, or with a removed one, it begins at the first', () => {
    expect([walk(columns, null, 'ArrowDown'), walk(columns, 'gone', 'ArrowRight'), walk([], null, 'End')]).toEqual([
      'a',
      'a',
      null,
    ])
  })

  test('other keys are ignored', () => {
    expect([walk(columns, 'b', 'x'), walk(columns, null, 'Tab')]).toEqual([null, null])
  })
})

test('a held card steps over columns that it may not be in', () => {
  const keys = columns.map(({ key }) => key)
  const may = (column: string) => ['open', 'closed'].includes(column)
  expect(nextTarget(keys, 'open', 'ArrowRight', may)).toBe('closed')
  expect(nextTarget(keys, 'closed', 'ArrowRight', may)).toBe('closed')
  expect(nextTarget(keys, 'open', 'ArrowLeft', may)).toBe('open')
})

test('the card below takes the place of one that leaves, else the one above', () => {
  expect([leftNear(columns, 'c'), leftNear(columns, 'd'), leftNear(columns, 'a'), leftNear(columns, 'gone')]).toEqual([
    'd',
    'c',
    null,
    null,
  ])
})
