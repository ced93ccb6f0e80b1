import { expect, test } from 'vitest'
import { firstFiguresAt, periodsHint } from './load-profile-card.tsx'

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

test('until the first quarter with figures has ended, the curve says when it begins', () => {
  const at = [0, 900_000]
  const nothing = { day: '2026-11-19', at, energy: ['0.000', '0.000'], revenue: ['0.00', '0.00'] }
  const running = { ...nothing, energy: ['0.000', '5.898'] }
  expect(firstFiguresAt({ today: running, yesterday: nothing })).toBe(1_800_000)
  expect(firstFiguresAt({ today: { ...nothing, energy: ['5.898', '0.000'] }, yesterday: nothing })).toBeNull()
  expect(firstFiguresAt({ today: running, yesterday: { ...nothing, revenue: ['0.00', '1.00'] } })).toBeNull()
  expect(firstFiguresAt({ today: nothing, yesterday: nothing })).toBeNull()
  const none = { day: '2026-11-19', at: [], energy: [], revenue: [] }
  expect(firstFiguresAt({ today: none, yesterday: none })).toBeNull()
})
