import { expect, test } from 'vitest'
import { countInFirstLine } from './use-row-fit.ts'

test.each([
  [[], 0],
  [[12], 1],
  [[12, 12, 12], 3],
  [[12, 12, 46, 46, 80], 2],
])('of %o the first line holds %i', (tops, count) => expect(countInFirstLine(tops)).toBe(count))
