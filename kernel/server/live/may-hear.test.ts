import { expect, test } from 'vitest'
import { mayHear } from './may-hear.ts'

const event = { tenantId: 'ours', topic: 'charging.order', stationId: 'east', data: { id: '1' } }
const caller = (...permissions: string[]) => ({ tenantId: 'ours', userId: 'me', permissions: new Set(permissions) })
const reader = caller('charging.order:read')
const nobodys = () => false

test('an event is heard inside the tenant, by who may read its resource', () => {
  expect(mayHear(reader, null, event, nobodys)).toBe(true)
  expect(mayHear(caller('*'), null, event, nobodys)).toBe(true)
  expect(mayHear(caller('charging.order:stop', 'assets.pile:read'), null, event, nobodys)).toBe(false)
  expect(mayHear({ ...caller('*'), tenantId: 'theirs' }, null, event, nobodys)).toBe(false)
})

test('who is limited hears of the stations within reach, and nothing that has no station', () => {
  expect(mayHear(reader, new Set(['east', 'north']), event, nobodys)).toBe(true)
  expect(mayHear(reader, new Set(['west']), event, nobodys)).toBe(false)
  expect(mayHear(reader, new Set(), event, nobodys)).toBe(false)
  expect(mayHear(reader, new Set(['east']), { ...event, stationId: null }, nobodys)).toBe(false)
  expect(mayHear(reader, null, { ...event, stationId: null }, nobodys)).toBe(true)
})

test('an event for everybody reaches every user of the tenant', () => {
  const all = { ...event, stationId: null, everybody: true as const }
  expect(mayHear(caller(), new Set(), all, nobodys)).toBe(true)
  expect(mayHear({ ...caller('*'), tenantId: 'theirs' }, null, all, nobodys)).toBe(false)
})

test('what is for one person is heard by them alone, whatever they or others may read', () => {
  const mine = { ...event, userId: 'me' }
  expect(mayHear(caller(), new Set(), mine, nobodys)).toBe(true)
  expect(mayHear({ ...caller('*'), userId: 'you' }, null, mine, nobodys)).toBe(false)
  expect(mayHear({ ...caller('*'), tenantId: 'theirs' }, null, mine, nobodys)).toBe(false)
})

test('of records that have an owner one hears of one’s own, and of everybody’s with the permission for them', () => {
  const owned = (topic: string) => topic === 'charging.order'
  const hears = (who: ReturnType<typeof caller>, ownerId?: string | null) =>
    mayHear(who, null, ownerId === undefined ? event : { ...event, ownerId }, owned)
  expect([hears(reader, 'me'), hears(reader, 'you'), hears(reader, null)]).toEqual([true, false, false])
  const chief = caller('charging.order:read', 'charging.order:all')
  expect([hears(chief, 'you'), hears(chief, null), hears(caller('charging.order:all'), 'you')]).toEqual([
    true,
    true,
    false,
  ])
  // Who publishes it forgot to say whose it is.
  expect([hears(reader), hears(chief)]).toEqual([false, true])
})
