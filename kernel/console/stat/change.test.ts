import { expect, test } from 'vitest'
import { changeOf } from './change.ts'

const tenths = (...[kind, value, before]: Parameters<typeof changeOf>) => changeOf(kind, value, before)?.tenths

test('a change is given in tenths of a percent of the value before, with its direction', () => {
  expect(changeOf('money', '112.50', '100.00')).toEqual({
    direction: 'more',
    tenths: 125,
    by: { kind: 'money', value: '12.50' },
  })
  expect(changeOf('money', '90.00', '100.00')).toMatchObject({ direction: 'less', tenths: 100 })
  expect(changeOf('energy', '10.0000', '30.0000')).toMatchObject({ direction: 'less', tenths: 667 })
  expect(changeOf('count', 70, 70)).toMatchObject({ direction: 'same', tenths: 0 })
  expect(changeOf('power', 150_000, 100_000)).toMatchObject({ direction: 'more', tenths: 500 })
})

test('halves are rounded away from zero', () => {
  expect(tenths('count', 20_001, 20_000)).toBe(0)
  expect(tenths('count', 2_001, 2_000)).toBe(1)
  expect(tenths('count', 1_999, 2_000)).toBe(1)
})

test('a base of zero or nearly zero gives the difference instead of a percentage', () => {
  expect(changeOf('money', '5.00', '0.00')).toEqual({
    direction: 'more',
    tenths: null,
    by: { kind: 'money', value: '5.00' },
  })
  expect(changeOf('count', 3, 2)).toEqual({ direction: 'more', tenths: null, by: { kind: 'count', value: 1 } })
  expect(tenths('count', 9, 10)).toBe(100)
  expect(tenths('money', '9.00', '9.99')).toBeNull()
  expect(tenths('energy', '9.0000', '9.9999')).toBeNull()
})

test('a change to ten times or more has no percentage', () => {
  expect(tenths('count', 1_099, 100)).toBe(9_990)
  expect(tenths('count', 1_100, 100)).toBeNull()
})

test('an unknown or unreadable figure is not compared', () => {
  expect(changeOf('count', 5, null)).toBeNull()
  expect(changeOf('money', null, '1.00')).toBeNull()
  expect(changeOf('money', '1,00', '1.00')).toBeNull()
})

test('a base of few cases has no percentage, whatever their sum', () => {
  expect(changeOf('money', '300.00', '200.00', 19)).toMatchObject({ tenths: null, by: { value: '100.00' } })
  expect(changeOf('money', '300.00', '200.00', 20)?.tenths).toBe(500)
})

test('a share changes by points, not by a percentage of itself', () => {
  expect(changeOf('percent', '12.5', '10')).toMatchObject({ direction: 'more', tenths: null })
  expect(Number(changeOf('percent', '12.5', '10')?.by.value)).toBe(2.5)
})
