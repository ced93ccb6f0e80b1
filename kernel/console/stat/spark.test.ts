import { expect, test } from 'vitest'
import { sparkPath } from './spark.ts'

test('a sparkline goes from edge to edge, with its lowest value at the bottom', () => {
  expect(sparkPath(['1.00', '3.00', 2], 40, 20)).toBe('M0.0 18.5L20.0 1.5L40.0 10.0')
})

test('a gap is not drawn as a zero', () => {
  expect(sparkPath([1, null, 2, 2], 30, 20)).toBe('M0.0 18.5M20.0 1.5L30.0 1.5')
})

test('constant values are a line in the middle; one point has no sparkline', () => {
  expect(sparkPath([5, 5], 10, 20)).toBe('M0.0 10.0L10.0 10.0')
  expect(sparkPath([5], 10, 20)).toBe('')
  expect(sparkPath([null, 'x'], 10, 20)).toBe('')
})
