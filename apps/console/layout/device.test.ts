import { expect, test } from 'vitest'
import { atRouteChange, atWidth, isMobileWidth, type Layout, toggled } from './device.ts'

const desktop: Layout = { mobile: false, opened: true, overlay: false, withoutAnimation: false }

test('a width below 1024 after subtracting 3 is mobile', () => {
  expect([390, 1026, 1026.9, 1027, 1440].map(isMobileWidth)).toEqual([true, true, true, false, false])
})

test('a change to mobile closes the sidebar without animation and keeps the desktop state', () => {
  const phone = atWidth(desktop, 800)
  expect(phone).toEqual({ mobile: true, opened: true, overlay: false, withoutAnimation: true })
  expect(atWidth({ ...phone, overlay: true }, 1440)).toMatchObject({ mobile: false, opened: true, overlay: false })
  expect(atWidth(desktop, 1300)).toBe(desktop)
})

test('a route change on a phone closes the open sidebar with animation', () => {
  const open = toggled(atWidth(desktop, 800))
  expect(open.overlay).toBe(true)
  expect(atRouteChange(open)).toMatchObject({ overlay: false, withoutAnimation: false })
  expect(atRouteChange(desktop)).toBe(desktop)
})
