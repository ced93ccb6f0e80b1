import { expect, test } from 'vitest'
import { leftText } from './left-text.ts'

test('the time left is told in minutes and seconds', () => {
  expect([1800, 299, 60, 9, 0].map(leftText)).toEqual(['30:00', '04:59', '01:00', '00:09', '00:00'])
})
