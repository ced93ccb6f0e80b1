import { expect, test } from 'vitest'
import { isPutOff, LATER_MS, laterUntil, readPutOff } from './put-off.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 25, 0)

test('a postponement lasts four hours and ends before the last hour before the deadline', () => {
  expect(laterUntil(NOW, null)).toBe(NOW + LATER_MS)
  expect(laterUntil(NOW, NOW + 24 * HOUR)).toBe(NOW + LATER_MS)
  expect(laterUntil(NOW, NOW + 3 * HOUR)).toBe(NOW + 2 * HOUR)
  expect(laterUntil(NOW, NOW + HOUR)).toBeNull()
  expect(laterUntil(NOW, NOW - HOUR)).toBeNull()
})

test('a changed or expired item is shown again', () => {
  const off = { until: NOW + HOUR, stamp: '3' }
  expect(isPutOff(off, '3', NOW)).toBe(true)
  expect(isPutOff(off, '4', NOW)).toBe(false)
  expect(isPutOff(off, '3', NOW + HOUR)).toBe(false)
  expect(isPutOff(undefined, '3', NOW)).toBe(false)
})

test('only valid, unexpired stored items are read', () => {
  const stored = {
    a: { until: NOW + 1, stamp: '' },
    b: { until: NOW - 1, stamp: '' },
    c: 7,
    d: { until: 'x' },
    e: null,
  }
  expect(Object.keys(readPutOff(JSON.stringify(stored), NOW))).toEqual(['a'])
  expect(readPutOff('{', NOW)).toEqual({})
  expect(readPutOff(null, NOW)).toEqual({})
  expect(readPutOff('null', NOW)).toEqual({})
})
