import { fen } from '@wattyard/money'
import { recordPayment } from '@wattyard/payments/server'
import { col, newId } from '@wattyard/server-kit'
import { businessDayOf, DAY_MS, HOUR_MS, localDayOf } from '@wattyard/time'
import { fetchMissingBills, type ReconciliationWorld, workOn, worldOf } from '@wattyard/reconciliation/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PaymentWorld } from './channel-world.ts'

const ZONE = 'Asia/Shanghai'
let world: PaymentWorld
let ours: ReconciliationWorld
beforeAll(async () => {
  world = await PaymentWorld.open()
  const dayOf: ReconciliationWorld['dayOf'] = async (_tx, _tenant, at) => businessDayOf(at, ZONE)
  ours = worldOf({ clock: world.wechat.clock, doors: world.doors, dayOf })
})
afterAll(() => world.close())

const list = async (what: string, filter: Record<string, unknown> = {}) =>
  (await world.call(`/api/reconciliation/${what}/list`, { pageSize: 100, filter })).data.list
const outcomes = async () =>
  (await list('outcome'))
    .map((one: Record<string, unknown>) => `${String(one.day)} ${String(one.kind)} ${String(one.delta)}`)
    .toSorted()

/** A top-up that the books have, and no channel: by a fault of ours, or by somebody who forges one. */
async function bookUnheard(memberId: string): Promise<void> {
  await world.in(async tx => {
    const [channel] = await tx.query(
      { clearing_owner: col.text },
      'select clearing_owner from payments_channel where id = $1',
      [world.channel],
    )
    const at = world.wechat.clock.now()
    await recordPayment(tx, {
      id: newId(),
      tenantId: world.tenantId,
      memberId,
      principal: fen(777n),
      gift: fen(0n),
      channel: { id: world.channel, kind: 'wechat', clearing_owner: channel?.clearing_owner ?? '' },
      receipt: null,
      requestKey: newId(),
      paidAt: at,
      bookedOn: businessDayOf(at, ZONE),
      actor: 'test',
    })
  })
}

/** The night passes, the channel makes its bills, ours are fetched, read and compared. */
async function morning(): Promise<number> {
  await world.wait((DAY_MS + 8 * HOUR_MS) / 1_000)
  await world.ask()
  const stored = await fetchMissingBills(world.db, ours)
  await workOn(ours, world.db)
  return stored
}

test('top-ups, refunds and their bills end where they agree; a payment that the channel never heard of is found', async () => {
  const today = localDayOf(world.wechat.clock.now(), ZONE)
  const member = await world.member()
  for (const amount of ['50', '30']) {
    const { code } = await world.openCode(member, amount)
    await world.pay(code)
    await world.pass(10)
  }
  const refund = await world.granted(member, '20')
  await world.pass(10)
  const [part] = await world.partsOf(refund)
  await world.end(part.number, 'SUCCESS')
  await world.pass(120)
  expect(await world.topUps()).toHaveLength(2)
  await bookUnheard(member)

  expect(await morning()).toBeGreaterThan(0)
  const files = await list('file')
  expect(files.every((one: { state: string }) => one.state === 'sound')).toBe(true)
  expect(files.find((one: { firstDay: string }) => one.firstDay === today)).toMatchObject({
    format: 'wechat-trade',
    actor: '',
  })
  // The books are kept by the real clock, so a refund may stand on another day there.
  const told = await outcomes()
  expect(told).toHaveLength(4)
  expect(told.filter((one: string) => !/ (same|otherDay) 0\.00$/.test(one))).toEqual([`${today} channelMissing -7.77`])
  // Nothing is fetched, read or told twice.
  const [before] = await list('run')
  expect(await fetchMissingBills(world.db, ours)).toBe(0)
  await workOn(ours, world.db)
  expect((await list('run'))[0]).toEqual(before)
}, 60_000)

test('a day without payments is there as a day without rows', async () => {
  const before = (await list('file')).length
  expect(await morning()).toBeGreaterThan(0)
  const files = await list('file')
  expect(files.length).toBeGreaterThan(before)
  expect(files.filter((one: { rows: number }) => one.rows === 0)).not.toEqual([])
  expect(files.every((one: { state: string }) => one.state === 'sound')).toBe(true)
}, 60_000)
