import { defineResource, field, optional } from '@wattyard/resource'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EDGE_WIDTH, fitColumns, priorityOf, shareRoom } from './fit-columns.ts'

const COLUMNS = [
  { key: 'name', width: 200 },
  { key: 'gift', width: 100 },
  { key: 'debt', width: 100 },
  { key: 'note', width: 300 },
  { key: 'refund', width: 100 },
]
const RULE = { priority: ['refund', 'debt'], chosen: [] }
const keysOf = (fit: { shown: readonly { key: string }[] }) => fit.shown.map(({ key }) => key)

test('all columns are shown where there is room, and where nothing was measured', () => {
  expect(keysOf(fitColumns(COLUMNS, { ...RULE, room: 800 }))).toEqual(['name', 'gift', 'debt', 'note', 'refund'])
  expect(fitColumns(COLUMNS, { ...RULE, room: undefined }).left).toEqual([])
})

test('the important ones stay, in their place, and a narrow one takes the place of a wide one', () => {
  const fit = fitColumns(COLUMNS, { ...RULE, room: 799 })
  expect(keysOf(fit)).toEqual(['name', 'gift', 'debt', 'refund'])
  expect(fit.left).toEqual(['note'])
  expect(keysOf(fitColumns(COLUMNS, { ...RULE, room: 300 + EDGE_WIDTH }))).toEqual(['name', 'refund'])
})

test('the edge has its room', () => {
  expect(keysOf(fitColumns(COLUMNS, { ...RULE, room: 299 + EDGE_WIDTH }))).toEqual(['name'])
})

test('columns that belong together are shown all or none', () => {
  const pair = COLUMNS.map(column =>
    column.width === 100 && column.key !== 'refund' ? { ...column, together: 'p' } : column,
  )
  expect(keysOf(fitColumns(pair, { ...RULE, room: 400 + EDGE_WIDTH }))).toEqual(['name', 'refund'])
  expect(keysOf(fitColumns(pair, { ...RULE, room: 500 + EDGE_WIDTH }))).toEqual(['name', 'gift', 'debt', 'refund'])
})

test('what a person chose is shown, whatever room there is', () => {
  expect(keysOf(fitColumns(COLUMNS, { ...RULE, chosen: ['note'], room: 600 + EDGE_WIDTH }))).toEqual([
    'name',
    'note',
    'refund',
  ])
  expect(keysOf(fitColumns(COLUMNS, { ...RULE, chosen: ['note'], room: 100 }))).toEqual(['name', 'note'])
})

test('no column is lost or drawn twice, and none is drawn into the edge', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 50, max: 400 }), { minLength: 1 }),
      fc.integer({ min: 1, max: 3000 }),
      (widths, room) => {
        const columns = widths.map((width, at) => ({ key: String(at), width }))
        const { shown, left } = fitColumns(columns, { room, priority: ['3', '1'], chosen: [] })
        expect([...shown.map(({ key }) => key), ...left].sort()).toEqual(columns.map(({ key }) => key).sort())
        const used = shown.reduce((sum, { width }) => sum + width, 0)
        // The first column stands there in any case.
        const least = columns[0]?.width ?? 0
        expect(used).toBeLessThanOrEqual(Math.max(least, left.length > 0 ? room - EDGE_WIDTH : room))
      },
    ),
  )
})

test('ranked columns come first, notes and names in other languages last', () => {
  const place = defineResource({
    name: 'test.place',
    path: 'test/place',
    scope: 'shared',
    writes: 'commands-only',
    fields: {
      code: field.code({ max: 20 }),
      note: optional(field.note()),
      nameEn: optional(field.text({ max: 20 })),
      name: field.text({ max: 20 }),
      size: field.integer({ min: 0, max: 9 }),
    },
    list: { columns: ['code', 'note', 'nameEn', 'name', 'size'], priority: ['size'], filters: [], sort: 'code' },
    label: 'name',
    labelIn: { en: 'nameEn' },
  })
  expect(priorityOf(place, ['code', 'note', 'nameEn', 'name', 'size'])).toEqual([
    'size',
    'code',
    'name',
    'note',
    'nameEn',
  ])
  expect(priorityOf(place, ['code', 'name'])).toEqual(['code', 'name'])
})

test('free room goes to texts alone, and not without limit', () => {
  const columns = [
    { key: 'name', width: 100, kind: 'text' as const },
    { key: 'size', width: 100, kind: 'integer' as const },
  ]
  expect(shareRoom(columns, 220).map(({ width }) => width)).toEqual([120, 100])
  expect(shareRoom(columns, 2000).map(({ width }) => width)).toEqual([160, 100])
  expect(shareRoom(columns, 100).map(({ width }) => width)).toEqual([100, 100])
})
