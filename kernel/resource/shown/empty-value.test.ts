import { expect, test } from 'vitest'
import { isEmptyValue } from './value-text.ts'

test.each([
  [null, true],
  [undefined, true],
  ['', true],
  [[], true],
  [false, false],
  [0, false],
  ['0.00', false],
  [['x'], false],
])('%j is folded: %s', (value, expected) => expect(isEmptyValue(value)).toBe(expected))
