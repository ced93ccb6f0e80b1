import { expect, test } from 'vitest'
import { atRouteChange, atWidth, isMobileWidth, type Layout, toggled } from './device.ts'

const desktop: Layout = { mobile: false, opened: true, overlay: false, withoutAnimation: false }

test('mobile below 1024 after taking 3 off', () => {
  expect([390, 1026, 1026.9, 1027, 1440].map(isMobileWidth)).toEqual([true, true, true, false, false])
})

test('turning mobile closes without motion and leaves the desktop state alone', () => {
  const phone = atWidth(desktop, 800)
  expect(phone).toEqual({ mobile: true, opened: true, overlay: false, withoutAnimation: true })
  expect(atWidth({ ...phone, overlay: true }, 1440)).toMatchObject({ mobile: false, opened: true, overlay: false })
  expect(atWidth(desktop, 1300)).toBe(desktop)
})

test('a route change on a phone closes the open sidebar with motion', () => {
  const open = toggled(atWidth(desktop, 800))
  expect(open.overlay).toBe(true)
  expect(atRouteChange(open)).toMatchObject({ overlay: false, withoutAnimation: false })
  expect(atRouteChange(desktop)).toBe(desktop)
})
