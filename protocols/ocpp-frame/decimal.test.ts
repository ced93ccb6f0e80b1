import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readWattHours, scaleDecimal, scaleToInteger } from './decimal.ts'

describe('scaleDecimal', () => {
  it.each([
    ['12345', 1, 123450n],
    ['12.5', 1, 125n],
    ['12.34', 1, 123n],
    ['12.35', 1, 124n],
    ['-12.35', 1, -124n],
    ['.5', 1, 5n],
    ['5.', 1, 50n],
    ['+1.5E3', 0, 1500n],
    ['15e-1', 1, 15n],
    [' 7 ', 0, 7n],
    ['98765432109.8765', 4, 987654321098765n],
    ['0', -30, 0n],
  ])('%s × 10^%d = %d', (text, shift, expected) => {
    expect(scaleDecimal(text, shift)).toBe(expected)
  })

  it.each(['', ' ', '.', '-', '1,5', '0x10', 'NaN', 'Infinity', '1e', '1e999', '1 2', '١٢', '9'.repeat(41)])(
    'refuses %j',
    text => {
      expect(scaleDecimal(text, 0)).toBeNull()
    },
  )

  it.each([31, -32, 300_000, 1_073_741_824, -1_073_741_824, 0.5, Number.NaN])(
    'refuses a shift that no unit has, at once: %d',
    shift => {
      expect(scaleDecimal('5', shift)).toBeNull()
      expect(scaleToInteger('5', shift)).toBeNull()
      expect(readWattHours('5', shift)).toBeNull()
    },
  )

  it('agrees with integer arithmetic and is monotone', () => {
    const digits = fc.bigInt({ min: 0n, max: 10n ** 15n })
    fc.assert(
      fc.property(digits, digits, fc.integer({ min: 0, max: 6 }), (first, second, places) => {
        const text = (value: bigint) => {
          const padded = value.toString().padStart(places + 1, '0')
          return places === 0 ? padded : `${padded.slice(0, -places)}.${padded.slice(-places)}`
        }
        expect(scaleDecimal(text(first), places)).toBe(first)
        const [low, high] = first <= second ? [first, second] : [second, first]
        expect((scaleDecimal(text(low), 1) ?? -1n) <= (scaleDecimal(text(high), 1) ?? -1n)).toBe(true)
      }),
    )
  })
})

describe('units', () => {
  it('watt-hours become tenths, kilowatt-hours ten thousandths', () => {
    expect(readWattHours('12345', 0)).toBe(123450n)
    expect(readWattHours('12.3456', 3)).toBe(123456n)
    expect(readWattHours('9007199254740993', 0)).toBeNull() // beyond any meter, so it is kept as text instead
    expect(readWattHours('99999999999999', 0)).toBe(999999999999990n)
  })

  it('integers stay integers and nothing unsafe gets through', () => {
    expect(scaleToInteger('7000', 0)).toBe(7000)
    expect(scaleToInteger('7.0605', 3)).toBe(7061)
    expect(scaleToInteger('99999999999999999', 0)).toBeNull()
    expect(scaleToInteger('', 0)).toBeNull()
    expect(scaleToInteger('0x1F', 0)).toBeNull()
  })
})
