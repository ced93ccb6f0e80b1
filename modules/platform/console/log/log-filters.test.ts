import { expect, test } from 'vitest'
import { queryOf, readFilters } from './log-filters.ts'

const read = (text: string) => readFilters(new URLSearchParams(text))

test('an address says what the list shows; what is odd in it is left out', () => {
  expect(read('')).toEqual({
    part: 'operation',
    resource: '',
    recordId: '',
    action: '',
    ip: '',
    actorId: '',
    q: '',
    from: '',
    to: '',
  })
  expect(read('part=sign-in&from=2026-11-01&ip=10.0.0.1')).toMatchObject({
    part: 'sign-in',
    from: '2026-11-01',
    ip: '10.0.0.1',
  })
  expect(read('part=device&from=yesterday&to=2026-13-40')).toMatchObject({ part: 'operation', from: '', to: '' })
})

test('days are whole days of the zone, both included; empty filters are not sent', () => {
  expect(queryOf(read('from=2026-11-01&to=2026-11-01&action=delete'), 'Asia/Shanghai')).toEqual({
    part: 'operation',
    action: 'delete',
    from: Date.parse('2026-10-31T16:00:00Z'),
    to: Date.parse('2026-11-01T16:00:00Z'),
  })
  expect(queryOf(read(''), 'UTC')).toEqual({ part: 'operation' })
})
