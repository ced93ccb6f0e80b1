import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  moveColumn,
  NO_SETTINGS,
  orderColumns,
  readColumnSettings,
  shownColumns,
  withTick,
  withWidth,
} from './column-settings.ts'

const columns = ['code', 'name', 'status', 'power']

test('without settings the definition applies', () => {
  expect(shownColumns(columns, NO_SETTINGS)).toEqual(columns)
})

test('order and hidden columns are kept, and a new column gets a place', () => {
  const settings = { ...NO_SETTINGS, order: ['status', 'code'], hidden: ['power'] }
  expect(orderColumns(columns, settings)).toEqual(['status', 'power', 'code', 'name'])
  expect(shownColumns(columns, settings)).toEqual(['status', 'code', 'name'])
})

test('one column always stays visible', () => {
  expect(shownColumns(columns, { ...NO_SETTINGS, hidden: columns })).toEqual(['code'])
})

test('widths stay inside their bounds', () => {
  expect(withWidth(NO_SETTINGS, 'code', 3).widths).toEqual({ code: 56 })
  expect(withWidth(NO_SETTINGS, 'code', 120.6).widths).toEqual({ code: 121 })
})

test('a tick is the own choice of a person, and hiding takes it back', () => {
  const ticked = withTick(columns, NO_SETTINGS, 'power', true)
  expect(ticked).toMatchObject({ hidden: [], shown: ['power'] })
  expect(withTick(columns, ticked, 'power', false)).toMatchObject({ hidden: ['power'], shown: [] })
})

test('whoever chose columns before tables fitted themselves keeps what they saw', () => {
  expect(readColumnSettings({ order: columns, hidden: ['name'], widths: {} }).shown).toEqual([
    'code',
    'status',
    'power',
  ])
  expect(readColumnSettings({ order: columns, hidden: [], widths: {} }).shown).toEqual([])
  expect(readColumnSettings({ order: columns, hidden: ['name'], shown: [], widths: {} }).shown).toEqual([])
})

test('moving', () => {
  expect(orderColumns(columns, moveColumn(columns, NO_SETTINGS, 'power', 0))).toEqual([
    'power',
    'code',
    'name',
    'status',
  ])
  expect(orderColumns(columns, moveColumn(columns, NO_SETTINGS, 'code', 99))).toEqual([
    'name',
    'status',
    'power',
    'code',
  ])
})

test('invalid stored settings are ignored, and no settings lose or duplicate a column', () => {
  expect(readColumnSettings('x')).toEqual(NO_SETTINGS)
  expect(readColumnSettings({ order: [1, 'a'], hidden: 'b', widths: { a: 5, b: 100, c: 'wide' } })).toEqual({
    order: ['a'],
    hidden: [],
    shown: [],
    widths: { b: 100 },
  })
  fc.assert(
    fc.property(fc.jsonValue(), fc.uniqueArray(fc.constantFrom(...columns, 'old')), (hidden, order) => {
      const settings = readColumnSettings({ order, hidden })
      expect([...orderColumns(columns, settings)].sort()).toEqual([...columns].sort())
    }),
  )
})
