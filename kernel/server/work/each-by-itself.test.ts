import { expect, test } from 'vitest'
import { DatabaseAway } from '../database/database-line.ts'
import { eachByItself } from './each-by-itself.ts'

const failing = (done: string[], wrong: readonly string[]) => async (one: string) => {
  if (wrong.includes(one)) throw new Error(`no luck with ${one}`)
  done.push(one)
}

test('who throws does not stop those after it, and what failed is named at the end', async () => {
  const done: string[] = []
  await expect(eachByItself(['a', 'b', 'c'], failing(done, ['a']))).rejects.toThrow(
    '1 of 3 failed: a: Error: no luck with a',
  )
  expect(done).toEqual(['b', 'c'])
})

test('also several at a time, and also one that throws before its first pause', async () => {
  const done: string[] = []
  const work = (one: string): Promise<void> => {
    if (one === 'a') throw new Error('at once')
    done.push(one)
    return Promise.resolve()
  }
  await expect(eachByItself(['a', 'b', 'c'], work, { atOnce: 2 })).rejects.toBeInstanceOf(AggregateError)
  expect(done).toEqual(['b', 'c'])
})

test('throws nothing without a failure; stops before the next item when aborted', async () => {
  const done: string[] = []
  const stop = new AbortController()
  await eachByItself(
    ['a', 'b'],
    async one => {
      done.push(one)
      stop.abort()
    },
    { signal: stop.signal },
  )
  expect(done).toEqual(['a'])
})

test('a database that is away is asked once and not for each', async () => {
  let asked = 0
  const away = new DatabaseAway()
  const work = () => {
    asked++
    return Promise.reject(away)
  }
  await expect(eachByItself(['a', 'b', 'c'], work)).rejects.toBe(away)
  expect(asked).toBe(1)
})

test('the message names the first few of many', async () => {
  const all = Array.from({ length: 8 }, (_, i) => `t${i}`)
  const error: unknown = await eachByItself(all, failing([], all)).catch((thrown: unknown) => thrown)
  expect(String(error)).toMatch(/8 of 8 failed: t0: .*t4: .*; …$/)
  expect((error as AggregateError).errors).toHaveLength(8)
})
