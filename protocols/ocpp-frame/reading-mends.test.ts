import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from './json.ts'
import { mendReadings, movePoint, type ReadingMend } from './reading-mends.ts'

describe('the point of a decimal text', () => {
  test.each([
    ['1.5', 3, '1500'],
    ['1.5', 0, '1.5'],
    ['12345', -3, '12.345'],
    ['7', -3, '0.007'],
    ['-0.25', 1, '-02.5'],
    ['98765432109.8765', 3, '98765432109876.5'],
  ])('%s × 10^%d is %s', (text, exponent, moved) => {
    expect(movePoint(text, exponent)).toBe(moved)
  })
  test('what is no decimal stays', () => {
    for (const text of ['', 'abc', '1,5', '1e3', 'NaN']) expect(movePoint(text, 3)).toBeNull()
  })
  test('moved there and back it is the same number', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: -9, max: 9 }), (number, exponent) => {
        const there = movePoint(String(number), exponent)
        expect(Number(movePoint(there ?? '', -exponent))).toBe(number)
      }),
    )
  })
})

const ENERGY: ReadingMend = { measurand: 'Energy.Active.Import.Register', unit: 'kWh', exponent: 0 }
const one = (sampled: JsonObject): JsonObject => ({ meterValue: [{ timestamp: 'T', sampledValue: [sampled] }] })
function mended(version: 'ocpp1.6' | 'ocpp2.0.1', sampled: JsonObject, mends: ReadingMend[]) {
  const payload = one(structuredClone(sampled))
  const changed = mendReadings(version, payload, new Map(), mends)
  const [value] = (payload['meterValue'] as { sampledValue: JsonObject[] }[])[0]?.sampledValue ?? []
  return { changed, value }
}

describe('1.6', () => {
  test('a label that is wrong, and one that is missing', () => {
    expect(mended('ocpp1.6', { value: '12.5', unit: 'Wh', measurand: ENERGY.measurand }, [ENERGY])).toEqual({
      changed: true,
      value: { value: '12.5', unit: 'kWh', measurand: ENERGY.measurand },
    })
    expect(mended('ocpp1.6', { value: '12.5' }, [ENERGY]).value).toEqual({ value: '12.5', unit: 'kWh' })
  })
  test('a scale that is wrong keeps every digit', () => {
    const mend = { measurand: 'Current.Import', unit: 'A', exponent: -3 }
    expect(mended('ocpp1.6', { value: '16001', unit: 'A', measurand: 'Current.Import' }, [mend]).value?.['value']).toBe(
      '16.001',
    )
  })
  test('other measurands, right ones and signed ones stay', () => {
    expect(mended('ocpp1.6', { value: '1', unit: 'W', measurand: 'Power.Active.Import' }, [ENERGY]).changed).toBe(false)
    expect(mended('ocpp1.6', { value: '1', unit: 'kWh' }, [ENERGY]).changed).toBe(false)
    expect(mended('ocpp1.6', { value: 'AA', format: 'SignedData' }, [ENERGY]).changed).toBe(false)
  })
  test('registers of a start and a stop', () => {
    const payload: JsonObject = { meterStart: 1234, connectorId: 1 }
    const exact = new Map([['/meterStart', '1234.5678']])
    expect(mendReadings('ocpp1.6', payload, exact, [{ measurand: 'meterStart', unit: 'kWh', exponent: 0 }])).toBe(true)
    expect([payload['meterStart'], exact.get('/meterStart')]).toEqual([1_234_568, '1234568'])
    expect(
      mendReadings('ocpp1.6', { meterStop: 'x' }, new Map(), [{ measurand: 'meterStop', unit: 'kWh', exponent: 0 }]),
    ).toBe(false)
  })
})

describe('2.0.1', () => {
  test('the unit is replaced, the scale goes into its multiplier, other members stay', () => {
    const sampled = {
      value: 16_001,
      measurand: 'Current.Import',
      unitOfMeasure: { unit: 'A', multiplier: 0, customData: { vendorId: 'v' } },
    }
    const mend = { measurand: 'Current.Import', unit: 'A', exponent: -3 }
    expect(mended('ocpp2.0.1', sampled, [mend]).value?.['unitOfMeasure']).toEqual({
      unit: 'A',
      multiplier: -3,
      customData: { vendorId: 'v' },
    })
    expect(mended('ocpp2.0.1', { value: 12.5 }, [ENERGY]).value).toEqual({
      value: 12.5,
      unitOfMeasure: { unit: 'kWh' },
    })
    expect(mended('ocpp2.0.1', { value: 1, unitOfMeasure: { unit: 'kWh', multiplier: 1 } }, [ENERGY]).changed).toBe(
      false,
    )
  })
})
