import { expect, test } from 'vitest'
import { type DictionaryView, type EntryView } from '../../contract/calls/dict-entry.ts'
import { rowsOf, sheetOf } from './dict-sheet.ts'
import { fitting, isChanged, movedTo } from './use-dictionaries.ts'

const words = (zh: string, en = zh, es = en) => ({ zh, en, es })
const entry = (code: string, over: Partial<EntryView> = {}): EntryView => ({
  code,
  words: words(code),
  shipped: words(code),
  colour: null,
  icon: null,
  enabled: true,
  remark: null,
  ...over,
})
const dictionary = (name: string, over: Partial<DictionaryView> = {}): DictionaryView => ({
  name,
  kind: 'open',
  titles: words(name),
  uses: [],
  entries: [],
  strays: [],
  ...over,
})

const tags = dictionary('assets.stationTag', {
  titles: words('电站标签', 'Station tags', 'Etiquetas'),
  uses: [{ resource: 'assets.station', field: 'assets.station.tags', pages: ['/device/station'] }],
  entries: [
    entry('park', { words: words('园区', 'Business park', 'Parque') }),
    entry('slow', { words: words('慢充') }),
  ],
})
const state = dictionary('charging.order.state', {
  kind: 'closed',
  titles: words('订单 · 状态'),
  entries: [entry('open')],
})

test('a dictionary is found by title, word, code, page, or the initials of its pinyin', () => {
  const found = (sought: string, kind: 'all' | 'open' | 'closed' | 'changed' = 'all') =>
    fitting([tags, state], sought, kind, path => (path === '/device/station' ? '充电站' : path)).map(one => one.name)
  expect(found('')).toEqual([tags.name, state.name])
  for (const sought of ['电站', 'station TAGS', 'yq', 'park', 'Parque', '充电站', 'assets.', 'cdz'])
    expect([sought, found(sought)]).toEqual([sought, [tags.name]])
  expect([found('', 'closed'), found('', 'changed'), found('nothing')]).toEqual([[state.name], [tags.name], []])
})

test('any difference from the product is marked', () => {
  const plain = entry('a')
  expect(isChanged(plain)).toBe(false)
  for (const over of [{ colour: 'bad' }, { icon: 'star' }, { enabled: false }, { words: words('b') }])
    expect(isChanged({ ...plain, ...over })).toBe(true)
  const { shipped: _none, ...own } = plain
  expect(isChanged(own)).toBe(true)
})

test('a member moves to a position and never off the list', () => {
  const list = ['a', 'b', 'c']
  expect([-1, 0, 1, 2, 9].map(place => movedTo(list, 'a', place).join(''))).toEqual(['abc', 'abc', 'bac', 'bca', 'bca'])
})

test('an exported sheet is imported unchanged, whatever its column names', () => {
  const said: Readonly<Record<string, string>> = {
    'platform.dictEntry.code': '编码',
    'platform.dictEntry.wordZh': '中文',
  }
  const t = (key: string): string => said[key] ?? key.replace('platform.dictEntry.', '')
  const sheet = sheetOf(tags, t)
  const read = rowsOf(sheet, column => (column === 'code' ? ['编码', 'Code'] : column === 'wordZh' ? ['中文'] : []))
  expect(read?.[0]).toMatchObject({ line: 2, code: 'park', wordZh: '园区', wordEn: 'Business park', colour: '' })
  expect(read).toHaveLength(2)
  expect(
    rowsOf(
      [
        ['Ｃｏｄｅ *', 'other'],
        ["'=x", 'y'],
        ['', 'z'],
      ],
      () => ['Code'],
    ),
  ).toEqual([{ line: 2, code: '=x' }])
  expect(rowsOf([['name'], ['x']], () => [])).toBeNull()
})
