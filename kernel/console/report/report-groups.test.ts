import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDimension } from './report-column.ts'
import { measureRows } from './report-figures.ts'
import { groupRows, type ReportGroup, sortGroups, sortRows } from './report-groups.ts'
import { groupKeys, linesOfReport, withoutRows } from './report-lines.ts'
import { COLUMNS, plainSum, type TestRow, testRows } from '../testing/report-rows.ts'

const DIMENSIONS = COLUMNS.filter(isDimension)

const grouped = (rows: readonly TestRow[]) => groupRows(measureRows(rows, COLUMNS), DIMENSIONS, COLUMNS)
const rowsOf = (group: ReportGroup<TestRow>): TestRow[] => [
  ...group.rows.map(({ row }) => row),
  ...group.groups.flatMap(rowsOf),
]

test('every subtotal on every level equals the rows below it, added up one by one', () => {
  const check = (group: ReportGroup<TestRow>): void => {
    const rows = rowsOf(group)
    expect(rows).toHaveLength(group.count)
    expect(group.figures.get('money') ?? null).toBe(
      plainSum(
        rows.map(row => row.money),
        2,
      ),
    )
    expect(group.figures.get('energy') ?? null).toBe(
      plainSum(
        rows.map(row => row.energy),
        4,
      ),
    )
    expect(group.figures.get('price')).toBe(null)
    group.groups.forEach(check)
  }
  fc.assert(
    fc.property(testRows, rows => {
      const groups = grouped(rows)
      expect(groups.flatMap(rowsOf)).toHaveLength(rows.length)
      expect(new Set(groups.flatMap(rowsOf))).toEqual(new Set(rows))
      groups.forEach(check)
      for (const group of groups) for (const row of rowsOf(group)) expect(row.station).toBe(group.value)
    }),
  )
})

test('order changes no sum and loses no row, whatever is sorted', () => {
  const key = fc.constantFrom('station', 'day', 'money', 'perKwh', 'price', 'gone')
  fc.assert(
    fc.property(testRows, key, fc.boolean(), (rows, by, isDown) => {
      const before = grouped(rows)
      const after = sortGroups(before, { key: by, isDown }, COLUMNS, 'en')
      expect(groupKeys(after).toSorted()).toEqual(groupKeys(before).toSorted())
      for (const group of after) expect(group.figures).toEqual(before.find(one => one.key === group.key)?.figures)
      const sorted = sortRows(measureRows(rows, COLUMNS), { key: by, isDown }, COLUMNS, 'en')
      expect(new Set(sorted.map(one => one.row))).toEqual(new Set(rows))
    }),
  )
})

const row = (station: string | null, money: string | null): TestRow => ({
  station,
  day: '2026-11-01',
  orders: 1,
  money,
  energy: '1.0000',
  price: '1.000000',
})

test('figures are sorted as numbers, names by their number, and unknown values last in both directions', () => {
  const rows = measureRows([row('c10', '9.00'), row('c9', null), row('a', '10.00')], COLUMNS)
  const names = (key: string, isDown: boolean) =>
    sortRows(rows, { key, isDown }, COLUMNS, 'en').map(({ row: { station } }) => station)
  expect(names('money', false)).toEqual(['c10', 'a', 'c9'])
  expect(names('money', true)).toEqual(['a', 'c10', 'c9'])
  expect(names('station', false)).toEqual(['a', 'c9', 'c10'])
})

test('groups are ordered by their own sums, and the rows inside by the same column', () => {
  const groups = grouped([row('a', '3.00'), row('b', '2.00'), row('b', '9.00'), row('a', '4.00')])
  const sorted = sortGroups(groups, { key: 'money', isDown: true }, COLUMNS, 'en')
  expect(sorted.map(group => group.value)).toEqual(['b', 'a'])
  expect(sorted.flatMap(rowsOf).map(one => one.money)).toEqual(['9.00', '2.00', '4.00', '3.00'])
})

const how = (closed: readonly string[]) => ({
  closed: new Set(closed),
  rowKey: (one: TestRow) => String(one.money),
  below: () => null,
})

test('a closed group keeps its line and hides its content; positions count siblings', () => {
  const groups = grouped([row('a', '3.00'), row('b', '2.00')])
  const all = linesOfReport({ groups, rows: [] }, how([]))
  expect(all.map(({ level, isOpen }) => [level, isOpen])).toEqual([
    [1, true],
    [2, true],
    [3, undefined],
    [1, true],
    [2, true],
    [3, undefined],
  ])
  const first = groups[0]?.key ?? ''
  const some = linesOfReport({ groups, rows: [] }, how([first]))
  expect(some.map(({ level }) => level)).toEqual([1, 1, 2, 3])
  expect(some.map(({ place, beside }) => `${place}/${beside}`)).toEqual(['1/2', '2/2', '1/1', '1/1'])
  expect(new Set(all.map(({ key }) => key)).size).toBe(all.length)
})

test('with all dimensions grouped, the innermost groups are the last lines', () => {
  const lines = linesOfReport({ groups: withoutRows(grouped([row('a', '3.00')])), rows: [] }, how([]))
  expect(lines.map(({ level, isOpen }) => [level, isOpen])).toEqual([
    [1, true],
    [2, undefined],
  ])
})

test('an opened row shows its rows below, or why there are none', () => {
  const [one] = measureRows([row('a', '3.00')], COLUMNS)
  if (!one) throw new Error('a row')
  const notes = (rows: readonly (typeof one)[] | undefined, hasFailed = false) =>
    linesOfReport(
      { groups: [], rows: [one] },
      {
        ...how([]),
        below: ({ day }) =>
          day === ''
            ? null
            : {
                isOpen: true,
                rows: rows?.map(({ figures, row: found }) => ({ figures, row: { ...found, day: '' } })),
                hasFailed,
              },
      },
    ).map(({ note, level }) => [level, note])
  expect(notes(undefined)).toEqual([
    [1, undefined],
    [2, 'loading'],
  ])
  expect(notes(undefined, true)[1]).toEqual([2, 'failed'])
  expect(notes([])[1]).toEqual([2, 'empty'])
  expect(notes([one])[1]).toEqual([2, undefined])
})

test('days of a group stay in the order of time, whatever figure sorts the groups', () => {
  const day = (row: TestRow) => row.day ?? ''
  fc.assert(
    fc.property(testRows, fc.boolean(), (rows, isDown) => {
      const leading = DIMENSIONS.find(({ key }) => key === 'day')
      const byStation = groupRows(
        measureRows(rows, COLUMNS),
        DIMENSIONS.filter(({ key }) => key === 'station'),
        COLUMNS,
      )
      for (const { rows: inside } of sortGroups(byStation, { key: 'money', isDown }, COLUMNS, 'en', leading))
        expect(inside.map(({ row }) => day(row))).toEqual(inside.map(({ row }) => day(row)).toSorted())
      const [first] = sortGroups(byStation, { key: 'day', isDown: true }, COLUMNS, 'en', leading)
      const inside = first?.rows.map(({ row }) => day(row)) ?? []
      expect(inside).toEqual(inside.toSorted().toReversed())
    }),
  )
})
