import { aTenant } from '@wattyard/identity/testing'
import { type Caller, newId, type Tx } from '@wattyard/server-kit'
import { callerWith, type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aChannel, aPayingMember } from '../testing/index.ts'
import { paymentsServer } from '../testing/payments-server.ts'

/*
 * Requests for approval of top-ups that were made before there were channels: they name a kind of channel where a channel stands
 * now. Nobody can carry them out, and nothing of them is in anybody's way.
 */

let server: TestServer
let tenantId: string
let as: Caller
let second: Caller
let bank: string
let memberId: string
let request: string

beforeAll(async () => {
  server = await paymentsServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  tenantId = (await aTenant(server.db)).tenantId
  as = callerWith({ tenantId, userId: newId(), displayName: '王芳' })
  second = callerWith({ tenantId, userId: newId(), displayName: '李娜' })
  await inTenant(async tx => {
    bank = await aChannel(tx, tenantId, 'bank', '招商银行')
    memberId = (await aPayingMember(tx, tenantId)).memberId
  })
  // What was asked for never changes, so the former request is made from one of today that was withdrawn.
  const today = (await topUp('20')).data.approval
  await call('/api/platform/approval/withdraw', { id: today })
  request = newId()
  await inTenant(tx =>
    tx.execute(
      `insert into platform_approval
       select (jsonb_populate_record(a, jsonb_build_object('id', $3::uuid, 'state', 'waiting', 'input', a.input || '{"channel":"bank"}', 'decider_id', null,
         'decided_by', null, 'decided_at', null))).* from platform_approval a where tenant_id = $1 and id = $2`,
      [tenantId, today, request],
    ),
  )
})

const inTenant = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => server.db.tenant(tenantId, work)
const call = (path: string, input: Record<string, unknown>, who: Caller = as) =>
  server.call(path, input, { as: who, language: 'en', key: newId() })
const topUp = (principal: string, more: Record<string, unknown> = {}) =>
  call('/api/member/member/topUp', { id: memberId, principal, gift: '500', channel: bank, receipt: 'R1', ...more })
const stateOf = async (id: string) => (await call('/api/platform/approval/get', { id }, second)).data.state

test('they can be read, are refused in words, and can be rejected', async () => {
  const list = await call('/api/platform/approval/list', { filter: { state: ['waiting'] } }, second)
  expect(list.data.list).toMatchObject([{ id: request, input: { channel: 'bank', principal: '20.00' } }])
  const approved = await call('/api/platform/approval/approve', { id: request }, second)
  expect(approved).toMatchObject({ success: false, status: 409, code: 'platform.requestOfBefore' })
  expect(approved.msg).toBe(
    'An earlier release took this request, which now needs other details. Reject it and submit a new one',
  )
  expect(await stateOf(request)).toBe('waiting')
  expect((await call('/api/platform/approval/reject', { id: request, reason: '旧' }, second)).success).toBe(true)
})

test('the same top-up can be asked for again at once, and is credited once', async () => {
  const again = await topUp('20')
  expect(again.success, again.msg).toBe(true)
  expect(await stateOf(request)).toBe('outdated')
  const done = await call('/api/platform/approval/approve', { id: again.data.approval }, second)
  expect(done.success, done.msg).toBe(true)
  const { data } = await call('/api/member/member/get', { id: memberId })
  expect(data).toMatchObject({ principal: '20.00', gift: '500.00' })
})
