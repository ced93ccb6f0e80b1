import { expect, test } from 'vitest'
import { linesOf, moveOf } from './tree-keys.ts'
import type { OfficeNode } from './use-offices.ts'

const node = (id: string, ...children: OfficeNode[]): OfficeNode => ({
  id,
  code: id,
  label: id,
  kind: 'department',
  children,
})
const TREE = [node('a', node('a1', node('a11')), node('a2')), node('b')]
const none: ReadonlySet<string> = new Set()

test('lines stand in order with their level; what is below a closed one is not among them', () => {
  const shown = (closed: ReadonlySet<string>) => linesOf(TREE, closed).map(({ node: { id }, level }) => `${id}${level}`)
  expect(shown(none)).toEqual(['a1', 'a12', 'a113', 'a22', 'b1'])
  expect(shown(new Set(['a1']))).toEqual(['a1', 'a12', 'a22', 'b1'])
  expect(shown(new Set(['a']))).toEqual(['a1', 'b1'])
})

test('keys go through every line that is seen, and open and close', () => {
  const lines = linesOf(TREE, new Set(['a1']))
  expect(moveOf('ArrowDown', lines, 'a1')).toEqual({ to: 'a2' })
  expect(moveOf('ArrowUp', lines, 'a2')).toEqual({ to: 'a1' })
  expect(moveOf('Home', lines, 'b')).toEqual({ to: 'a' })
  expect(moveOf('End', lines, 'a')).toEqual({ to: 'b' })
  expect(moveOf('ArrowRight', lines, 'a1')).toEqual({ open: 'a1' })
  expect(moveOf('ArrowRight', lines, 'a')).toEqual({ to: 'a1' })
  expect(moveOf('ArrowLeft', lines, 'a')).toEqual({ close: 'a' })
  expect(moveOf('ArrowLeft', lines, 'a1')).toEqual({ to: 'a' })
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
