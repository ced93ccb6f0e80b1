import { defineResource, field, optional } from '@wattyard/resource'
import { expect, test } from 'vitest'
import { anyResource } from '../resource/records.ts'
import { guessMapping, importRows } from './mapping.ts'
import { templateOf } from './template.ts'
import { writeXlsxFile } from './write-xlsx.ts'
import { parseXlsx } from './xlsx-file.ts'

const station = anyResource(
  defineResource({
    name: 'probe.station',
    path: 'probe/station',
    scope: 'shared',
    writes: 'crud',
    fields: {
      code: field.code({ max: 20 }),
      kind: field.oneOf(['public', 'bus'], { initial: 'public' }),
      state: field.oneOf(['a,b', 'c']),
      bays: optional(field.integer({ min: 0, max: 100 })),
      allDay: field.boolean(),
      tags: field.tags({ values: ['x'] }),
      model: optional(field.ref('probe.model')),
      power: field.power({ min: 1, max: 2_000_000 }),
    },
    list: { columns: ['code'], filters: [], sort: 'code' },
    form: [['code']],
    label: 'code',
    fills: { model: ['power'] },
    exchange: { import: true },
  }),
)
const words = { t: (key: string) => key.replace(/^(kit|shared|probe\.station)\./, ''), has: () => true }
const read = async () => {
  const sheets = templateOf(station, words)
  return { sheets, rows: await parseXlsx(new Uint8Array(await (await writeXlsxFile(sheets)).arrayBuffer())) }
}

test('only columns that a row needs are marked, and the example has a value in each', async () => {
  const { rows } = await read()
  expect(rows[0]).toEqual(['code*', 'kind', 'state*', 'bays', 'allDay', 'tags', 'model', 'power (kW)*'])
  expect(rows[1]).toEqual([
    'exampleMark A001',
    'kindValue.public',
    'stateValue.a,b',
    '1',
    'yes',
    'tagsValue.x',
    'importRule.refSample',
    '120 kW',
  ])
})

test('the import leaves the example out, and counts the lines as they are', async () => {
  const { rows } = await read()
  const filled = [...rows, ['B1', '', 'c']]
  expect(importRows(filled, { code: 0, state: 2 }, ['exampleMark'])).toEqual([
    { line: 3, values: { code: 'B1', state: 'c' } },
  ])
})

test('short closed sets are lists to choose from; values with a comma are not', async () => {
  const { sheets } = await read()
  const lists = [...(sheets[0]?.rules ?? '').matchAll(/sqref="(\w+):\w+"><formula1>"([^"]*)"/g)]
  expect(lists.map(([, place, values]) => [place, values])).toEqual([
    ['B2', 'kindValue.public,kindValue.bus'],
    ['E2', 'yes,no'],
  ])
})

test('the second sheet says what each column takes', async () => {
  const { sheets } = await read()
  const line = sheets[1]?.lines[4]?.map(cell => (typeof cell === 'object' ? cell.text : cell))
  expect(line).toEqual(['bays', 'importRule.optional', 'importRule.number; 0 – 100', '', '1'])
})

test('a power is asked in the unit of the screen, and says what fills it', async () => {
  const { sheets, rows } = await read()
  const line = sheets[1]?.lines[8]?.map(cell => (typeof cell === 'object' ? cell.text : cell))
  expect(line?.[2]).toBe('importRule.power; 0.001 kW – 2000 kW; importRule.filled')
  expect(guessMapping(rows[0] ?? [], { power: ['power'] })).toEqual({ power: 7 })
})

test('bare numbers below a head with W, as older exports have it, are sent with their unit', () => {
  const sent = (head: string) => importRows([[head], ['7000'], ['7 kW']], { power: 0 }, [], station.fields)
  expect(sent('power (W)').map(row => row.values)).toEqual([{ power: '7000 W' }, { power: '7 kW' }])
  expect(sent('power (kW)*').map(row => row.values)).toEqual([{ power: '7000 kW' }, { power: '7 kW' }])
  expect(sent('power').map(row => row.values)).toEqual([{ power: '7000' }, { power: '7 kW' }])
})
