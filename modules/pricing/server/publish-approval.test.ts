import { aTenant, aUser } from '@wattyard/identity/testing'
import { aStation } from '@wattyard/assets/testing'
import { createPlatform } from '@wattyard/platform/server'
import { type Caller, col, newId, type ServerModule } from '@wattyard/server-kit'
import { callerWith, type TestServer, testServer } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pricingModule } from './module.ts'

const PLANS = [
  {
    key: 'default',
    intervals: [{ fromQuarter: 0, toQuarter: 96, period: 'P', electricity: '0.8', service: '0.45' }],
  },
]

let server: TestServer
let tenantId: string
let ann: Caller
let bob: Caller

beforeAll(async () => {
  const platform = createPlatform()
  const modules: readonly ServerModule[] = [platform.module, pricingModule()]
  platform.learn(modules)
  server = await testServer({ modules })
})
afterAll(() => server.close())
beforeEach(async () => {
  tenantId = newId()
  ann = callerWith({ tenantId, displayName: 'Ann' })
  bob = callerWith({ tenantId, displayName: 'Bob' })
  await setRule(0)
})

const setRule = (limit: number | null) =>
  server.call(
    '/api/platform/setting/save',
    { key: 'platform.fourEyesLimits', value: { 'pricing.version:publish': limit } },
    { as: ann },
  )
const call = (path: string, input: Record<string, unknown>, as: Caller) =>
  server.call(`/api/pricing/${path}`, input, { as })
const publish = (id: string, as = ann, key: string = newId(), input: Record<string, unknown> = {}) =>
  server.call('/api/pricing/version/publish', { id, ...input }, { as, key })
const decide = (name: string, id: string, as = bob, input: Record<string, unknown> = {}, key: string = newId()) =>
  server.call(`/api/platform/approval/${name}`, { id, ...input }, { as, key })
const request = async (id: string, as = bob) => (await server.call('/api/platform/approval/get', { id }, { as })).data
const stateOf = async (id: string) => (await call('version/get', { id }, ann)).data.state

async function aDraft(as = ann): Promise<{ policy: string; id: string }> {
  const policy = (await call('policy/save', { code: newId().slice(-12), name: 'Night fast' }, as)).data.id
  const { id } = (await call('version/createDraft', { policy }, as)).data
  await call('version/saveDraft', { id, seen: 1, plans: PLANS }, as)
  return { policy, id }
}
async function asked(id: string, as = ann): Promise<string> {
  const answer = await publish(id, as)
  expect(answer).toMatchObject({ success: true, data: { waitsForApproval: true } })
  return answer.data.approval
}

describe('asking', () => {
  test('who edited asks, and the request says what is to be published, without an amount', async () => {
    const { id } = await aDraft()
    expect((await call('version/publishPreview', { id }, ann)).data.needsOtherPerson).toBe(true)
    const approval = await asked(id)
    expect(await stateOf(id)).toBe('draft')
    expect(await request(approval)).toMatchObject({
      resource: 'pricing.version',
      command: 'publish',
      record: id,
      subject: 'Night fast · v1',
      amount: null,
      because: 'always',
      askedBy: 'Ann',
      state: 'waiting',
      can: ['approve', 'reject'],
    })
  })

  test('whoever may decide hears of it', async () => {
    const approval = await asked((await aDraft()).id)
    const [news] = await server.db.tenant(tenantId, tx =>
      tx.query(
        { body: col.json<Record<string, unknown>>() },
        "select body from kernel_outbox where topic = 'platform.approval-asked' and key = $1",
        [approval],
      ),
    )
    expect(news?.body).toMatchObject({ resource: 'pricing.version', command: 'publish', askedBy: 'Ann' })
  })

  test('the answer leads the requester on to the policy, where it is assigned; a rejection leads nowhere', async () => {
    const bodyOf = async (approval: string) => {
      const [told] = await server.db.tenant(tenantId, tx =>
        tx.query(
          { body: col.json<Record<string, unknown>>() },
          "select body from kernel_outbox where topic = 'platform.approval-decided' and key = $1",
          [approval],
        ),
      )
      return told?.body
    }
    const { policy, id } = await aDraft()
    const approval = await asked(id)
    await decide('approve', approval)
    expect(await bodyOf(approval)).toMatchObject({ next: `/pricePollcy/operPrice?policy=${policy}&version=${id}` })
    const other = await asked((await aDraft()).id)
    await decide('reject', other, bob, { reason: 'no' })
    expect(await bodyOf(other)).toMatchObject({ state: 'rejected', next: null })
  })

  test('nobody waits where editor and publisher are two people already', async () => {
    const { id } = await aDraft()
    expect((await call('version/publishPreview', { id }, bob)).data.needsOtherPerson).toBe(false)
    expect((await publish(id, bob, newId(), { seen: 2 })).data).toMatchObject({ number: 1 })
    expect(await stateOf(id)).toBe('published')
  })

  test('nobody publishes or discards what somebody else has saved since they saw it', async () => {
    const { id } = await aDraft()
    await call('version/saveDraft', { id, seen: 2, plans: PLANS }, bob)
    const stale = { status: 409, code: 'kernel.stale' }
    expect(await publish(id, ann)).toMatchObject(stale)
    expect(await publish(id, ann, newId(), { seen: 2 })).toMatchObject(stale)
    expect(await call('version/discardDraft', { id, seen: 2 }, ann)).toMatchObject(stale)
    expect(await stateOf(id)).toBe('draft')
    expect((await publish(id, ann, newId(), { seen: 3 })).data).toMatchObject({ number: 1 })
  })

  test('two accounts of one hand are one person: the second asks, too', async () => {
    const { id } = await aDraft()
    await server.db.platform(tx =>
      tx.execute('insert into identity_account_hand (tenant_id, user_id, hand_id, at) values ($1, $2, $3, now())', [
        tenantId,
        bob.userId,
        ann.userId,
      ]),
    )
    const approval = await asked(id, bob)
    expect(await decide('approve', approval, ann)).toMatchObject({ success: false, code: 'identity.sameHand' })
    const carol = callerWith({ tenantId, displayName: 'Carol' })
    expect((await decide('approve', approval, carol)).success).toBe(true)
  })

  test.each([[null], [undefined]])('switched off (%s), the editor publishes alone', async limit => {
    const other = newId()
    const alone = callerWith({ tenantId: limit === null ? tenantId : other })
    if (limit === null) await setRule(null)
    const { id } = await aDraft(alone)
    expect((await call('version/publishPreview', { id }, alone)).data.needsOtherPerson).toBe(false)
    expect((await publish(id, alone)).data).toMatchObject({ number: 1 })
  })

  test('what could not be published is refused at once, and nobody is asked', async () => {
    const { policy, id } = await aDraft()
    expect(await publish(id, ann, newId(), { validFrom: Date.now() - 86_400_000 })).toMatchObject({
      code: 'pricing.startsInPast',
      data: { fields: { validFrom: expect.any(String) } },
    })
    const empty = (await call('version/createDraft', { policy }, ann)).data.id
    expect(await publish(empty)).toMatchObject({ code: 'pricing.notComplete' })
    expect((await server.call('/api/platform/approval/list', {}, { as: bob })).data.total).toBe(0)
  })

  test('the same key asks once, another one is told who asked', async () => {
    const { id } = await aDraft()
    const key = newId()
    const first = await publish(id, ann, key)
    expect((await publish(id, ann, key)).data).toEqual(first.data)
    expect(await publish(id)).toMatchObject({ success: false, code: 'platform.approvalWaits' })
    expect((await server.call('/api/pricing/version/publish', { id }, { as: ann })).success).toBe(false)
  })

  test('a guest asks nothing', async () => {
    const { id } = await aDraft()
    const guest = { ...ann, readOnly: true }
    expect((await publish(id, guest)).success).toBe(false)
    const approval = await asked(id)
    expect((await decide('approve', approval, { ...bob, readOnly: true })).success).toBe(false)
    expect(await stateOf(id)).toBe('draft')
  })
})

describe('deciding', () => {
  test('who agrees publishes it, in both names, and once', async () => {
    const { policy, id } = await aDraft()
    const approval = await asked(id)
    const key = newId()
    const first = await decide('approve', approval, bob, {}, key)
    expect(first.data).toMatchObject({ state: 'approved', answer: { number: 1, endedNumber: null } })
    expect((await decide('approve', approval, bob, {}, key)).data).toEqual(first.data)
    expect(await decide('approve', approval)).toMatchObject({ success: false, code: 'kernel.notAllowedNow' })
    const { data } = await call('version/get', { id }, ann)
    expect(data).toMatchObject({ state: 'published', publishedBy: 'Ann / Bob', editedBy: 'Ann' })
    expect((await call('policy/get', { id: policy }, ann)).data.standing.current).toMatchObject({ number: 1 })
    const { list } = (await call('version/history', { id }, ann)).data
    expect(list.map((one: { action: string }) => one.action).slice(0, 2)).toEqual(['publish', 'askApproval'])
  })

  test('who asked does not agree to it, nor who may not publish', async () => {
    const approval = await asked((await aDraft()).id)
    expect(await decide('approve', approval, ann)).toMatchObject({ code: 'platform.needsSecondPerson' })
    const clerk = callerWith({
      tenantId,
      permissions: [
        'platform.approval:read',
        'platform.approval:all',
        'platform.approval:approve',
        'pricing.version:read',
      ],
    })
    expect((await decide('approve', approval, clerk)).status).toBe(403)
    expect((await request(approval, clerk)).can).toEqual([])
  })

  test('rejecting leaves the draft to be worked on, withdrawing is for who asked', async () => {
    const { id } = await aDraft()
    const rejected = await asked(id)
    expect((await decide('reject', rejected, bob, { reason: 'too dear' })).success).toBe(true)
    expect(await request(rejected)).toMatchObject({ state: 'rejected', note: 'too dear' })
    const again = await asked(id)
    expect(await decide('withdraw', again, bob)).toMatchObject({ code: 'platform.notYourRequest' })
    expect((await decide('withdraw', again, ann)).success).toBe(true)
    expect(await decide('approve', again)).toMatchObject({ success: false })
    expect(await stateOf(id)).toBe('draft')
  })

  test('a draft that was changed meanwhile has to be asked for anew', async () => {
    const { id } = await aDraft()
    const first = await asked(id)
    await call('version/saveDraft', { id, seen: 2, plans: PLANS, note: 'dearer' }, ann)
    expect(await decide('approve', first)).toMatchObject({ code: 'platform.approvalOutdated' })
    const second = await asked(id)
    expect(await request(first)).toMatchObject({ state: 'outdated' })
    expect((await decide('approve', second)).success).toBe(true)
  })

  test('a draft can be saved incomplete while a request waits, which ends by that', async () => {
    const { id } = await aDraft()
    const first = await asked(id)
    expect(await call('version/saveDraft', { id, seen: 2, plans: [] }, ann)).toMatchObject({ success: true })
    expect(await request(first)).toMatchObject({ state: 'outdated' })
  })

  test('so has one whose policy rounds otherwise now, or that would end another version', async () => {
    const { policy, id } = await aDraft()
    const rounded = await asked(id)
    await call('policy/save', { id: policy, rounding: 'exact_total' }, ann)
    expect(await decide('approve', rounded)).toMatchObject({ status: 409 })
    const later = (await call('version/createDraft', { policy }, bob)).data.id
    await call('version/saveDraft', { id: later, seen: 1, plans: PLANS }, bob)
    const replaced = await publish(id, ann, newId(), { replaceCurrent: true })
    expect((await publish(later, ann, newId(), { seen: 2 })).success).toBe(true)
    expect(await decide('approve', replaced.data.approval)).toMatchObject({ status: 409 })
    expect(await stateOf(id)).toBe('draft')
  })
})

test('nobody agrees to what somebody asked for who was shut out since, or has lost the right', async () => {
  const { tenantId: company, roleIds } = await aTenant(server.db)
  const asker = (await aUser(server.db, company, { roleIds: [roleIds.admin] })).id
  tenantId = company
  ann = callerWith({ tenantId, userId: asker })
  bob = callerWith({ tenantId })
  await setRule(0)
  const { id } = await aDraft()
  const approval = await asked(id)
  const become = (change: string) =>
    server.db.platform(tx => tx.execute(`update identity_user set ${change} where id = $1`, [asker]))
  const gone = { status: 409, code: 'platform.askerGone' }
  await become("status = 'disabled'")
  expect(await decide('approve', approval)).toMatchObject(gone)
  await become("status = 'active', role_ids = '{}'")
  expect(await decide('approve', approval)).toMatchObject(gone)
  expect(await stateOf(id)).toBe('draft')
  await become(`role_ids = array['${roleIds.admin}'::uuid]`)
  expect((await decide('approve', approval)).success).toBe(true)
})

test('people of a region ask and agree among themselves, and nobody beyond it', async () => {
  const [north, south] = [newId(), newId()]
  const yards = await server.db.tenant(tenantId, async tx => [
    await aStation(tx, { tenantId, operatorId: north, name: 'North' }),
    await aStation(tx, { tenantId, operatorId: south, name: 'South' }),
  ])
  const of = (operator: string) =>
    callerWith({ tenantId, scope: { operators: [operator], stations: null, investors: null } })
  const [asker, colleague, stranger] = [of(north), of(north), of(south)]
  const { policy, id } = await aDraft(asker)
  const approval = await asked(id, asker)
  expect((await request(approval, asker)).can).toEqual(['withdraw'])
  expect(await decide('approve', approval, stranger)).toMatchObject({ status: 404 })
  expect((await decide('approve', approval, colleague)).success).toBe(true)
  // One that meanwhile runs beyond their reach is not theirs to agree to.
  const next = (await call('version/createDraft', { policy, from: 'version', copyOf: id }, asker)).data.id
  const waiting = (await publish(next, asker, newId(), { replaceCurrent: true })).data.approval
  const targets = [{ level: 'station', id: yards[1]?.id }]
  expect((await call('assignment/assign', { policy, targets }, ann)).success).toBe(true)
  expect(await decide('approve', waiting, colleague)).toMatchObject({ status: 403, code: 'kernel.sharedRows' })
  expect((await decide('approve', waiting, bob)).success).toBe(true)
})

test('the limits name publishing among the commands, as one without an amount', async () => {
  const { data } = await server.call('/api/platform/approval/rules', {}, { as: ann, method: 'GET' })
  expect(data.list).toEqual([{ resource: 'pricing.version', command: 'publish', own: null, hasLimit: false }])
})
