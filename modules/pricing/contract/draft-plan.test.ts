import { parsePrice, PRICE_LIMIT, PRICE_SCALE } from '@wattyard/money'
import { DAY_MS, HOUR_MS } from '@wattyard/time'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aFlatTariff, aPlan, aTariff } from '../testing/a-tariff.ts'
import { anyTariff } from '../testing/arbitraries.ts'
import {
  badDays,
  checkDraft,
  checkTariff,
  type DraftPlan,
  draftOf,
  isPriceText,
  PRICE_BOUNDS,
  priceFault,
  priceNow,
  slotAt,
  tariffOfDraft,
} from './index.ts'

const ZONE = 'Asia/Shanghai'
const draft = (): DraftPlan[] => draftOf([aPlan()])

it('messages name the bound of prices', () => {
  expect(BigInt(PRICE_BOUNDS.tooBig.max) * 10n ** BigInt(PRICE_SCALE)).toBe(PRICE_LIMIT)
})

describe('plans as they are stored', () => {
  it('there and back again is the same tariff', () => {
    fc.assert(
      fc.property(anyTariff, tariff => {
        const stored: DraftPlan[] = JSON.parse(JSON.stringify(draftOf(tariff.days)))
        expect(tariffOfDraft(stored, tariff.versionId, tariff.zone)).toEqual(tariff)
        expect(checkDraft(stored, tariff.zone)).toEqual(checkTariff(tariff))
      }),
      { numRuns: 60 },
    )
  })

  it('an interval without a price is named, by either of its prices, and never becomes a tariff', () => {
    const [plan] = draft()
    const holed = (part: 'electricity' | 'service') => [
      { ...plan!, intervals: plan!.intervals.map((one, i) => (i === 1 ? { ...one, [part]: null } : one)) },
    ]
    for (const part of ['electricity', 'service'] as const) {
      expect(checkDraft(holed(part), ZONE)).toEqual([
        { code: 'no-price', plan: 'default', fromQuarter: 32, toQuarter: 40 },
      ])
      expect(() => tariffOfDraft(holed(part), 'v', ZONE)).toThrow('pricing.no-price')
    }
  })

  it('names wrong days, wrong zones and missing defaults like the tariff’s check', () => {
    const [plan] = draft()
    const codes = (plans: readonly DraftPlan[], zone = ZONE) => checkDraft(plans, zone).map(problem => problem.code)
    expect(codes([])).toEqual(['missing-default-plan'])
    expect(codes(draft(), 'Mars/Olympus')).toEqual(['unknown-zone'])
    expect(codes([{ ...plan!, key: 'holiday', when: { dates: ['2026-02-30'] } }, ...draft()])).toEqual(['bad-date'])
    expect(codes([{ ...plan!, key: 'never', when: {} }, ...draft()])).toEqual(['empty-condition'])
    expect(badDays(['2026-02-28', '2026-02-30', 'today'])).toEqual(['2026-02-30', 'today'])
  })

  it.each([
    ['0', true],
    ['0.00001', true],
    ['10000', true],
    ['10000.00001', false],
    ['0.681335', true],
    ['0.0000001', false],
    ['-0.1', false],
    ['1,5', false],
    ['1e3', false],
    ['', false],
    [' 1', false],
    ['１', false],
  ])('%j as a price: %s', (text, isPrice) => {
    expect(isPriceText(text)).toBe(isPrice)
  })
})

it.each([
  // A stored text is shown and published as it stands.
  ['-0', 'tooSmall'],
  ['-1', 'tooSmall'],
  ['-99999', 'tooSmall'],
  ['99999', 'tooBig'],
  ['abc', 'notADecimal'],
  ['0.123456789', 'tooManyDecimals'],
  ['0.85', null],
])('%j is told as %s', (text, fault) => expect(priceFault(text)).toBe(fault))

describe('the price of a moment and what comes next', () => {
  const at = Date.parse('2026-03-02T09:30:00+08:00')

  it('is the interval under the clock, and the first instant with another price', () => {
    const { now, next } = priceNow(aTariff(), at)
    expect(now).toMatchObject({ period: 'P', electricity: parsePrice('0.77010') })
    expect(next).toMatchObject({ at: Date.parse('2026-03-02T10:00:00+08:00'), price: { period: 'F' } })
  })

  it('sees over midnight, and nothing where nothing changes', () => {
    expect(priceNow(aTariff(), Date.parse('2026-03-02T20:00:00+08:00')).next).toMatchObject({
      at: Date.parse('2026-03-03T00:00:00+08:00'),
      price: { period: 'G' },
    })
    expect(priceNow(aFlatTariff('1', '0'), at).next).toBeNull()
  })

  it('agrees with the price of every moment until then', () => {
    fc.assert(
      fc.property(
        anyTariff,
        fc.integer({ min: Date.UTC(2026, 2, 27), max: Date.UTC(2026, 2, 31) }),
        (tariff, moment) => {
          const { now, next } = priceNow(tariff, moment)
          const end = next?.at ?? moment + DAY_MS
          const pick = (instant: number) => {
            const { period, electricity, service } = slotAt(tariff, instant).interval
            return { period, electricity, service }
          }
          for (let instant = moment; instant < end; instant += HOUR_MS / 4) expect(pick(instant)).toEqual(now)
          expect(next === null || pick(next.at)).toEqual(next === null || next.price)
        },
      ),
      { numRuns: 40 },
    )
  })
})
