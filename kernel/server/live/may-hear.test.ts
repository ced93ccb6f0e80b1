import { expect, test } from 'vitest'
import { mayHear } from './may-hear.ts'

const event = { tenantId: 'ours', topic: 'charging.order', stationId: 'east', data: { id: '1' } }
const caller = (...permissions: string[]) => ({ tenantId: 'ours', userId: 'me', permissions: new Set(permissions) })
const reader = caller('charging.order:read')

test('an event is heard inside the tenant, by who may read its resource', () => {
  expect(mayHear(reader, null, event)).toBe(true)
  expect(mayHear(caller('*'), null, event)).toBe(true)
  expect(mayHear(caller('charging.order:stop', 'assets.pile:read'), null, event)).toBe(false)
  expect(mayHear({ ...caller('*'), tenantId: 'theirs' }, null, event)).toBe(false)
})

test('who is limited hears of the stations within reach, and nothing that has no station', () => {
  expect(mayHear(reader, new Set(['east', 'north']), event)).toBe(true)
  expect(mayHear(reader, new Set(['west']), event)).toBe(false)
  expect(mayHear(reader, new Set(), event)).toBe(false)
  expect(mayHear(reader, new Set(['east']), { ...event, stationId: null })).toBe(false)
  expect(mayHear(reader, null, { ...event, stationId: null })).toBe(true)
})

test('what is for everybody is heard by whoever is of the tenant', () => {
  const all = { ...event, stationId: null, everybody: true as const }
  expect(mayHear(caller(), new Set(), all)).toBe(true)
  expect(mayHear({ ...caller('*'), tenantId: 'theirs' }, null, all)).toBe(false)
})

test('what is for one person is heard by them alone, whatever they or others may read', () => {
  const mine = { ...event, userId: 'me' }
  expect(mayHear(caller(), new Set(), mine)).toBe(true)
  expect(mayHear({ ...caller('*'), userId: 'you' }, null, mine)).toBe(false)
  expect(mayHear({ ...caller('*'), tenantId: 'theirs' }, null, mine)).toBe(false)
})
