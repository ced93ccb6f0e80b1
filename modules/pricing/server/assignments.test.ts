import { assetsModule } from '@wattyard/assets/server'
import { aPile, aStation, quietPorts } from '@wattyard/assets/testing'
import { energy, fen } from '@wattyard/money'
import { platformModule as platform } from '@wattyard/platform/server'
import { type Caller, newId, proposeSchema } from '@wattyard/server-kit'
import { callerWith, type TestServer, testServer } from '@wattyard/testing'
import { DAY_MS, HOUR_MS } from '@wattyard/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  assignment,
  type EffectivePlace,
  hashSnapshot,
  policy as policyDefinition,
  rateSession,
  version,
} from '../contract/index.ts'
import { aFlatTariff, aPlan, aPrice } from '../testing/index.ts'
import { pricingModule } from './module.ts'
import type { PastOrder } from './ports.ts'
import { pricesOfStations } from './place/prices-of-stations.ts'
import { prepareDemoPrices } from './prepare-demo-prices.ts'
import { tariffsForStarts, versionSnapshots } from './tariffs-for-starts.ts'

type Station = Awaited<ReturnType<typeof aStation>>
type Pile = Awaited<ReturnType<typeof aPile>>
let server: TestServer
let as: Caller
let station: Station
let dc: Pile
let ac: Pile
let past: PastOrder[] = []

beforeAll(async () => {
  const pricing = pricingModule({
    pastSessions: async (_tx, _caller, filter) => {
      const list = past.filter(
        ({ stationId, versionId }) =>
          (filter.stationIds?.includes(stationId) ?? true) && (filter.versionIds?.includes(versionId ?? '') ?? true),
      )
      return { list, total: list.length + 5 }
    },
  })
  server = await testServer({ modules: [platform, assetsModule(quietPorts()), pricing] })
  as = callerWith({ tenantId: newId() })
  await server.db.tenant(as.tenantId, async tx => {
    station = await aStation(tx, { tenantId: as.tenantId, name: '主站' })
    dc = await aPile(tx, station)
    ac = await aPile(tx, station, { currentType: 'ac' })
  })
})
afterAll(() => server.close())

/** A policy with one flat price in force since 2020, assigned nowhere. */
async function policyAt(electricity: string): Promise<string> {
  const save = await server.call(
    '/api/pricing/policy/save',
    { code: `P-${newId().slice(-8)}`, name: `全天 ${electricity}` },
    { as },
  )
  const draft = await server.call('/api/pricing/version/createDraft', { policy: save.data.id }, { as })
  const plans = [
    { key: 'default', intervals: [{ fromQuarter: 0, toQuarter: 96, period: 'P', electricity, service: '0.5' }] },
  ]
  await server.call('/api/pricing/version/saveDraft', { id: draft.data.id, seen: 1, plans }, { as })
  const published = await server.call('/api/pricing/version/publish', { id: draft.data.id }, { as, key: newId() })
  expect(published.msg).toBe('')
  return save.data.id
}
const assign = (input: Record<string, unknown>, caller = as) =>
  server.call('/api/pricing/assignment/assign', input, { as: caller })
const end = (input: Record<string, unknown>) => server.call('/api/pricing/assignment/end', input, { as })
const start = (pile: Pile, connector: number | null = 1, at = Date.now()) => ({
  tenantId: as.tenantId,
  stationId: station.id,
  pileId: pile.id,
  connector,
  at,
})
const pricesOf = async (...starts: ReturnType<typeof start>[]) =>
  (await server.db.platform(tx => tariffsForStarts(tx, starts))).map(
    found => found && [found.level, String(found.tariff.days[0]?.intervals[0]?.electricity)],
  )

test('the migration is what the definitions ask for', async () => {
  expect(await server.db.platform(tx => proposeSchema(tx, [policyDefinition, version, assignment]))).toBe('')
})

test('connector before pile before station before tenant; the variant of the current before the one for all', async () => {
  expect(await pricesOf(start(dc))).toEqual([null])
  const [tenant, all, slow, pile, connector] = [
    await policyAt('0.1'),
    await policyAt('0.2'),
    await policyAt('0.3'),
    await policyAt('0.4'),
    await policyAt('0.5'),
  ]
  await assign({ policy: tenant, targets: [{ level: 'tenant' }] })
  expect(await pricesOf(start(dc), start(ac))).toEqual([
    ['tenant', '100000'],
    ['tenant', '100000'],
  ])
  const target = { level: 'station', id: station.id }
  await assign({ policy: all, targets: [target] })
  await assign({ policy: slow, targets: [target], variant: 'slow' })
  expect(await pricesOf(start(dc), start(ac))).toEqual([
    ['station', '200000'],
    ['station', '300000'],
  ])
  await assign({ policy: pile, targets: [{ level: 'pile', id: dc.id }] })
  await assign({ policy: connector, targets: [{ level: 'connector', id: dc.connectors[1]?.id }] })
  expect(await pricesOf(start(dc, 1), start(dc, 2), start(dc, null), start(ac))).toEqual([
    ['pile', '400000'],
    ['connector', '500000'],
    ['pile', '400000'],
    ['station', '300000'],
  ])
  await end({ targets: [{ level: 'pile', id: dc.id }] })
  await end({ targets: [target], variant: 'slow' })
  expect(await pricesOf(start(dc, 1), start(dc, 2), start(ac))).toEqual([
    ['station', '200000'],
    ['connector', '500000'],
    ['station', '200000'],
  ])
  // What was in force then still is: a session that reports late gets the price of its start.
  expect(await pricesOf(start(dc, 1, Date.now() - DAY_MS))).toEqual([null])
  const { data } = await server.call('/api/pricing/assignment/list', { filter: { pile: dc.id } }, { as })
  expect(data.list.map((row: { level: string; policy: string | null }) => [row.level, row.policy])).toEqual([
    ['pile', null],
    ['connector', connector],
    ['pile', pile],
  ])
})

test('a batch over many places is one call, and its preview counts what it touches', async () => {
  const policy = await policyAt('0.61')
  const [other, pile] = await server.db.tenant(as.tenantId, async tx => {
    const second = await aStation(tx, { tenantId: as.tenantId })
    return [second, await aPile(tx, second)] as const
  })
  const targets = [
    { level: 'station', id: station.id },
    { level: 'station', id: other.id },
  ]
  const preview = await server.call('/api/pricing/assignment/preview', { targets, policy }, { as })
  expect(preview.data).toMatchObject({ stations: 2, piles: 3, connectors: 6, keptOverrides: 1, wholeTenant: false })
  // What the places have now, together where it is the same.
  const { list, policies } = (await server.call('/api/pricing/effective', { targets }, { as })).data
  const before = list.map(({ price }: EffectivePlace) => [policies[price?.policyId ?? ''], price?.now])
  expect(before).toHaveLength(2)
  expect(preview.data.inForce.map((one: Record<string, unknown>) => [one.policy, one.price])).toEqual(
    expect.arrayContaining(before),
  )
  const both = await server.call(
    '/api/pricing/assignment/preview',
    { targets: [targets[1], { level: 'pile', id: pile.id }], policy },
    { as },
  )
  expect(both.data.inForce).toMatchObject([{ places: 2 }])
  expect((await assign({ policy, targets })).data.assigned).toBe(2)
  expect(await pricesOf(start(dc))).toEqual([['station', '610000']])
})

test('planned changes can be taken back, what has begun cannot', async () => {
  const policy = await policyAt('0.7')
  const target = { level: 'pile', id: ac.id }
  const from = Date.now() + HOUR_MS
  await assign({ policy, targets: [target], effectiveFrom: from })
  const again = await assign({ policy: await policyAt('0.71'), targets: [target], effectiveFrom: from })
  expect(again.success).toBe(true)
  const { data } = await server.call('/api/pricing/assignment/list', { filter: { pile: ac.id } }, { as })
  expect(data.list).toHaveLength(1)
  expect(data.list[0].can).toContain('withdraw')
  expect(await pricesOf(start(ac, 1), start(ac, 1, from))).toEqual([
    ['station', '610000'],
    ['pile', '710000'],
  ])
  const shown = await server.call('/api/pricing/effective', { targets: [target] }, { as })
  expect(shown.data.list[0].price).toMatchObject({
    level: 'station',
    now: { period: 'P', electricity: '0.61000', service: '0.50000' },
    next: { at: from, kind: 'assignment', price: { electricity: '0.71000' } },
  })
  expect((await server.call('/api/pricing/assignment/withdraw', { ids: [data.list[0].id] }, { as })).success).toBe(true)
  expect(await pricesOf(start(ac, 1, from))).toEqual([['station', '610000']])
  const begun = await server.call('/api/pricing/assignment/list', { filter: { level: 'tenant' } }, { as })
  expect((await server.call('/api/pricing/assignment/withdraw', { ids: [begun.data.list[0].id] }, { as })).code).toBe(
    'kernel.notAllowedNow',
  )
  await expect(
    server.db.platform(tx => tx.execute('delete from pricing_assignment where tenant_id = $1', [as.tenantId])),
  ).rejects.toThrow('has begun')
  expect((await assign({ policy, targets: [target], effectiveFrom: Date.now() - DAY_MS })).code).toBe(
    'pricing.startsInPast',
  )
})

test('a preview counts what is more particular and stays: single piles, fast or slow', async () => {
  const [all, slow] = [await policyAt('0.62'), await policyAt('0.63')]
  const [third, own] = await server.db.tenant(as.tenantId, async tx => {
    const made = await aStation(tx, { tenantId: as.tenantId })
    return [made, await aPile(tx, made)] as const
  })
  const targets = [{ level: 'station', id: third.id }]
  const kept = async (variant?: string) =>
    (await server.call('/api/pricing/assignment/preview', { targets, ...(variant ? { variant } : {}) }, { as })).data
      .keptOverrides
  expect(await kept()).toBe(0)
  await assign({ policy: slow, targets, variant: 'slow' })
  await assign({ policy: all, targets: [{ level: 'pile', id: own.id }] })
  expect([await kept(), await kept('fast')]).toEqual([2, 1])
})

test('the whole tenant shows what its fast and slow piles have instead, as stations do', async () => {
  const other = callerWith({ tenantId: newId() })
  const { tenantId } = other
  const [all, slow] = await server.db.tenant(
    tenantId,
    async tx =>
      [
        await aPrice(tx, { tenantId }),
        await aPrice(tx, { tenantId, stationId: (await aStation(tx, { tenantId })).id }),
      ] as const,
  )
  const targets = [{ level: 'tenant' }]
  const shown = async () => (await server.call('/api/pricing/effective', { targets }, { as: other })).data
  const plain = (await shown()).list[0]
  expect([plain.price.policyId, 'fast' in plain, 'slow' in plain]).toEqual([all.policyId, false, false])
  await assign({ policy: slow.policyId, targets, variant: 'slow' }, other)
  const { list, policies } = await shown()
  expect(list[0]).toMatchObject({
    level: 'tenant',
    price: { policyId: all.policyId },
    slow: { policyId: slow.policyId, level: 'tenant', variant: 'slow' },
  })
  expect('fast' in list[0]).toBe(false)
  expect(policies).toHaveProperty(slow.policyId)
})

test('beside the next period a planned change by people is told', async () => {
  const tenantId = newId()
  const other = callerWith({ tenantId })
  const day = aPlan({ slots: 'G'.repeat(24) + 'P'.repeat(24) })
  const [here, price] = await server.db.tenant(tenantId, async tx => {
    const made = await aStation(tx, { tenantId })
    return [made, await aPrice(tx, { tenantId, days: [day] })] as const
  })
  const targets = [{ level: 'station', id: here.id }]
  const effectiveFrom = Date.now() + 3 * DAY_MS
  const assigned = await assign({ policy: price.policyId, targets, effectiveFrom }, other)
  expect(assigned.msg).toBe('')
  const { data } = await server.call('/api/pricing/effective', { targets }, { as: other })
  const shown = data.list[0].price
  expect(shown).toMatchObject({
    level: 'tenant',
    next: { kind: 'period' },
    planned: { at: effectiveFrom, kind: 'assignment' },
  })
  expect(new Set([shown.now.period, shown.next.price.period])).toEqual(new Set(['G', 'P']))
})

test('what has no price now, is stopped, foreign or out of scope is not assigned', async () => {
  const { data: bare } = await server.call('/api/pricing/policy/save', { code: 'BARE', name: '无版本' }, { as })
  const targets = [{ level: 'station', id: station.id }]
  expect((await assign({ policy: bare.id, targets })).code).toBe('pricing.policyWithoutPrice')
  const stopped = await policyAt('0.8')
  await server.call('/api/pricing/policy/save', { id: stopped, status: 'stopped' }, { as })
  expect((await assign({ policy: stopped, targets })).code).toBe('pricing.policyStopped')
  const policy = await policyAt('0.81')
  expect((await assign({ policy, targets: [{ level: 'station', id: newId() }] })).status).toBe(404)
  const elsewhere = callerWith({
    tenantId: as.tenantId,
    scope: { operators: null, stations: [newId()], investors: null },
  })
  expect((await assign({ policy, targets }, elsewhere)).status).toBe(404)
  expect((await assign({ policy, targets: [{ level: 'tenant' }] }, elsewhere)).status).toBe(403)
  expect((await assign({ policy, targets: [{ level: 'galaxy', id: station.id }] })).code).toBe('kernel.invalid')
  const { data } = await server.call('/api/pricing/assignment/list', {}, { as: elsewhere })
  expect(data.list).toEqual([])
})

test('a version in use is retired only by somebody who says so, and then its places have no price', async () => {
  const policy = await policyAt('0.9')
  await assign({ policy, targets: [{ level: 'pile', id: dc.id }] })
  const { data } = await server.call('/api/pricing/version/list', { filter: { policy } }, { as })
  const refused = await server.call('/api/pricing/version/retire', { id: data.list[0].id }, { as })
  expect(refused).toMatchObject({ code: 'pricing.versionInUse', data: { needsConfirm: 'evenIfInUse' } })
  const before = Date.now()
  await server.call('/api/pricing/version/retire', { id: data.list[0].id, evenIfInUse: true }, { as })
  expect(await pricesOf(start(dc, 1, Date.now() + 1), start(dc, 1, before - 1))).toEqual([null, ['pile', '900000']])
  await end({ targets: [{ level: 'pile', id: dc.id }] })
})

test('memory is not asked when the world has changed: a change that is rolled back leaves nothing behind', async () => {
  const [first, second] = [await policyAt('1.1'), await policyAt('1.2')]
  const target = [{ level: 'station', id: station.id }]
  await assign({ policy: first, targets: target })
  expect(await pricesOf(start(dc))).toEqual([['station', '1100000']])
  const rolledBack = server.db.tenant(as.tenantId, async tx => {
    await tx.execute(
      "insert into pricing_assignment (tenant_id, id, level, variant, policy_id, station_id, effective_from_at, assigned_by) values ($1, $2, 'station', 'all', $3, $4, $5, 'x')",
      [as.tenantId, newId(), second, station.id, new Date()],
    )
    const inside = await tariffsForStarts(tx, [start(dc, 1, Date.now() + 5)])
    expect(String(inside[0]?.tariff.days[0]?.intervals[0]?.electricity)).toBe('1200000')
    throw new Error('changed my mind')
  })
  await expect(rolledBack).rejects.toThrow('changed my mind')
  expect(await pricesOf(start(dc, 1, Date.now() + 5))).toEqual([['station', '1100000']])
})

test('a thousand starts are one look-up, and while nothing changes one statement', async () => {
  const starts = Array.from({ length: 1000 }, (_, i) => start(i % 2 ? dc : ac, 1 + (i % 2)))
  await server.db.platform(tx => tariffsForStarts(tx, starts))
  const statements = await server.db.platform(async tx => {
    let count = 0
    const query = tx.query.bind(tx)
    tx.query = (...args: unknown[]) => {
      count++
      return Reflect.apply(query, tx, args)
    }
    const found = await tariffsForStarts(
      tx,
      starts.map(one => ({ ...one, currentType: 'dc' as const })),
    )
    expect(found.every(one => one !== null)).toBe(true)
    return count
  })
  expect(statements).toBe(1)
})

test('snapshots are found by hash inside the tenant, and rate an order again', async () => {
  const tenantId = newId()
  const [price] = await server.db.tenant(tenantId, async tx => [
    await aPrice(tx, { tenantId, days: aFlatTariff('0.7', '0.3').days }),
  ])
  const found = await server.db.platform(tx => versionSnapshots(tx, [price.hash, 'unknown']))
  expect([...found.keys()]).toEqual([price.hash])
  const snapshot = found.get(price.hash)!
  expect(hashSnapshot(snapshot)).toBe(price.hash)
  const at = Date.parse('2026-03-01T00:00:00Z')
  const points = [
    { at, register: energy(0n) },
    { at: at + HOUR_MS, register: energy(100_000n) },
  ]
  expect(rateSession({ points, ...snapshot }).totalFen).toBe(1000n)
  expect((await server.db.tenant(as.tenantId, tx => versionSnapshots(tx, [price.hash]))).size).toBe(0)
})

test('two assignments of one place at one instant: one stands, the other is told', async () => {
  const [a, b] = [await policyAt('1.3'), await policyAt('1.4')]
  const target = { targets: [{ level: 'pile', id: ac.id }], effectiveFrom: Date.now() + 30_000 }
  const answers = await Promise.all([assign({ policy: a, ...target }), assign({ policy: b, ...target })])
  expect(answers.filter(answer => answer.success).length).toBeGreaterThanOrEqual(1)
  const { data } = await server.call(
    '/api/pricing/assignment/list',
    { filter: { pile: ac.id, effectiveFrom: target.effectiveFrom } },
    { as },
  )
  expect(data.list).toHaveLength(1)
})

test('what past orders would have cost under a draft: sums, periods, stations, and what could not be rated', async () => {
  const policy = await policyAt('0.8')
  const draft = await server.call('/api/pricing/version/createDraft', { policy }, { as })
  const plans = [
    { key: 'default', intervals: [{ fromQuarter: 0, toQuarter: 96, period: 'G', electricity: '0.9', service: '0.4' }] },
  ]
  await server.call('/api/pricing/version/saveDraft', { id: draft.data.id, seen: 1, plans }, { as })
  const at = Date.parse('2026-03-01T00:00:00Z')
  const points = [
    { at, register: energy(0n) },
    { at: at + HOUR_MS, register: energy(100_000n) },
  ]
  const billed = { electricityFen: fen(800n), serviceFen: fen(500n), totalFen: fen(1300n) }
  const billedByPeriod = { P: { energy: energy(100_000n), electricityFen: fen(800n), serviceFen: fen(500n) } }
  const own = draft.data.id
  past = [
    { id: 'a', stationId: station.id, versionId: own, points, billed, billedByPeriod },
    { id: 'b', stationId: station.id, versionId: newId(), points, billed, billedByPeriod },
    { id: 'c', stationId: newId(), versionId: newId(), points: points.slice(0, 1), billed, billedByPeriod },
  ]
  const input = { version: own, from: at - DAY_MS, to: at + DAY_MS, allPolicies: true }
  const { data } = await server.call('/api/pricing/whatIf', input, { as })
  expect(data).toMatchObject({
    count: { matching: 8, considered: 3, rated: 2, ofOthers: 1 },
    total: {
      energy: '20.0000',
      before: { total: '26.00' },
      after: { electricity: '18.00', service: '8.00', total: '26.00' },
      difference: { electricity: '2.00', service: '-2.00', total: '0.00' },
    },
    unchanged: 2,
    refused: { count: 1, first: [{ id: 'c', code: 'pricing.no-points' }] },
    stations: [{ name: '主站', orders: 2, energy: '20.0000', difference: { total: '0.00' } }],
  })
  const byPeriod = Object.fromEntries(data.periods.map((one: { period: string }) => [one.period, one]))
  expect(byPeriod.P).toMatchObject({ before: { energy: '20.0000', total: '26.00' }, after: { energy: '0.0000' } })
  expect(byPeriod.G).toMatchObject({ before: { energy: '0.0000' }, after: { energy: '20.0000', total: '26.00' } })
  expect((await server.call('/api/pricing/whatIf', { ...input, stations: [newId()] }, { as })).data.count.rated).toBe(0)
  const narrow = await server.call('/api/pricing/whatIf', { ...input, allPolicies: undefined }, { as })
  expect(narrow.data).toMatchObject({ count: { considered: 1, rated: 1, ofOthers: 0 }, total: { energy: '10.0000' } })
  expect((await server.call('/api/pricing/whatIf', { ...input, to: at - 2 * DAY_MS }, { as })).code).toBe(
    'kernel.invalid',
  )
})

test('the demo: three policies in force at its stations, one draft waiting that can be published', async () => {
  const demo = callerWith({ tenantId: newId() })
  const { tenantId } = demo
  const now = Date.now()
  const { stations, piles, prices } = await server.db.platform(async tx => {
    const made = [await aStation(tx, { tenantId }), await aStation(tx, { tenantId })]
    const [a, b] = made
    const found = [await aPile(tx, a!), await aPile(tx, a!, { currentType: 'ac' }), await aPile(tx, b!)]
    return { stations: made, piles: found, prices: await prepareDemoPrices(tx, { tenantId, stations: made, now }) }
  })
  const starts = piles.map(pile => ({ tenantId, stationId: pile.stationId, pileId: pile.id, connector: 1, at: now }))
  const found = await server.db.platform(tx =>
    tariffsForStarts(tx, [...starts, { ...starts[0]!, at: now - 100 * DAY_MS }]),
  )
  const { publicFast, publicSlow, fleet } = prices.policies
  expect(found.map(one => [one?.policyId, one?.versionNumber])).toEqual([
    [publicFast, 2],
    [publicSlow, 1],
    [fleet, 1],
    [publicFast, 1],
  ])
  const preview = await server.call('/api/pricing/version/publishPreview', { id: prices.draftId }, { as: demo })
  expect(preview.data).toMatchObject({ problems: [], wholeTenant: true, stationCount: 1, ends: { number: 2 } })
  expect(
    (
      await server.call(
        '/api/pricing/version/publish',
        { id: prices.draftId, seen: 1, replaceCurrent: true },
        { as: demo, key: newId() },
      )
    ).success,
  ).toBe(true)
  const shown = await server.call(
    '/api/pricing/effective',
    { targets: stations.map(({ id }) => ({ level: 'station', id })) },
    { as: demo },
  )
  expect(shown.data.list[0]).toMatchObject({
    price: { level: 'station', policyId: publicFast, versionNumber: 3 },
    slow: { policyId: publicSlow },
  })
  expect(shown.data.list[0].price.next.kind).toBe('period')
  expect(shown.data.list[1].price).toMatchObject({ level: 'station', policyId: fleet })
})

test('a list of stations asks for the price in force, which is for those who may read prices', async () => {
  const policy = await policyAt('0.61')
  const priced = await server.db.tenant(as.tenantId, tx => aStation(tx, { tenantId: as.tenantId }))
  await assign({ policy, targets: [{ level: 'station', id: priced.id }] })
  const now = (caller = as) =>
    server.db.tenant(as.tenantId, tx => pricesOfStations(tx, caller, [priced.id], Date.now() + 1))
  expect([...(await now())]).toEqual([[priced.id, { fast: 1_110_000n, slow: 1_110_000n }]])
  // Slow piles with a policy of their own have their own price.
  await assign({ policy: await policyAt('0.31'), targets: [{ level: 'station', id: priced.id }], variant: 'slow' })
  expect([...(await now())]).toEqual([[priced.id, { fast: 1_110_000n, slow: 810_000n }]])
  expect((await now(callerWith({ tenantId: as.tenantId, permissions: ['assets.station:read'] }))).size).toBe(0)
})
