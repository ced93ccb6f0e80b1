import type { LiveState } from '@wattyard/console-kit'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchServer } from './server-gone.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A page that watches a server: what it was told last, and how often it asked. */
function watching() {
  const page = { answers: true, isHidden: false, asked: 0, isGone: false, stream: (_state: LiveState): void => {} }
  const stop = watchServer(
    {
      watch(watcher) {
        page.stream = watcher
        return () => {}
      },
      async ask() {
        page.asked += 1
        return page.answers
      },
      isHidden: () => page.isHidden,
    },
    isGone => {
      page.isGone = isGone
    },
  )
  return Object.assign(page, { stop })
}

test('a stream that is lost twice makes the page ask, and the answer counts', async () => {
  const page = watching()
  page.stream('lost')
  expect(page.asked).toBe(0)
  page.stream('lost')
  await vi.advanceTimersByTimeAsync(0)
  expect([page.asked, page.isGone]).toEqual([1, false])
  page.answers = false
  page.stream('lost')
  await vi.advanceTimersByTimeAsync(0)
  expect(page.isGone).toBe(true)
  page.stream('connected')
  expect(page.isGone).toBe(false)
  page.stop()
})

test('a server that hangs behind an open stream is noticed, and so is its return', async () => {
  const page = watching()
  page.stream('connected')
  page.answers = false
  await vi.advanceTimersByTimeAsync(15_000)
  expect(page.isGone).toBe(false)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(page.isGone).toBe(true)
  page.answers = true
  await vi.advanceTimersByTimeAsync(15_000)
  expect(page.isGone).toBe(false)
  page.stop()
})

test('a hidden page asks nothing, nor does one that was left', async () => {
  const page = watching()
  page.isHidden = true
  await vi.advanceTimersByTimeAsync(120_000)
  expect(page.asked).toBe(0)
  page.isHidden = false
  page.stop()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(page.asked).toBe(0)
})
