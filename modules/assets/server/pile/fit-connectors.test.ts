import fc from 'fast-check'
import { expect, test } from 'vitest'
import { connectorCode, fitConnectors, usualKind } from './fit-connectors.ts'
import { newPublicCode } from './public-code.ts'

test('after fitting, a pile has exactly the numbers 1 to count', () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 16 }))
  fc.assert(
    fc.property(numbers, fc.integer({ min: 1, max: 16 }), (present, count) => {
      const { add, remove } = fitConnectors(present, count)
      const left = [...present.filter(number => !remove.includes(number)), ...add].toSorted((a, b) => a - b)
      expect(left).toEqual(Array.from({ length: count }, (_, i) => i + 1))
      // Nothing is taken away and added again: a connector that stays keeps its row and its QR code.
      expect(add.filter(number => present.includes(number))).toEqual([])
    }),
  )
})

test('a connector is called after its pile, and has the usual plug of its current', () => {
  expect(connectorCode('SZ001-03', 2, { connectorCount: 2, connectorsPerEvse: 1 })).toBe('SZ001-03-2')
  expect(connectorCode('SZ001-03', 2, { connectorCount: 3, connectorsPerEvse: 2 })).toBe('SZ001-03-1-2')
  expect(connectorCode('SZ001-03', 3, { connectorCount: 3, connectorsPerEvse: 2 })).toBe('SZ001-03-2')
  expect(usualKind('dc')).toBe('dcGun')
  expect(usualKind('ac')).toBe('acPlug')
})

test('public codes are short, easy to read out, and do not repeat', () => {
  const codes = Array.from({ length: 2_000 }, newPublicCode)
  expect(new Set(codes).size).toBe(codes.length)
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{10}$/)
})
