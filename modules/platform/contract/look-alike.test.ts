import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasHidden, looksOf } from './look-alike.ts'

test('what looks the same comes to the same; what looks different stays apart', () => {
  const same = [
    ['flood', 'FLOOD'],
    ['flood', 'flооd'],
    ['Ａｌａｒｍ', 'alarm'],
    ['Depósito', 'deposito'],
    ['水 浸', '水浸'],
    ['Раtrоl', 'patrol'],
    ['Ελ', 'eλ'],
  ]
  for (const [a = '', b = ''] of same) expect([a, looksOf(a)]).toEqual([a, looksOf(b)])
  const different = ['flood', 'blood', '水浸', '水侵', 'A+', 'A-', '1', '10']
  expect(new Set(different.map(looksOf)).size).toBe(different.length)
})

test('property: case, width and blanks never tell two words apart', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'x', 'y', 'z', '0', '1', '9') }), word => {
      const wide = Array.from(word, one => String.fromCodePoint((one.codePointAt(0) ?? 0) + 0xfee0)).join(' ')
      expect(looksOf(wide.toUpperCase())).toBe(looksOf(word))
    }),
  )
})

test('characters that nobody sees are found', () => {
  expect(['a\u200bb', 'a\u202eb', 'a\u2066b', 'a\ufeff', 'a\u2028'].map(hasHidden)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ])
  expect(['电站', 'a b', 'é', 'A+'].map(hasHidden)).toEqual([false, false, false, false])
})
