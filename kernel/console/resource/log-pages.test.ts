import { expect, test } from 'vitest'
import { logQuery } from './log-pages.ts'

test('days become instants of the zone, the last day included; empty filters are not sent', () => {
  const days = { from: '2026-11-01', to: '2026-11-01' }
  expect(logQuery({ ...days, part: 'operation', action: 'delete', q: '' }, 'Asia/Shanghai')).toEqual({
    part: 'operation',
    action: 'delete',
    from: Date.parse('2026-10-31T16:00:00Z'),
    to: Date.parse('2026-11-01T16:00:00Z'),
  })
  expect(logQuery({ from: '', to: '', pile: '' }, 'UTC')).toEqual({})
})
