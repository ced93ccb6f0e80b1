import { displayFen, fen, formatFen } from '@wattyard/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { typedDecimal } from './typed-decimal.ts'

test.each([
  ['1,234.56', 'zh', '1234.56'],
  ['1.234,56', 'es', '1234.56'],
  ['1.234,56', 'en', '1234.56'],
  ['12,5', 'en', '12.5'],
  ['12.5', 'es', '12.5'],
  ['1,234', 'en', '1234'],
  ['1.234', 'es', '1234'],
  ['1.234', 'en', '1.234'],
  ['１２．５', 'zh', '12.5'],
  ['¥ 12', 'zh', '12'],
  ['-3', 'zh', '-3'],
  ['abc', 'zh', 'abc'],
] as const)('typed %s in %s means %s', (typed, lang, wire) => expect(typedDecimal(typed, lang)).toBe(wire))

test('a displayed decimal can be typed in, in every language', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }),
      fc.constantFrom('zh' as const, 'en' as const, 'es' as const),
      (units, lang) => {
        const amount = fen(units)
        expect(typedDecimal(displayFen(amount, lang), lang)).toBe(formatFen(amount))
      },
    ),
  )
})
