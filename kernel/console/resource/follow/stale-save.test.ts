import { expect, test } from 'vitest'
import { standingOf } from './stale-save.ts'

test('a form whose version was refused stays outdated until it shows a newer one', () => {
  expect(standingOf(null, 3)).toBe('current')
  expect(standingOf(null, undefined)).toBe('current')
  expect(standingOf(3, 3)).toBe('behind')
  // A read that began before the other save can answer late with an older version.
  expect(standingOf(3, 2)).toBe('behind')
  expect(standingOf(3, 4)).toBe('caughtUp')
})
