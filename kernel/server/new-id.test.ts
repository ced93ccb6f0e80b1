import { expect, test } from 'vitest'
import { continueIdsAfter, firstIdAt, newId } from './new-id.ts'

const madeAt = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
const YEAR_MS = 365 * 86_400_000

test('ids of one process ascend, whatever instants they are made for', () => {
  const from = Date.now()
  const ids = [from, from - YEAR_MS, from + 5, from, from + 10, from].map(at => newId(at))
  for (let i = 0; i < 10_000; i++) ids.push(newId())
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})

test('one wild instant does not lead the clock of all ids away', () => {
  for (const at of [Date.UTC(9999, 4, 1), Date.now() + 2 * YEAR_MS, Number.MAX_SAFE_INTEGER, Infinity])
    expect(madeAt(newId(at))).toBeLessThan(Date.now() + 60_000)
  expect(madeAt(newId())).toBeLessThan(Date.now() + 60_000)
})

test('after a clock that was ahead, ids go on behind what was made then', () => {
  expect(continueIdsAfter(firstIdAt(Date.now() - YEAR_MS))).toBe(0)
  expect(madeAt(newId())).toBeLessThan(Date.now() + 60_000)
  const ahead = firstIdAt(Date.now() + 3_600_000)
  expect(continueIdsAfter(ahead)).toBeGreaterThan(3_590_000)
  const next = [newId(), newId(Date.now()), newId(0)]
  expect(next[0]! > ahead).toBe(true) // three were made
  expect(next.toSorted()).toEqual(next)
})
