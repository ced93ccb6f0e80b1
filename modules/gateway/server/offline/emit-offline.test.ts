import { aPile, aStation } from '@wattyard/assets/testing'
import { type Database, newId, col } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { GATEWAY_MESSAGES } from './messages.ts'
import { OFFLINE_AFTER_MS } from '../../contract/offline.ts'
import { PILE_OFFLINE, PILE_OFFLINE_OVER, emitOffline, emitOfflineOver } from './emit-offline.ts'

const NOW = Date.parse('2026-11-20T08:00:00Z')
const tenantId = newId()
let db: Database
beforeAll(async () => {
  db = await testDatabase()
})
beforeEach(() =>
  db.platform(async tx => {
    await tx.execute('delete from gateway_pile_state')
    await tx.execute('delete from gateway_offline_told')
    await tx.execute('delete from kernel_outbox')
  }),
)
afterAll(() => db.close())

/** A pile that went away at a moment, or came back. */
async function away(
  since: number,
  over: { online?: boolean; status?: 'retired' | 'maintenance'; stationStatus?: 'building' } = {},
): Promise<string> {
  return db.tenant(tenantId, async tx => {
    const station = await aStation(tx, { tenantId, status: over.stationStatus ?? 'open' })
    const pile = await aPile(tx, station, over.status ? { status: over.status } : {})
    await tx.execute(
      `insert into gateway_pile_state (tenant_id, pile_id, station_id, online, disconnected_at) values ($1, $2, $3, $4, $5)`,
      [tenantId, pile.id, station.id, over.online ?? false, new Date(since)],
    )
    return pile.id
  })
}
const set = (pileId: string, online: boolean, since: number) =>
  db.tenant(tenantId, tx =>
    tx.execute(
      'update gateway_pile_state set online = $3, disconnected_at = $4 where tenant_id = $1 and pile_id = $2',
      [tenantId, pileId, online, new Date(since)],
    ),
  )
const tell = (now: number) => db.platform(tx => emitOffline(tx, now))
const tellOver = () => db.platform(emitOfflineOver)
const said = (topic = PILE_OFFLINE) =>
  db.platform(tx =>
    tx.query(
      { key: col.text, body: col.json<Record<string, unknown>>() },
      'select key, body from kernel_outbox where topic = $1 order by id',
      [topic],
    ),
  )

test('a pile is told once it has been away for five minutes, and once per absence', async () => {
  const pile = await away(NOW)
  expect(await tell(NOW + OFFLINE_AFTER_MS - 1)).toBe(0)
  expect(await tell(NOW + OFFLINE_AFTER_MS)).toBe(1)
  expect(await tell(NOW + 2 * OFFLINE_AFTER_MS)).toBe(0)
  await set(pile, true, NOW)
  expect(await tell(NOW + 3 * OFFLINE_AFTER_MS)).toBe(0)
  const again = NOW + 60 * 60_000
  await set(pile, false, again)
  expect(await tell(again + OFFLINE_AFTER_MS)).toBe(1)
  const events = await said()
  expect(events.map(event => event.key)).toEqual([pile, pile])
  expect(events.map(event => event.body.since)).toEqual([NOW, again])
})

test('who is there, out of service, or away since long before nobody is told of', async () => {
  await away(NOW, { online: true })
  await away(NOW, { status: 'retired' })
  await away(NOW, { status: 'maintenance' })
  await away(NOW, { stationStatus: 'building' })
  await away(NOW - 25 * 60 * 60_000)
  await tell(NOW + OFFLINE_AFTER_MS)
  expect(await said()).toEqual([])
})

test('an absence is over once: when the pile is back, also for a moment, is taken out of service or is removed', async () => {
  const [stays, returned, blinked, repaired, removed] = [
    await away(NOW),
    await away(NOW),
    await away(NOW),
    await away(NOW),
    await away(NOW),
  ]
  await tell(NOW + OFFLINE_AFTER_MS)
  expect(await tellOver()).toBe(0)
  await set(returned, true, NOW)
  await set(blinked, false, NOW + 2 * OFFLINE_AFTER_MS)
  await db.platform(async tx => {
    await tx.execute(`update assets_pile set status = 'maintenance' where id = $1`, [repaired])
    await tx.execute('delete from assets_pile where id = $1', [removed])
  })
  await tellOver()
  await tellOver()
  expect((await said(PILE_OFFLINE_OVER)).map(event => event.key).toSorted()).toEqual(
    [returned, blinked, repaired, removed].toSorted(),
  )
  // The next absence of one that came back is told of, and ends, like the first.
  await tell(NOW + 3 * OFFLINE_AFTER_MS)
  await set(blinked, true, NOW)
  await tellOver()
  expect((await said()).filter(event => event.key === blinked)).toHaveLength(2)
  expect((await said(PILE_OFFLINE_OVER)).filter(event => event.key === blinked)).toHaveLength(2)
  expect((await said(PILE_OFFLINE_OVER)).map(event => event.key)).not.toContain(stays)
})

test('the event becomes a message to those who look after the pile', async () => {
  const pile = await away(NOW)
  await tell(NOW + OFFLINE_AFTER_MS)
  const [event] = await said()
  const [kind] = GATEWAY_MESSAGES
  const draft = kind?.draft({ tenantId, topic: PILE_OFFLINE, key: pile, body: event?.body ?? {} })
  expect(draft).toMatchObject({
    about: `${pile}:${NOW}`,
    subjectId: pile,
    may: ['assets.pile:read'],
    operatorId: event?.body.operatorId,
    stationId: event?.body.stationId,
    params: { code: event?.body.code, station: event?.body.stationName },
  })
})
