import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fittingTabs, placeAmong, TAB_GAP } from './fitting-tabs.ts'
import { NO_TABS, pinTab, type TabList, visitTab } from './tab-list.ts'

const open = (...paths: string[]): TabList =>
  paths.reduce((list, pathname) => visitTab(list, { pathname, search: '', hash: '' }), NO_TABS)
const show = (list: TabList, path: string): TabList => visitTab(list, { pathname: path, search: '', hash: '' })
/** Room for a number of tabs of 100 px. */
const roomFor = (count: number): number => count * 100 + (count - 1) * TAB_GAP
const drawn = (list: TabList, shown: string, room: number): string[] =>
  [...fittingTabs(list, shown, () => 100, room)].toSorted()

test('what fits is drawn: the shown tab, the pinned ones, then those visited last', () => {
  const list = pinTab(open('/a', '/b', '/c', '/d', '/e'), '/a', true)
  expect(drawn(list, '/e', roomFor(5))).toEqual(['/a', '/b', '/c', '/d', '/e'])
  expect(drawn(list, '/e', roomFor(3))).toEqual(['/a', '/d', '/e'])
  expect(drawn(list, '/e', roomFor(3) - 1)).toEqual(['/a', '/e'])
  expect(drawn(show(list, '/b'), '/b', roomFor(3))).toEqual(['/a', '/b', '/e'])
})

test('no tab is drawn where not even the shown one has room', () => {
  expect(drawn(open('/a', '/b'), '/b', 99)).toEqual([])
  expect(drawn(NO_TABS, '/gone', 500)).toEqual([])
  // A missing page has no tab; those that are open are drawn all the same.
  expect(drawn(open('/a', '/b'), '/gone', roomFor(2))).toEqual(['/a', '/b'])
})

test('a switch between two drawn tabs changes nothing in the line', () => {
  const count = fc.integer({ min: 1, max: 12 })
  fc.assert(
    fc.property(count, count, fc.integer({ min: 0, max: 11 }), fc.array(fc.nat(11)), (tabs, room, pin, visits) => {
      const paths = Array.from({ length: tabs }, (_, at) => `/p${at}`)
      const named = (at: number): string => `/p${at % tabs}`
      const list = visits.reduce((now, at) => show(now, named(at)), pinTab(open(...paths), named(pin), true))
      const widthOf = (path: string): number => 60 + path.length * 10
      const shown = list.visits.at(-1) ?? ''
      const before = fittingTabs(list, shown, widthOf, roomFor(room))
      for (const path of before)
        expect([...fittingTabs(show(list, path), path, widthOf, roomFor(room))].toSorted()).toEqual(
          [...before].toSorted(),
        )
    }),
  )
})

test('a tab dropped among the drawn ones stands in front of the drawn neighbour in the whole strip', () => {
  const all = ['/a', '/b', '/c', '/d']
  const seen = new Set(['/a', '/c', '/d'])
  expect([0, 1, 2].map(place => placeAmong(all, seen, '/d', place))).toEqual([0, 2, 3])
  expect(placeAmong(all, seen, '/a', 1)).toBe(2)
})
