import { makePrivateKey } from '@wattyard/app-simulator/wechat-pay'
import { markLostKeys } from '@wattyard/payments/server'
import { paymentsWorld } from '@wattyard/payments/testing'
import { col } from '@wattyard/server-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PaymentWorld } from './channel-world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await PaymentWorld.open()
})
afterAll(() => world.close())

const OTHER = new Uint8Array(32).fill(9)
const channelNow = async () => (await world.call('/api/payments/channel/get', { id: world.channel })).data
const mark = (sealKey: Uint8Array) => world.db.platform(tx => markLostKeys(tx, sealKey, world.wechat.clock.now()))
const told = () =>
  world.in(async tx => {
    const rows = await tx.query(
      { topic: col.text },
      "select topic from kernel_outbox where topic like 'payments.keys-%' order by id",
    )
    return rows.map(row => row.topic)
  })

test('keys that the installation cannot open any more are told once, and the channel takes nothing until they are entered', async () => {
  const { sealKey } = paymentsWorld(world.db)
  expect(await mark(sealKey)).toBe(0)
  expect(await channelNow()).toMatchObject({ state: 'open', keysLostAt: null })

  const { code } = await world.openCode(await world.member(), '50')
  await world.pay(code)
  await world.wait(2)
  const [{ member }] = await world.topUps()
  const refund = await world.granted(member, '20')
  expect(await world.partsOf(refund)).toMatchObject([{ state: 'waiting', keysLost: false }])
  expect([await mark(OTHER), await mark(OTHER)]).toEqual([1, 1])
  expect(await channelNow()).toMatchObject({ state: 'paused', keysLostAt: world.wechat.clock.now() })
  expect(await told()).toEqual(['payments.keys-lost'])
  expect(await world.call('/api/payments/channel/open', { id: world.channel })).toMatchObject({
    code: 'payments.keysLost',
  })
  expect((await world.collect(await world.member())).data.fields).toHaveProperty('channel')
  expect(await world.in(tx => world.doors.open(tx, world.tenantId, world.channel))).toBeNull()
  // What was granted waits, and says for what.
  await world.pass(60)
  expect(await world.partsOf(refund)).toMatchObject([{ state: 'waiting', keysLost: true }])

  const entered = await world.call('/api/payments/channel/connect', {
    id: world.channel,
    serial: '1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C',
    privateKey: makePrivateKey(),
    apiV3Key: 'another-key-of-thirty-two-letter',
  })
  expect(entered.success).toBe(true)
  expect(await channelNow()).toMatchObject({ state: 'paused', keysLostAt: null })
  expect(await told()).toEqual(['payments.keys-lost', 'payments.keys-entered'])
  expect((await world.call('/api/payments/channel/open', { id: world.channel })).success).toBe(true)
})

test('keys whose secret comes back open again, and nobody has to enter them', async () => {
  const { sealKey } = paymentsWorld(world.db)
  await mark(OTHER)
  expect(await mark(sealKey)).toBe(0)
  expect(await channelNow()).toMatchObject({ state: 'paused', keysLostAt: null })
})
