import { type Caller, newId, type ServerModule, col } from '@wattyard/server-kit'
import { callerWith, type TestServer, testServer } from '@wattyard/testing'
import { platformModule as platform } from '@wattyard/platform/server'
import { DAY_MS } from '@wattyard/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeSnapshot, hashSnapshot, PROVINCE_TEMPLATES } from '../contract/index.ts'
import { aPrice } from '../testing/index.ts'
import { pricingModule } from './module.ts'

let server: TestServer
let as: Caller
const modules: readonly ServerModule[] = [platform, pricingModule()]

beforeAll(async () => {
  server = await testServer({ modules })
  as = callerWith({ tenantId: newId() })
})
afterAll(() => server.close())

const PRICES = {
  J: { electricity: '1.4291', service: '0.3' },
  F: { electricity: '1.1433', service: '0.4' },
  P: { electricity: '0.6725', service: '0.5' },
  G: { electricity: '0.2556', service: '0.6' },
}
const WHOLE_DAY = [
  {
    key: 'default',
    intervals: [{ fromQuarter: 0, toQuarter: 96, period: 'P', electricity: '0.8', service: '0.45678' }],
  },
]

let codes = 0
async function aPolicy(caller = as): Promise<string> {
  const { data } = await server.call(
    '/api/pricing/policy/save',
    { code: `T-${++codes}`, name: `策略${codes}` },
    { as: caller },
  )
  return data.id
}
const command = (name: string, input: Record<string, unknown>, caller = as) =>
  server.call(`/api/pricing/version/${name}`, input, { as: caller, ...(name === 'publish' ? { key: newId() } : {}) })
const draftFrom = async (policy: string, from: Record<string, unknown> = { from: 'empty' }) =>
  (await command('createDraft', { policy, ...from })).data
const detail = async (id: string) => (await command('detail', { id })).data
async function completeDraft(policy: string): Promise<{ id: string; version: number }> {
  const { id } = await draftFrom(policy)
  const { data } = await command('saveDraft', { id, seen: 1, plans: WHOLE_DAY })
  return { id, version: data.version }
}

test('template, draft, publication, 24 slots of the contract', async () => {
  const policy = await aPolicy()
  const draft = await draftFrom(policy, { from: 'template', template: 'shenzhen', prices: PRICES })
  expect(draft.number).toBe(1)
  const published = await command('publish', { id: draft.id })
  expect(published.data).toMatchObject({ number: 1, validTo: null, endedNumber: null })
  const { data } = await server.call('/api/pricing/version/view', { id: draft.id, slots: '24' }, { as, method: 'GET' })
  expect(data.plans.map((plan: { key: string }) => plan.key)).toEqual(['months-7-8-9', 'default'])
  const [summer, ordinary] = data.plans
  expect(Object.keys(ordinary.slots)).toEqual(Array.from({ length: 24 }, (_, i) => `t${i}`))
  expect(ordinary.slots.t0).toEqual({
    label: '00:00-01:00',
    mixed: false,
    period: 'G',
    electricity: '0.25560',
    service: '0.60000',
  })
  expect(ordinary.slots.t23.label).toBe('23:00-00:00')
  expect(summer.slots.t11).toMatchObject({ period: 'J', electricity: '1.42910' })
  const half = await server.call('/api/pricing/version/view', { id: draft.id, slots: 48, plan: 'default' }, { as })
  expect(
    Object.values<{ period: string }>(half.data.plans[0].slots)
      .map(slot => slot.period)
      .join(''),
  ).toBe(PROVINCE_TEMPLATES.find(({ key }) => key === 'shenzhen')?.seasons[0]?.slots)
})

test('a slot in which the price changes is mixed and has no single price', async () => {
  const { id } = await draftFrom(await aPolicy())
  const [all] = WHOLE_DAY[0]!.intervals
  const plans = [
    {
      key: 'default',
      intervals: [
        { ...all, toQuarter: 33 },
        { ...all, fromQuarter: 33, electricity: '0.9' },
      ],
    },
  ]
  await command('saveDraft', { id, seen: 1, plans })
  const { data } = await command('view', { id })
  expect(data.plans[0].slots.t8).toMatchObject({ mixed: true, period: null, electricity: null, label: '08:00-09:00' })
  expect(data.plans[0].slots.t8.parts.map((part: { fromQuarter: number }) => part.fromQuarter)).toEqual([32, 33])
  expect((await command('view', { id, slots: 30 })).data.fields).toHaveProperty('slots')
})

test('an incomplete draft is kept with its problems named, and never published', async () => {
  const policy = await aPolicy()
  const { id } = await draftFrom(policy)
  const plans = [
    {
      key: 'default',
      intervals: [
        { fromQuarter: 0, toQuarter: 40, period: 'G', electricity: '0.3', service: '0.5' },
        { fromQuarter: 38, toQuarter: 90, period: 'P', electricity: null, service: '0.5' },
      ],
    },
    { key: 'weekend', when: { weekdays: [6, 7] }, intervals: WHOLE_DAY[0]!.intervals },
  ]
  const saved = await command('saveDraft', { id, seen: 1, plans })
  expect(saved.data.problems).toEqual([
    { code: 'gap', plan: 'default', fromQuarter: 90, toQuarter: 96 },
    { code: 'overlap', plan: 'default', fromQuarter: 38, toQuarter: 40 },
    { code: 'no-price', plan: 'default', fromQuarter: 38, toQuarter: 90 },
  ])
  expect((await detail(id)).plans).toEqual(plans)
  const refused = await command('publish', { id })
  expect(refused).toMatchObject({ success: false, code: 'pricing.notComplete' })
  expect(refused.msg).toContain('default 22:30-00:00')
  expect(refused.data.problems[0]).toMatchObject({ code: 'gap', slot: '22:30-00:00' })
  expect((await command('view', { id })).code).toBe('pricing.notComplete')
  expect((await server.call('/api/pricing/version/list', { filter: { policy } }, { as })).data.list[0]).toMatchObject({
    state: 'draft',
    problems: 3,
  })
})

test.each([
  ['a price that is none', { electricity: '0.12.3' }, 'plans.0.intervals.0.electricity'],
  ['a negative price', { service: '-0.1' }, 'plans.0.intervals.0.service'],
  ['a number for a price', { service: 0.1 }, 'plans.0.intervals.0.service'],
  ['an unknown period', { period: 'X' }, 'plans.0.intervals.0.period'],
  ['half a quarter', { toQuarter: 95.5 }, 'plans.0.intervals.0.toQuarter'],
  ['an unknown key', { colour: 'red' }, 'plans.0.intervals.0.colour'],
])('%s is refused by name', async (_what, wrong, field) => {
  const { id } = await draftFrom(await aPolicy())
  const { data, code } = await command('saveDraft', {
    id,
    seen: 1,
    plans: [{ key: 'default', intervals: [{ ...WHOLE_DAY[0]!.intervals[0], ...wrong }] }],
  })
  expect(code).toBe('kernel.invalid')
  expect(Object.keys(data.fields)).toEqual([field])
})

test('a price has six decimals, and who writes more is told so in their language', async () => {
  const { id } = await draftFrom(await aPolicy())
  const priced = (electricity: string) => [
    { key: 'default', intervals: [{ ...WHOLE_DAY[0]!.intervals[0], electricity }] },
  ]
  expect((await command('saveDraft', { id, seen: 1, plans: priced('0.681335') })).success).toBe(true)
  const { data } = await command('detail', { id })
  expect(data.plans[0].intervals[0].electricity).toBe('0.681335')
  const refused = await command('saveDraft', { id, seen: 2, plans: priced('0.6813355') })
  expect(refused.data.fields).toEqual({ 'plans.0.intervals.0.electricity': expect.stringContaining('6') })
})

test('two editors: the second is told, nothing is lost', async () => {
  const { id } = await draftFrom(await aPolicy())
  const both = await Promise.all([
    command('saveDraft', { id, seen: 1, plans: WHOLE_DAY }),
    command('saveDraft', { id, seen: 1, plans: [] }),
  ])
  expect(both.map(answer => answer.success).filter(Boolean)).toHaveLength(1)
  expect(both.find(answer => !answer.success)).toMatchObject({ code: 'kernel.stale', status: 409 })
})

test('of two publishers of one policy at once, one wins and no instant has two versions', async () => {
  const policy = await aPolicy()
  const drafts = [await completeDraft(policy), await completeDraft(policy), await completeDraft(policy)]
  const answers = await Promise.all(drafts.map(({ id }) => command('publish', { id, validFrom: Date.now() + DAY_MS })))
  expect(answers.filter(answer => answer.success)).toHaveLength(1)
  for (const answer of answers.filter(one => !one.success)) expect(answer.code).toBe('pricing.versionOverlaps')
  // Who wins is the database's choice; the winner is in force and cannot be published again.
  const winner = drafts[answers.findIndex(answer => answer.success)]!
  const again = await Promise.all([winner, winner].map(({ id }) => command('publish', { id })))
  expect(again.filter(answer => answer.success)).toEqual([])
})

test('a version follows another only when the publisher says so, and takes its place without a gap', async () => {
  const policy = await aPolicy()
  const [first, second] = [await completeDraft(policy), await completeDraft(policy)]
  await command('publish', { id: first.id })
  const start = Date.now() + DAY_MS
  const asked = await command('publish', { id: second.id, validFrom: start })
  expect(asked.data).toMatchObject({ needsConfirm: 'replaceCurrent', other: { number: 1 } })
  expect((await command('publish', { id: second.id, validFrom: start, replaceCurrent: true })).data).toMatchObject({
    endedNumber: 1,
    validFrom: start,
  })
  expect((await detail(first.id)).validTo).toBe(start)
  const preview = await command('publishPreview', { id: (await completeDraft(policy)).id })
  expect(preview.data.publication).toMatchObject({ ok: true, to: start, ends: { number: 1 } })

  const taken = await command('retire', { id: second.id })
  expect(taken.data).toMatchObject({ validTo: start, continues: 1 })
  expect((await detail(first.id)).validTo).toBeNull()
})

test('the past is not rewritten, and a temporary price must not leave a hole', async () => {
  const policy = await aPolicy()
  const [first, second] = [await completeDraft(policy), await completeDraft(policy)]
  expect((await command('publish', { id: first.id, validFrom: Date.now() - DAY_MS })).data.fields).toHaveProperty(
    'validFrom',
  )
  await command('publish', { id: first.id })
  const now = Date.now()
  const window = { validFrom: now + DAY_MS, validTo: now + 2 * DAY_MS, replaceCurrent: true }
  expect(await command('publish', { id: second.id, ...window })).toMatchObject({ code: 'pricing.leavesGap' })
  expect(
    (await command('publish', { id: second.id, validFrom: now + DAY_MS, validTo: now + DAY_MS })).data.fields,
  ).toHaveProperty('validTo')
})

test('what is published can be changed by nobody, not even in the database', async () => {
  const { id } = await completeDraft(await aPolicy())
  const { data } = await command('publish', { id })
  for (const name of ['saveDraft', 'publish', 'discardDraft'])
    expect((await command(name, { id, ...(name === 'saveDraft' ? { seen: 3, plans: WHOLE_DAY } : {}) })).code).toBe(
      'kernel.notAllowedNow',
    )
  const attempts = [
    "update pricing_version set plans = '[]'::jsonb where id = $1",
    "update pricing_version set snapshot = snapshot || ' ' where id = $1",
    "update pricing_version set hash = 'x' where id = $1",
    "update pricing_version set state = 'draft' where id = $1",
    "update pricing_version set valid_from_at = valid_from_at + interval '1 day' where id = $1",
    "update pricing_version set note = 'other' where id = $1",
    'delete from pricing_version where id = $1',
  ]
  for (const text of attempts) {
    const attempt = server.db.platform(tx => tx.execute(text, [id]))
    await expect(attempt).rejects.toThrow(/cannot be|check constraint/)
  }
  const [row] = await server.db.platform(tx =>
    tx.query({ snapshot: col.text, hash: col.text }, 'select snapshot, hash from pricing_version where id = $1', [id]),
  )
  expect(hashSnapshot(decodeSnapshot(row!.snapshot))).toBe(data.hash)
  expect(row!.hash).toBe(data.hash)
})

test('an end that lies in the past stays, and nobody writes a second version beside the first', async () => {
  const policy = await aPolicy()
  const [first, second] = [await completeDraft(policy), await completeDraft(policy)]
  await command('publish', { id: first.id })
  const overlap = server.db.platform(tx =>
    tx.execute(
      "update pricing_version set state = 'published', snapshot = 's', hash = 'h', valid_from_at = now() + interval '1 day', published_at = now(), published_by = 'x' where id = $1",
      [second.id],
    ),
  )
  await expect(overlap).rejects.toThrow('at the same time')
  const ended = await server.db.tenant(as.tenantId, tx =>
    aPrice(tx, { tenantId: as.tenantId, to: Date.now() - DAY_MS }),
  )
  for (const to of ['null', 'now()', "now() - interval '3 days'"]) {
    const rewritten = server.db.platform(tx =>
      tx.execute(`update pricing_version set valid_to_at = ${to} where id = $1`, [ended.versionId]),
    )
    await expect(rewritten).rejects.toThrow('in force cannot be changed')
  }
})

test('a copy starts from the plans of any version; a discarded number does not come back', async () => {
  const policy = await aPolicy()
  const first = await completeDraft(policy)
  await command('publish', { id: first.id })
  const copy = await draftFrom(policy, { from: 'version', copyOf: first.id })
  expect(copy.number).toBe(2)
  expect(await detail(copy.id)).toMatchObject({ plans: WHOLE_DAY, source: 'version:1', problems: [] })
  await command('discardDraft', { id: copy.id })
  expect((await draftFrom(policy)).number).toBe(3)
  expect((await command('createDraft', { policy, from: 'version' })).data.fields).toHaveProperty('copyOf')
  expect((await command('createDraft', { policy, from: 'template', template: 'nowhere' })).data.fields).toHaveProperty(
    'template',
  )
  const partly = await command('createDraft', {
    policy,
    from: 'template',
    template: 'shenzhen',
    prices: { P: PRICES.P },
  })
  expect(partly.data.fields).toHaveProperty(['prices.G'])
})

test('four-rate piles: the model, or the reason why such a pile cannot hold the version', async () => {
  const policy = await aPolicy()
  const fitting = await draftFrom(policy, { from: 'template', template: 'shenzhen', prices: PRICES })
  const model = await command('pileModel', { id: fitting.id })
  expect(model.data.fits).toBe(true)
  expect(model.data.plans[1].rates.map((rate: { electricity: string }) => rate.electricity)).toEqual([
    '1.14330',
    '1.14330',
    '0.67250',
    '0.25560',
  ])
  const { id } = await draftFrom(policy)
  const [all] = WHOLE_DAY[0]!.intervals
  await command('saveDraft', {
    id,
    seen: 1,
    plans: [
      {
        key: 'default',
        intervals: [
          { ...all, toQuarter: 33 },
          { ...all, fromQuarter: 33, service: '0.1' },
        ],
      },
    ],
  })
  expect((await command('pileModel', { id })).data).toMatchObject({
    fits: false,
    plans: [{ ok: false, reason: 'off-half-hour', slots: ['08:00-08:30'] }],
  })
})

test('templates come with their marks and doubts', async () => {
  const { data } = await server.call('/api/pricing/provinceTemplates', {}, { as, method: 'GET' })
  expect(data.list).toHaveLength(PROVINCE_TEMPLATES.length)
  const beijing = data.list.find((one: { key: string }) => one.key === 'beijing')
  expect(beijing).toMatchObject({
    mark: 'conflicting',
    doubts: [{ code: 'second-source-differs', months: [7, 8] }],
    periods: expect.arrayContaining(['J', 'F', 'P', 'G']),
  })
})

test('policies of other tenants do not exist, and no permission means no', async () => {
  const policy = await aPolicy()
  const { id } = await completeDraft(policy)
  const stranger = callerWith({ tenantId: newId() })
  for (const path of ['detail', 'view', 'pileModel', 'publishPreview', 'publish'])
    expect((await command(path, { id }, stranger)).status).toBe(404)
  expect((await command('createDraft', { policy, from: 'empty' }, stranger)).status).toBe(404)
  const reader = callerWith({ tenantId: as.tenantId, permissions: ['pricing.version:read'] })
  expect((await command('detail', { id }, reader)).success).toBe(true)
  expect((await command('publish', { id }, reader)).status).toBe(403)
})

test('a policy with drafts only can go; one with history stays', async () => {
  const [empty, used] = [await aPolicy(), await aPolicy()]
  await completeDraft(empty)
  await command('publish', { id: (await completeDraft(used)).id })
  expect((await server.call('/api/pricing/policy/del', { id: empty }, { as })).success).toBe(true)
  expect(await server.call('/api/pricing/policy/del', { id: used }, { as })).toMatchObject({
    success: false,
    code: 'kernel.inUse',
  })
  const { data } = await server.call('/api/pricing/policy/get', { id: used }, { as })
  expect(data.standing).toMatchObject({ current: { number: 1, validTo: null }, drafts: 0, planned: 0 })
  expect(Math.abs(data.standing.current.validFrom - Date.now())).toBeLessThan(60_000)
})

test('the list of policies shows the price of the moment and the range of the day', async () => {
  const policy = await aPolicy()
  const { id } = await draftFrom(policy)
  const half = (fromQuarter: number, electricity: string) => ({
    ...WHOLE_DAY[0]?.intervals[0],
    fromQuarter,
    toQuarter: fromQuarter + 48,
    electricity,
  })
  const plans = [{ key: 'default', intervals: [half(0, '0.3'), half(48, '0.8')] }]
  expect((await command('saveDraft', { id, seen: 1, plans })).data).toBeDefined()
  const read = async (caller = as) =>
    (await server.call('/api/pricing/policy/get', { id: policy }, { as: caller, method: 'GET' })).data
  expect(await read()).toMatchObject({ priceNow: null, priceToday: null })
  await command('publish', { id })
  const { priceNow, priceToday } = await read()
  expect(priceToday).toEqual({ low: '0.75678', high: '1.25678' })
  expect(['0.75678', '1.25678']).toContain(priceNow)
  const blind = { ...as, permissions: new Set(['pricing.policy:read']) }
  expect(await read(blind)).toMatchObject({ priceNow: null, priceToday: null })
})

test('the log names the policy and the version, from when it holds, and its prices beside those that it ended', async () => {
  const policy = await aPolicy()
  const first = await completeDraft(policy)
  await command('publish', { id: first.id, seen: first.version })
  const { id } = await draftFrom(policy, { copyOf: first.id })
  const plans = [{ key: 'default', intervals: [{ ...WHOLE_DAY[0]?.intervals[0], electricity: '0.9' }] }]
  const { version } = (await command('saveDraft', { id, seen: 1, plans })).data
  const { validFrom } = (await command('publish', { id, seen: version, replaceCurrent: true })).data
  const { data } = await server.call('/api/platform/audit/list', { resource: 'pricing.version' }, { as, method: 'GET' })
  const entry = data.list.find(
    (one: { action: string; recordId: string }) => one.action === 'publish' && one.recordId === id,
  )
  expect(entry.after).toEqual({ validFrom, replaceCurrent: true, priceRange: '1.35678' })
  expect(entry.before).toEqual({ priceRange: '1.25678' })
  expect(data.labels['pricing.version'][id]).toMatch(/^策略\d+ · v2$/)
})
