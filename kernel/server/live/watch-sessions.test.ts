import { expect, test, vi } from 'vitest'
import type { Database } from '../database/database.ts'
import { watchSessions } from './watch-sessions.ts'

// The watch asks its database for nothing but itself under another name.
const db = { as: () => db } as unknown as Database

test('a stream ends when its session is over and when its person may something else, and others go on', async () => {
  const good = new Map([
    ['stays', 'a'],
    ['over', 'a'],
    ['changed', 'a'],
  ])
  let asked = 0
  const watch = watchSessions(async () => {
    asked++
    return new Map(good)
  }, 5)
  const ended: string[] = []
  const stop = [...good.keys()].map(sessionId =>
    watch.watch(db, { tenantId: 't', sessionId }, () => ended.push(sessionId)),
  )
  await vi.waitUntil(() => asked > 2)
  expect(ended).toEqual([])
  good.delete('over')
  good.set('changed', 'b')
  await vi.waitUntil(() => ended.length === 2)
  expect(ended.toSorted()).toEqual(['changed', 'over'])
  const before = asked
  await vi.waitUntil(() => asked > before + 2)
  expect(ended).toHaveLength(2)
  for (const one of stop) one()
})

test('a database that is away ends nothing', async () => {
  let asked = 0
  const watch = watchSessions(async () => {
    if (asked++ > 0) throw new Error('away')
    return new Map([['stays', 'a']])
  }, 5)
  const end = vi.fn<() => void>()
  const stop = watch.watch(db, { tenantId: 't', sessionId: 'stays' }, end)
  await vi.waitUntil(() => asked > 4)
  expect(end).not.toHaveBeenCalled()
  stop()
})
