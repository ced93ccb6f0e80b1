import { expect, test } from 'vitest'
import { nearTo } from './lost-path.ts'

const KEYS = ['/device/deviceView', '/device/station', '/cwdata4/dailyBill', '/console/role', 'link-1']

test('a mistyped address is near its page, most alike first', () => {
  expect(nearTo('/device/stations', KEYS)[0]).toBe('/device/station')
  expect(nearTo('/DailyBill', KEYS)).toEqual(['/cwdata4/dailyBill'])
  expect(nearTo('/console/roles/7', KEYS)).toEqual(['/console/role'])
})

test('nothing is near an address that says nothing', () => {
  for (const lost of ['', '/', '/no/such', '/a/b/c', '/link-1']) expect(nearTo(lost, KEYS), lost).toEqual([])
})
