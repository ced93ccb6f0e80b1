import { showDecimal } from '@wattyard/resource'
import { aMember } from '@wattyard/members/testing'
import { verifyLedger } from '@wattyard/ledger/server'
import { newId } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChargingServer, chargingServer, type ChargingWorld, START, wait } from '../../testing/charging-world.ts'

const MINUTE = 60_000
let charging: ChargingServer
let world: ChargingWorld
beforeAll(async () => {
  charging = await chargingServer()
})
afterAll(() => charging.close())

const call = (path: string, input: Record<string, unknown>, as = world.as, key: string = newId()) =>
  world.server.call(path, input, { as, key })
const command = (name: string, input: Record<string, unknown>, as = world.as, key: string = newId()) =>
  call(`/api/charging/order/${name}`, input, as, key)
const can = async (id: string): Promise<string[]> => (await call('/api/charging/order/get', { id })).data.can
const cases = async (order: string): Promise<Record<string, unknown>[]> =>
  (await call('/api/charging/abnormal/list', { filter: { order } })).data.list.flatMap(
    (one: { findings: Record<string, unknown>[] }) => one.findings,
  )
async function booksAreRight(): Promise<void> {
  const { tenantId } = world
  const report = await world.server.db.platform(tx => verifyLedger(tx, { tenantId, now: world.clock.now() }))
  expect(report.findings).toEqual([])
}
const walletOf = async (memberId: string) =>
  (await call('/api/member/member/get', { id: memberId })).data as Record<string, string>

/** A session that nobody is known to have made, of 10 kWh; its order waits for a person. */
async function ofNobody(stop = 100_000n): Promise<string> {
  world = await charging.world()
  const session = world.session({ tag: null })
  await world.tell(session.started())
  wait(world, 15)
  await world.tell(session.read(50_000n))
  wait(world, 15)
  await world.tell(session.stopped(stop))
  expect(await world.row(session.id)).toMatchObject({ state: 'abnormal', member_id: null })
  return session.id
}

/** A session of 10 kWh whose pile says that it ended before it began. */
async function ofWrongClock(): Promise<string> {
  world = await charging.world()
  const session = world.session()
  await world.tell(session.started())
  wait(world, 30)
  const at = START - 60 * MINUTE
  await world.tell({ ...session.stopped(100_000n), at, deviceAt: at })
  expect((await world.row(session.id)).state).toBe('abnormal')
  return session.id
}

describe('assigning a member', () => {
  test('bills an order that lacked nothing else, from the member’s wallet', async () => {
    const id = await ofNobody()
    expect(await can(id)).toContain('assignMember')
    const answer = await command('assignMember', { id, member: world.member.memberId, reason: '车主来电' })
    expect(answer.data).toMatchObject({ state: 'settled', total: '16.15', receivable: '0.00' })
    expect(await world.row(id)).toMatchObject({
      member_id: world.member.memberId,
      paid_principal_fen: 1_615n,
      energy_method: expect.not.stringMatching('by-hand'),
    })
    expect(await walletOf(world.member.memberId)).toMatchObject({ principal: '183.85' })
    const found = await cases(id)
    expect(found.length).toBeGreaterThan(0)
    expect(new Set(found.map(one => [one.state, one.note].join()))).toEqual(new Set(['handled,车主来电']))
    expect(await can(id)).not.toContain('assignMember')
    await booksAreRight()
  })

  test('of an order with another fault answers the one case, and the order waits with its member', async () => {
    const id = await ofNobody(-900_000n)
    const answer = await command('assignMember', { id, member: world.member.memberId, reason: '车主来电' })
    expect(answer.data).toMatchObject({ state: 'abnormal' })
    const found = await cases(id)
    expect(found.find(one => one.code === 'member-missing')).toMatchObject({ state: 'handled', note: '车主来电' })
    expect(found.some(one => one.state === 'open')).toBe(true)
    const { list } = (await call('/api/charging/abnormal/list', { filter: { order: id } })).data
    expect(list).toMatchObject([{ state: 'open', member: world.member.memberId }])
    expect((await command('settleByHand', { id, energy: '10', reason: '抄表' })).data).toMatchObject({ total: '16.15' })
    expect(await walletOf(world.member.memberId)).toMatchObject({ principal: '183.85' })
    await booksAreRight()
  })

  test('needs a member of the tenant, a reason, a key and the permission; the same key has one effect', async () => {
    const id = await ofNobody()
    const { memberId } = world.member
    const elsewhere = await charging.world()
    const foreign = await elsewhere.server.db.tenant(elsewhere.tenantId, tx => aMember(tx, elsewhere.tenantId))
    expect(await command('assignMember', { id, member: foreign.memberId, reason: 'x' })).toMatchObject({
      success: false,
      code: 'kernel.invalid',
    })
    expect((await command('assignMember', { id, member: memberId })).success).toBe(false)
    const clerk = callerWith({ tenantId: world.tenantId, permissions: ['charging.order:waive'] })
    expect((await command('assignMember', { id, member: memberId, reason: 'x' }, clerk)).status).toBe(403)
    const stranger = callerWith({ tenantId: newId() })
    expect((await command('assignMember', { id, member: memberId, reason: 'x' }, stranger)).status).toBe(404)
    const first = await command('assignMember', { id, member: memberId, reason: 'x' }, world.as, 'the-same-key')
    const again = await command('assignMember', { id, member: memberId, reason: 'x' }, world.as, 'the-same-key')
    expect(first.success).toBe(true)
    expect(again.data).toEqual(first.data)
    expect(await walletOf(memberId)).toMatchObject({ principal: '183.85' })
  })

  test('waits for a second person when it would bill more than the limit, and then names the member', async () => {
    const id = await ofNobody()
    await call('/api/platform/setting/save', {
      key: 'platform.fourEyesLimits',
      value: { 'charging.order:assignMember': 1_000 },
    })
    const asked = await command('assignMember', { id, member: world.member.memberId, reason: '车主来电' })
    expect(asked.data).toMatchObject({ waitsForApproval: true })
    expect((await world.row(id)).member_id).toBeNull()
    const second = callerWith({ tenantId: world.tenantId })
    const seen = (await call('/api/platform/approval/get', { id: asked.data.approval }, second)).data
    expect(seen).toMatchObject({ amount: '16.15' })
    // Whoever sees people in clear reads the name in a request as well (decision 394).
    expect(seen.subject).toMatch(/ · 测试会员$/)
    const approved = await call('/api/platform/approval/approve', { id: asked.data.approval }, second)
    expect(approved.data.answer).toMatchObject({ state: 'settled', total: '16.15' })
    await booksAreRight()
  })
})

describe('entering times', () => {
  const times = (from: number, to: number) => ({ fromAt: START + from * MINUTE, toAt: START + to * MINUTE })

  test('bills the order under the price of the stated time, and its history keeps the pile’s', async () => {
    const id = await ofWrongClock()
    expect(await can(id)).toContain('enterTimes')
    const answer = await command('enterTimes', { id, ...times(0, 30), energy: '10', reason: '监控录像' })
    expect(answer.data).toMatchObject({ state: 'settled', energy: '10.0000', total: '16.15' })
    expect(await world.row(id)).toMatchObject({
      started_at: START,
      ended_at: START + 30 * MINUTE,
      energy_method: 'by-hand',
      total_fen: 1_615n,
    })
    const { list } = (await call('/api/charging/order/history', { id })).data
    expect(list).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'update', before: expect.objectContaining({ startedAt: START }) }),
        expect.objectContaining({ action: 'enterTimes', after: expect.objectContaining({ reason: '监控录像' }) }),
      ]),
    )
    expect(new Set((await cases(id)).map(one => one.state))).toEqual(new Set(['handled']))
    await booksAreRight()
  })

  test('says which time cannot be right, and what the pile cannot have given in it', async () => {
    const id = await ofWrongClock()
    const fields = async (input: Record<string, unknown>) => {
      const answer = await command('enterTimes', { id, energy: '10', reason: 'x', ...input })
      expect(answer.success).toBe(false)
      return Object.keys(answer.data.fields ?? answer.data)
    }
    expect(await fields(times(30, 0))).toEqual(['toAt'])
    expect(await fields(times(0, 31 + 24 * 60))).toEqual(['toAt'])
    expect(await fields({ fromAt: 0, toAt: START })).toEqual(['fromAt'])
    expect(await fields({ ...times(0, 1), energy: '10' })).toEqual(['energy'])
    expect((await world.row(id)).state).toBe('abnormal')
  })

  test('is not offered where no time is in doubt', async () => {
    const id = await ofNobody()
    expect(await can(id)).not.toContain('enterTimes')
    expect(await command('enterTimes', { id, ...times(0, 30), reason: 'x' })).toMatchObject({
      code: 'kernel.notAllowedNow',
    })
  })

  test('waits for a second person above the limit', async () => {
    const id = await ofWrongClock()
    await call('/api/platform/setting/save', {
      key: 'platform.fourEyesLimits',
      value: { 'charging.order:enterTimes': 0 },
    })
    const asked = await command('enterTimes', { id, ...times(0, 30), energy: '10', reason: '监控录像' })
    expect(asked.data.waitsForApproval).toBe(true)
    const second = callerWith({ tenantId: world.tenantId })
    const approved = await call('/api/platform/approval/approve', { id: asked.data.approval }, second)
    expect(approved.data.answer).toMatchObject({ state: 'settled', total: '16.15' })
    await booksAreRight()
  })
})

describe('the plan of a decision', () => {
  const plan = async (input: Record<string, unknown>, as = world.as) => call('/api/charging/order/plan', input, as)

  test('of a member says what the command then takes, and takes nothing', async () => {
    const id = await ofNobody()
    const { memberId: member } = world.member
    const before = await walletOf(member)
    const { data } = await plan({ id, command: 'assignMember', member })
    expect(data).toMatchObject({
      bill: { total: '16.15', energy: '10.0000' },
      payer: { name: '测试会员' },
      payment: {
        held: { principal: '0.00', gift: '0.00' },
        wallet: { principal: '16.15', gift: '0.00' },
        owed: '0.00',
      },
      second: { from: '200.00', waits: false },
    })
    const sum = data.bill.lines.reduce((all: number, line: { amount: string }) => all + Number(line.amount) * 100, 0)
    expect(Math.round(sum)).toBe(1_615)
    expect(await walletOf(member)).toEqual(before)
    const done = await command('assignMember', { id, member, reason: '车主来电' })
    expect(done.data).toMatchObject({ total: data.bill.total, receivable: data.payment.owed })
    // What the command would refuse now is not planned either.
    expect(await plan({ id, command: 'assignMember', member })).toMatchObject({ code: 'kernel.notAllowedNow' })
  })

  test('of a member with an empty wallet says what stays owed', async () => {
    const id = await ofNobody()
    const poor = await world.server.db.platform(tx => aMember(tx, world.tenantId, { gift: 100n }))
    const { data } = await plan({ id, command: 'assignMember', member: poor.memberId })
    expect(data.payment).toMatchObject({ wallet: { principal: '0.00', gift: '1.00' }, owed: '15.15' })
  })

  test('of a settlement by hand names the price, and refuses energy that the pile cannot give', async () => {
    const id = await ofNobody()
    const { data } = await plan({ id, command: 'settleByHand', energy: '10' })
    // Nobody is known who could pay.
    expect(data).toMatchObject({ bill: { energy: '10.0000', total: '16.15' }, payer: null, payment: { owed: '16.15' } })
    expect(data.bill.lines[0].price).toMatch(/^\d+\.\d+$/)
    const most = Number(data.most)
    const tooMuch = await plan({ id, command: 'settleByHand', energy: String(most + 1) })
    expect(tooMuch).toMatchObject({ code: 'charging.energyImplausible' })
    // With the decimals that the hint below the field has.
    expect(tooMuch.data.fields.energy).toContain(showDecimal('energy', data.most, 'zh'))
    expect(tooMuch.data.fields.energy).not.toContain(data.most)
    expect(await plan({ id, command: 'settleByHand', energy: '3,5' })).toMatchObject({ code: 'kernel.invalid' })
  })

  test('of a refund says from which amount on another person decides', async () => {
    const id = await ofNobody()
    await command('assignMember', { id, member: world.member.memberId, reason: '车主来电' })
    expect((await plan({ id, command: 'refund' })).data.second).toEqual({ from: '200.00', waits: false })
    expect((await plan({ id, command: 'refund', amount: '1' })).data.second.waits).toBe(false)
    await world.server.call(
      '/api/platform/setting/save',
      { key: 'platform.fourEyesLimits', value: { 'charging.order:refund': 100 } },
      { as: world.as },
    )
    expect((await plan({ id, command: 'refund', amount: '1' })).data.second).toEqual({ from: '1.00', waits: true })
  })

  test('of a waiver says what is given up, and that it waits above the limit', async () => {
    const id = await ofNobody()
    expect((await plan({ id, command: 'waive' })).data).toMatchObject({
      bill: null,
      waived: '16.15',
      second: { from: '200.00', waits: false },
    })
    await world.server.call(
      '/api/platform/setting/save',
      { key: 'platform.fourEyesLimits', value: { 'charging.order:waive': 1_000 } },
      { as: world.as },
    )
    expect((await plan({ id, command: 'waive' })).data).toMatchObject({ waived: '16.15', second: { waits: true } })
  })

  test('is told to nobody who may not send the command', async () => {
    const id = await ofNobody()
    const reader = callerWith({
      tenantId: world.tenantId,
      permissions: ['charging.order:read', 'charging.order:waive'],
    })
    const { memberId: member } = world.member
    expect(await plan({ id, command: 'assignMember', member }, reader)).toMatchObject({ status: 403 })
  })
})
