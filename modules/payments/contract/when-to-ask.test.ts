import { DAY_MS, HOUR_MS, MINUTE_MS } from '@wattyard/time'
import { describe, expect, test } from 'vitest'
import { type Ladder, pauseBefore } from './when-to-ask.ts'

const pauses = (ladder: Ladder, count: number) =>
  Array.from({ length: count }, (_, asked) => pauseBefore(ladder, asked))

describe('pauses between questions', () => {
  test('of an open payment: six grow, then every ten minutes', () => {
    expect(pauses('openPayment', 8)).toEqual([5, 15, 30, 60, 180, 300, 600, 600].map(seconds => seconds * 1_000))
  })

  test('of an ended payment: half an hour, a day, no more', () => {
    expect(pauses('endedPayment', 3)).toEqual([30 * MINUTE_MS, DAY_MS, null])
  })

  test('of a part of a refund: to every six hours, for ever', () => {
    expect(pauses('refundPart', 2)).toEqual([10_000, MINUTE_MS])
    expect(pauseBefore('refundPart', 1_000)).toBe(6 * HOUR_MS)
  })

  test('of an abnormal part: daily for thirty days', () => {
    expect(pauses('abnormalPart', 31).filter(pause => pause === DAY_MS)).toHaveLength(30)
    expect(pauseBefore('abnormalPart', 30)).toBeNull()
  })

  test('of a repeated request: doubled, up to ten minutes', () => {
    expect(pauses('again', 8)).toEqual([10, 20, 40, 80, 160, 320, 600, 600].map(seconds => seconds * 1_000))
    expect(pauseBefore('again', 5_000)).toBe(10 * MINUTE_MS)
  })
})
