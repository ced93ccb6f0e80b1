import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isStorable, mayBeUnstorable, storableJson, storableText } from './storable.ts'

test('U+0000 and half surrogate pairs are found in texts and keys, at any depth', () => {
  for (const value of ['a\0', '\ud800', 'x\udfffy', [{ a: ['\0'] }], { 'k\ud83d': 1 }, { a: { '\0': null } }])
    expect(isStorable(value), JSON.stringify(value)).toBe(false)
  for (const value of ['', '桩🔌', '\u0001\ufffe\u2028', [1, null, true], { a: [{ '🔌': '\\u0000' }] }])
    expect(isStorable(value), JSON.stringify(value)).toBe(true)
})

test('whatever cannot be stored is suspected by its frame, and storable afterwards', () => {
  const json = fc.jsonValue({ stringUnit: 'binary' })
  fc.assert(
    fc.property(fc.oneof(json, fc.string({ unit: fc.constantFrom('a', '\0', '\ud83d', '\udd0c', '\\') })), value => {
      expect(isStorable(value) || mayBeUnstorable(JSON.stringify(value))).toBe(true)
      expect(isStorable(storableJson(value))).toBe(true)
      expect(isStorable(value)).toBe(isDeepStrictEqual(storableJson(value), value))
    }),
  )
})

test('what is changed is changed visibly', () => {
  expect(storableText('a\0b\ud83dc')).toBe('a\u2400b\ufffdc')
})
