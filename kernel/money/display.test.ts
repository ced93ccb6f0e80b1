import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DisplayLocale,
  displayEnergy,
  displayFen,
  displayMinor,
  displayPercent,
  displayPrice,
  energy,
  FEN_LIMIT,
  fen,
  formatFen,
  ppm,
  price,
} from './index.ts'

const locales: readonly DisplayLocale[] = ['zh', 'en', 'es']

describe('display', () => {
  it('agrees with Intl, which formats decimal text exactly, over the whole range', () => {
    for (const locale of locales) {
      const intl = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
      fc.assert(
        fc.property(fc.bigInt({ min: -FEN_LIMIT, max: FEN_LIMIT }), v => {
          const text = formatFen(fen(v)) as Intl.StringNumericLiteral // decimal text, which Intl reads without a float
          expect(displayFen(fen(v), locale)).toBe(intl.format(text))
        }),
      )
    }
  })

  it('writes digits as each language does', () => {
    expect(locales.map(locale => displayFen(fen(123_456_789n), locale))).toEqual([
      '1,234,567.89',
      '1,234,567.89',
      '1.234.567,89',
    ])
    expect(displayFen(fen(-123_456n), 'es')).toBe('-1.234,56')
    expect(displayFen(fen(-5n), 'zh')).toBe('-0.05')
    expect(displayMinor(fen(123_456n), 'JPY', 'en')).toBe('123,456')
  })

  it('shows fewer decimals on request, rounded half up, and never a negative zero', () => {
    expect(displayEnergy(energy(12_345n), 'en')).toBe('1.2345')
    expect(displayEnergy(energy(12_350n), 'en', 2)).toBe('1.24')
    expect(displayEnergy(energy(12_350n), 'en', 0)).toBe('1')
    expect(displayEnergy(energy(-49n), 'en', 2)).toBe('0.00')
    expect(displayPrice(price(1_234_560n), 'es', 4)).toBe('1,2346')
    expect(displayPercent(ppm(333_333n), 'zh')).toBe('33.33')
  })

  it('refuses decimals that the unit does not have', () => {
    expect(() => displayEnergy(energy(1n), 'en', 5)).toThrow('money.too-many-decimals')
    expect(() => displayEnergy(energy(1n), 'en', -1)).toThrow('money.too-many-decimals')
    expect(() => displayEnergy(energy(1n), 'en', 1.5)).toThrow('money.too-many-decimals')
  })
})
