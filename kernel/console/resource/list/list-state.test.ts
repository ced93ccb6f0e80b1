import { defineResource, field, optional } from '@wattyard/resource'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filterQuery, type ListState, readListState, writeListState } from './list-state.ts'
import { anyResource } from '../records.ts'

const station = anyResource(
  defineResource({
    name: 'probe.station',
    path: 'probe/station',
    scope: 'shared',
    writes: 'crud',
    fields: {
      code: field.code(),
      name: field.text(),
      status: field.oneOf(['open', 'closed', 'construction']),
      operator: field.ref('probe.operator'),
      power: optional(field.power()),
      openedAt: optional(field.instant()),
      notes: optional(field.json()),
      isPublic: field.boolean(),
    },
    list: {
      columns: ['code', 'name'],
      filters: ['status', 'operator', 'name', 'power', 'openedAt', 'isPublic', 'notes'],
      sort: 'code',
      sorts: ['name'],
      search: ['code', 'name'],
    },
    form: [['code', 'name']],
    label: 'name',
  }),
)

const read = (text: string): ListState => readListState(new URLSearchParams(text), station)

test('defaults leave the URL clean', () => {
  const state = read('')
  expect(state).toEqual({ page: 1, pageSize: 50, q: '', filters: {} })
  expect(writeListState(new URLSearchParams('open=7'), state).toString()).toBe('open=7')
})

test('filters, sort, search and page survive the URL', () => {
  const text =
    'q=%E5%8D%97%E5%B1%B1&f.status=open%2Cclosed&f.name=a&f.power.from=7000&f.openedAt.from=2031-02-01&f.openedAt.to=2031-02-02&sort=-name&page=3&size=100'
  const state = read(text)
  expect(state.filters).toEqual({
    status: { values: ['open', 'closed'] },
    name: { text: 'a' },
    power: { from: '7000' },
    openedAt: { from: '2031-02-01', to: '2031-02-02' },
  })
  expect(writeListState(new URLSearchParams(text), state).toString()).toBe(text)
})

test('parts unknown to the definition are left out', () => {
  const state = read(
    'f.status=open,bad&f.nonsense=1&f.notes=1&sort=power&page=-2&size=33&f.openedAt.from=yesterday&f.openedAt.to=2031-02-30&f.isPublic=maybe',
  )
  expect(state).toEqual({ page: 1, pageSize: 50, q: '', filters: { status: { values: ['open'] } } })
})

test('days become a half-open range of instants in the zone', () => {
  const query = filterQuery(
    read('f.openedAt.from=2031-02-01&f.openedAt.to=2031-02-01&f.power.to=9&f.status=open'),
    station,
    'Asia/Shanghai',
  )
  expect(query).toEqual({
    'filter.openedAt.from': String(Date.UTC(2031, 0, 31, 16)),
    'filter.openedAt.to': String(Date.UTC(2031, 1, 1, 16)),
    'filter.power.to': '9',
    'filter.status': 'open',
  })
})

test('no URL breaks a page, and a parsed state is written back unchanged', () => {
  const key = fc.constantFrom(
    'q',
    'sort',
    'page',
    'size',
    'f.status',
    'f.name',
    'f.power.from',
    'f.openedAt.to',
    'f.operator',
    'f.isPublic',
    'x',
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.string())), pairs => {
      const state = read(new URLSearchParams(pairs).toString())
      expect(readListState(writeListState(new URLSearchParams(), state), station)).toEqual(state)
      expect(() => filterQuery(state, station, 'Asia/Shanghai')).not.toThrow()
    }),
  )
})
