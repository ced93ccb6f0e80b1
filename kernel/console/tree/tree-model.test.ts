import fc from 'fast-check'
import { expect, test } from 'vitest'
import { actionOf, typedAhead } from './tree-keys.ts'
import { aboveOf, closedFrom, foundIn, heightOf, linesOf, type TreeNode, treeOf, withAllBelow } from './tree-model.ts'
import { allowedDrop, isAllowed, moved, placeOf, positionOf, sideOf, stepPlace } from './tree-moves.ts'

const node = (id: string, parent: string | null, label = id, find: string[] = []): TreeNode<null> => ({
  id,
  parent,
  label,
  find,
  row: null,
})
const NODES = [node('a', null), node('a1', 'a'), node('a11', 'a1'), node('a2', 'a'), node('b', null)]
const tree = treeOf(NODES)
const none: ReadonlySet<string> = new Set()
const ids = (of: typeof tree, closed = none) => linesOf(of, closed).map(line => `${line.node.id}:${line.level}`)

/** Nodes with arbitrary parents: unknown ones, themselves, cycles. */
const anyNodes = fc
  .uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 20 })
  .chain(keys =>
    fc.tuple(
      ...keys.map(key =>
        fc
          .option(fc.integer({ min: 0, max: 30 }))
          .map(parent => node(String(key), parent === null ? null : String(parent))),
      ),
    ),
  )

test('lines are in order with level and position; nodes below a closed one are left out', () => {
  expect(ids(tree)).toEqual(['a:1', 'a1:2', 'a11:3', 'a2:2', 'b:1'])
  expect(ids(tree, new Set(['a1']))).toEqual(['a:1', 'a1:2', 'a2:2', 'b:1'])
  expect(linesOf(tree, none).map(({ place, beside }) => `${place}/${beside}`)).toEqual([
    '1/2',
    '1/2',
    '1/1',
    '2/2',
    '2/2',
  ])
  expect([heightOf(tree, 'a'), heightOf(tree, 'b')]).toEqual([3, 1])
  expect([closedFrom(tree, 1), closedFrom(tree, 2)]).toEqual([['a', 'a1'], ['a1']])
  expect(aboveOf(tree, 'a11')).toEqual(['a', 'a1'])
})

test('a node with an unknown parent is at the top; one with unloaded children can be opened', () => {
  const partial = treeOf([node('x', 'gone'), { ...node('y', null), isLazy: true }])
  expect(linesOf(partial, new Set(['y'])).map(({ node: { id }, hasBelow, isOpen }) => [id, hasBelow, isOpen])).toEqual([
    ['x', false, false],
    ['y', true, false],
  ])
})

test('a path that leads into a cycle does not keep the cycle from being broken', () => {
  const rings = treeOf([node('out', 'x'), node('x', 'y'), node('y', 'x')])
  expect(linesOf(rings, none).map(line => `${line.node.id}:${line.level}`)).toEqual(['x:1', 'out:2', 'y:2'])
})

test('for any parents, every node is drawn exactly once', () => {
  fc.assert(
    fc.property(anyNodes, nodes => {
      const drawn = linesOf(treeOf(nodes), none).map(line => line.node.id)
      expect([...drawn].sort()).toEqual(nodes.map(({ id }) => id).sort())
    }),
  )
})

test('an allowed move keeps every node once, makes no cycle, has the requested position and can be undone', () => {
  const aMove = fc.tuple(anyNodes, fc.nat(), fc.option(fc.nat()), fc.option(fc.nat()))
  fc.assert(
    fc.property(aMove, ([nodes, what, into, front]) => {
      const before = treeOf(nodes)
      const keys = [...before.byId.keys()]
      const id = keys[what % Math.max(1, keys.length)]
      if (id === undefined) return
      const parent = into === null ? null : (keys[into % keys.length] ?? null)
      const group = before.below.get(parent) ?? []
      const place = { parent, before: front === null ? null : (group[front % Math.max(1, group.length)] ?? null) }
      fc.pre(isAllowed(before, id, place))
      const after = moved(before, id, place)
      const drawn = linesOf(after, none).map(line => line.node.id)
      expect([...drawn].sort()).toEqual([...keys].sort())
      expect(placeOf(after, id)).toEqual(place)
      expect(withAllBelow(after, id).sort()).toEqual(withAllBelow(before, id).sort())
      expect(aboveOf(after, id)).not.toContain(id)
      expect(after.below.get(parent)?.indexOf(id)).toBe(positionOf(before, id, place))
      const back = moved(after, id, placeOf(before, id))
      expect(linesOf(back, none).map(line => line.node.id)).toEqual(linesOf(before, none).map(line => line.node.id))
    }),
  )
})

test('a move that makes a cycle, is too deep, changes nothing, or is refused by the caller is not allowed', () => {
  expect(isAllowed(tree, 'a', { parent: 'a11', before: null })).toBe(false)
  expect(isAllowed(tree, 'a', { parent: 'a', before: null })).toBe(false)
  expect(isAllowed(tree, 'a2', { parent: 'a', before: null })).toBe(false)
  expect(isAllowed(tree, 'a2', { parent: null, before: 'a11' })).toBe(false)
  expect(isAllowed(tree, 'nobody', { parent: null, before: null })).toBe(false)
  expect(isAllowed(tree, 'a1', { parent: 'b', before: null })).toBe(true)
  expect(isAllowed(tree, 'a1', { parent: 'b', before: null }, { maxLevel: 2 })).toBe(false)
  expect(isAllowed(tree, 'a1', { parent: 'b', before: null }, { mayMove: ({ id }) => id !== 'a1' })).toBe(false)
})

test.each([
  ['a2', 'ArrowUp', { parent: 'a', before: 'a1' }],
  ['a1', 'ArrowDown', { parent: 'a', before: null }],
  ['a', 'ArrowDown', { parent: null, before: null }],
  ['a2', 'ArrowLeft', { parent: null, before: 'b' }],
  ['a2', 'ArrowRight', { parent: 'a1', before: null }],
  ['a', 'ArrowUp', null],
  ['b', 'ArrowDown', null],
  ['b', 'ArrowLeft', null],
  ['a1', 'ArrowRight', null],
  ['nobody', 'ArrowDown', null],
])('Alt moves %s with %s', (id, key, place) => {
  expect(stepPlace(tree, id, key)).toEqual(place)
})

test('a drop goes in front of a line, inside it or behind it, at the nearest allowed position', () => {
  expect([0, 0.24, 0.5, 0.76, 1].map(sideOf)).toEqual(['before', 'before', 'inside', 'after', 'after'])
  const lines = linesOf(tree, none)
  const drop = (at: number, share: number, held: string, rules = {}) => {
    const line = lines[at]
    return line ? allowedDrop(tree, line, share, held, rules) : null
  }
  expect(drop(3, 0.1, 'b')?.place).toEqual({ parent: 'a', before: 'a2' })
  expect(drop(3, 0.5, 'b')?.place).toEqual({ parent: 'a2', before: null })
  expect(drop(3, 0.9, 'b')?.place).toEqual({ parent: 'a', before: null })
  // Behind an open node is the position of its first child.
  expect(drop(0, 0.9, 'b')?.place).toEqual({ parent: 'a', before: 'a1' })
  // A drop inside is refused, so the nearer edge applies.
  expect(drop(3, 0.4, 'b', { mayMove: (_node: unknown, to: { parent: string | null }) => to.parent !== 'a2' })).toEqual(
    { side: 'before', place: { parent: 'a', before: 'a2' } },
  )
  expect(drop(2, 0.5, 'a')).toBeNull()
})

test('keys move through every visible line, open, close, and enter the row', () => {
  const lines = linesOf(tree, new Set(['a1']))
  expect(actionOf('ArrowDown', lines, 'a1')).toEqual({ to: 'a2' })
  expect(actionOf('ArrowUp', lines, 'a2')).toEqual({ to: 'a1' })
  expect(actionOf('Home', lines, 'b')).toEqual({ to: 'a' })
  expect(actionOf('End', lines, 'a')).toEqual({ to: 'b' })
  expect(actionOf('PageDown', lines, 'a')).toEqual({ to: 'b' })
  expect(actionOf('ArrowRight', lines, 'a1')).toEqual({ open: ['a1'] })
  expect(actionOf('ArrowRight', lines, 'b')).toEqual({ into: 'b' })
  expect(actionOf('ArrowLeft', lines, 'a')).toEqual({ close: 'a' })
  expect(actionOf('ArrowLeft', lines, 'a1')).toEqual({ to: 'a' })
  expect(actionOf('*', lines, 'a1')).toEqual({ open: ['a1'] })
  for (const [key, at] of [
    ['ArrowUp', 'a'],
    ['ArrowDown', 'b'],
    ['ArrowLeft', 'b'],
    ['x', 'a'],
    ['Home', 'nobody'],
  ] as const)
    expect(actionOf(key, lines, at)).toBeNull()
})

test('typing goes to the next label that begins so, by initials of pinyin too, and on with the same letter', () => {
  const named = treeOf([node('1', null, '财务部'), node('2', null, '采购部'), node('3', null, 'Quality')])
  const lines = linesOf(named, none)
  expect(typedAhead(lines, '1', 'q')).toBe('3')
  expect(typedAhead(lines, '1', 'c')).toBe('2')
  expect(typedAhead(lines, '1', 'cc')).toBe('2')
  expect(typedAhead(lines, '1', 'cw')).toBe('1')
  expect(typedAhead(lines, '3', '采')).toBe('2')
  expect(typedAhead(lines, '1', 'x')).toBeNull()
})

test('a search keeps the ancestors of each match', () => {
  const named = treeOf([node('r', null), node('1', 'r', '上海运维班'), node('2', 'r', '财务部', ['FIN-01'])])
  expect([...foundIn(named, '运维')].sort()).toEqual(['1', 'r'])
  expect([...foundIn(named, 'cwb')].sort()).toEqual(['2', 'r'])
  expect([...foundIn(named, 'fin-0')].sort()).toEqual(['2', 'r'])
  expect(linesOf(named, new Set(['r']), foundIn(named, '财务')).map(line => [line.node.id, line.place])).toEqual([
    ['r', 1],
    ['2', 1],
  ])
  expect(foundIn(named, 'nothing').size).toBe(0)
})
