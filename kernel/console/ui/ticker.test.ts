import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTicker } from './ticker.ts'

const START = Date.UTC(2026, 10, 20, 8)

beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => void vi.useRealTimers())

test('all subscribers share one timer and read the same value between two ticks', () => {
  const ticker = createTicker(10_000)
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()]
  expect(ticker.read()).toBe(START)
  const stops = [ticker.subscribe(first), ticker.subscribe(second)]
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(9_999)
  expect([ticker.read(), first.mock.calls.length]).toEqual([START, 0])
  vi.advanceTimersByTime(1)
  expect([ticker.read(), first.mock.calls.length, second.mock.calls.length]).toEqual([START + 10_000, 1, 1])
  for (const stop of stops) stop()
  expect(vi.getTimerCount()).toBe(0)
})

test('a new subscriber after a pause gets the current time', () => {
  const ticker = createTicker(1_000)
  ticker.subscribe(() => {})()
  vi.advanceTimersByTime(600_500)
  expect(ticker.read()).toBe(START + 600_000)
})
