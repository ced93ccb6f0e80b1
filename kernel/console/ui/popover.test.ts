import { expect, test } from 'vitest'
import { placeOf } from './popover.tsx'

const view = { width: 1000, height: 700 }
const button = (left: number, top: number) => ({ left, right: left + 80, top, bottom: top + 32 })

test('below the button, aligned with it', () => {
  expect(placeOf(button(100, 50), { width: 200, height: 300 }, view, 'start')).toMatchObject({ left: 100, top: 86 })
  expect(placeOf(button(500, 50), { width: 200, height: 300 }, view, 'end')).toMatchObject({ left: 380, top: 86 })
})

test('above when there is no room below', () => {
  expect(placeOf(button(100, 600), { width: 200, height: 300 }, view, 'start').top).toBe(296)
})

test('never outside the window', () => {
  expect(placeOf(button(950, 50), { width: 200, height: 300 }, view, 'start').left).toBe(792)
  expect(placeOf(button(10, 50), { width: 200, height: 300 }, view, 'end').left).toBe(8)
  const tall = placeOf(button(10, 400), { width: 200, height: 5000 }, view, 'start')
  expect(tall.top).toBe(8)
  expect(tall.maxHeight).toBeLessThan(700)
})
