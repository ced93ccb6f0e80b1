import { expect, test } from 'vitest'
import { sparkPath } from './spark.ts'

test('a course goes from edge to edge, the lowest at the bottom', () => {
  expect(sparkPath(['1.00', '3.00', 2], 40, 20)).toBe('M0.0 18.5L20.0 1.5L40.0 10.0')
})

test('a gap is a gap and not a zero', () => {
  expect(sparkPath([1, null, 2, 2], 30, 20)).toBe('M0.0 18.5M20.0 1.5L30.0 1.5')
})

test('what never changes is a line in the middle; one point is no course', () => {
  expect(sparkPath([5, 5], 10, 20)).toBe('M0.0 10.0L10.0 10.0')
  expect(sparkPath([5], 10, 20)).toBe('')
  expect(sparkPath([null, 'x'], 10, 20)).toBe('')
})
