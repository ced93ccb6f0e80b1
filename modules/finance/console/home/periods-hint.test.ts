import { expect, test } from 'vitest'
import { periodsHint } from './load-profile-card.tsx'

const t = (key: string, values: object = {}): string => `${key} ${JSON.stringify(values)}`

test('the curve says whose price periods are behind it, or why there are none', () => {
  const profile = {
    today: { day: '2026-11-20', at: [], energy: [], revenue: [] },
    yesterday: { day: '2026-11-19', at: [], energy: [], revenue: [] },
    until: 0,
    asOf: 0,
  }
  const prices = { periods: [], stations: 2, of: 3 }
  expect(periodsHint({ ...profile, mayReadPrices: true, prices }, t)).toBe(
    'finance.home.periodsHint {"count":2,"all":3}',
  )
  expect(periodsHint({ ...profile, mayReadPrices: true, prices: null }, t)).toBe('finance.home.noPeriods {}')
  expect(periodsHint({ ...profile, mayReadPrices: false, prices: null }, t)).toBe('finance.home.periodsClosed {}')
})
