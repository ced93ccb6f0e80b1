import { expect, test } from 'vitest'
import { createSharedReads, SHARE_WINDOW_MS } from './shared-reads.ts'

function bed() {
  let at = 0
  const calls: AbortSignal[] = []
  const answers: PromiseWithResolvers<number>[] = []
  const reads = createSharedReads(() => at)
  const read = async (signal: AbortSignal): Promise<number> => {
    calls.push(signal)
    const answer = Promise.withResolvers<number>()
    answers.push(answer)
    return answer.promise
  }
  return { reads, read, calls, answers, pass: (ms: number) => (at += ms) }
}

test('identical reads share one result for three seconds, not longer', async () => {
  const { reads, read, calls, answers, pass } = bed()
  const first = reads.share('a', read)
  const second = reads.share('a', read)
  answers[0]?.resolve(1)
  expect(await first).toBe(1)
  expect(await second).toBe(1)
  pass(SHARE_WINDOW_MS - 1)
  expect(await reads.share('a', read)).toBe(1)
  pass(1)
  const third = reads.share('a', read)
  answers[1]?.resolve(2)
  expect(await third).toBe(2)
  expect(calls.length).toBe(2)
})

test('a failure is not shared with later callers', async () => {
  const { reads, read, answers } = bed()
  const first = reads.share('a', read)
  answers[0]?.reject(new Error('down'))
  await expect(first).rejects.toThrow('down')
  const second = reads.share('a', read)
  answers[1]?.resolve(2)
  expect(await second).toBe(2)
})

test('the call is aborted only when its last caller gives up', async () => {
  const { reads, read, calls } = bed()
  const [one, two] = [new AbortController(), new AbortController()]
  const first = reads.share('a', read, one.signal)
  const second = reads.share('a', read, two.signal)
  one.abort()
  await expect(first).rejects.toThrow('abort')
  expect(calls[0]?.aborted).toBe(false)
  two.abort()
  await expect(second).rejects.toThrow('abort')
  expect(calls[0]?.aborted).toBe(true)
})

test('after forget no old result is shared', async () => {
  const { reads, read, calls, answers } = bed()
  const first = reads.share('a', read)
  answers[0]?.resolve(1)
  await first
  reads.forget()
  void reads.share('a', read).catch(() => undefined)
  expect(calls.length).toBe(2)
})
