import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

const hold = (ms: number) => () => {
  const until = performance.now() + ms
  while (performance.now() < until);
  return ms
}

test('one piece at a time, with three times its rest between; who waits is let in by turn', async () => {
  const pace = createPace()
  const began = performance.now()
  const done: number[] = []
  await Promise.all([1, 2, 3].map(async one => void done.push(one, await pace.run(hold(10)))))
  expect(done).toEqual([1, 10, 2, 10, 3, 10])
  // Two rests lie between three pieces; a timer may be a little early.
  expect(performance.now() - began).toBeGreaterThan(85)
})

test('others get in between while it rests', async () => {
  const pace = createPace()
  let ticks = 0
  const timer = setInterval(() => ticks++, 1)
  await Promise.all([1, 2].map(() => pace.run(hold(20))))
  clearInterval(timer)
  expect(ticks).toBeGreaterThan(5)
})

test('a failure is told to whoever asked, and the next one runs', async () => {
  const pace = createPace()
  const failing = pace.run(() => {
    throw new Error('torn')
  })
  await expect(failing).rejects.toThrow('torn')
  expect(await pace.run(() => 'whole')).toBe('whole')
})

test('more than eight do not wait', async () => {
  const pace = createPace()
  const all = Array.from({ length: 12 }, () => pace.run(hold(1)))
  const refused = (await Promise.allSettled(all)).filter(one => one.status === 'rejected')
  expect(refused).toHaveLength(4)
  expect(refused[0]?.reason).toMatchObject({ code: 'kernel.tooManyAtOnce', status: 429 })
})
