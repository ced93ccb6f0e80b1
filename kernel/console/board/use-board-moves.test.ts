import { expect, test } from 'vitest'
import { withMoves } from './use-board-moves.ts'

const item = (id: string) => ({ id, name: id, targets: [] })
const columns = [
  { key: 'open', title: 'Open', total: 70, items: [item('a'), item('b')] },
  { key: 'closed', title: 'Closed', total: 1, items: [item('c')] },
]

test('a card in transit is on top of its target column and counted there', () => {
  const [open, closed] = withMoves(columns, [{ item: item('b'), to: 'closed' }])
  expect([open?.items.map(({ id }) => id), open?.total]).toEqual([['a'], 69])
  expect([closed?.items.map(({ id }) => id), closed?.total]).toEqual([['b', 'c'], 2])
})

test('a card that the list already has in its target column is shown once', () => {
  const [open, closed] = withMoves(columns, [{ item: item('c'), to: 'closed' }])
  expect([open?.total, closed?.total]).toEqual([70, 1])
  expect(closed?.items.map(({ id }) => id)).toEqual(['c'])
})

test('without moves nothing changes', () => {
  expect(withMoves(columns, [])).toEqual(columns)
})
