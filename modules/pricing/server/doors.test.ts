import { assetsModule } from '@wattyard/assets/server'
import { aPile, aStation, quietPorts } from '@wattyard/assets/testing'
import { platformModule as platform } from '@wattyard/platform/server'
import { type Caller, createLiveBus, type LiveEvent, newId } from '@wattyard/server-kit'
import { callerWith, type TestServer, testServer } from '@wattyard/testing'
import { DAY_MS } from '@wattyard/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFlatTariff, aPrice } from '../testing/index.ts'
import { pricingModule } from './module.ts'
import { tariffsForStarts } from './tariffs-for-starts.ts'

let server: TestServer
let as: Caller
const heard: LiveEvent[] = []

beforeAll(async () => {
  const live = createLiveBus()
  live.subscribe(event => heard.push(event))
  server = await testServer({ modules: [platform, assetsModule(quietPorts()), pricingModule({ live })] })
  as = callerWith({ tenantId: newId() })
})
afterAll(() => server.close())

const WHOLE_DAY = { fromQuarter: 0, toQuarter: 96, period: 'P', electricity: '0.8', service: '0.5' }
const call = (path: string, input: Record<string, unknown>, caller = as) =>
  server.call(`/api/pricing/${path}`, input, { as: caller, ...(path === 'version/publish' ? { key: newId() } : {}) })
let codes = 0
async function aDraft(caller = as) {
  const policy = (await call('policy/save', { code: `D-${++codes}`, name: `策略${codes}` }, caller)).data.id as string
  const draft = (await call('version/createDraft', { policy }, caller)).data
  const saved = await call(
    'version/saveDraft',
    { id: draft.id, seen: 1, plans: [{ key: 'default', intervals: [WHOLE_DAY] }] },
    caller,
  )
  return { policy, id: draft.id as string, version: saved.data.version as number }
}
test('what happens to a version is said once it is so, and not when it was refused', async () => {
  const { policy, id } = await aDraft()
  const station = await server.db.tenant(as.tenantId, tx => aStation(tx, { tenantId: as.tenantId }))
  heard.length = 0
  await call('version/publish', { id, validFrom: Date.now() - DAY_MS })
  expect(heard).toEqual([])
  await call('version/publish', { id })
  await call('assignment/assign', { policy, targets: [{ level: 'station', id: station.id }] })
  await call('version/retire', { id })
  await call('version/retire', { id, evenIfInUse: true })
  expect(heard.map(event => [event.topic, event.stationId, event.tenantId === as.tenantId])).toEqual([
    ['pricing.version', null, true],
    ['pricing.assignment', station.id, true],
    ['pricing.version', null, true],
  ])
})

test('forms with dotted keys say the same as JSON', async () => {
  const { id } = await aDraft()
  const plans = [
    { key: '周末', when: { weekdays: [6, 7] }, intervals: [{ ...WHOLE_DAY, service: null }] },
    { key: 'default', intervals: [WHOLE_DAY] },
  ]
  const saved = await server.call('/api/pricing/version/saveDraft', { id, seen: 2, plans }, { as, form: true })
  expect(saved.msg).toBe('')
  expect((await call('version/detail', { id })).data.plans).toEqual(plans)
})

test.each([
  ['a null character in a name', { key: 'a\u0000b' }, 'plans.0.key'],
  ['half a surrogate pair', { key: '\ud83d' }, 'plans.0.key'],
  ['a name that is too long', { key: 'x'.repeat(65) }, 'plans.0.key'],
  ['a day that is no day', { when: { dates: ['01/05/2026'] } }, 'plans.0.when.dates.0'],
  ['a thirteenth month', { when: { months: [13] } }, 'plans.0.when.months.0'],
  ['a plan that is a list', { intervals: [[0, 96, 'P']] }, 'plans.0.intervals.0'],
])('%s is refused by name and stores nothing', async (_what, wrong, field) => {
  const { id, version } = await aDraft()
  const refused = await call('version/saveDraft', {
    id,
    seen: version,
    plans: [{ key: 'default', intervals: [WHOLE_DAY], ...wrong }],
  })
  expect([refused.code, Object.keys(refused.data.fields)]).toEqual(['kernel.invalid', [field]])
  expect((await call('version/detail', { id })).data.version).toBe(version)
})

test('names in any script are kept as they are', async () => {
  const { id, version } = await aDraft()
  const keys = ['‮حار', '深圳🚗', "Robert'); drop table pricing_version;--", '<script>alert(1)</script>']
  const plans = [
    ...keys.map((key, i) => ({ key, when: { months: [i + 1] }, intervals: [WHOLE_DAY] })),
    { key: 'default', intervals: [WHOLE_DAY] },
  ]
  expect((await call('version/saveDraft', { id, seen: version, plans })).data.problems).toEqual([])
  const { data } = await call('version/detail', { id })
  expect(data.plans.map((plan: { key: string }) => plan.key)).toEqual([...keys, 'default'])
  expect((await call('version/view', { id, plan: keys[1] })).data.plans).toHaveLength(1)
})

test('too much is refused: plans, targets, intervals', async () => {
  const { id, version } = await aDraft()
  const plan = { key: 'default', intervals: [WHOLE_DAY] }
  expect(
    (await call('version/saveDraft', { id, seen: version, plans: Array.from({ length: 65 }, () => plan) })).data.fields,
  ).toHaveProperty('plans')
  const many = [{ ...plan, intervals: Array.from({ length: 193 }, () => WHOLE_DAY) }]
  expect((await call('version/saveDraft', { id, seen: version, plans: many })).data.fields).toHaveProperty([
    'plans.0.intervals',
  ])
  const targets = Array.from({ length: 1001 }, () => ({ level: 'station', id: newId() }))
  expect((await call('assignment/end', { targets })).data.fields).toHaveProperty('targets')
  expect((await call('effective', { targets: [] })).data.fields).toHaveProperty('targets')
  expect(
    (await call('assignment/preview', { targets: [{ level: 'tenant' }], policy: 'not-an-id' })).data.fields,
  ).toHaveProperty('policy')
})

test('each action has its permission, and looking is not doing', async () => {
  const { policy, id, version } = await aDraft()
  const station = await server.db.tenant(as.tenantId, tx => aStation(tx, { tenantId: as.tenantId }))
  const targets = [{ level: 'station', id: station.id }]
  const reads = ['pricing.policy:read', 'pricing.version:read', 'pricing.assignment:read', 'assets.station:read']
  const reader = callerWith({ tenantId: as.tenantId, permissions: reads })
  const doing: [string, Record<string, unknown>][] = [
    ['policy/save', { code: 'NEW', name: 'x' }],
    ['policy/del', { id: policy }],
    ['version/createDraft', { policy }],
    ['version/saveDraft', { id, seen: version, plans: [] }],
    ['version/publish', { id }],
    ['version/retire', { id }],
    ['version/discardDraft', { id }],
    ['assignment/assign', { policy, targets }],
    ['assignment/end', { targets }],
    ['assignment/withdraw', { ids: [newId()] }],
  ]
  for (const [path, input] of doing) expect([path, (await call(path, input, reader)).status]).toEqual([path, 403])
  const looking: [string, Record<string, unknown>][] = [
    ['policy/list', {}],
    ['version/detail', { id }],
    ['version/publishPreview', { id }],
    ['version/pileModel', { id }],
    ['provinceTemplates', {}],
    ['effective', { targets }],
    ['assignment/preview', { targets }],
  ]
  const stranger = callerWith({ tenantId: as.tenantId, permissions: [] })
  for (const [path, input] of looking) {
    expect([path, (await call(path, input, reader)).success]).toEqual([path, true])
    expect([path, (await call(path, input, stranger)).status]).toEqual([path, 403])
  }
  const { data } = await call('version/get', { id }, reader)
  expect(data.can).toEqual([])
})

test('a guest sees and changes nothing', async () => {
  const { policy } = await aDraft()
  const guest = callerWith({ tenantId: as.tenantId, readOnly: true })
  expect((await call('policy/get', { id: policy }, guest)).data.can).toEqual([])
  expect((await call('version/createDraft', { policy }, guest)).success).toBe(false)
})

test('another zone or rounding of a policy is for its next version only', async () => {
  const { policy, id } = await aDraft()
  const { data } = await call('version/publish', { id })
  await call('policy/save', { id: policy, zone: 'Europe/Madrid', rounding: 'exact_total', energyDecimals: '2' })
  const place = await server.db.tenant(as.tenantId, tx => aStation(tx, { tenantId: as.tenantId }))
  await call('assignment/assign', { policy, targets: [{ level: 'station', id: place.id }] })
  const start = { tenantId: as.tenantId, stationId: place.id, pileId: newId(), connector: null, at: Date.now() }
  const [found] = await server.db.platform(tx => tariffsForStarts(tx, [start]))
  expect(found).toMatchObject({
    hash: data.hash,
    policy: { rounding: 'row_sum', energyDecimals: 4 },
    tariff: { zone: 'Asia/Shanghai' },
  })
  const next = (await call('version/createDraft', { policy, from: 'version', copyOf: id })).data
  await call('version/publish', { id: next.id, replaceCurrent: true })
  const [later] = await server.db.platform(tx => tariffsForStarts(tx, [{ ...start, at: Date.now() + 1 }]))
  expect(later).toMatchObject({
    versionNumber: 2,
    policy: { rounding: 'exact_total', energyDecimals: 2 },
    tariff: { zone: 'Europe/Madrid' },
  })
})

test('starts of several tenants in one call get their own prices, whoever else changes something meanwhile', async () => {
  const tenants = [newId(), newId(), newId()]
  const places = await Promise.all(
    tenants.map((tenantId, i) =>
      server.db.tenant(tenantId, async tx => {
        const station = await aStation(tx, { tenantId })
        const pile = await aPile(tx, station)
        await aPrice(tx, { tenantId, days: aFlatTariff(`0.${i + 1}`, '0').days })
        return { tenantId, stationId: station.id, pileId: pile.id, connector: 1 }
      }),
    ),
  )
  const look = async () => {
    const found = await server.db.platform(tx =>
      tariffsForStarts(
        tx,
        places.map(place => ({ ...place, at: Date.now() + DAY_MS })),
      ),
    )
    return found.map(one => String(one?.tariff.days[0]?.intervals[0]?.electricity))
  }
  expect(await look()).toEqual(['100000', '200000', '300000'])
  const changes = Array.from({ length: 8 }, (_, i) =>
    server.db.tenant(tenants[1]!, tx =>
      aPrice(tx, {
        tenantId: tenants[1]!,
        stationId: places[1]!.stationId,
        days: aFlatTariff(`1.${i}`, '0').days,
        from: Date.UTC(2021, 0, i + 1),
      }),
    ),
  )
  const seen = (await Promise.all([...changes.map(change => change.then(look)), look(), look()])).map(([a, b, c]) => [
    a,
    c,
    b!.length > 4,
  ])
  expect(seen.every(([a, c, isPrice]) => a === '100000' && c === '300000' && isPrice)).toBe(true)
  expect(await look()).toEqual(['100000', '1700000', '300000'])
})
