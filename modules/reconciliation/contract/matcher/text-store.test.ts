import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTextStore } from './text-store.ts'

const anyText = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', '0'), maxLength: 6 }),
  fc.string({ unit: fc.constantFrom('充', 'é', '😀', 'x'), maxLength: 6 }),
)

test('texts come back, and equal ones have one place', () => {
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 400 }), texts => {
      const store = createTextStore()
      const known = new Map<string, number>()
      for (const text of texts) {
        expect(store.find(text)).toBe(known.get(text) ?? 0)
        const place = store.intern(text)
        expect(known.get(text) ?? place).toBe(place)
        known.set(text, place)
        // Texts between them that are not interned are not found.
        store.append(`${text}!`)
      }
      expect(new Set(known.values()).size).toBe(known.size)
      for (const [text, place] of known) expect([store.textAt(place), store.find(`${text}!`)]).toEqual([text, 0])
    }),
    { numRuns: 200 },
  )
})

test('many texts over many chunks, each with its own', () => {
  const store = createTextStore()
  const textOf = (i: number) => `P${`${i}`.padStart(26, '0')}`
  for (let i = 1; i <= 50_000; i++) expect(store.intern(textOf(i))).toBe(i)
  for (let i = 1; i <= 50_000; i += 7) expect([store.intern(textOf(i)), store.textAt(i)]).toEqual([i, textOf(i)])
  expect(store.count()).toBe(50_000)
  expect(store.textAt(0)).toBe(null)
})

test('a text that no file has is refused', () => {
  const store = createTextStore()
  expect(store.textAt(store.append('充'.repeat(60_000)))).toHaveLength(60_000)
  expect(() => store.append('充'.repeat(100_000))).toThrow(RangeError)
})
