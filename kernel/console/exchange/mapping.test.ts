import { computed, defineResource, field, importFields, optional } from '@wattyard/resource'
import { expect, test } from 'vitest'
import { anyResource } from '../resource/records.ts'
import { groupFlaws, guessMapping, importRows, refusedSheet } from './mapping.ts'

const station = anyResource(
  defineResource({
    name: 'probe.station',
    path: 'probe/station',
    scope: 'shared',
    writes: 'crud',
    fields: {
      code: field.code(),
      name: field.text(),
      status: field.oneOf(['open', 'closed']),
      place: optional(field.geoPoint()),
      seenAt: computed(field.instant()),
    },
    list: { columns: ['code'], filters: [], sort: 'code' },
    form: [['code', 'name', 'status']],
    label: 'name',
    exchange: { import: true },
  }),
)
const sheet = [
  ['序号', '站点名称*', 'Station Code', '状态'],
  ['1', ' 南山 ', 'A1', '营业'],
  ['2', '', 'A2', 'broken'],
]
const names = { code: ['编号', 'Station code'], name: ['名称', '站点名称'], status: ['状态', 'Status'] }

test('heads are matched by key or name in any language, each once', () => {
  expect(guessMapping(sheet[0] ?? [], names)).toEqual({ code: 2, name: 1, status: 3 })
  expect(guessMapping(['name', 'name'], { name: [], code: ['name'] })).toEqual({ name: 0, code: 1 })
  expect(guessMapping(['', '电站状态说明'], names)).toEqual({})
  expect(guessMapping(['名称(必填)'], names)).toEqual({ name: 0 })
})

test('rows keep their line number, empty cells are left out', () => {
  expect(importFields(station).map(([key]) => key)).toEqual(['code', 'name', 'status', 'place'])
  expect(importRows(sheet, { code: 2, name: 1, status: 3 })).toEqual([
    { line: 2, values: { code: 'A1', name: '南山', status: '营业' } },
    { line: 3, values: { code: 'A2', status: 'broken' } },
  ])
})

test('a power has the unit of its head, which the server is not told', () => {
  const fields = { power: field.power(), name: field.text() }
  const rows = (head: string, cell: string) =>
    importRows(
      [
        [head, 'b (kW)'],
        [cell, '7'],
      ],
      { power: 0, name: 1 },
      [],
      fields,
    )[0]?.values
  expect(rows('功率 (kW)', '66.107')).toEqual({ power: '66.107 kW', name: '7' })
  expect(rows('功率（kW）', '7 W')).toEqual({ power: '7 W', name: '7' })
  expect(rows('功率', '7000')).toEqual({ power: '7000', name: '7' })
})

test('refused rows are returned unchanged, with reasons', () => {
  expect(
    refusedSheet(
      sheet,
      { name: 1, code: 2, status: 3 },
      [{ line: 3, fields: { name: '必填', status: '不在可选范围内', '*': 'x' } }],
      '原因',
      key => `<${key}>`,
    ),
  ).toEqual([
    ['原因', '序号', '站点名称*', 'Station Code', '状态'],
    ['<name>: 必填; <status> "broken": 不在可选范围内; x', '2', '', 'A2', 'broken'],
  ])
})

test('refused rows are grouped by reason, the most frequent first, and none hides another', () => {
  const sheet = [['编号', '名称'], ...Array.from({ length: 200 }, (_, i) => [`A${i}`, i === 7 ? 'x'.repeat(99) : 'x'])]
  const refused = sheet.slice(1).map((_, i) => ({
    line: i + 2,
    fields: { code: '已被占用', ...(i === 7 ? { name: '最多 50 个字符' } : {}) },
  }))
  const groups = groupFlaws(refused, sheet, { code: 0, name: 1 }, key => key, 3)
  expect(groups.map(({ column, rule, count }) => [column, rule, count])).toEqual([
    ['code', '已被占用', 200],
    ['name', '最多 50 个字符', 1],
  ])
  expect(groups[0]?.first).toEqual([
    { line: 2, value: 'A0' },
    { line: 3, value: 'A1' },
    { line: 4, value: 'A2' },
  ])
})
