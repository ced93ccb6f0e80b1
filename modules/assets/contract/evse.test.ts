import fc from 'fast-check'
import { expect, test } from 'vitest'
import { connectorLabel, connectorsOfEvses, connectorsOfSameEvse, placeOfConnector } from './evse.ts'

const layouts = fc
  .record({ connectorCount: fc.integer({ min: 1, max: 16 }), connectorsPerEvse: fc.integer({ min: 1, max: 16 }) })
  .filter(one => one.connectorsPerEvse <= one.connectorCount)
const numbersOf = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

test('every connector is in one EVSE, in the order of its number, and has a name of its own', () => {
  fc.assert(
    fc.property(layouts, layout => {
      const evses = connectorsOfEvses(layout)
      expect(evses.reduce((sum, count) => sum + count, 0)).toBe(layout.connectorCount)
      const places = evses.flatMap((count, i) => numbersOf(count).map(connector => ({ evse: i + 1, connector })))
      const numbers = numbersOf(layout.connectorCount)
      expect(numbers.map(number => placeOfConnector(number, layout))).toEqual(places)
      expect(new Set(numbers.map(number => connectorLabel(number, layout))).size).toBe(layout.connectorCount)
      for (const number of numbers)
        expect(connectorsOfSameEvse(number, layout)).toEqual(
          numbers.filter(one => places[one - 1]?.evse === places[number - 1]?.evse),
        )
    }),
  )
})

test('an EVSE of one connector is called by its number, of several by both', () => {
  const label = (connectorCount: number, connectorsPerEvse: number) =>
    numbersOf(connectorCount).map(number => connectorLabel(number, { connectorCount, connectorsPerEvse }))
  expect(label(2, 1)).toEqual(['1', '2'])
  expect(label(4, 2)).toEqual(['1-1', '1-2', '2-1', '2-2'])
  expect(label(3, 2)).toEqual(['1-1', '1-2', '2'])
})

test('what the record of a pile does not have is called as the pile calls it', () => {
  const layout = { connectorCount: 2, connectorsPerEvse: 1 }
  expect(connectorLabel(3, layout)).toBe('3')
  expect(connectorLabel(102, layout)).toBe('1-2')
  expect(connectorsOfSameEvse(102, layout)).toEqual([1, 102])
  expect(connectorsOfSameEvse(0, layout)).toEqual([0])
})
