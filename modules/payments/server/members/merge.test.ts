import { col } from '@wattyard/server-kit'
import type { TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { paymentsServer } from '../../testing/payments-server.ts'
import { RefundWorld } from '../../testing/refund-world.ts'

let server: TestServer
let world: RefundWorld
let from: string
let into: string

beforeAll(async () => {
  server = await paymentsServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  world = await RefundWorld.of(server)
  ;[from, into] = [await world.member(), await world.member()]
  // The example of decision 402: 3,000 with 1,000, of which 3,594 were used.
  await world.pay(from, 300_000n, 100_000n)
  await world.spend(from, 259_400n, 100_000n)
  // Used in part as well: filled from the newest on, the two wallets together would have other rests than each alone.
  await world.pay(into, 8_000n, 0n)
  await world.spend(into, 3_000n)
})

const onMember = (command: string, id: string, input: Record<string, unknown>, as = world.ann) =>
  world.call(`/api/member/member/${command}`, { id, ...input }, as)

/** Asks for a merge and has it approved; returns the answer of whoever decided, or of the refusal. */
async function merge(a = from, b = into) {
  const asked = await onMember('merge', a, { into: b, reason: '同一人' })
  if (!asked.success) return asked
  expect(asked.data).toMatchObject({ waitsForApproval: true })
  return world.call('/api/platform/approval/approve', { id: asked.data.approval }, world.bob)
}

/** Sums of all members' accounts of the company, by code. */
const sums = () =>
  world.in(tx =>
    tx.query(
      { code: col.text, sum: col.text },
      `select code, sum(balance_fen)::text as sum from ledger_account where tenant_id = $1 and owner_type = 'member' group by code order by code`,
      [world.tenantId],
    ),
  )
const most = async (id: string): Promise<string> => String((await world.ask(id, '99999999')).data.fields.amount)

it('offers other accounts to merge into, not the account itself', async () => {
  const offered = await world.call('/api/member/member/mergeChoices', { field: 'into', records: [from], q: '' })
  const ids = offered.data.list.map(({ id }: { id: string }) => id)
  expect(ids).toContain(into)
  expect(ids).not.toContain(from)
})

it('moves all that an account has, with what can be refunded of each top-up, and loses nothing', async () => {
  const before = await sums()
  const frozen = await onMember('freeze', from, {
    amount: '100',
    cause: 'dispute',
    until: '2099-01-01',
    reason: '争议',
  })
  const middle = await sums()
  expect((await merge()).success).toBe(true)
  expect(await sums()).toEqual(middle)
  expect(await world.walletOf(from)).toMatchObject({ principal: 0n, gift: 0n, frozenPrincipal: 0n, owed: 0n })
  expect(await world.walletOf(into)).toMatchObject({ principal: 35_600n, frozenPrincipal: 10_000n })
  expect(await world.findings()).toEqual([])
  expect((await world.call('/api/member/freeze/release', { id: frozen.data.id, reason: '和解' })).success).toBe(true)
  expect(await sums()).toEqual(before)
  // 304.50 of the used top-up by the proportional basis, and the 50.00 that the other account had paid in.
  expect(await most(into)).toContain('354.50')
  expect(await world.findings()).toEqual([])
  const { data } = await world.call('/api/member/member/get', { id: from })
  expect(data).toMatchObject({ status: 'merged', mergedInto: into, can: expect.not.arrayContaining(['topUp']) })
})

it('leaves top-ups with their own member, and a refund of the account splits over all of them', async () => {
  await merge()
  const asked = await world.ask(into, '354.50')
  expect(asked.success).toBe(true)
  expect((await world.decide('approve', asked.data.id)).success).toBe(true)
  expect(await world.walletOf(into)).toMatchObject({ principal: 0n, gift: 0n })
  expect(await world.findings()).toEqual([])
  const { data } = await world.call('/api/wallet/buyBill/list', { filter: { member: from } })
  expect(data.list).toMatchObject([{ amount: '3000.00', refunded: '304.50', rest: '0.00' }])
})

it('takes two people, and says beforehand what stands against it', async () => {
  const asked = await onMember('merge', from, { into, reason: '同一人' })
  expect((await world.call('/api/platform/approval/approve', { id: asked.data.approval })).success).toBe(false)
  await world.ask(into, '10')
  const preview = await world.read('/api/member/member/mergePreview', { id: from, into })
  expect(preview.data).toMatchObject({ from: { principal: '406.00' }, open: ['refund'], ended: false })
  expect((await world.call('/api/platform/approval/approve', { id: asked.data.approval }, world.bob)).code).toBe(
    'members.open.refund',
  )
  expect(await world.walletOf(from)).toMatchObject({ principal: 40_600n })
})

it('is refused into itself, into an account that has ended, and into that of another company', async () => {
  expect((await merge(from, from)).data.fields).toHaveProperty('into')
  const stranger = await (await RefundWorld.of(server)).member()
  expect((await onMember('merge', from, { into: stranger, reason: 'x' })).success).toBe(false)
  await merge()
  const third = await world.member()
  expect((await onMember('merge', third, { into: from, reason: 'x' })).data.fields).toHaveProperty('into')
  expect((await onMember('topUp', from, { principal: '1', gift: '0', channel: world.channels.bank })).code).toBe(
    'members.closedAccount',
  )
})

it('two that name each other end with one account, and chains lead to the last', async () => {
  const asked = await Promise.all([
    onMember('merge', from, { into, reason: 'x' }),
    onMember('merge', into, { into: from, reason: 'x' }),
  ])
  const before = await sums()
  const ends = await Promise.all(
    asked.map(({ data }) => world.call('/api/platform/approval/approve', { id: data.approval }, world.bob)),
  )
  expect(ends.filter(({ success }) => success)).toHaveLength(1)
  expect(ends.map(({ code }) => code)).not.toContain('kernel.busy')
  // The other request rests on an account that has ended, and ends at the next call: its approver held it meanwhile.
  const lost = asked[ends.findIndex(({ success }) => !success)]?.data.approval
  await onMember('block', await world.member(), { reason: 'misuse' })
  expect((await world.call('/api/platform/approval/get', { id: lost }, world.bob)).data).toMatchObject({
    state: 'outdated',
  })
  expect(await sums()).toEqual(before)
  const rows = await world.call('/api/member/member/list', { filter: { status: 'merged' } })
  expect(rows.data.list).toHaveLength(1)
  const left = rows.data.list[0].mergedInto as string
  const last = await world.member()
  expect((await merge(left, last)).success).toBe(true)
  expect(await world.walletOf(last)).toMatchObject({ principal: 45_600n })
  const ended = await world.call('/api/member/member/list', { filter: { status: 'merged' } })
  expect(ended.data.list.map((one: { mergedInto: string }) => one.mergedInto)).toEqual([last, last])
  expect(await most(last)).toContain('354.50')
  expect(await world.findings()).toEqual([])
})

it('a request ends when either account ends, whatever ended it, and says which command did', async () => {
  const third = await world.member()
  const stateOf = async (id: string) => (await world.call('/api/platform/approval/get', { id }, world.bob)).data
  const ask = async (a: string, b: string): Promise<string> =>
    (await onMember('merge', a, { into: b, reason: '同一人' })).data.approval
  const [waits, opposite] = [await ask(from, into), await ask(third, from)]
  expect((await merge(into, third)).success).toBe(true)
  expect(await stateOf(waits)).toMatchObject({ state: 'outdated', instead: 'merge' })
  expect((await world.call('/api/platform/approval/approve', { id: waits }, world.bob)).code).toBe(
    'platform.approvalOutdated',
  )
  // Its two accounts are as they were.
  expect(await stateOf(opposite)).toMatchObject({ state: 'waiting' })
  const empty = await world.member()
  await world.call('/api/platform/approval/withdraw', { id: opposite })
  const last = await ask(third, empty)
  expect((await onMember('anonymise', empty, { reason: '本人申请' })).success).toBe(true)
  expect(await stateOf(last)).toMatchObject({ state: 'outdated', instead: 'anonymise' })
})

it('whoever was blocked stays blocked', async () => {
  const blocked = await onMember('block', from, { reason: 'misuse' })
  expect(blocked.success, JSON.stringify(blocked.data)).toBe(true)
  expect((await merge()).success).toBe(true)
  const { data } = await world.call('/api/member/member/get', { id: into })
  expect(data).toMatchObject({ status: 'blocked', blockedReason: 'misuse' })
})

it('a journal of an account that has ended is not reversed', async () => {
  const [{ id } = { id: '' }] = await world.in(tx =>
    tx.query(
      { id: col.uuid },
      `select journal_id as id from payments_payment where tenant_id = $1 and member_id = $2`,
      [world.tenantId, from],
    ),
  )
  await merge()
  expect((await world.call('/api/ledger/journal/reverse', { id, reason: 'x' })).code).toBe('members.closedAccount')
})

it('a person is forgotten once nothing is owed or owned, and the books stay', async () => {
  const gone = await world.member()
  await world.pay(gone, 1_000n, 0n)
  expect((await onMember('anonymise', gone, { reason: '本人申请' })).code).toBe('members.hasMoney')
  await world.spend(gone, 1_000n)
  const words = '欧阳锋本人来电'
  const corrected = { cause: 'goodwill', amount: '1', evidence: words, reason: words }
  expect(await onMember('adjustUp', gone, corrected)).toMatchObject({ success: true })
  expect(await onMember('adjustDown', gone, { ...corrected, cause: 'giftWithdrawn' })).toMatchObject({ success: true })
  const { data: before } = await world.call('/api/member/member/get', { id: gone })
  expect(await onMember('anonymise', gone, { reason: '本人申请' })).toMatchObject({ success: true })
  const { data } = await world.call('/api/member/member/get', { id: gone })
  expect(data).toMatchObject({ status: 'anonymised', name: before.code, phone: null, can: [] })
  expect((await world.call('/api/member/tag/list', { filter: { member: gone } })).data.list).toEqual([])
  for (const path of ['/api/member/adjustment/list', '/api/ledger/journal/list']) {
    const { list } = (await world.call(path, {})).data
    expect(list.length).toBeGreaterThan(1)
    expect(JSON.stringify(list), path).not.toContain(words)
  }
  expect((await world.call('/api/wallet/buyBill/list', { filter: { member: gone } })).data.list).toHaveLength(1)
  expect(await world.findings()).toEqual([])
})
