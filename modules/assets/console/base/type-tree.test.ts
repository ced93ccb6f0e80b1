import { describe, expect, test } from 'vitest'
import { dropMove, keyMove, linesOf, type TypeRow } from './type-tree.ts'

const row = (id: string, parent: string | null, position: number, builtIn = false): TypeRow => ({
  id,
  parent,
  position,
  code: id,
  builtIn,
})
const ROWS = [
  row('b', null, 1),
  row('a', null, 0, true),
  row('a2', 'a', 1),
  row('a1', 'a', 0, true),
  row('a1x', 'a1', 0),
  row('lost', 'gone', 5),
]
const lines = linesOf(ROWS, new Set())

test('the tree stands in the order of places, whatever the order of rows', () => {
  expect(lines.map(one => `${'-'.repeat(one.depth)}${one.type.id}`)).toEqual(['a', '-a1', '--a1x', '-a2', 'b', 'lost'])
  expect(linesOf(ROWS, new Set(['a1'])).map(one => one.type.id)).toEqual(['a', 'a1', 'a2', 'b', 'lost'])
  expect(lines[0]).toMatchObject({ hasChildren: true, place: 0, siblings: 3 })
})

describe('the keyboard', () => {
  test.each([
    ['b', 'ArrowUp', { parent: null, position: 0 }],
    ['a', 'ArrowUp', null],
    ['a', 'ArrowDown', { parent: null, position: 1 }],
    ['a2', 'ArrowDown', null],
    ['a2', 'ArrowLeft', { parent: null, position: 1 }],
    ['a1', 'ArrowLeft', null],
    ['b', 'ArrowLeft', null],
    ['b', 'ArrowRight', { parent: 'a', position: 1_000 }],
    ['a2', 'ArrowRight', { parent: 'a1', position: 1_000 }],
    ['a', 'ArrowRight', null],
    ['a', 'Home', null],
    ['none', 'ArrowUp', null],
  ])('%s %s', (id, key, move) => {
    expect(keyMove(lines, id, key)).toEqual(move)
  })
})

describe('the pointer', () => {
  test.each([
    ['b', 'a', 0.1, { parent: null, position: 0 }],
    ['a', 'b', 0.9, { parent: null, position: 1 }],
    ['b', 'a', 0.5, { parent: 'a', position: 1_000 }],
    ['b', 'a2', 0.1, { parent: 'a', position: 1 }],
    // Below itself, onto itself, and a built-in type away from its parent.
    ['a', 'a1x', 0.5, null],
    ['b', 'b', 0.5, null],
    ['a1', 'b', 0.5, null],
    ['a1', 'a2', 0.9, { parent: 'a', position: 1 }],
  ])('%s onto %s at %d', (dragged, onto, share, move) => {
    expect(dropMove(lines, dragged, onto, share)).toEqual(move)
  })
})
