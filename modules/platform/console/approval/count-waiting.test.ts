import { expect, test } from 'vitest'
import { countWaiting } from './count-waiting.ts'

test('what waits for the reader is counted apart from what waits for others', () => {
  const own = { can: ['withdraw'] }
  const mine = { can: ['approve', 'reject'] }
  expect(countWaiting([own, own], 2)).toEqual({ mine: 0, others: 2 })
  expect(countWaiting([mine, own, { can: [] }], 3)).toEqual({ mine: 1, others: 2 })
  expect(countWaiting([mine], 60)).toEqual({ mine: 1, others: 59 })
  expect(countWaiting([], 0)).toEqual({ mine: 0, others: 0 })
})
