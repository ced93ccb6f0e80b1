import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, newId, type Tx } from '@wattyard/server-kit'
import { callerWith, testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPile, aStation } from '../testing/index.ts'
import { addPile } from './pile/add-pile.ts'
import { prepareDemoAssets } from './demo/prepare-demo-assets.ts'
import {
  connectorsByPublicCode,
  connectorsOf,
  pilesByIdentity,
  pilesByIds,
  pilesOfTenant,
  retiredOrRenamed,
  stationsByIds,
  stationsInReach,
  stationZones,
} from './read-assets.ts'
import { lockBootingPiles, recordFirmware } from './pile/record-firmware.ts'
import { lockLiveRecords } from './live/live-records.ts'
import { stationCounters } from './station/station-counters.ts'

let db: Database
const qrPrefix = 'https://charge.example/c/'

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

async function park(tenantId: string, code = 'S') {
  return db.tenant(tenantId, async tx => {
    const station = await aStation(tx, { tenantId, code, zone: 'Asia/Urumqi' })
    return { station, pile: await aPile(tx, station) }
  })
}

test('a tenant’s transaction finds its own, the platform’s finds all', async () => {
  const tenants = [newId(), newId()] as const
  const mine = await park(tenants[0])
  const theirs = await park(tenants[1])
  const both = [mine.pile.id, theirs.pile.id, mine.pile.id, newId()]
  const inside = await db.tenant(tenants[0], tx => pilesByIds(tx, both))
  expect([...inside.keys()]).toEqual([mine.pile.id])
  const identities = [mine.pile.identity, theirs.pile.identity, 'nobody']
  const found = await db.platform(tx => pilesByIdentity(tx, identities))
  expect(found.get(theirs.pile.identity)).toMatchObject({
    id: theirs.pile.id,
    tenantId: tenants[1],
    stationId: theirs.station.id,
    power_w: 120_000,
  })
  expect(found.size).toBe(2)
  const { stations, zones, connectors } = await db.platform(async tx => ({
    stations: await stationsByIds(tx, [mine.station.id, theirs.station.id]),
    zones: await stationZones(tx, [mine.station.id]),
    connectors: await connectorsOf(tx, both),
  }))
  expect(stations.get(mine.station.id)).toMatchObject({ code: 'S', status: 'open', zone: 'Asia/Urumqi' })
  expect(zones.get(mine.station.id)).toBe('Asia/Urumqi')
  expect(connectors.get(theirs.pile.id)?.map(one => one.number)).toEqual([1, 2])
  const code = theirs.pile.connectors[1]?.publicCode ?? ''
  const scanned = await db.platform(tx => connectorsByPublicCode(tx, [code, 'nothing']))
  expect([...scanned.values()]).toEqual([
    expect.objectContaining({ pileId: theirs.pile.id, number: 2, publicCode: code }),
  ])
})

test('the piles of a tenant come in order of their code, without the retired', async () => {
  const { station, pile } = await park(newId())
  const [b, a] = await db.tenant(station.tenantId, async tx => {
    await aPile(tx, station, { status: 'retired', code: '0' })
    return [await aPile(tx, station, { code: '2' }), await aPile(tx, station, { code: '1' })]
  })
  const found = await db.platform(tx => pilesOfTenant(tx, station.tenantId, 2))
  expect(found.map(one => one.id)).toEqual([a.id, b.id])
  expect((await db.platform(tx => pilesOfTenant(tx, station.tenantId, 9))).map(one => one.id)).toEqual([
    a.id,
    b.id,
    pile.id,
  ])
})

test('returns the positions of retired, renamed and deleted piles', async () => {
  const { station, pile } = await park(newId())
  const retired = await db.tenant(station.tenantId, tx => aPile(tx, station, { status: 'retired', code: '9' }))
  const { tenantId } = station
  const asked = [
    { ...pile, tenantId },
    { ...pile, tenantId, identity: 'former-name' },
    { ...retired, tenantId },
    { ...pile, tenantId: newId() },
    { ...pile, tenantId, id: newId() },
  ]
  const found = await db.platform(tx => retiredOrRenamed(tx, asked))
  expect(found.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4])
})

test('reach: the whole tenant, the stations of assigned operators, of them the assigned ones, or none', async () => {
  const tenantId = newId()
  const { station: a } = await park(tenantId, 'A')
  const { station: b } = await park(tenantId, 'B')
  const { station: foreign } = await park(newId(), 'C')
  const reach = async (operators: string[] | null, stations: string[] | null = null) => {
    const found = await db.tenant(tenantId, tx =>
      stationsInReach(tx, callerWith({ tenantId, scope: { operators, stations, investors: null } })),
    )
    return found && [...found].toSorted()
  }
  expect(await reach(null)).toBe(null)
  expect(await reach([a.operatorId])).toEqual([a.id])
  expect(await reach([a.operatorId, b.operatorId, foreign.operatorId])).toEqual([a.id, b.id].toSorted())
  expect(await reach([a.operatorId, b.operatorId], [b.id])).toEqual([b.id])
  expect(await reach([])).toEqual([])
})

test('nothing asked is nothing found, without a query', async () => {
  const silent = {
    query: () => {
      throw new Error('no query expected')
    },
  } as unknown as Parameters<typeof pilesByIds>[0] // a stand-in that must not be used
  for (const read of [
    stationsByIds,
    pilesByIds,
    pilesByIdentity,
    connectorsOf,
    connectorsByPublicCode,
    stationZones,
    stationCounters,
  ])
    expect((await read(silent, [])).size).toBe(0)
})

test('a pile is added by the code of its station', async () => {
  const tenantId = newId()
  const { station } = await park(tenantId, 'SZ-A')
  const pile = await db.platform(tx => addPile(tx, { identity: 'CLI-1', stationCode: 'SZ-A', qrPrefix }))
  expect(pile).toMatchObject({
    tenantId,
    stationId: station.id,
    operatorId: station.operatorId,
    code: 'CLI-1',
    connectorCount: 2,
    power_w: 120_000,
  })
  const connectors = await db.tenant(tenantId, tx => connectorsOf(tx, [pile.id]))
  expect(connectors.get(pile.id)?.map(one => one.code)).toEqual(['CLI-1-1', 'CLI-1-2'])
  const entries = await db.tenant(tenantId, tx =>
    tx.query('select action, actor_name from kernel_audit where record_id = $1', [pile.id]),
  )
  expect(entries).toEqual([{ action: 'create', actor_name: 'wattyard' }])
})

test.each([
  ['assets.noSuchStation', { identity: 'CLI-2', stationCode: 'nowhere' }],
  ['assets.stationAmbiguous', { identity: 'CLI-2', stationCode: 'TWICE' }],
  ['assets.badIdentity', { identity: 'a b', stationCode: 'ONCE' }],
  ['assets.badIdentity', { identity: '', stationCode: 'ONCE' }],
  ['assets.identityTaken', { identity: 'TAKEN', stationCode: 'ONCE' }],
  ['assets.badConnectorCount', { identity: 'CLI-2', stationCode: 'ONCE', connectorCount: 17 }],
])('adding says %s', async (code, wanted) => {
  if (!(await db.platform(tx => pilesByIdentity(tx, ['TAKEN']))).size) {
    await park(newId(), 'TWICE')
    await park(newId(), 'TWICE')
    const { station } = await park(newId(), 'ONCE')
    await db.tenant(station.tenantId, tx => aPile(tx, station, { identity: 'TAKEN' }))
  }
  await expect(db.platform(tx => addPile(tx, { ...wanted, qrPrefix }))).rejects.toMatchObject({ code })
})

test('piles keep the firmware they report; a serial number that staff entered stays', async () => {
  const { pile, station } = await park(newId())
  const other = await db.tenant(station.tenantId, tx => aPile(tx, station, { serial: 'BY-HAND' }))
  await db.platform(tx =>
    recordFirmware(tx, [
      { pileId: pile.id, firmware: '1.2.3', serial: 'BY-PILE' },
      { pileId: other.id, firmware: null, serial: 'BY-PILE' },
    ]),
  )
  const rows = await db.tenant(station.tenantId, tx =>
    tx.query('select firmware, serial from assets_pile order by code'),
  )
  expect(rows).toEqual([
    { firmware: '1.2.3', serial: 'BY-PILE' },
    { firmware: null, serial: 'BY-HAND' },
  ])
})

/** Holds the first row while the work waits for it, and tells whether the second is still free. */
async function leavesSecondFree(table: string, [first, second]: string[], work: (tx: Tx) => Promise<unknown>) {
  const lock = (tx: Tx, id: string | undefined, nowait = '') =>
    tx.execute(`select from ${table} where id = $1 for no key update ${nowait}`, [id])
  const held = Promise.withResolvers<void>()
  const holder = db.platform(async tx => {
    await lock(tx, first)
    held.resolve()
    while ((await tx.query({}, 'select from pg_locks where not granted')).length === 0) await sleep(5)
    await lock(tx, second, 'nowait')
  })
  await held.promise
  await Promise.all([holder, db.platform(work)])
}

test('who changes several piles waits at the lowest id and holds no other by then', async () => {
  const { pile, station } = await park(newId())
  const next = await db.tenant(station.tenantId, tx => aPile(tx, station))
  const rising = [pile.id, next.id].toSorted()
  const reports = rising.toReversed().map(pileId => ({ pileId, firmware: '2', serial: null }))
  await expect(
    leavesSecondFree('assets_pile', rising, async tx => {
      await lockBootingPiles(tx, reports)
      await recordFirmware(tx, reports)
    }),
  ).resolves.toBeUndefined()
  const other = await park(station.tenantId, 'T')
  const stations = [station.id, other.station.id].toSorted()
  await leavesSecondFree('assets_station', stations, tx => lockLiveRecords(tx, [], stations.toReversed()))
  const owner = (id: string | undefined) => (id === station.id ? pile.id : other.pile.id)
  await leavesSecondFree('assets_station', stations, tx =>
    lockLiveRecords(tx, [owner(stations[1])], stations.slice(0, 1)),
  )
})

test('the demo has 6 stations, 40 piles, and a connector for each gun', async () => {
  const tenantId = newId()
  const operatorIds = [newId(), newId(), newId()] as const
  const demo = await db.platform(tx => prepareDemoAssets(tx, { tenantId, operatorIds, qrPrefix }))
  expect(demo.stations).toHaveLength(6)
  expect(demo.piles).toHaveLength(40)
  expect(new Set(demo.stations.map(one => one.operatorId))).toEqual(new Set(operatorIds))
  expect([...demo.connectors.values()].flat()).toHaveLength(
    demo.piles.reduce((sum, pile) => sum + pile.connectorCount, 0),
  )
  const kinds = new Map(
    demo.piles.map(pile => [pile.power_w, [...new Set(demo.connectors.get(pile.id)?.map(one => one.kind))]]),
  )
  expect(Object.fromEntries(kinds)).toEqual({
    7000: ['acPlug'],
    60000: ['dcGun'],
    120000: ['dcGun'],
    180000: ['dcGun'],
  })
  const counters = await db.tenant(tenantId, tx =>
    stationCounters(
      tx,
      demo.stations.map(one => one.id),
    ),
  )
  expect([...counters.values()].reduce((sum, one) => sum + one.piles, 0)).toBe(40)
})
