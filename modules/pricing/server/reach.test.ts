import { aStation } from '@wattyard/assets/testing'
import { platformModule as platform } from '@wattyard/platform/server'
import { type Caller, newId, WHOLE_TENANT } from '@wattyard/server-kit'
import { callerWith, testDatabase, type TestServer, testServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pricingModule } from './module.ts'
import { waitingDrafts } from './waiting-drafts.ts'

/* Prices of stations beyond somebody's reach are not theirs to change, by whichever way. */

let server: TestServer
const tenantId = newId()
const [north, south] = [newId(), newId()]
const head = callerWith({ tenantId })
const region = callerWith({ tenantId, scope: { ...WHOLE_TENANT, operators: [north] } })
const stations = { north: '', south: '' }
const PLANS = [
  { key: 'default', intervals: [{ fromQuarter: 0, toQuarter: 96, period: 'P', electricity: '0.8', service: '0.4' }] },
]

beforeAll(async () => {
  const db = await testDatabase()
  server = await testServer({ modules: [platform, pricingModule()], db })
  await db.tenant(tenantId, async tx => {
    stations.north = (await aStation(tx, { tenantId, operatorId: north, name: 'North yard' })).id
    stations.south = (await aStation(tx, { tenantId, operatorId: south, name: 'South yard' })).id
  })
})
afterAll(() => server.close())

const call = (path: string, input: Record<string, unknown>, as: Caller) =>
  server.call(`/api/pricing/${path}`, input, { as, ...(path === 'version/publish' ? { key: newId() } : {}) })
let made = 0
async function aPolicy(as: Caller): Promise<{ policy: string; draft: string }> {
  const { data } = await call('policy/save', { code: `R-${++made}`, name: `Policy ${made}` }, as)
  return { policy: data.id, draft: await aDraft(data.id, as) }
}
async function aDraft(policy: string, as: Caller): Promise<string> {
  const { data } = await call('version/createDraft', { policy }, as)
  await call('version/saveDraft', { id: data.id, seen: 1, plans: PLANS }, as)
  return data.id
}
const assign = (policy: string, ids: string[], as: Caller) =>
  call('assignment/assign', { policy, targets: ids.map(id => ({ level: 'station', id })) }, as)

test('a region makes, publishes and runs prices of its own', async () => {
  const { policy, draft } = await aPolicy(region)
  expect(await call('version/publish', { id: draft }, region)).toMatchObject({ success: true })
  expect(await assign(policy, [stations.north], region)).toMatchObject({ success: true })
  expect(await call('policy/save', { id: policy, note: 'ours' }, region)).toMatchObject({ success: true })
  expect(await assign(policy, [stations.south], region)).toMatchObject({ status: 404 })
})

test('what others run as well is not changed from one region: not by draft, publication, retirement or the policy itself', async () => {
  const { policy, draft } = await aPolicy(head)
  expect(await call('version/publish', { id: draft }, head)).toMatchObject({ success: true })
  expect(await assign(policy, [stations.north, stations.south], head)).toMatchObject({ success: true })
  const waiting = await aDraft(policy, head)
  const refused = { status: 403, code: 'kernel.sharedRows' }
  expect(await call('version/createDraft', { policy }, region)).toMatchObject(refused)
  expect(await call('version/saveDraft', { id: waiting, seen: 2, plans: PLANS }, region)).toMatchObject(refused)
  expect(await call('version/publish', { id: waiting, replaceCurrent: true }, region)).toMatchObject(refused)
  expect(await call('version/retire', { id: draft, evenIfInUse: true }, region)).toMatchObject(refused)
  expect(await call('version/discardDraft', { id: waiting }, region)).toMatchObject(refused)
  expect(await call('policy/save', { id: policy, energyDecimals: '2' }, region)).toMatchObject(refused)
  expect(await call('policy/del', { id: policy }, region)).toMatchObject(refused)
  // The screens know it before anybody tries: no way to begin a draft, and nobody is told of one they cannot publish.
  const policySeen = async (as: Caller) => (await call('policy/get', { id: policy }, as)).data.isWithinReach
  expect([await policySeen(region), await policySeen(head)]).toEqual([false, true])
  const placesSeen = async (as: Caller) => (await call('policy/get', { id: policy }, as)).data.runsAt
  expect([await placesSeen(region), await placesSeen(head)]).toEqual([1, 2])
  const waitingFor = (as: Caller) => server.db.tenant(tenantId, tx => waitingDrafts(tx, as, Date.now()))
  const before = { region: await waitingFor(region), head: await waitingFor(head) }
  expect(before.head).toMatchObject({ count: 1, oldest: expect.any(Number) })
  expect(before.region).toEqual({ count: 0, oldest: null })
  await aPolicy(region)
  expect([(await waitingFor(region)).count, (await waitingFor(head)).count]).toEqual([1, 2])
  const { data: seen } = await call('version/get', { id: waiting }, region)
  expect(seen.can).toEqual([])
  expect((await call('version/get', { id: waiting }, head)).data.can).toContain('publish')
})

test('what is planned for another region is not theirs to change either, and the preview names no station of it', async () => {
  const { policy, draft } = await aPolicy(region)
  expect(await call('version/publish', { id: draft }, region)).toMatchObject({ success: true })
  const targets = [{ level: 'station', id: stations.south }]
  const later = { policy, targets, effectiveFrom: Date.now() + 86_400_000 }
  expect(await call('assignment/assign', later, head)).toMatchObject({ success: true })
  const next = await aDraft(policy, head)
  const preview = await call('version/publishPreview', { id: next }, region)
  expect(preview.data).toMatchObject({ beyondReach: true, stations: [], stationCount: 1 })
  expect(preview.text).not.toContain('South yard')
  expect((await call('version/publishPreview', { id: next }, head)).data).toMatchObject({
    beyondReach: false,
    stations: [{ name: 'South yard' }],
  })
})
