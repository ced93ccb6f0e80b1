import { expect, test } from 'vitest'
import { leadBack, ownsUnder } from './lead-back.ts'

const steps = [
  { key: 'place', owns: ownsUnder('station', ['code', 'name']) },
  { key: 'drivers', owns: ownsUnder('station', ['guide']) },
  { key: 'piles', owns: (path: string) => (path.startsWith('piles.') ? path.slice(6) : null) },
]

test('each error goes to the step of its field, and the first such step is opened', () => {
  const { bySteps, first, rest } = leadBack(steps, {
    'piles.3.code': 'taken',
    'station.guide': 'too long',
    'station.name': 'missing',
  })
  expect(Object.fromEntries(bySteps)).toEqual({
    place: { name: 'missing' },
    drivers: { guide: 'too long' },
    piles: { '3.code': 'taken' },
  })
  expect(first).toBe('place')
  expect(rest).toEqual([])
})

test('an error without a field is named by its path', () => {
  expect(leadBack(steps, { 'station.pictures': 'no', '*': 'never' })).toEqual({
    bySteps: new Map(),
    first: null,
    rest: [
      ['station.pictures', 'no'],
      ['*', 'never'],
    ],
  })
  expect(leadBack(steps, {}).first).toBeNull()
})

test('a field of the call with the same beginning is not taken for another', () => {
  expect(ownsUnder('station', ['code'])('stations.code')).toBeNull()
  expect(ownsUnder('station', ['code'])('station.codes.0')).toBeNull()
})

test('a path inside a field belongs to the step of the field', () => {
  expect(ownsUnder('station', ['location'])('station.location.lat')).toBe('location.lat')
})
