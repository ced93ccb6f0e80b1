import { askDue, sendDue } from '@wattyard/payments/server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { PaymentWorld } from './channel-world.ts'

/** An answer comes after this long, in real time: below the product's own limit. */
const LATE_MS = 4_000
/** What is not held up is done by then, also on a busy machine. */
const SOON_MS = LATE_MS / 2

let world: PaymentWorld
/** Another channel of the company. */
let other: string
beforeAll(async () => {
  world = await PaymentWorld.open()
  other = await world.secondChannel()
  // The certificates of both merchants are there.
  const member = await world.member()
  await world.collect(member, '5')
  await world.collect(member, '5', undefined, other)
  await world.ask()
})
afterEach(() => world.faults({}))
afterAll(() => world.close())

const asks = (): Promise<number> => askDue(world.channels, world.doors)

/** Asks for codes whose answers come late, and waits until the channel works on so many; returns the run that waits for them. */
async function slowCodes(count: number, underWay: number): Promise<{ run: Promise<number>; ids: string[] }> {
  const member = await world.member()
  await world.faults({ answers: { late: 1 }, late_ms: LATE_MS })
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push((await world.collect(member, '9')).data.id)
  const orders = async () => ((await world.wechat.show('/orders')) as unknown[]).length
  const before = await orders()
  const run = asks()
  await expect.poll(orders, { timeout: SOON_MS, interval: 20 }).toBe(before + underWay)
  await world.faults({})
  return { run, ids }
}

const codeIn = (id: string) =>
  expect.poll(async () => (await world.codeOf(id)).state, { timeout: SOON_MS, interval: 20 }).toBe('open')

test('a code is there at once while the answer to another one of its channel is late', async () => {
  const slow = await slowCodes(1, 1)
  const { data } = await world.collect(await world.member(), '8')
  await codeIn(data.id)
  expect(await world.codeOf(slow.ids[0] ?? '')).toMatchObject({ state: 'created' })
  await slow.run
  expect(await world.codeOf(slow.ids[0] ?? '')).toMatchObject({ state: 'open' })
})

test('a slow channel is asked for four codes at once, and holds up neither another channel nor refunds', async () => {
  const member = await world.member()
  const { code } = await world.openCode(member, '50')
  await world.pay(code)
  await world.wait(2)
  const refund = await world.granted(member, '30')
  const slow = await slowCodes(10, 4)
  const begun = performance.now()
  await sendDue(world.channels, world.doors)
  expect(await world.partsOf(refund)).toMatchObject([{ state: 'accepted' }])
  const { data } = await world.collect(member, '8', undefined, other)
  await codeIn(data.id)
  expect(performance.now() - begun).toBeLessThan(SOON_MS)
  // The others of the slow channel have their turn when it has answered.
  await slow.run
  for (const id of slow.ids) expect(await world.codeOf(id)).toMatchObject({ state: 'open' })
})

test('a code that fails in the product does not hold up the others, and is told at the end', async () => {
  const member = await world.member()
  const [broken, whole] = [await world.collect(member, '7', undefined, other), await world.collect(member, '7')]
  await world.in(tx =>
    tx.execute(
      "update payments_channel_keys set sealed = '\\x00', version = version + 1 where tenant_id = $1 and channel_id = $2",
      [world.tenantId, other],
    ),
  )
  await expect(asks()).rejects.toThrow(broken.data.id)
  expect(await world.codeOf(broken.data.id)).toMatchObject({ state: 'created' })
  expect(await world.codeOf(whole.data.id)).toMatchObject({ state: 'open' })
})
