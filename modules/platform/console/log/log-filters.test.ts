import { expect, test } from 'vitest'
import { readFilters } from './log-filters.ts'

const read = (text: string) => readFilters(new URLSearchParams(text))

test('the address holds the filters of the list; invalid parts are left out', () => {
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
