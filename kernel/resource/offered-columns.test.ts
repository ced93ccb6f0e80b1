import { expect, test } from 'vitest'
import { offeredColumns } from './offered-columns.ts'

const COLUMNS = ['code', 'price', 'count']

test('a column that takes a permission is offered to those who have it; others keep their order', () => {
  const resource = { addedNeeds: { price: 'probe.price:read' } }
  expect(offeredColumns(resource, COLUMNS, () => true)).toEqual(COLUMNS)
  expect(offeredColumns(resource, COLUMNS, () => false)).toEqual(['code', 'count'])
  expect(offeredColumns({}, COLUMNS, () => false)).toEqual(COLUMNS)
})
