import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareWidth } from './column-widths.ts'

test('a code stays whole where longer texts can wrap', () => {
  const [code = 0, name = 0] = shareWidth(
    [
      { whole: 100, part: 100 },
      { whole: 300, part: 48 },
    ],
    200,
  )
  expect([code, name]).toEqual([100, 100])
})

test('free room is shared, and without room the widest give way first', () => {
  expect(
    shareWidth(
      [
        { whole: 100, part: 50 },
        { whole: 300, part: 50 },
      ],
      800,
    ),
  ).toEqual([200, 600])
  expect(
    shareWidth(
      [
        { whole: 90, part: 90 },
        { whole: 30, part: 30 },
      ],
      100,
    ),
  ).toEqual([70, 30])
})

test('columns fill the page, no more and no less', () => {
  const need = fc.record({ whole: fc.integer({ min: 1, max: 400 }), part: fc.integer({ min: 1, max: 200 }) })
  fc.assert(
    fc.property(fc.array(need, { minLength: 1, maxLength: 16 }), fc.integer({ min: 100, max: 900 }), (needs, room) => {
      const widths = shareWidth(needs, room)
      expect(Math.abs(widths.reduce((sum, width) => sum + width, 0) - room)).toBeLessThan(0.001)
      expect(Math.min(...widths)).toBeGreaterThan(0)
    }),
  )
})
