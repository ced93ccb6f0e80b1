import { expect, test } from 'vitest'
import { COUNT_BOUNDS, isWithin, NO_NUMBERS, numberedPiles, readNumbers, rowOf, rowProblems } from './pile-rows.ts'

const codes = (rows: readonly { code: string }[]) => rows.map(({ code }) => code)

test('numbers have two digits, and as many as the last one needs', () => {
  expect(codes(numberedPiles({ prefix: 'S1-', first: 1, count: 3 }))).toEqual(['S1-01', 'S1-02', 'S1-03'])
  expect(codes(numberedPiles({ prefix: '', first: 99, count: 2 }))).toEqual(['099', '100'])
})

test('a number of piles that cannot be made is refused, not set to the nearest one', () => {
  expect([-3, 0, 1, 1.5, 50, 51].filter(count => isWithin(count, COUNT_BOUNDS))).toEqual([1, 50])
})

test('empty and duplicate codes, in either case of letters, are reported at their row', () => {
  const rows = [
    { code: 'A', identity: 'x' },
    { code: 'a ', identity: ' ' },
    { code: 'B', identity: 'x' },
  ]
  expect(rowProblems(rows)).toEqual({ '1.code': 'twice', '1.identity': 'missing', '2.identity': 'twice' })
  expect(rowProblems(numberedPiles({ prefix: 'P', first: 1, count: 50 }))).toEqual({})
})

test('only the valid parts of a draft are taken', () => {
  const rows = [{ code: 'A', identity: 'A', colour: 'red' }, { code: 7, identity: 'B' }, null]
  expect(readNumbers({ prefix: 'P', first: 0, count: 90, rows }, 50)).toEqual({
    prefix: 'P',
    first: 0,
    count: 50,
    rows: [{ code: 'A', identity: 'A' }],
  })
  expect(readNumbers({ prefix: 1, first: -1, count: 1.5, rows: 'x' }, 50)).toEqual(NO_NUMBERS)
  expect(readNumbers(null, 50)).toEqual(NO_NUMBERS)
})

test('an error path leads to its row and field', () => {
  expect(
    ['piles.3.code', 'piles.12.identity', 'piles.0.name', 'piles.0.power', 'station.code', 'piles'].map(rowOf),
  ).toEqual(['3.code', '12.identity', '0.code', null, null, null])
})
