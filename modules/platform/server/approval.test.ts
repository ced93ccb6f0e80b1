import { computed, defineResource, field, optional } from '@wattyard/resource'
import {
  type Caller,
  createLiveBus,
  createTableText,
  type Database,
  deliverOutbox,
  indexResources,
  type LiveEvent,
  newId,
  type OutboxHandler,
  planTable,
  Refusal,
  route,
  serveResource,
  type ServerModule,
  type Tx,
  col,
} from '@wattyard/server-kit'
import { callerWith, testDatabase, testServer, type TestServer } from '@wattyard/testing'
import { z } from 'zod'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { APPROVAL_ENDED } from '../contract/events.ts'
import { approvalsFor, createPlatform } from './index.ts'
import { expireApprovals } from './expire-approvals.ts'

/** A till that pays out: what it has paid is its whole state. */
const till = defineResource({
  name: 'probe.till',
  path: 'probe/till',
  scope: { operator: 'operator', station: 'station' },
  writes: 'commands-only',
  fields: {
    name: computed(field.text()),
    operator: computed(optional(field.ref('identity.office'))),
    station: computed(field.ref('assets.station')),
    paid: computed(field.money()),
    owner: computed(field.text()),
  },
  list: { columns: ['name', 'paid'], filters: ['name'], sort: 'name' },
  label: 'name',
  commands: {
    pay: {
      on: 'one',
      keyed: true,
      input: { amount: field.money(), reason: field.text(), from: optional(field.ref('probe.till')) },
    },
    rename: { on: 'one', input: { name: field.text() } },
  },
})

const write = (path: `/api/${string}`, work: (tx: Tx, id: string) => Promise<unknown>) =>
  route({
    method: 'POST',
    path,
    access: 'signed-in',
    input: z.strictObject({ id: z.string().default('') }),
    work: 'write',
    async handle({ tx, input }) {
      await work(tx, input.id)
      return {}
    },
  })

const probe: ServerModule = {
  name: 'probe',
  routes: [
    write('/api/probe/empty', tx => tx.execute('update probe_till set paid_fen = 5, version = version + 1')),
    write('/api/probe/close', (tx, id) => tx.execute('delete from probe_till where id = $1', [id])),
    write('/api/probe/nothing', async () => {}),
  ],
  resources: [
    serveResource(till, {
      commands: {
        async pay({ tx, caller, approval, idempotencyKey }, rows, input) {
          const [row] = await tx.query(
            { paid_fen: col.bigint },
            'update probe_till set paid_fen = paid_fen + $3, version = version + 1 where tenant_id = $1 and id = $2 returning paid_fen',
            [tx.tenantId, rows[0]?.id, input.amount],
          )
          return { paid: String(row?.paid_fen), by: caller.displayName, approval: approval?.id, key: idempotencyKey }
        },
        async rename({ tx }, rows, input) {
          await tx.execute('update probe_till set name = $3, version = version + 1 where tenant_id = $1 and id = $2', [
            tx.tenantId,
            rows[0]?.id,
            input.name,
          ])
        },
      },
      secondPerson: {
        pay: {
          from_fen: 10_000n,
          side: 'gives',
          restsOn: ['paid_fen', 'owner'],
          weigh(_call, row, input) {
            const amount = BigInt(String(input.amount))
            if (amount > 100_000n) throw new Refusal('kernel.notAllowedNow')
            return { moves_fen: amount, weighs_fen: amount + BigInt(String(row.paid_fen)) }
          },
        },
      },
    }),
  ],
}

/** What open screens hear. */
const live = createLiveBus()
const heard: LiveEvent[] = []
live.subscribe(event => heard.push(event))
const platformModule = createPlatform({ live }).module
const index = indexResources([platformModule, probe])
let db: Database
let server: TestServer
let tenantId: string
let station: string
let tillId: string
let ann: Caller
let bob: Caller

beforeAll(async () => {
  // The definition's own key types are narrower.
  const sql = `${createTableText(planTable(till as never))}; call wattyard_requests_follow('probe_till')`
  db = await testDatabase({ sql })
  server = await testServer({ db, modules: [platformModule, probe] })
})
afterAll(async () => {
  await server.close()
  await db.close()
})
beforeEach(async () => {
  ;[tenantId, station, tillId] = [newId(), newId(), newId()]
  ann = callerWith({ tenantId, displayName: 'Ann' })
  bob = callerWith({ tenantId, displayName: 'Bob' })
  await db.tenant(tenantId, tx =>
    tx.execute(
      "insert into probe_till (tenant_id, id, name, station_id, paid_fen, owner) values ($1, $2, 'Till 1', $3, 0, 'x')",
      [tenantId, tillId, station],
    ),
  )
})
afterEach(() => void vi.useRealTimers())

const pay = (amount: string, as = ann, key: string = newId(), reason = 'change') =>
  server.call('/api/probe/till/pay', { id: tillId, amount, reason }, { as, key })
const approve = (id: string, as = bob, key: string = newId()) =>
  server.call('/api/platform/approval/approve', { id }, { as, key })
const request = async (id: string, as = bob) =>
  (await server.call('/api/platform/approval/get', { id }, { as })).data as Record<string, unknown> & { can: string[] }
const paid = async (): Promise<bigint | undefined> => {
  const rows = await db.tenant(tenantId, tx => tx.query({ paid_fen: col.bigint }, 'select paid_fen from probe_till'))
  return rows[0]?.paid_fen
}
const setLimit = (value: Record<string, number | null>) =>
  server.call('/api/platform/setting/save', { key: 'platform.fourEyesLimits', value }, { as: bob })

/** A request of Ann's for 100.00; its id. */
async function asked(amount = '100'): Promise<string> {
  const answer = await pay(amount)
  expect(answer).toMatchObject({ success: true, data: { waitsForApproval: true } })
  return answer.data.approval
}

test('open screens hear of a request and of its end, and of the record that an approved command has changed', async () => {
  heard.length = 0
  const id = await asked()
  const about = { tenantId, stationId: station, ownerId: ann.userId }
  expect(heard).toEqual([{ ...about, topic: 'platform.approval', data: { id } }])
  heard.length = 0
  await approve(id)
  expect(heard).toEqual([
    { ...about, topic: 'platform.approval', data: { id } },
    { tenantId, stationId: station, topic: 'probe.till', data: { id: tillId } },
  ])
  heard.length = 0
  const other = await asked('200')
  heard.length = 0
  await server.call('/api/platform/approval/reject', { id: other, reason: 'no' }, { as: bob })
  expect(heard).toEqual([{ ...about, topic: 'platform.approval', data: { id: other } }])
})

describe('asking', () => {
  test('below the limit a command runs at once, from the limit on it waits and moves nothing', async () => {
    expect((await pay('99.99')).data).toMatchObject({ paid: '9999', by: 'Ann' })
    const id = await asked('0.01')
    expect(await paid()).toBe(9_999n)
    expect(await request(id)).toMatchObject({
      resource: 'probe.till',
      command: 'pay',
      record: tillId,
      subject: 'Till 1',
      amount: '0.01',
      reason: 'change',
      input: { amount: '0.01', reason: 'change' },
      state: 'waiting',
      askedBy: 'Ann',
      station,
    })
  })

  test('hides numbers of people in its inputs as in its reason', async () => {
    const { data } = await pay('100', ann, newId(), '车主 13966655544')
    const shown = { reason: '车主 139****5544', input: { amount: '100.00', reason: '车主 139****5544' } }
    expect(await request(data.approval, { ...bob, readsMasked: true })).toMatchObject(shown)
    expect(await request(data.approval)).toMatchObject({ input: { reason: '车主 13966655544' } })
    expect((await approve(data.approval, { ...bob, readsMasked: true })).success).toBe(true)
  })

  test('says of what kind each input is and what it points at, so that screens show it as such', async () => {
    const answer = await server.call(
      '/api/probe/till/pay',
      { id: tillId, amount: '100', reason: 'change', from: tillId },
      { as: ann, key: newId() },
    )
    expect((await request(answer.data.approval)).asked).toEqual({
      fields: {
        amount: { kind: 'money' },
        reason: { kind: 'text' },
        from: { kind: 'ref', of: 'probe.till', optional: true },
      },
      own: ['amount', 'reason', 'from'],
      labels: { 'probe.till': { [tillId]: 'Till 1' } },
    })
  })

  test('the limit is the tenant’s: nothing is always, null is never', async () => {
    await setLimit({ 'probe.till:pay': 0 })
    await asked('0.00')
    await setLimit({ 'probe.till:pay': null })
    expect((await pay('900')).data).toMatchObject({ paid: '90000' })
  })

  test('what the command would refuse is refused at once', async () => {
    expect(await pay('1000.01')).toMatchObject({ success: false, code: 'kernel.notAllowedNow' })
    expect((await server.call('/api/platform/approval/list', {}, { as: bob })).data.total).toBe(0)
  })

  test('the same key has one request, and the same thing is not asked for twice', async () => {
    const first = await pay('100', ann, 'the-same-key')
    expect((await pay('100', ann, 'the-same-key')).data).toEqual(first.data)
    expect(await pay('100')).toMatchObject({ success: false, code: 'platform.approvalWaits' })
  })

  test('a request whose record has changed makes room for another', async () => {
    const first = await asked('200')
    await pay('1')
    const second = await asked('200')
    expect((await request(first)).state).toBe('outdated')
    expect((await approve(second)).success).toBe(true)
  })

  test('is in the history of the record and of the request', async () => {
    const id = await asked()
    await approve(id)
    const of = async (path: string, record: string) =>
      (await server.call(path, { id: record }, { as: bob })).data.list.map(
        ({ action, actorName, after }: { action: string; actorName: string; after: object }) => [
          action,
          actorName,
          after,
        ],
      )
    expect(await of('/api/probe/till/history', tillId)).toMatchObject([
      ['pay', 'Ann / Bob', { approval: id, reason: 'change' }],
      ['askApproval', 'Ann', { approval: id, command: 'pay', reason: 'change' }],
    ])
    expect(await of('/api/platform/approval/history', id)).toMatchObject([
      ['approve', 'Bob', {}],
      ['create', 'Ann', { command: 'probe.till:pay' }],
    ])
  })
})

describe('approving', () => {
  test('runs the command once, in both names, with what was asked', async () => {
    const id = await asked()
    const answer = await approve(id)
    expect(answer.data).toMatchObject({
      state: 'approved',
      answer: { paid: '10000', by: 'Ann / Bob', approval: id, key: `approval:${id}` },
    })
    expect(await paid()).toBe(10_000n)
    expect(await request(id)).toMatchObject({ state: 'approved', decidedBy: 'Bob', answer: { paid: '10000' }, can: [] })
  })

  test('a double click pays once', async () => {
    const id = await asked()
    const first = await approve(id, bob, 'one-and-the-same')
    expect((await approve(id, bob, 'one-and-the-same')).data).toEqual(first.data)
    expect(await approve(id)).toMatchObject({ success: false, code: 'kernel.notAllowedNow' })
    expect(await paid()).toBe(10_000n)
  })

  test('two approvers at the same moment pay once', async () => {
    const id = await asked()
    const carol = callerWith({ tenantId, displayName: 'Carol' })
    const answers = await Promise.all([approve(id, bob), approve(id, carol)])
    expect(answers.filter(answer => answer.success)).toHaveLength(1)
    expect(await paid()).toBe(10_000n)
  })

  test.each([
    ['the approver’s account was lately in the asker’s hand', () => [[bob.userId, ann.userId]]],
    ['the asker’s account was lately in the approver’s hand', () => [[ann.userId, bob.userId]]],
    [
      'both accounts were lately in one hand',
      ([third]) => [
        [ann.userId, third],
        [bob.userId, third],
      ],
    ],
    [
      'a hand reaches the other over two accounts between',
      ([third, fourth]) => [
        [third, ann.userId],
        [third, fourth],
        [bob.userId, fourth],
      ],
    ],
  ] as [string, (others: [string, string]) => [string, string][]][])(
    'is refused while %s, and is good a week later',
    async (_how, pairs) => {
      const id = await asked()
      const hands = pairs([newId(), newId()])
      const hand = (days: number) =>
        server.db.platform(tx =>
          tx.execute(
            `insert into identity_account_hand (tenant_id, user_id, hand_id, at)
             select $1, u, h, now() - $4 * interval '1 day' from unnest($2::uuid[], $3::uuid[]) as k(u, h)
           on conflict (tenant_id, user_id, hand_id) do update set at = excluded.at`,
            [tenantId, hands.map(([userId]) => userId), hands.map(([, handId]) => handId), days],
          ),
        )
      await hand(6)
      expect(await approve(id)).toMatchObject({ success: false, code: 'identity.sameHand' })
      expect(await paid()).toBe(0n)
      await hand(8)
      expect(await approve(id)).toMatchObject({ success: true })
    },
  )

  test('is nobody’s who asked, however powerful', async () => {
    const id = await asked()
    expect(await approve(id, ann)).toMatchObject({ success: false, code: 'platform.needsSecondPerson' })
    const rejected = await server.call('/api/platform/approval/reject', { id, reason: 'x' }, { as: ann })
    expect(rejected).toMatchObject({ success: false, code: 'platform.needsSecondPerson' })
    expect((await request(id, ann)).can).toEqual(['withdraw'])
    expect((await request(id)).can).toEqual(['approve', 'reject'])
    // The database itself refuses it as well.
    await expect(
      db.tenant(tenantId, tx =>
        tx.execute("update platform_approval set state = 'approved', decider_id = asker_id where id = $1", [id]),
      ),
    ).rejects.toThrow(/four_eyes/)
  })

  test('takes the permission to decide and the permission of the command itself', async () => {
    const id = await asked()
    const all = 'platform.approval:all'
    const without = callerWith({ tenantId, permissions: ['platform.approval:read', 'probe.till:pay'] })
    expect((await approve(id, without)).status).toBe(403)
    const clerk = callerWith({ tenantId, permissions: ['platform.approval:read', all, 'platform.approval:approve'] })
    expect((await approve(id, clerk)).status).toBe(403)
    expect((await request(id, clerk)).can).toEqual([])
    expect(await db.tenant(tenantId, tx => approvalsFor(tx, clerk, index))).toMatchObject({ count: 0 })
    // Who sees own requests alone has nobody's to decide on.
    const own = callerWith({ tenantId, permissions: ['platform.approval:approve', 'probe.till:pay'] })
    expect(await approve(id, own)).toMatchObject({ status: 404 })
    expect(await db.tenant(tenantId, tx => approvalsFor(tx, own, index))).toMatchObject({ count: 0 })
    const cashier = callerWith({ tenantId, permissions: [all, 'platform.approval:approve', 'probe.till:pay'] })
    expect(await db.tenant(tenantId, tx => approvalsFor(tx, cashier, index))).toMatchObject({
      count: 1,
      subjects: ['Till 1'],
    })
    expect((await approve(id, cashier)).success).toBe(true)
  })

  test('is not seen by another tenant, nor by who sees another station', async () => {
    const id = await asked()
    for (const stranger of [
      callerWith({ tenantId: newId() }),
      callerWith({ tenantId, scope: { operators: null, stations: [newId()], investors: null } }),
    ]) {
      expect(await approve(id, stranger)).toMatchObject({ status: 404 })
      expect((await server.call('/api/platform/approval/list', {}, { as: stranger })).data.list).toEqual([])
    }
  })

  test('ends with a command that changes what it rests on: neither approved nor rejected, and its asker is told', async () => {
    const id = await asked()
    heard.length = 0
    await pay('1', bob)
    expect(await request(id)).toMatchObject({ state: 'outdated', decidedBy: 'Bob', instead: 'pay', can: [] })
    expect(heard).toMatchObject([{ topic: 'platform.approval', data: { id } }])
    const told = await db.tenant(tenantId, tx =>
      tx.query(
        { body: col.json<object>() },
        "select body from kernel_outbox where topic = 'platform.approval-decided'",
      ),
    )
    expect(told.map(({ body }) => body)).toMatchObject([
      {
        askerId: ann.userId,
        state: 'outdated',
        amount: '100.00',
        decidedBy: 'Bob',
        instead: 'pay',
        insteadAmount: '1.00',
        note: 'change',
        next: null,
      },
    ])
    expect(await approve(id)).toMatchObject({ success: false, code: 'platform.approvalOutdated' })
    const reject = await server.call('/api/platform/approval/reject', { id, reason: 'again' }, { as: bob })
    expect(reject).toMatchObject({ success: false, code: 'platform.approvalOutdated' })
    expect(await paid()).toBe(100n)
  })

  test('ends by whatever writes the record: a call of its own, a device, a deletion', async () => {
    const byCall = await asked()
    expect((await server.call('/api/probe/empty', {}, { as: bob })).success).toBe(true)
    expect(await request(byCall)).toMatchObject({ state: 'outdated', decidedBy: 'Bob', instead: 'update' })
    expect(await approve(byCall)).toMatchObject({ success: false, code: 'platform.approvalOutdated' })
    const byDevice = await asked()
    await db.platform(tx => tx.execute('update probe_till set paid_fen = 7, version = version + 1'))
    expect(await request(byDevice)).toMatchObject({ state: 'waiting' })
    // Whoever writes next, wherever, looks after it.
    await server.call('/api/probe/nothing', {}, { as: bob })
    expect(await request(byDevice)).toMatchObject({ state: 'outdated', decidedBy: null, instead: null })
    const byDeletion = await asked()
    await db.tenant(tenantId, tx => tx.execute('delete from probe_till'))
    expect(await approve(byDeletion)).toMatchObject({ status: 409, code: 'platform.recordDeleted' })
    await server.call('/api/probe/nothing', {}, { as: bob })
    expect(await request(byDeletion)).toMatchObject({ state: 'outdated' })
  })

  test('rests on a record that an input names, too: deleted, nothing is left to approve', async () => {
    const other = newId()
    await db.tenant(tenantId, tx =>
      tx.execute(
        "insert into probe_till (tenant_id, id, name, station_id, paid_fen, owner) values ($1, $2, 'Till 2', $3, 0, 'x')",
        [tenantId, other, station],
      ),
    )
    const input = { id: tillId, amount: '100', reason: 'change', from: other }
    const { data } = await server.call('/api/probe/till/pay', input, { as: ann, key: newId() })
    expect((await server.call('/api/probe/close', { id: other }, { as: bob })).success).toBe(true)
    expect(await request(data.approval)).toMatchObject({ state: 'outdated', decidedBy: 'Bob' })
  })

  test('leaves no note of changes behind, and none while nothing rests on the record', async () => {
    const notes = () =>
      db.tenant(tenantId, tx =>
        tx.query('select 1 from platform_approval_touch union all select 1 from platform_approval_rest'),
      )
    await pay('1')
    expect(await notes()).toEqual([])
    const id = await asked()
    await server.call('/api/probe/till/rename', { id: tillId, name: 'Till 2' }, { as: ann })
    expect(await notes()).toHaveLength(1)
    await approve(id)
    expect(await notes()).toEqual([])
  })

  test('is refused when the record was changed otherwise, and rejecting it still works', async () => {
    const id = await asked()
    await db.tenant(tenantId, tx => tx.execute('update probe_till set paid_fen = 100, version = version + 1'))
    expect(await approve(id)).toMatchObject({ status: 409, code: 'platform.recordChanged' })
    expect(await paid()).toBe(100n)
    expect((await server.call('/api/platform/approval/reject', { id, reason: 'again' }, { as: bob })).success).toBe(
      true,
    )
    expect(await request(id)).toMatchObject({ state: 'rejected', note: 'again', can: [] })
  })

  test('a change that the decision does not rest on is no change', async () => {
    const id = await asked()
    await server.call('/api/probe/till/rename', { id: tillId, name: 'Till 2' }, { as: ann })
    expect((await approve(id)).success).toBe(true)
  })

  test('is refused after the time is over, whether the job has been there or not', async () => {
    const id = await asked()
    const later = Date.now() + 73 * 3_600_000
    vi.useFakeTimers({ toFake: ['Date'], now: later })
    expect(await approve(id)).toMatchObject({ success: false, code: 'platform.approvalExpired' })
    vi.useRealTimers()
    expect(await expireApprovals(db, later)).toBeGreaterThan(0)
    expect(await expireApprovals(db, later)).toBe(0)
    expect(await approve(id)).toMatchObject({ success: false, code: 'kernel.notAllowedNow' })
    expect(await request(id)).toMatchObject({ state: 'expired', decidedBy: null })
    expect(await paid()).toBe(0n)
  })
})

test('who does not see everybody’s requests sees what they asked for themselves, and takes it back', async () => {
  const id = await asked()
  const seller = { ...ann, permissions: new Set(['platform.approval:read', 'platform.approval:withdraw']) }
  const other = callerWith({ tenantId, permissions: [...seller.permissions] })
  const seen = async (as: Caller): Promise<string[]> =>
    (await server.call('/api/platform/approval/list', { filter: { state: 'waiting' } }, { as })).data.list.map(
      (one: { id: string }) => one.id,
    )
  expect(await seen(seller)).toContain(id)
  expect(await seen(other)).toEqual([])
  const withdraw = (as: Caller) => server.call('/api/platform/approval/withdraw', { id }, { as })
  expect(await withdraw(other)).toMatchObject({ status: 404 })
  expect((await withdraw(seller)).success).toBe(true)
})

test('however a request ends, those who were asked hear that they need not decide', async () => {
  const over: string[] = []
  const handler: OutboxHandler = async (_tx, { key }) => void over.push(key)
  const ended = async (id: string, end: () => Promise<unknown>): Promise<void> => {
    expect(over).not.toContain(id)
    await end()
    await deliverOutbox(db, new Map([[APPROVAL_ENDED, [handler]]]))
    expect(over.filter(key => key === id)).toEqual([id])
  }
  const command = (name: string, input: object, as: Caller) =>
    server.call(`/api/platform/approval/${name}`, { ...input }, { as })
  const approved = await asked()
  await ended(approved, () => approve(approved))
  const rejected = await asked()
  await ended(rejected, () => command('reject', { id: rejected, reason: 'no' }, bob))
  const withdrawn = await asked()
  await ended(withdrawn, () => command('withdraw', { id: withdrawn }, ann))
  await setLimit({ 'probe.till:pay': 100_000 })
  const outdated = await asked('1000')
  await ended(outdated, () => pay('1', bob))
  const expired = await asked('1000')
  await ended(expired, () => expireApprovals(db, Date.now() + 73 * 3_600_000))
})

test('only whoever asked withdraws, and then nothing can be approved', async () => {
  const id = await asked()
  const withdraw = (as: Caller) => server.call('/api/platform/approval/withdraw', { id }, { as })
  expect(await withdraw(bob)).toMatchObject({ success: false, code: 'platform.notYourRequest' })
  expect((await withdraw(ann)).success).toBe(true)
  expect(await approve(id)).toMatchObject({ success: false, code: 'kernel.notAllowedNow' })
})

test('what was asked cannot be changed afterwards, nor a decision', async () => {
  const id = await asked()
  const change = (text: string) =>
    db.tenant(tenantId, tx => tx.execute(`update platform_approval set ${text} where id = $1`, [id]))
  await expect(change('amount_fen = 1')).rejects.toThrow(/cannot be changed/)
  await approve(id)
  await expect(change("state = 'waiting'")).rejects.toThrow(/decided once/)
})
