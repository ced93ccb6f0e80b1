import { expect, test } from 'vitest'
import { addressOf, placeOf } from './help-place.ts'

test('an address keeps page, heading and search, without empty parts', () => {
  const place = { page: 'zcgl', at: 'first-station', sought: '桩 & 枪' }
  const address = addressOf(place)
  expect(placeOf(new URLSearchParams(address.split('?')[1]))).toEqual(place)
  expect(addressOf({ page: 'zcgl', at: '', sought: '' })).toBe('/help/index?page=zcgl')
})

test('a search text is cut to the maximum length', () => {
  expect(placeOf(new URLSearchParams({ q: 'x'.repeat(1_000) })).sought).toHaveLength(200)
  expect(placeOf(new URLSearchParams(''))).toEqual({ page: '', at: '', sought: '' })
})
