import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLine } from './database-line.ts'
import { SILENCE_MS, type SilenceWatch, watchSilence } from './watch-silence.ts'

const TIMED_OUT = new Error('timeout expired')
const never = () => new Promise<never>(() => {})

let watch: SilenceWatch | null = null
beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  watch?.stop()
  vi.useRealTimers()
})

function watched(ask: () => Promise<unknown>) {
  const told: unknown[] = []
  const given: string[] = []
  watch = watchSilence({ ask, silent: cause => told.push(cause) })
  const wait = (name: string, work: () => Promise<unknown>) => void watch?.during(work, () => given.push(name))
  return { told, given, wait }
}

test('two unanswered probes count as silence: all waiting calls are refused', async () => {
  const ask = vi.fn<() => Promise<unknown>>(async () => Promise.reject(TIMED_OUT))
  const { told, given, wait } = watched(ask)
  wait('old', never)
  wait('done', async () => 1)
  await vi.advanceTimersByTimeAsync(SILENCE_MS - 100)
  wait('young', never)
  expect(ask).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_200)
  expect(ask).toHaveBeenCalledTimes(2)
  expect(told).toEqual([TIMED_OUT])
  expect(given).toEqual(['old', 'young'])
})

test.each([
  ['an answer to others', async () => 1],
  ['one late answer', vi.fn<() => Promise<unknown>>().mockRejectedValueOnce(TIMED_OUT).mockResolvedValue(1)],
  ['a refusal', async () => Promise.reject(new Error('sorry, too many clients already'))],
])('a slow statement is none: %s', async (_name, ask) => {
  const { told, given, wait } = watched(ask)
  wait('slow', never)
  await vi.advanceTimersByTimeAsync(SILENCE_MS + 1_500)
  expect([told, given]).toEqual([[], []])
})

test('sends no probe while no call waits', async () => {
  const ask = vi.fn<() => Promise<unknown>>(async () => 1)
  const { wait } = watched(ask)
  for (let n = 0; n < 10; n++) {
    wait('quick', async () => n)
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(ask).not.toHaveBeenCalled()
})

test('a lost connection refuses at once, and is logged once until it is back', async () => {
  let isThere = false
  const news: string[] = []
  const line = createLine(async () => (isThere ? 1 : Promise.reject(TIMED_OUT)), {
    away: () => news.push('away'),
    back: () => news.push('back'),
  })
  line.lost(TIMED_OUT)
  line.lost(TIMED_OUT)
  expect(line.isAway).toBe(true)
  await vi.advanceTimersByTimeAsync(2_000)
  isThere = true
  await vi.advanceTimersByTimeAsync(500)
  await line.whenHere()
  expect(line.isAway).toBe(false)
  expect(news).toEqual(['away', 'back'])
  line.close()
})
