import { afterEach, expect, test, vi } from 'vitest'
import { watchMedia } from './media-query.ts'

afterEach(() => vi.unstubAllGlobals())

test('a change is reported by its event', () => {
  let reads = 0
  const query = new EventTarget()
  Object.defineProperty(query, 'matches', {
    get: () => {
      reads += 1
      return false
    },
  })
  vi.stubGlobal('matchMedia', () => query)
  const dark = watchMedia('(prefers-color-scheme: dark)')
  expect(dark.getState()).toBe(false)
  query.dispatchEvent(Object.assign(new Event('change'), { matches: true }))
  expect(dark.getState()).toBe(true)
  expect(reads).toBe(1)
})
