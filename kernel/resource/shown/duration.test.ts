import { expect, test } from 'vitest'
import { showDuration } from './duration.ts'

test('durations', () => {
  expect(showDuration(3723)).toBe('1:02:03')
  expect(showDuration(0)).toBe('0:00:00')
  expect(showDuration(360_000)).toBe('100:00:00')
  expect(showDuration(null)).toBe('--')
  expect(showDuration(-1)).toBe('--')
})
