import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gather } from './gather.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('many calls become one; a call after it starts anew', () => {
  const run = vi.fn<() => void>()
  for (let call = 0; call < 50; call++) gather('orders', 1_000, run)
  vi.advanceTimersByTime(999)
  expect(run).toHaveBeenCalledTimes(0)
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledTimes(1)
  gather('orders', 1_000, run)
  vi.advanceTimersByTime(1_000)
  expect(run).toHaveBeenCalledTimes(2)
})

test('another name waits on its own, and so does the same name with another interval', () => {
  const ran: string[] = []
  gather('bills', 20_000, () => ran.push('bills, slowly'))
  gather('bills', 1_000, () => ran.push('bills'))
  gather('orders', 1_000, () => ran.push('orders'))
  vi.advanceTimersByTime(1_000)
  expect(ran).toEqual(['bills', 'orders'])
  vi.advanceTimersByTime(19_000)
  expect(ran).toEqual(['bills', 'orders', 'bills, slowly'])
})
