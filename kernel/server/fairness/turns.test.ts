import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Refusal } from '../refusal.ts'
import { type Requester, OWN, PILES, strangerAt } from './requester.ts'
import { createTurns, MAX_WAITING, OWN_WAIT_MS, sharesOf, TURN_WAIT_MS, type Turns } from './turns.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const person = (group: string, name: string): Requester => ({ kind: 'people', group, name })

/** Everybody who was given a turn, in order, and a way to end one's turn. */
function watch(turns: Turns) {
  const served: string[] = []
  const ends = new Map<string, () => void>()
  const refused: string[] = []
  return {
    served,
    refused,
    async ask(asker: Requester, word: string) {
      void turns.take(asker).then(
        end => {
          served.push(word)
          ends.set(word, end)
        },
        (error: unknown) => void refused.push(`${word} ${error instanceof Refusal ? error.status : String(error)}`),
      )
      await vi.advanceTimersByTimeAsync(0)
    },
    async end(word: string) {
      ends.get(word)?.()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

test('four hundred calls of one person are one line: the next person, tenant, job and pile go first', async () => {
  const turns = createTurns(3)
  const { served, ask, end } = watch(turns)
  for (let i = 0; i < MAX_WAITING.name; i++) await ask(person('a', 'greedy'), `greedy ${i}`)
  expect(served).toEqual(['greedy 0'])
  await ask(person('a', 'other'), 'other')
  await ask(person('b', 'theirs'), 'theirs')
  await ask(OWN, 'job')
  await ask(PILES, 'pile')
  expect(served).toEqual(['greedy 0', 'job', 'pile'])
  await end('greedy 0')
  expect(served.slice(3)).toEqual(['theirs'])
  await end('theirs')
  expect(served.slice(4)).toEqual(['other'])
  await end('other')
  expect(served.slice(5)).toEqual(['greedy 1'])
})

test.each([1, 2, 3, 4, 10, 100])('of %d connections nobody holds all that others need', async size => {
  const turns = createTurns(size)
  const { served, ask } = watch(turns)
  const shares = sharesOf(size)
  const count = (word: string) => served.filter(one => one === word).length
  for (let i = 0; i < MAX_WAITING.name; i++) await ask(person('a', 'one'), 'one session')
  expect(count('one session')).toBe(shares.session)
  for (let i = 0; i < MAX_WAITING.name; i++) await ask(strangerAt(`address ${i}`), 'stranger')
  for (let i = 0; i < MAX_WAITING.name; i++) await ask(person('a', `session ${i}`), 'session')
  expect(count('stranger')).toBeLessThanOrEqual(shares.strangers)
  expect(count('one session') + count('session')).toBeLessThanOrEqual(shares.tenant)
  expect(served.length).toBeLessThanOrEqual(shares.people)
  for (let i = 0; i < size; i++) await ask(OWN, 'own')
  expect(count('own')).toBeGreaterThanOrEqual(Math.min(1, size - 1))
  for (let i = 0; i < size; i++) await ask(PILES, 'pile')
  expect(count('pile')).toBeGreaterThanOrEqual(Math.min(1, Math.max(0, size - 2)))
  expect(served.length).toBe(size)
})

test('who waits too long hears so, and is not served later', async () => {
  const turns = createTurns(2)
  const { served, refused, ask, end } = watch(turns)
  await ask(person('a', 'one'), 'first')
  await ask(person('a', 'two'), 'second')
  await ask({ ...person('a', 'three'), wait_ms: 60_000 }, 'patient')
  await vi.advanceTimersByTimeAsync(TURN_WAIT_MS - 1)
  expect(refused).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(refused).toEqual(['second 429'])
  await end('first')
  expect(served).toEqual(['first', 'patient'])
  await end('patient')
  expect(turns.waiting).toBe(0)
})

test('time in which this thread was busy is not waited for', async () => {
  vi.useRealTimers()
  const turns = createTurns(1, 400)
  const giveBack = await turns.take(PILES)
  const waiting = turns.take(person('a', 'one'))
  // What gives a turn back is news from outside, which is seen after the clocks that ran out.
  void readFile(import.meta.filename).then(giveBack)
  const until = performance.now() + 700
  while (performance.now() < until);
  const end = await waiting
  end()
  expect(turns.waiting).toBe(0)
})

test('more than may wait are refused at once; own work is never counted among them', async () => {
  const turns = createTurns(2)
  const { served, refused, ask } = watch(turns)
  for (let i = 0; i <= MAX_WAITING.name; i++) await ask(person('a', 'one'), `call ${i}`)
  expect(refused).toEqual([])
  await ask(person('a', 'one'), 'one more')
  expect(refused).toEqual(['one more 429'])
  await ask(person('a', 'two'), 'somebody else')
  for (let i = 0; i < MAX_WAITING.people; i++) await ask(OWN, 'own')
  expect(refused).toEqual(['one more 429'])
  await vi.advanceTimersByTimeAsync(OWN_WAIT_MS)
  expect(served.filter(one => one === 'own')).toHaveLength(1)
  expect(refused.filter(one => one.includes('timeout exceeded'))).toHaveLength(MAX_WAITING.people - 1)
})

test('a turn that is ended twice frees one', async () => {
  const turns = createTurns(1)
  const { served, ask, end } = watch(turns)
  await ask(PILES, 'a')
  await ask(PILES, 'b')
  await ask(PILES, 'c')
  await end('a')
  await end('a')
  expect(served).toEqual(['a', 'b'])
})
