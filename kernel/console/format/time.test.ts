import { expect, test } from 'vitest'
import { daysToInstants, isExpired, presetDays, relativeTo, showClock, showInstant } from './time.ts'

const at = Date.UTC(2031, 0, 31, 16, 30, 5)

test('time is shown on the zone clock, and -1 as --', () => {
  expect(showInstant(at)).toBe('2031-02-01 00:30:05')
  expect(showInstant(at, 'Europe/Madrid')).toBe('2031-01-31 17:30:05')
  expect(showInstant(at, 'Not/AZone')).toBe('2031-02-01 00:30:05')
  for (const nothing of [-1, null, undefined, Number.NaN]) expect(showInstant(nothing)).toBe('--')
  expect(showClock(at)).toBe('00:30:05')
  expect(showClock(-1)).toBe('--')
})

test.each([
  [0, 'justNow', 0],
  [29, 'justNow', 0],
  [30, 'minutesAgo', 1],
  [3599, 'minutesAgo', 59],
  [3600, 'hoursAgo', 1],
  [86_399, 'hoursAgo', 23],
  [86_400, 'oneDayAgo', 1],
  [172_799, 'oneDayAgo', 1],
  [172_800, 'daysAgo', 2],
  [400 * 86_400, 'daysAgo', 400],
  [-20, 'justNow', 0],
  [-31, 'soon', 0],
])('%d s back is %s %d', (seconds, word, count) => {
  expect(relativeTo(at - seconds * 1000, at)).toEqual({ word, count })
})

test('expiry is 60 s by default', () => {
  expect(isExpired(at, at + 60_000)).toBe(false)
  expect(isExpired(at, at + 60_001)).toBe(true)
  expect(isExpired(at, at + 6000, 5)).toBe(true)
})

test('presets include today', () => {
  expect(presetDays('today', at, 'Asia/Shanghai')).toEqual({ from: '2031-02-01', to: '2031-02-01' })
  expect(presetDays('lastWeek', at, 'Asia/Shanghai')).toEqual({ from: '2031-01-26', to: '2031-02-01' })
  expect(presetDays('lastThreeMonths', at, 'UTC')).toEqual({ from: '2030-11-03', to: '2031-01-31' })
})

test('a day of a filter covers its whole local day, also when clocks change', () => {
  const shanghai = daysToInstants('2031-02-01', '2031-02-01', 'Asia/Shanghai')
  expect(showInstant(shanghai.from)).toBe('2031-02-01 00:00:00')
  expect(shanghai.to - shanghai.from).toBe(86_400_000)
  const madrid = daysToInstants('2031-03-30', '2031-03-30', 'Europe/Madrid')
  expect(madrid.to - madrid.from).toBe(23 * 3_600_000)
})
