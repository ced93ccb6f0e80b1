import { expect, test } from 'vitest'
import { fallbackKeys } from './fallback-words.ts'

test('a field is called as everywhere, an input as its field', () => {
  expect(fallbackKeys('assets.pile.station')).toEqual(['shared.station'])
  expect(fallbackKeys('assets.pile.moveInput.station')).toEqual(['assets.pile.station', 'shared.station'])
  expect(fallbackKeys('assets.pile.moveInput.statusValue.open')).toEqual(['assets.pile.statusValue.open'])
})

test('hints, values and words of screens stand for themselves', () => {
  for (const key of ['assets.pile.stationHint', 'assets.pile.moveInput.stationHint', 'assets.pile.statusValue.open'])
    expect(fallbackKeys(key)).toEqual([])
  for (const key of ['kit.save', 'kit.map.station', 'shell.errors.address']) expect(fallbackKeys(key)).toEqual([])
})
