import { createHash } from 'node:crypto'
import { price } from '@wattyard/money'
import { businessDay } from '@wattyard/time'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPoints, anyPolicy, anyTariff, aPlan, aTariff, SAMPLE_PRICES } from '../testing/index.ts'
import {
  DEFAULT_POLICY,
  decodeSnapshot,
  encodeSnapshot,
  hashSnapshot,
  MAX_SNAPSHOT_LENGTH,
  type PriceSnapshot,
  PricingError,
  rateSession,
} from './index.ts'
import { sha256Hex } from './sha256.ts'

const snapshot = (tariff: Parameters<typeof aTariff>[0] = {}): PriceSnapshot => ({
  tariff: aTariff(tariff),
  policy: DEFAULT_POLICY,
})

function hashOrRefusal(text: string): string {
  try {
    return hashSnapshot(decodeSnapshot(text))
  } catch (error) {
    if (error instanceof PricingError) return 'refused'
    throw error
  }
}

describe('price snapshot', () => {
  it('is read back as it was written', () => {
    fc.assert(
      fc.property(anyTariff, anyPolicy, (tariff, policy) => {
        expect(decodeSnapshot(encodeSnapshot({ tariff, policy }))).toEqual({ tariff, policy })
      }),
      { numRuns: 300 },
    )
  })

  it('I-10: the bill made from the stored text is the bill, whatever happens to the tariff afterwards', () => {
    fc.assert(
      fc.property(anyPoints, anyTariff, anyPolicy, (points, tariff, policy) => {
        const stored = encodeSnapshot({ tariff, policy })
        const bill = rateSession({ points, tariff, policy })
        for (const plan of tariff.days) {
          for (const interval of plan.intervals) Object.assign(interval, { electricity: price(1n), period: 'J' })
        }
        expect(rateSession({ points, ...decodeSnapshot(stored) })).toEqual(bill)
      }),
      { numRuns: 200 },
    )
  })

  it('has one text for one meaning: order of intervals and of conditions does not matter, of plans it does', () => {
    const plan = aPlan({ key: 'x', when: { months: [7, 8], weekdays: [1] } })
    const shuffled = { ...plan, intervals: plan.intervals.toReversed(), when: { weekdays: [1, 1], months: [8, 7] } }
    expect(hashSnapshot(snapshot({ days: [shuffled, aPlan()] }))).toBe(
      hashSnapshot(snapshot({ days: [plan, aPlan()] })),
    )
    expect(hashSnapshot(snapshot({ days: [aPlan(), plan] }))).not.toBe(
      hashSnapshot(snapshot({ days: [plan, aPlan()] })),
    )
  })

  it('differs when anything in it differs', () => {
    const dearer = { ...SAMPLE_PRICES, G: { ...SAMPLE_PRICES.G, service: price(500_001n) } }
    const hashes = [
      snapshot(),
      snapshot({ versionId: 'v2' }),
      snapshot({ zone: 'Asia/Urumqi' }),
      snapshot({ days: [aPlan({ prices: dearer })] }),
      snapshot({ days: [aPlan({ key: 'other' })] }),
      { ...snapshot(), policy: { ...DEFAULT_POLICY, rounding: 'exact_total' as const } },
      { ...snapshot(), policy: { ...DEFAULT_POLICY, energyDecimals: 2 as const } },
    ].map(hashSnapshot)
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  const golden = [
    aPlan({ key: 'festival', when: { dates: [businessDay('2026-02-17')] }, slots: 'G'.repeat(48) }),
    aPlan({ slots: 'G'.repeat(16) + 'P'.repeat(32) }),
  ]
  const FIRST =
    '[1,{"days":[{"intervals":[[0,96,"G","42570","50000"]],"key":"festival","when":{"dates":["2026-02-17"]}},' +
    '{"intervals":[[0,32,"G","42570","50000"],[32,96,"P","77010","50000"]],"key":"default"}],' +
    '"policy":{"energyDecimals":4,"rounding":"row_sum"},"versionId":"v1","zone":"Asia/Shanghai"}]'

  it('golden: the second encoding never changes', () => {
    const text = encodeSnapshot(snapshot({ days: golden }))
    expect(text).toBe(FIRST.replace('[1,', '[2,').replaceAll(/"(42570|50000|77010)"/g, '"$10"'))
    expect(hashSnapshot(snapshot({ days: golden }))).toBe(createHash('sha256').update(text).digest('hex'))
  })

  it('golden: what was written when prices had five decimals is the same price, and hashes to what it did', () => {
    const read = decodeSnapshot(FIRST)
    expect(read).toEqual({ ...snapshot({ days: golden }), encoding: 1 })
    expect(encodeSnapshot(read)).toBe(FIRST)
    expect(hashSnapshot(read)).toBe(createHash('sha256').update(FIRST).digest('hex'))
  })

  it('refuses what it would not have written', () => {
    const text = encodeSnapshot(snapshot())
    const codeOf = (altered: string) => {
      try {
        decodeSnapshot(altered)
        return 'no error'
      } catch (error) {
        return error instanceof PricingError ? error.code : error
      }
    }
    expect(codeOf(text)).toBe('no error')
    expect(codeOf(text.replace('[2,', '[3,'))).toBe('pricing.unknown-encoding')
    expect(codeOf('[]')).toBe('pricing.unknown-encoding')
    const altered = [
      '',
      'null',
      '{}',
      '[1]',
      '[1,[]]',
      ` ${text}`,
      text.replace('"425700"', '425700'),
      text.replace('"425700"', '"0425700"'),
      text.replace('"425700"', '"-1"'),
      text.replace('"425700"', '"9999999999999"'),
      text.replace('"G"', '"X"'),
      text.replace('[0,32', '[1,32'),
      text.replace('[0,32', '["0",32'),
      text.replace('row_sum', 'truncate'),
      text.replace('"energyDecimals":4', '"energyDecimals":3'),
      text.replace('Asia/Shanghai', 'Mars/Phobos'),
      text.replace('"key":"default"', '"key":7'),
      text.replace('"key":"default"', '"key":"default","more":1'),
      text.replace('"key":"default"', '"key":"default","when":{"months":["7"]}'),
      text.replace('"key":"default"', '"key":"default","when":{"dates":["2026-02-30"]}'),
      'x'.repeat(MAX_SNAPSHOT_LENGTH + 1),
    ]
    for (const one of altered)
      expect([one.slice(0, 80), codeOf(one)]).toEqual([one.slice(0, 80), 'pricing.bad-snapshot'])
  })

  it('a change of any one character is refused or gives another hash', () => {
    const text = encodeSnapshot(snapshot())
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom(...Array.from('0179",[]{}GPx ')), (index, letter) => {
        const altered = text.slice(0, index) + letter + text.slice(index + 1)
        const hash = hashOrRefusal(altered)
        expect(hash === hashSnapshot(snapshot())).toBe(altered === text)
      }),
      { numRuns: 500 },
    )
  })
})

describe('sha256Hex', () => {
  it('agrees with the platform on any text, around every block length', () => {
    const platform = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')
    for (let length = 0; length < 200; length += 1)
      expect(sha256Hex('a'.repeat(length))).toBe(platform('a'.repeat(length)))
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), text => {
        expect(sha256Hex(text)).toBe(platform(text))
      }),
    )
    expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
})
