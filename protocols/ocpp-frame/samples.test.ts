import { describe, expect, it } from 'vitest'
import { collectSamples, type Reading, sampleContext } from './samples.ts'

function aReading(reading: Partial<Reading>): Reading {
  return {
    measurand: 'Energy.Active.Import.Register',
    value: '0',
    unit: null,
    multiplier: 0,
    phase: null,
    location: null,
    context: null,
    signed: false,
    ...reading,
  }
}

const only = (readings: Partial<Reading>[]) => collectSamples(1000, readings.map(aReading))[0]

describe('one moment', () => {
  it('gives every quantity as an integer in its unit', () => {
    const sample = only([
      { value: '15320.5', unit: 'Wh' },
      { measurand: 'Energy.Active.Import.Interval', value: '0.25', unit: 'kWh' },
      { measurand: 'Power.Active.Import', value: '59.8', unit: 'kW' },
      { measurand: 'Current.Import', value: '149.25', unit: 'A' },
      { measurand: 'Voltage', value: '400.7', unit: 'V' },
      { measurand: 'SoC', value: '63.5', unit: 'Percent' },
      { measurand: 'Temperature', value: '41.3', unit: 'Celcius' },
    ])
    expect(sample).toEqual({
      at: 1000,
      context: 'periodic',
      register: 153205n,
      interval: 2500n,
      powerW: 59800,
      currentMa: 149250,
      voltageMv: 400700,
      socPermille: 635,
      temperatureDeciC: 413,
      other: [],
    })
  })

  it('reads the default units, multipliers, kelvin and fahrenheit', () => {
    expect(only([{ value: '7' }])?.register).toBe(70n)
    expect(only([{ value: '7.5', unit: 'Wh', multiplier: 3 }])?.register).toBe(75000n)
    expect(only([{ measurand: 'Power.Active.Import', value: '11' }])?.powerW).toBe(11)
    expect(only([{ measurand: 'Temperature', value: '300.0', unit: 'K' }])?.temperatureDeciC).toBe(269)
    expect(only([{ measurand: 'Temperature', value: '212', unit: 'Fahrenheit' }])?.temperatureDeciC).toBe(1000)
  })

  it('keeps what it cannot read as sent, and never makes a zero of it', () => {
    const sample = only([
      { value: '12,5', unit: 'Wh' },
      { value: 'AQIDBA==', signed: true },
      { measurand: 'Power.Active.Import', value: '5', unit: 'VA' },
      { measurand: 'SoC', value: '250', unit: 'Percent' },
      { measurand: 'Frequency', value: '50.0' },
    ])
    expect(sample).toMatchObject({ register: null, powerW: null, socPermille: null })
    expect(sample?.other.map(reading => reading.value)).toEqual(['12,5', 'AQIDBA==', '5', '250', '50.0'])
  })

  it.each(['4294967295', '-4294967295', '10000001'])('takes %s W for no power, and keeps it as sent', value => {
    const sample = only([{ value: '7' }, { measurand: 'Power.Active.Import', value }])
    expect(sample).toMatchObject({ register: 70n, powerW: null, other: [{ value }] })
  })

  it('keeps a second register and the inlet meter apart from the connector', () => {
    const sample = only([{ value: '900', location: 'Inlet' }, { value: '100', location: 'Outlet' }, { value: '101' }])
    expect(sample?.register).toBe(1000n)
    expect(sample?.other).toHaveLength(2)
  })

  it('makes totals from phases only where no total was sent', () => {
    const phases = (measurand: string, values: string[]) =>
      values.map((value, index) => ({ measurand, value, phase: `L${index + 1}` }))
    const sample = only([
      ...phases('Power.Active.Import', ['1000', '1100', '1200']),
      ...phases('Current.Import', ['5', '6', '4']),
      ...phases('Voltage', ['230', '231', '232']),
      ...phases('Energy.Active.Import.Register', ['1', '2', '3']),
      { value: '50' },
      { measurand: 'Current.Import', value: '1', phase: 'N' },
    ])
    expect(sample).toMatchObject({ powerW: 3300, currentMa: 6000, voltageMv: 230000, register: 500n })
    expect(sample?.other).toHaveLength(13)
  })

  it('splits by context', () => {
    const samples = collectSamples(5, [
      aReading({ value: '1', context: 'Transaction.Begin' }),
      aReading({ value: '2' }),
    ])
    expect(samples.map(sample => [sample.context, sample.register])).toEqual([
      ['begin', 10n],
      ['periodic', 20n],
    ])
    expect(
      ['Transaction.End', 'Sample.Clock', 'Trigger', 'Interruption.End', 'Whatever', null].map(sampleContext),
    ).toEqual(['end', 'clock', 'trigger', 'interruption', 'other', 'periodic'])
  })
})
