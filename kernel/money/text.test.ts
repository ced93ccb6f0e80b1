import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  CURRENCY_SCALE,
  type Currency,
  currency,
  ENERGY_LIMIT,
  energy,
  energyFromKwh,
  energyFromWh,
  FEN_LIMIT,
  fen,
  formatEnergy,
  formatFen,
  formatMinor,
  formatNano,
  formatPpm,
  formatPrice,
  formatWh,
  nano,
  PPM_LIMIT,
  PRICE_LIMIT,
  parseEnergy,
  parseFen,
  parseMinor,
  parsePpm,
  parsePrice,
  ppm,
  price,
  UnitError,
  type UnitErrorCode,
} from './index.ts'

const upTo = (limit: bigint) => fc.bigInt({ min: -limit, max: limit })

function codeOf(run: () => unknown): UnitErrorCode | 'no error' {
  try {
    run()
    return 'no error'
  } catch (error) {
    if (error instanceof UnitError) return error.code
    throw error
  }
}

describe('decimal text', () => {
  it('I-01: parse(format(a)) = a for money in every currency scale', () => {
    const codes = Object.keys(CURRENCY_SCALE) as Currency[] // the keys of the table are its currencies
    fc.assert(
      fc.property(upTo(FEN_LIMIT), fc.constantFrom(...codes), (v, code) => {
        expect(parseMinor(formatMinor(fen(v), code), code)).toBe(v)
      }),
      { numRuns: 2000 },
    )
  })

  it('parse ∘ format is the identity for every unit over its whole range', () => {
    const laws = [
      { limit: FEN_LIMIT, round: (v: bigint) => parseFen(formatFen(fen(v))) },
      { limit: ENERGY_LIMIT, round: (v: bigint) => parseEnergy(formatEnergy(energy(v))) },
      { limit: ENERGY_LIMIT, round: (v: bigint) => energyFromKwh(formatEnergy(energy(v))) },
      { limit: ENERGY_LIMIT, round: (v: bigint) => energyFromWh(formatWh(energy(v))) },
      { limit: PRICE_LIMIT, round: (v: bigint) => parsePrice(formatPrice(price(v))) },
      { limit: PPM_LIMIT, round: (v: bigint) => parsePpm(formatPpm(ppm(v))) },
    ]
    for (const { limit, round } of laws) {
      fc.assert(
        fc.property(upTo(limit), v => {
          expect(round(v)).toBe(v)
        }),
      )
      expect(round(limit)).toBe(limit)
      expect(round(-limit)).toBe(-limit)
    }
  })

  it('writes the unit with its fixed number of decimals', () => {
    expect(formatFen(fen(1234n))).toBe('12.34')
    expect(formatFen(fen(-5n))).toBe('-0.05')
    expect(formatFen(fen(0n))).toBe('0.00')
    expect(formatEnergy(energy(12345n))).toBe('1.2345')
    expect(formatWh(energy(12345n))).toBe('1234.5')
    expect(formatPrice(price(1_234_560n))).toBe('1.23456')
    expect(formatPrice(price(681_335n))).toBe('0.681335')
    expect(formatPrice(price(1_000_000n))).toBe('1.00000')
    expect(formatPpm(ppm(125_000n))).toBe('12.5000')
    expect(formatNano(nano(1n))).toBe('0.000000001')
    expect(formatMinor(fen(1234n), 'JPY')).toBe('1234')
    expect(formatMinor(fen(1234n), 'KWD')).toBe('1.234')
  })

  it('accepts fewer decimals and refuses more, unless it is told to round', () => {
    expect(parseFen('12')).toBe(1200n)
    expect(parseFen('12.3')).toBe(1230n)
    expect(parseFen('-0.00')).toBe(0n)
    expect(codeOf(() => parseFen('12.345'))).toBe('money.too-many-decimals')
    expect(codeOf(() => parseFen('12.340'))).toBe('money.too-many-decimals')
    expect(parseFen('12.345', { round: 'half-up' })).toBe(1235n)
    expect(parseFen('-12.345', { round: 'half-up' })).toBe(-1235n)
    expect(parseFen('12.3449999999999999999', { round: 'half-up' })).toBe(1234n)
    expect(parsePrice('1.1139999', { round: 'half-up' })).toBe(1_114_000n)
  })

  it('refuses everything that is not strict decimal text', () => {
    const refused = [
      '',
      ' ',
      '-',
      '.',
      '1.',
      '.5',
      '+1',
      '01',
      '1e3',
      '1,234',
      ' 1',
      '1 ',
      '１２',
      '1\n',
      '0x10',
      'NaN',
    ]
    for (const text of [...refused, 'Infinity', '--1', '1.2.3', '9'.repeat(65)]) {
      expect([text, codeOf(() => parseFen(text, { round: 'half-up' }))]).toEqual([text, 'money.not-a-decimal'])
    }
  })

  it('refuses values beyond the limit of the unit, one above', () => {
    const texts = [formatFen(fen(FEN_LIMIT)), formatFen(fen(-FEN_LIMIT))]
    expect(texts).toEqual(['92233720368547758.07', '-92233720368547758.07'])
    expect(codeOf(() => parseFen('92233720368547758.08'))).toBe('money.out-of-range')
    expect(codeOf(() => fen(-FEN_LIMIT - 1n))).toBe('money.out-of-range')
    expect(codeOf(() => energy(ENERGY_LIMIT + 1n))).toBe('money.out-of-range')
    expect(codeOf(() => price(PRICE_LIMIT + 1n))).toBe('money.out-of-range')
    expect(codeOf(() => ppm(-PPM_LIMIT - 1n))).toBe('money.out-of-range')
  })

  it('never answers arbitrary text with anything but a value or a UnitError', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+.0-9eE]{0,12}$/)), text => {
        for (const read of [parseFen, parseEnergy, parsePrice, parsePpm, energyFromWh, energyFromKwh]) {
          expect(codeOf(() => read(text))).toMatch(/^(no error|money\.)/)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('knows its currencies', () => {
    expect(currency('EUR')).toBe('EUR')
    expect(codeOf(() => currency('toString'))).toBe('money.unknown-currency')
  })
})

describe('device readings', () => {
  it('reads what meters send', () => {
    expect(energyFromWh('1500')).toBe(15000n)
    expect(energyFromWh('1.5E3')).toBe(15000n)
    expect(energyFromWh('+0012.50')).toBe(125n)
    expect(energyFromWh('.5')).toBe(5n)
    expect(energyFromWh('12.')).toBe(120n)
    expect(energyFromWh('15000e-1')).toBe(15000n)
    expect(energyFromKwh('18.27')).toBe(182700n)
    expect(energyFromKwh('1e-4')).toBe(1n)
    expect(energyFromKwh('-0.5')).toBe(-5000n)
  })

  it('rounds half up once below 0.1 Wh', () => {
    expect(energyFromWh('0.05')).toBe(1n)
    expect(energyFromWh('0.0499999')).toBe(0n)
    expect(energyFromWh('-0.05')).toBe(-1n)
    expect(energyFromKwh('0.00005')).toBe(1n)
    expect(energyFromKwh('0.000049')).toBe(0n)
    expect(energyFromKwh('4.9e-5')).toBe(0n)
  })

  it('keeps digits that a float would lose', () => {
    expect(energyFromKwh('90071992547.4099')).toBe(900719925474099n)
    expect(energyFromWh('90071992547409.93')).toBe(900719925474099n)
  })

  it('an exponent only moves the point', () => {
    const digits = fc.bigInt({ min: 0n, max: 10n ** 9n })
    fc.assert(
      fc.property(digits, fc.integer({ min: 0, max: 5 }), (n, e) => {
        expect(energyFromWh(`${n}E-${e}`)).toBe(energyFromWh(`${n}0E-${e + 1}`))
        expect(energyFromKwh(`${n}e-${e}`)).toBe(energyFromWh(`${n}E${3 - e}`))
      }),
    )
  })

  it('refuses nonsense and absurd exponents', () => {
    for (const text of ['', 'e5', '1e', '1,5', '12 Wh', 'NaN', '--1', '.', '1e99999']) {
      expect([text, codeOf(() => energyFromWh(text))]).toEqual([text, 'money.not-a-decimal'])
    }
    expect(codeOf(() => energyFromWh('1e31'))).toBe('money.out-of-range')
    expect(codeOf(() => energyFromWh('1e30'))).toBe('money.out-of-range')
    expect(energyFromWh('1e-30')).toBe(0n)
  })
})

describe('I-01: no value passes through a float', () => {
  it('reads and writes without calling Number or parseFloat', () => {
    const spies = [vi.spyOn(globalThis, 'Number'), vi.spyOn(globalThis, 'parseFloat'), vi.spyOn(globalThis, 'parseInt')]
    try {
      expect(formatFen(parseFen('90071992547409.93'))).toBe('90071992547409.93')
      expect(formatWh(energyFromWh('1.5E3'))).toBe('1500.0')
      for (const spy of spies) expect(spy).not.toHaveBeenCalled()
    } finally {
      for (const spy of spies) spy.mockRestore()
    }
  })

  it('has no float conversion in its sources', () => {
    const files = readdirSync(import.meta.dirname).filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    expect(files.length).toBeGreaterThan(5)
    for (const name of files) {
      const source = readFileSync(`${import.meta.dirname}/${name}`, 'utf8')
      expect([name, source.match(/\bNumber\(|parseFloat|parseInt|toFixed|Math\./)?.[0]]).toEqual([name, undefined])
    }
  })
})
