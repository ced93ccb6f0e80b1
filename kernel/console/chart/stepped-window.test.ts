import { expect, test } from 'vitest'
import { steppedWindow } from './stepped-window.ts'

test('zooming keeps the middle, panning moves by half, and neither passes the ends', () => {
  const whole = { start: 0, end: 100 }
  const half = steppedWindow(whole, 'in')
  expect(half).toEqual({ start: 25, end: 75 })
  expect(steppedWindow(half, 'later')).toEqual({ start: 50, end: 100 })
  expect(steppedWindow(steppedWindow(half, 'later'), 'later')).toEqual({ start: 50, end: 100 })
  expect(steppedWindow(half, 'earlier')).toEqual({ start: 0, end: 50 })
  expect(steppedWindow(steppedWindow(half, 'out'), 'out')).toEqual(whole)
  const narrowest = Array.from({ length: 20 }).reduce<typeof whole>(window => steppedWindow(window, 'in'), whole)
  expect(narrowest.end - narrowest.start).toBe(2)
})
