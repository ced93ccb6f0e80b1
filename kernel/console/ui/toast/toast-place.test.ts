import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type OpenDialog, toastPlace } from './toast-place.ts'

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const drawer = (width: number, view = DESKTOP): OpenDialog => ({
  left: view.width - width,
  right: view.width,
  bottom: view.height,
  foot: view.height - 56,
  isDrawer: true,
})

test('without a dialog: below the line of the shell; on a phone at the lower edge', () => {
  expect(toastPlace(DESKTOP, 44, null)).toEqual({ left: 460, width: 520, top: 52, bottom: null })
  expect(toastPlace(PHONE, 44, null)).toEqual({ left: 12, width: 366, top: null, bottom: 12 })
})

test('a drawer has it on its left; without room there, above its buttons', () => {
  expect(toastPlace(DESKTOP, 44, drawer(860))).toEqual({ left: 48, width: 520, top: null, bottom: 12 })
  expect(toastPlace(DESKTOP, 44, drawer(1200))).toMatchObject({ top: null, bottom: 68 })
  expect(toastPlace(PHONE, 44, drawer(390, PHONE))).toEqual({ left: 12, width: 366, top: null, bottom: 68 })
})

test('a dialog has it below; without room there, above its buttons', () => {
  const dialog = { left: 480, right: 960, bottom: 500, foot: 440, isDrawer: false }
  expect(toastPlace(DESKTOP, 44, dialog)).toEqual({ left: 492, width: 456, top: 512, bottom: null })
  expect(toastPlace(DESKTOP, 44, { ...dialog, bottom: 860, foot: 800 })).toMatchObject({ top: null, bottom: 112 })
})

test('property: always inside the window, and never over the title of the dialog', () => {
  const side = fc.integer({ min: 360, max: 3840 })
  fc.assert(
    fc.property(side, side, fc.integer({ min: 320, max: 1200 }), fc.boolean(), (width, height, wide, isDrawer) => {
      const own = Math.min(wide, width)
      const left = isDrawer ? width - own : (width - own) / 2
      const bottom = isDrawer ? height : Math.round(height * 0.8)
      const place = toastPlace({ width, height }, 44, { left, right: left + own, bottom, foot: bottom - 56, isDrawer })
      expect(place.left).toBeGreaterThanOrEqual(0)
      expect(place.left + place.width).toBeLessThanOrEqual(width)
      expect(place.width).toBeGreaterThan(0)
      // Beside the dialog, or below its head.
      const isBeside = place.left + place.width <= left
      const isLow = (place.top ?? height) >= bottom
      expect(isBeside || isLow || place.bottom !== null).toBe(true)
    }),
  )
})
