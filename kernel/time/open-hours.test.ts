import { expect, test } from 'vitest'
import { ALL_DAY, parseOpenHours } from './open-hours.ts'

test.each([
  ['08:00-22:00', '08:00-22:00'],
  ['8:00 – 22:00', '08:00-22:00'],
  ['８：００～２２：００', '08:00-22:00'],
  ['8时至22时30分', '08:00-22:30'],
  ['8-22', '08:00-22:00'],
  ['8:00 a 22:00', '08:00-22:00'],
  ['14:00-22:00，08:00-12:00', '08:00-12:00, 14:00-22:00'],
  ['08:00-12:00 14:00-22:00', '08:00-12:00, 14:00-22:00'],
  ['20:00-02:00', '20:00-02:00'],
  ['00:00-24:00', ALL_DAY],
  ['00:00-00:00', ALL_DAY],
  ['00:00-12:00, 14:00-00:00', '00:00-12:00, 14:00-24:00'],
  ['00:00-12:00,12:00-00:00', '00:00-12:00, 12:00-24:00'],
  ['24 小时', ALL_DAY],
  ['全天营业', ALL_DAY],
  ['24/7', ALL_DAY],
  ['All day', ALL_DAY],
  ['todo el día', ALL_DAY],
])('%s', (text, hours) => expect(parseOpenHours(text)).toBe(hours))

test.each([
  '乱写的时间',
  '',
  '22:00',
  '08:00-25:00',
  '08:60-12:00',
  '24:00-08:00',
  '08:00-08:00',
  '08:00-12:00, 11:00-14:00',
  '20:00-04:00, 02:00-06:00',
  '08:00-12:00 x',
  '1-2,3-4,5-6,7-8,9-10,11-12,13-14',
])('%s is refused', text => expect(parseOpenHours(text)).toBeNull())

test('what it returns is read again as it is', () => {
  for (const text of ['8-12,14-22', '20-2', '24h']) {
    const hours = parseOpenHours(text) ?? ''
    expect(parseOpenHours(hours)).toBe(hours)
  }
})
