import { expect, test } from 'vitest'
import { marksOf, placeErrors, withoutField } from './form-errors.ts'

const words = {
  fieldName: (key: string) => ({ location: 'Location', bays: 'Bays', status: 'Status' })[key] ?? null,
  marks: marksOf('en'),
  partName: (part: string) => (part === 'lat' ? 'Latitude' : /^\d+/.test(part) ? `Entry ${Number(part[0]) + 1}` : null),
}

test('a message inside a field stands at the field and says which part it means', () => {
  const placed = placeErrors({ 'location.lat': 'Out of range' }, ['bays', 'location'], words)
  expect(placed.fields).toEqual({ location: 'Latitude: Out of range' })
  expect(placed.parts).toEqual({ location: { lat: 'Out of range' } })
  expect(placed.general).toEqual([])
})

test('Chinese has its own marks between a name and its message', () => {
  const errors = { 'location.lat': '不能大于 90', 'location.lng': '必填' }
  const placed = placeErrors(errors, ['location'], { ...words, partName: part => part, marks: marksOf('zh') })
  expect(placed.fields).toEqual({ location: 'lat：不能大于 90；lng：必填' })
})

test('messages come in the order of the form, and those of one field together', () => {
  const errors = { 'tags.1': 'Too long', bays: 'Must be at least 0', 'tags.0.name': 'Required' }
  const { fields } = placeErrors(errors, ['bays', 'tags'], words)
  expect(Object.entries(fields)).toEqual([
    ['bays', 'Must be at least 0'],
    ['tags', 'Entry 2: Too long; Entry 1: Required'],
  ])
})

test('what the form does not show is called by its name, and nothing by its key', () => {
  const errors = { status: 'Kept by the system', 'noSuchField.x': 'Unknown field', '*': 'Wrong type' }
  const { fields, general } = placeErrors(errors, ['bays'], words)
  expect(fields).toEqual({})
  expect(general).toEqual(['Status: Kept by the system', 'Unknown field', 'Wrong type'])
})

test('a changed field loses its messages, the others keep theirs', () => {
  expect(withoutField({ 'location.lat': 'a', location: 'b', locations: 'c' }, 'location')).toEqual({ locations: 'c' })
})
