import { field } from '@wattyard/resource'
import { allWords } from '@wattyard/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PLAIN } from '../../testing/things.ts'
import { exportText } from './export-text.ts'
import { fieldOfHeader, fieldsByHeader, partsOf, readCell } from './read-cell.ts'

const { translate } = allWords()
const context = { resource: PLAIN.thing, translate, zone: 'Asia/Shanghai' }
const read = (of: Parameters<typeof readCell>[1], cell: string) => readCell('x', of, cell, context)

test.each([
  ['是', 'true'],
  ['YES', 'true'],
  ['Sí', 'true'],
  ['否', 'false'],
  ['no', 'false'],
  ['TRUE', 'true'],
  ['0', '0'],
  ['maybe', 'maybe'],
])('boolean %s', (cell, value) => expect(read(field.boolean(), cell)).toBe(value))

test.each([
  ['2024-3-5', '2024-03-05'],
  ['2024/03/05', '2024-03-05'],
  ['2024.3.5', '2024-03-05'],
  ['2024年3月5日', '2024-03-05'],
  ['05/03/2024', '05/03/2024'],
  ['2024-13-45', '2024-13-45'],
  ['soon', 'soon'],
])('day %s', (cell, value) => expect(read(field.businessDay(), cell)).toBe(value))

test.each([
  ['7 kW', '7000'],
  ['7.5kw', '7500'],
  ['0.001 kW', '1'],
  ['7', '7000'],
  ['7000 W', '7000'],
  ['7.5', '7500'],
  ['7,5 kW', '7,5 kW'],
])('power %s', (cell, value) => expect(read(field.power(), cell)).toBe(value))

test('a bare power is in the unit of its head, in kW without one', () => {
  const under = (header: string) => readCell('x', field.power(), '7000', context, header)
  expect(['power (W)', 'power（kW）*', 'power'].map(under)).toEqual(['7000', '7000000', '7000000'])
})

test('coordinates, times and shares', () => {
  for (const cell of ['113.9,22.5', '113.9， 22.5', '113.9 22.5', ' 113.9;22.5 '])
    expect(read(field.geoPoint(), cell)).toEqual({ lng: '113.9', lat: '22.5' })
  expect(read(field.geoPoint(), '113.9')).toBe('113.9')
  expect(read(field.instant(), '2024-03-02 00:30:00')).toBe(Date.UTC(2024, 2, 1, 16, 30))
  expect(read(field.instant(), '2024/3/2 0:30')).toBe(Date.UTC(2024, 2, 1, 16, 30))
  // Shown twice when the clock went back: refused later rather than guessed.
  expect(readCell('x', field.instant(), '2024-11-03 01:30', { ...context, zone: 'America/New_York' })).toBe(
    '2024-11-03 01:30',
  )
  expect(read(field.percent(), '12.5 %')).toBe('12.5')
  expect(partsOf('a, b；c、d  e')).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('months, times of day and quantities as people write them', () => {
  for (const cell of ['2024-3', '2024/03', '2024年3月', '2024.03']) expect(read(field.month(), cell)).toBe('2024-03')
  expect(read(field.month(), 'March')).toBe('March')
  for (const cell of ['8:30', '08:30', '08:30:00', '8：30', '8时30分'])
    expect(read(field.timeOfDay(), cell), cell).toBe('08:30')
  expect(read(field.timeOfDay(), 'noon')).toBe('noon')
  const volts = field.quantity('V', { decimals: 1 })
  for (const cell of ['400.5', '400.5 V', '400.5v']) expect(read(volts, cell), cell).toBe('400.5')
  expect(read(volts, '400 A')).toBe('400 A')
})

test('a header with its unit names the field as without', () => {
  const keys = fieldsByHeader(context)
  expect(fieldOfHeader(keys, 'power (W)')).toBe('power')
  expect(fieldOfHeader(keys, 'power（W）')).toBe('power')
  expect(fieldOfHeader(keys, 'nothing (W)')).toBeUndefined()
})

test('a text that has a word is written as the word, any other as it is', () => {
  const { thing } = PLAIN
  const known = { ...thing, fields: { reason: field.text() } } as never // only the field's kind is looked at
  const words = (_language: unknown, key: string) => (key === `${thing.name}.reasonValue.Local` ? 'At the pile' : key)
  const exportContext = { labels: {}, translate: words, language: 'en' as const, zone: context.zone }
  expect(exportText(known, 'reason', 'Local', exportContext)).toBe('At the pile')
  expect(exportText(known, 'reason', 'VendorWord', exportContext)).toBe('VendorWord')
})

test('what an export writes, an import reads as the same value', () => {
  const exportContext = { labels: {}, translate, language: 'en' as const, zone: context.zone }
  const whole = fc.integer({ min: 946_684_800, max: 4_102_444_800 })
  fc.assert(
    fc.property(fc.boolean(), whole, fc.constantFrom('calm', 'wild'), (flag, seconds, mood) => {
      const { thing } = PLAIN
      const back = (key: string, value: unknown) => {
        const of = thing.fields[key]
        if (!of) throw new Error(key)
        return readCell(key, of, String(exportText(thing, key, value, exportContext)), context)
      }
      expect(back('active', flag)).toBe(String(flag))
      expect(back('seenAt', seconds * 1000)).toBe(seconds * 1000)
      expect(back('mood', mood)).toBe(mood)
      expect(back('place', { lng: '1.5', lat: '-2.25' })).toEqual({ lng: '1.5', lat: '-2.25' })
    }),
  )
})

test('headers: key or word, whatever the blanks, stars and width', () => {
  const keys = fieldsByHeader(context)
  for (const header of ['seenAt', 'SEENAT', ' *seen at: ', 'ｓｅｅｎＡｔ', 'probe.thing.seenAt'])
    expect(fieldOfHeader(keys, header), header).toBe('seenAt')
  for (const header of ['', 'seen', '__proto__', 'toString'])
    expect(fieldOfHeader(keys, header), header).toBeUndefined()
})
