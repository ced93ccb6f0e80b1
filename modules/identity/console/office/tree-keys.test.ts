import { expect, test } from 'vitest'
import { above, closedFrom, foundIn, linesOf, moveOf, placeAt, sideOf } from './tree-keys.ts'
import { type OfficeNode, withBelow } from './use-offices.ts'

const node = (id: string, ...children: OfficeNode[]): OfficeNode => ({
  id,
  code: id,
  label: id,
  kind: 'department',
  status: 'active',
  people: 0,
  stations: null,
  children,
})
const TREE = [node('a', node('a1', node('a11')), node('a2')), node('b')]
const none: ReadonlySet<string> = new Set()

test('lines stand in order with their level and place; what is below a closed one is not among them', () => {
  const shown = (closed: ReadonlySet<string>) => linesOf(TREE, closed).map(({ node: { id }, level }) => `${id}${level}`)
  expect(shown(none)).toEqual(['a1', 'a12', 'a113', 'a22', 'b1'])
  expect(shown(new Set(['a1']))).toEqual(['a1', 'a12', 'a22', 'b1'])
  expect(shown(new Set(['a']))).toEqual(['a1', 'b1'])
  expect(linesOf(TREE, none).map(({ place, beside }) => `${place}/${beside}`)).toEqual([
    '1/2',
    '1/2',
    '1/1',
    '2/2',
    '2/2',
  ])
})

test('keys go through every line that is seen, and open and close', () => {
  const lines = linesOf(TREE, new Set(['a1']))
  expect(moveOf('ArrowDown', lines, 'a1')).toEqual({ to: 'a2' })
  expect(moveOf('ArrowUp', lines, 'a2')).toEqual({ to: 'a1' })
  expect(moveOf('Home', lines, 'b')).toEqual({ to: 'a' })
  expect(moveOf('End', lines, 'a')).toEqual({ to: 'b' })
  expect(moveOf('ArrowRight', lines, 'a1')).toEqual({ open: ['a1'] })
  expect(moveOf('ArrowRight', lines, 'a')).toEqual({ to: 'a1' })
  expect(moveOf('ArrowLeft', lines, 'a')).toEqual({ close: 'a' })
  expect(moveOf('ArrowLeft', lines, 'a1')).toEqual({ to: 'a' })
  expect(moveOf('*', lines, 'a1')).toEqual({ open: ['a1', 'a2'] })
})

test('where there is nowhere to go, and for other keys, nothing happens', () => {
  const lines = linesOf(TREE, none)
  for (const [key, at] of [
    ['ArrowUp', 'a'],
    ['ArrowDown', 'b'],
    ['ArrowRight', 'b'],
    ['ArrowLeft', 'b'],
    ['x', 'a'],
    ['ArrowDown', 'nobody'],
  ] as const)
    expect(moveOf(key, lines, at)).toBeNull()
})

test('a search keeps what fits by name, code or initials, and the way to it', () => {
  const ids = (sought: string) =>
    foundIn([node('root', { ...node('n1'), label: '上海运维班' }, { ...node('n2'), label: '财务部' })], sought)
      .flatMap(withBelow)
      .map(({ id }) => id)
  expect(ids('运维')).toEqual(['root', 'n1'])
  expect(ids('cwb')).toEqual(['root', 'n2'])
  expect(ids('N2')).toEqual(['root', 'n2'])
  expect(ids('nothing')).toEqual([])
})

test('a large tree begins closed below its first levels; the way to an office can be opened', () => {
  expect(closedFrom(TREE, 1)).toEqual(['a', 'a1'])
  expect(closedFrom(TREE, 2)).toEqual(['a1'])
  expect(above(TREE, 'a11')).toEqual(['a', 'a1'])
  expect(above(TREE, 'b')).toEqual([])
})

test('what is let go over a line goes in front of it, into it or behind it', () => {
  expect([0, 0.24, 0.5, 0.76, 1].map(sideOf)).toEqual(['before', 'before', 'inside', 'after', 'after'])
  const lines = linesOf(TREE, none)
  expect(placeAt(lines, 3, 'before')).toEqual({ parent: 'a', before: 'a2' })
  expect(placeAt(lines, 4, 'inside')).toEqual({ parent: 'b', before: null })
  expect(placeAt(lines, 3, 'after')).toEqual({ parent: 'a', before: null })
  // Behind an open office there is the first one below it.
  expect(placeAt(lines, 0, 'after')).toEqual({ parent: 'a', before: 'a1' })
  expect(placeAt(linesOf(TREE, new Set(['a'])), 0, 'after')).toEqual({ parent: null, before: 'b' })
  expect(placeAt(lines, 9, 'inside')).toBeNull()
})
