import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeForm, encodeQuery } from './encode.ts'

test('nested keys travel in dotted form', () => {
  const form = encodeForm({
    name: '南山 1 号',
    location: { lng: '113.9', lat: '22.5' },
    tags: ['a', 'b'],
    closed: false,
  })
  expect([...form]).toEqual([
    ['name', '南山 1 号'],
    ['location.lng', '113.9'],
    ['location.lat', '22.5'],
    ['tags.0', 'a'],
    ['tags.1', 'b'],
    ['closed', 'false'],
  ])
})

test('null clears, undefined is not sent, an empty list is an empty text', () => {
  expect([...encodeForm({ a: null, b: undefined, c: [] })]).toEqual([
    ['a', ''],
    ['c', ''],
  ])
})

test('nesting beyond the limit is refused', () => {
  const deep = { a: { b: { c: { d: { e: { f: { g: 1 } } } } } } }
  expect(() => encodeForm(deep)).toThrow(RangeError)
})

test('every text survives encoding as a form', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      const wellFormed = text.toWellFormed()
      expect(new URLSearchParams(encodeForm({ x: { y: wellFormed } }).toString()).get('x.y')).toBe(wellFormed)
    }),
  )
})

test('a query leaves empty values out and joins lists', () => {
  expect(encodeQuery({ page: 1, q: '', 'filter.status': ['open', 'closed'], x: null, y: [] }).toString()).toBe(
    'page=1&filter.status=open%2Cclosed',
  )
})
