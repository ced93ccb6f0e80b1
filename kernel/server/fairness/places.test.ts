import { expect, test } from 'vitest'
import { Refusal } from '../refusal.ts'
import type { Requester } from './requester.ts'
import { createPlaces } from './places.ts'

const person = (group: string, name: string): Requester => ({ kind: 'people', group, name })

function statusOf(run: () => unknown): number {
  try {
    run()
  } catch (error) {
    if (error instanceof Refusal) return error.status
    throw error
  }
  return 0
}

test('a session, a tenant and everybody together have so many places and no more', () => {
  const places = createPlaces({ all: 5, group: 3, name: 2 })
  const give = places.take(person('a', 'one'))
  places.take(person('a', 'one'))
  expect(statusOf(() => places.take(person('a', 'one')))).toBe(429)
  places.take(person('a', 'two'))
  expect(statusOf(() => places.take(person('a', 'three')))).toBe(429)
  places.take(person('b', 'one'))
  places.take(person('c', 'one'))
  expect(statusOf(() => places.take(person('d', 'one')))).toBe(503)
  give()
  expect(statusOf(() => places.take(person('a', 'three')))).toBe(0)
})

test('a place is given back once, however often that is said', () => {
  const places = createPlaces({ all: 3, group: 3, name: 3 })
  const first = places.take(person('a', 'one'))
  places.take(person('a', 'one'))
  first()
  first()
  expect(places.taken).toBe(1)
})
