import { aRole, aUser } from '@wattyard/identity/testing'
import { col, type OutboxEvent } from '@wattyard/server-kit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PAID_LATE, REFUND_ASKED } from '../../contract/events.ts'
import { paymentsServer } from '../../testing/payments-server.ts'
import { paymentsWorld } from '../../testing/index.ts'
import { RefundWorld } from '../../testing/refund-world.ts'
import { PAYMENTS_MESSAGES } from '../messages.ts'
import { paymentsModule } from '../payments-module.ts'
import { openPayouts, waitingRefunds } from './waiting-refunds.ts'

let server: Awaited<ReturnType<typeof paymentsServer>>
let w: RefundWorld
let member: string

beforeAll(async () => {
  server = await paymentsServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  w = await RefundWorld.of(server)
  member = await w.member()
  await w.pay(member, 100_000n, 0n)
})

test('whoever may decide hears of a refund that was asked for, and finds it among what waits; whoever asked does not', async () => {
  const { id } = (await w.ask(member, '300')).data
  const [event] = await w.in(tx =>
    tx.query(
      { key: col.text, body: col.json<Record<string, unknown>>() },
      'select key, body from kernel_outbox where topic = $1',
      [REFUND_ASKED],
    ),
  )
  const kind = PAYMENTS_MESSAGES.find(one => one.topic === REFUND_ASKED)
  expect(kind?.draft(event as Parameters<typeof kind.draft>[0])).toMatchObject({
    about: id,
    link: `/wallet/refundBill?open=${id}`,
    may: ['payments.refund:approve'],
    except: [w.ann.userId],
    params: { amount: { money: '300.00' }, name: 'Ann', subject: (await w.refundOf(id)).number },
  })
  expect(await w.in(tx => waitingRefunds(tx, w.bob))).toMatchObject({ count: 1, amount: 30_000n })
  expect(await w.in(tx => waitingRefunds(tx, w.ann))).toEqual({ count: 0, oldest: null, amount: 0n })
  await w.decide('reject', id, w.bob)
  expect(await w.in(tx => waitingRefunds(tx, w.bob))).toMatchObject({ count: 0 })
})

/** What the event of a topic that came last says to whom, by the kind of message. */
async function lastWord(kindName: string) {
  const kind = PAYMENTS_MESSAGES.find(one => one.name === kindName)
  const [event] = await w.in(tx =>
    tx.query(
      { key: col.text, body: col.json<Record<string, unknown>>() },
      'select key, body from kernel_outbox where topic = $1 order by id desc limit 1',
      [kind?.topic],
    ),
  )
  return kind && event ? kind.draft(event as Parameters<typeof kind.draft>[0]) : undefined
}

/** Topics of approvals that were told of; the refund itself says what came of it. */
const toldOfRequests = () =>
  w.in(tx =>
    tx.query({ body: col.json<object>() }, "select body from kernel_outbox where topic = 'platform.approval-decided'"),
  )

test.each([
  ['rejected', 'reject', '资料不全'],
  ['approved', 'approve', null],
] as const)(
  'whoever asked hears from the refund itself that it was %s on its page, once',
  async (decision, command, reason) => {
    const { id } = (await w.ask(member, '300')).data
    // Their own word waits for another person, who decides on the record instead.
    expect((await w.decide('approve', id, w.ann)).data.waitsForApproval).toBe(true)
    expect((await w.decide(command, id, w.bob)).success).toBe(true)
    const { number } = await w.refundOf(id)
    expect(await lastWord('payments.refundDecided')).toMatchObject({
      about: id,
      people: [w.ann.userId],
      link: `/wallet/refundBill?open=${id}`,
      params: {
        subject: reason === null ? number : `${number} · ${reason}`,
        outcome: { word: `payments.refund.decisionValue.${decision}` },
        amount: { money: '300.00' },
        name: 'Bob',
      },
    })
    expect(await toldOfRequests()).toEqual([])
    const { list } = (await w.read('/api/platform/approval/list', {}, w.ann)).data
    expect(list).toMatchObject([{ state: 'outdated', decidedBy: 'Bob', instead: command, note: reason }])
  },
)

test('a refund below the limit that another person rejects tells its asker why; an own decision tells nobody', async () => {
  const { id } = (await w.ask(member, '30')).data
  await w.decide('reject', id, w.bob)
  expect(await lastWord('payments.refundDecided')).toMatchObject({ people: [w.ann.userId], params: { name: 'Bob' } })
  const own = (await w.ask(member, '30')).data
  await w.decide('withdraw', own.id, w.ann)
  expect(await lastWord('payments.refundDecided')).toBeNull()
})

test('what a second person grants by the request is told once, by the refund', async () => {
  const { id } = (await w.ask(member, '300')).data
  const { approval } = (await w.decide('approve', id, w.ann)).data
  expect((await w.call('/api/platform/approval/approve', { id: approval }, w.bob)).success).toBe(true)
  expect(await lastWord('payments.refundDecided')).toMatchObject({
    people: [w.ann.userId],
    link: `/wallet/refundBill?open=${id}`,
    params: { outcome: { word: 'payments.refund.decisionValue.approved' } },
  })
  expect(await toldOfRequests()).toEqual([])
})

test.each(['on the record', 'by the request'])(
  'whoever asked and may pay out hears once of what is granted %s, among those who pay',
  async way => {
    const person = async (...permissions: string[]) => {
      const role = await aRole(server.db, w.tenantId, { permissions: ['payments.refund:approve', ...permissions] })
      return (await aUser(server.db, w.tenantId, { roleIds: [role] })).id
    }
    const clerk = await person()
    const grantedTo = async (userId: string) => {
      const asker = { ...w.ann, userId }
      const { id } = (await w.ask(member, '300', {}, asker)).data
      const { approval } = (await w.decide('approve', id, asker)).data
      const answer =
        way === 'on the record'
          ? await w.decide('approve', id, w.bob)
          : await w.call('/api/platform/approval/approve', { id: approval }, w.bob)
      expect(answer.success, answer.msg).toBe(true)
    }
    await grantedTo(clerk)
    expect(await lastWord('payments.refundDecided')).toMatchObject({ people: [clerk] })
    await grantedTo(await person('payments.refundPart:payOut'))
    expect(await lastWord('payments.refundDecided')).toBeNull()
    expect(await lastWord('payments.refundToPay')).toMatchObject({ except: [w.bob.userId] })
    expect(await toldOfRequests()).toEqual([])
  },
)

/** Topics that were told of a record, in order. */
const toldOf = async (key: string) =>
  (
    await w.in(tx => tx.query({ topic: col.text }, 'select topic from kernel_outbox where key = $1 order by id', [key]))
  ).map(({ topic }) => topic)

test('whoever may pay hears of granted money and of a payment that failed, and finds both among what waits until it is done', async () => {
  const { id } = (await w.ask(member, '30')).data
  await w.decide('approve', id, w.bob)
  expect(await lastWord('payments.refundToPay')).toMatchObject({
    about: id,
    link: `/wallet/refundBill?open=${id}&detail=parts`,
    may: ['payments.refundPart:payOut'],
    except: [w.bob.userId],
    params: { amount: { money: '30.00' }, name: 'Bob' },
  })
  const nothing = { count: 0, oldest: null, amount: 0n }
  const open = () => w.in(tx => openPayouts(tx, w.tenantId))
  expect(await open()).toMatchObject({ waiting: { count: 1, amount: 3_000n }, failed: nothing })
  const [part] = await w.partsOf(id)
  await w.onPart('callOff', part.id, { reason: '账号不存在' }, w.ann)
  expect(await lastWord('payments.payoutFailed')).toMatchObject({
    about: part.id,
    link: `/wallet/refundBill?part=payouts&open=${part.id}`,
    may: ['payments.refundPart:payOut'],
    except: [w.ann.userId],
    params: { subject: part.number, amount: { money: '30.00' }, name: 'Ann', reason: '账号不存在' },
  })
  expect(await open()).toMatchObject({ waiting: nothing, failed: { count: 1, amount: 3_000n } })
  // Since the failure, however long it had waited before.
  await w.replant("update payments_refund_part set created_at = now() - interval '2 days' where tenant_id = $1")
  expect(Date.now() - ((await open()).failed.oldest ?? 0)).toBeLessThan(86_400_000)
  await w.onPart('retry', part.id)
  expect(await toldOf(part.id)).toEqual(['payments.payout-failed', 'payments.payout-mended'])
  const again = (await w.partsOf(id)).find(({ state }: { state: string }) => state === 'waiting')
  expect(await toldOf(id)).not.toContain('payments.refund-settled')
  await w.onPart('payOut', again.id, { channel: w.channels.bank, receipt: 'R-1' })
  expect((await toldOf(id)).at(-1)).toBe('payments.refund-settled')
  expect(await open()).toEqual({ waiting: nothing, failed: nothing, abnormal: nothing, unheard: nothing })
})

test('a refund that was rejected is no money to pay', async () => {
  const { id } = (await w.ask(member, '30')).data
  await w.decide('reject', id, w.bob)
  expect(await lastWord('payments.refundToPay')).toBeNull()
})

test('whoever is asked to agree sees whose money it is, why, by which basis and what leaves the wallet', async () => {
  const { id } = (await w.ask(member, '300')).data
  await w.decide('approve', id, w.ann)
  const { list } = (await w.read('/api/platform/approval/list', {}, w.bob)).data
  expect(list).toMatchObject([
    {
      resource: 'payments.refund',
      amount: '300.00',
      input: {
        member,
        cause: 'consumer',
        reason: '不再使用',
        basis: 'proportional',
        principal: '300.00',
        gift: '0.00',
      },
      asked: { labels: { 'members.member': { [member]: expect.any(String) } } },
    },
  ])
})

test('whoever agrees to another way sees whose money it is, the way that it leaves, and that somebody else gets it', async () => {
  const { id } = (await w.ask(member, '30')).data
  await w.decide('approve', id, w.bob)
  const { name } = (await w.read('/api/member/member/get', { id: member })).data
  const [part] = await w.partsOf(id)
  expect(part.otherPayee).toBe(false)
  const split = async () => (await w.read('/api/wallet/refundBill/split', { id }, w.ann)).data
  expect(await split()).toMatchObject({ rerouted: false })
  const send = async (payee: string, agreed: 'approve' | 'reject') => {
    const other = { channel: w.channels.cash, payee, reason: '会员要求' }
    const { approval } = (await w.onPart('reroute', part.id, other)).data
    const path = `/api/platform/approval/${agreed}`
    const answer = await w.call(path, { id: approval, ...(agreed === 'reject' ? { reason: '请核对' } : {}) }, w.bob)
    expect(answer.success, answer.msg).toBe(true)
  }
  await send(` ${name} `, 'reject')
  await send('杨洋之子', 'approve')
  const { list } = (await w.read('/api/platform/approval/list', { sort: '-createdAt' }, w.bob)).data
  const shown = { member, refund: id, way: 'bank', fromChannel: w.channels.bank }
  expect(list.map(({ input }: { input: object }) => input)).toMatchObject([
    { ...shown, payee: '杨洋之子', otherPayee: true },
    { ...shown, otherPayee: false },
  ])
  expect(list[0].asked.labels['members.member']).toHaveProperty(member)
  const heir = (await w.partsOf(id)).find(({ state }: { state: string }) => state === 'waiting')
  expect(heir).toMatchObject({ way: 'cash', payee: '杨洋之子', otherPayee: true })
  // Either part leads to the other.
  const former = (await w.partsOf(id)).find(({ state }: { state: string }) => state === 'replaced')
  expect(former).toMatchObject({ id: heir.replaces, replacedBy: heir.number, heir: heir.id })
  expect(heir).toMatchObject({ replacedBy: null })
  // The split says what was asked for; what became of it is said beside it.
  expect(await split()).toMatchObject({ rerouted: true, rows: [{ kind: 'bank' }] })
})

test('what waits for two people whatever it comes to is switched on or off, not given an amount', () => {
  const parts = paymentsModule(paymentsWorld(server.db)).resources?.find(
    ({ resource }) => resource.name === 'payments.refundPart',
  )
  expect(parts?.secondPerson).toMatchObject({ payOut: { switched: true }, reroute: { switched: true } })
})

test.each([
  ['waited', 'payments.paidLate'],
  ['heirDropped', 'payments.paidLate'],
  ['heirPaid', 'payments.paidTwice'],
  ['givenBack', 'payments.paidTwice'],
] as const)('whoever may pay out hears once of a success told late, as it is: %s', (before, name) => {
  const body = { number: 'R1', amount_fen: '3000', before, taken_fen: '2000', owed_fen: '1000' }
  const kinds = PAYMENTS_MESSAGES.filter(one => one.topic === PAID_LATE)
  const told = kinds.flatMap(kind => kind.draft({ key: 'part', body } as unknown as OutboxEvent) ?? [])
  expect(told).toMatchObject([
    {
      about: 'part',
      link: '/wallet/refundBill?part=payouts&open=part',
      may: ['payments.refundPart:payOut'],
      params: {
        subject: 'R1',
        outcome: { word: `payments.refundPart.lateValue.${before}` },
        amount: { money: '30.00' },
      },
    },
  ])
  expect(kinds.find(kind => kind.draft({ key: 'part', body } as unknown as OutboxEvent))?.name).toBe(name)
})

test('of money that its channel could not hand over nobody is told to pay it again', () => {
  const said = (state: string, reason: string | null) =>
    ['payments.payoutFailed', 'payments.payoutAbnormal'].map(name =>
      PAYMENTS_MESSAGES.find(one => one.name === name)?.draft({
        key: 'a part',
        body: { number: 'R1', amount_fen: '4000', state, reason, by: '微信支付', byId: 'a channel' },
      } as unknown as OutboxEvent),
    )
  expect(said('abnormal', null)).toMatchObject([null, { params: { amount: { money: '40.00' }, name: '微信支付' } }])
  expect(said('failed', null)).toMatchObject([
    { params: { reason: { word: 'payments.refundPart.closedThere' } } },
    null,
  ])
  expect(said('failed', 'NO_AUTH')).toMatchObject([{ params: { reason: { word: 'payments.told.NO_AUTH' } } }, null])
  expect(said('failed', '账号不存在')).toMatchObject([{ params: { reason: '账号不存在' } }, null])
})

test('nobody is asked to pay what a channel pays by itself; whoever asked hears that it was granted', () => {
  const said = (byChannel: boolean, toPay_fen?: string) =>
    ['payments.refundToPay', 'payments.refundDecided'].map(name =>
      PAYMENTS_MESSAGES.find(one => one.name === name)?.draft({
        key: 'a refund',
        body: {
          number: 'T1',
          amount_fen: '4000',
          decision: 'approved',
          askerId: 'ann',
          deciderId: 'bob',
          decidedBy: 'Bob',
          reason: null,
          askerPays: !byChannel,
          byChannel,
          ...(toPay_fen === undefined ? {} : { toPay_fen }),
        },
      } as unknown as OutboxEvent),
    )
  expect(said(true)).toMatchObject([null, { people: ['ann'] }])
  expect(said(false)).toMatchObject([{ about: 'a refund', params: { toPay: { money: '40.00' }, rest: '' } }, null])
  // Of what a channel pays in part, the other part alone is to be paid.
  expect(said(false, '1000')).toMatchObject([
    {
      params: { amount: { money: '40.00' }, toPay: { money: '10.00' }, rest: { with: { amount: { money: '30.00' } } } },
    },
    null,
  ])
})
