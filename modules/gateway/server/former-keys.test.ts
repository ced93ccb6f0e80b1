import { type Caller } from '@wattyard/server-kit'
import { type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { A_PASSWORD } from '../testing/a-password.ts'
import {
  type PileClient,
  testGateway,
  type TestGateway,
  type TestPile,
  servedGateway,
  type ServedGateway,
} from '../testing/index.ts'
import { refusalOf } from '../testing/pile-client.ts'

// Whoever came in with a key that opens nothing any more does not stay, at no process.

let served: ServedGateway
let server: TestServer
let bed: TestGateway
/** Another process on the same database. */
let other: TestGateway
let as: Caller

beforeAll(async () => {
  served = await servedGateway({ settings: { commandTimeout_ms: 2_500 } })
  ;({ bed, server, as } = served)
  other = await testGateway({
    db: server.db,
    tenantId: as.tenantId,
    settings: { stream: 'other', keyCheck_ms: 50 },
  })
})
afterAll(async () => {
  await other.stop()
  await served.close()
})

const credentialOf = async (pile: TestPile): Promise<{ id: string; version: number }> => {
  const { data } = await server.call('/api/device/credential/list', { filter: { pile: pile.pileId } }, { as })
  return data.list[0]
}
async function rotate(pile: TestPile, more: object = {}) {
  const { id } = await credentialOf(pile)
  return server.call('/api/device/credential/rotate', { id, password: A_PASSWORD, ...more }, { as })
}
const withKey = (pile: TestPile, key: string): TestPile => ({
  ...pile,
  key,
  authorization: `Basic ${Buffer.from(`${pile.identity}:${key}`).toString('base64')}`,
})
const isAlive = async (client: PileClient): Promise<boolean> => {
  await bed.gateway.settled()
  return Array.isArray(await client.call('Heartbeat', {}))
}

test.each([
  ['retired', "status = 'retired'"],
  ['called otherwise', "identity = identity || '-NEW'"],
])('a pile that is %s does not stay', async (_how, change) => {
  const pile = await bed.addPile()
  const client = await other.connect(pile)
  expect(Array.isArray(await client.call('Heartbeat', {}))).toBe(true)
  await server.db.platform(tx => tx.execute(`update assets_pile set ${change} where id = $1`, [pile.pileId]))
  await expect.poll(() => client.socket.readyState, { timeout: 5_000 }).toBe(client.socket.CLOSED)
})

test('a new key ends the connection of the old one, and what waits beside it', async () => {
  const pile = await bed.addPile()
  const client = await bed.connect(pile)
  const waiting = await bed.connect(pile, 'ocpp1.6', { localAddress: '127.9.0.1' })
  expect(await isAlive(waiting)).toBe(true)
  const bystander = await bed.connect(await bed.addPile())
  const { data } = await rotate(pile)
  expect(await client.closed).toMatchObject({ code: 1008 })
  expect(await waiting.closed).toMatchObject({ code: 1008 })
  expect(await refusalOf(bed.connect(pile))).toBe(401)
  const renewed = await bed.connect(withKey(pile, data.key))
  expect(await isAlive(renewed)).toBe(true)
  expect(await isAlive(bystander)).toBe(true)
  await renewed.close()
  await bystander.close()
})

test('what else is changed of a credential ends nothing', async () => {
  const pile = await bed.addPile()
  const client = await bed.connect(pile)
  const { id, version } = await credentialOf(pile)
  const change = { id, version, networks: ['127.0.0.0/8'] }
  const saved = await server.call('/api/device/credential/save', change, { as })
  expect(saved).toMatchObject({ success: true })
  expect(await isAlive(client)).toBe(true)
  await client.close()
})

test.each([
  ['a new key', (pile: TestPile) => rotate(pile), 401],
  [
    'a switched-off credential',
    async (pile: TestPile) => {
      const { id, version } = await credentialOf(pile)
      return server.call('/api/device/credential/save', { id, version, enabled: false }, { as })
    },
    403,
  ],
  [
    'a deleted credential',
    async (pile: TestPile) => {
      const { id } = await credentialOf(pile)
      return server.call('/api/device/credential/del', { ids: [id] }, { as })
    },
    401,
  ],
])('%s ends the connection at another process, and opens none there', async (_what, change, refusal) => {
  const pile = await bed.addPile()
  const client = await other.connect(pile)
  const bystander = await other.connect(await bed.addPile())
  expect(await change(pile)).toMatchObject({ success: true })
  expect(await client.closed).toMatchObject({ code: 1008 })
  expect(await refusalOf(other.connect(pile))).toBe(refusal)
  expect(await isAlive(bystander)).toBe(true)
  await bystander.close()
})

const VERSIONS = {
  'ocpp1.6': {
    asks: (key: string) => ({ key: 'AuthorizationKey', value: key }),
    answer: (status: string) => ({ status }),
  },
  'ocpp2.0.1': {
    asks: (key: string) => ({
      setVariableData: [
        {
          attributeValue: key,
          component: { name: 'SecurityCtrlr' },
          variable: { name: 'BasicAuthPassword' },
        },
      ],
    }),
    answer: (attributeStatus: string) => ({
      setVariableResult: [
        { attributeStatus, component: { name: 'SecurityCtrlr' }, variable: { name: 'BasicAuthPassword' } },
      ],
    }),
  },
}

describe.each(['ocpp1.6', 'ocpp2.0.1'] as const)('a key that is sent to a pile of %s', version => {
  const { asks, answer } = VERSIONS[version]
  async function sent() {
    const pile = await bed.addPile()
    const client = await bed.connect(pile, version)
    const { data } = await rotate(pile, { send: true })
    const { id, payload } = await client.asked()
    expect(payload).toMatchObject(asks(data.key))
    const answered = async (status: string) => {
      client.answer(id, answer(status))
      await server.call('/api/device/command/answer', { id: data.command }, { as })
      await bed.gateway.settled()
    }
    return { pile, client, renewed: withKey(pile, data.key), answered }
  }
  const connects = (pile: TestPile) => refusalOf(bed.connect(pile, version, { localAddress: '127.0.0.1' }))

  test('cuts nothing off before the pile has answered, and ends the old one when it has taken it', async () => {
    const { pile, client, renewed, answered } = await sent()
    expect(await isAlive(client)).toBe(true)
    await answered('Accepted')
    expect(await client.closed).toMatchObject({ code: 1008 })
    expect(await connects(pile)).toBe(401)
    expect(await connects(renewed)).toBe(101)
  })

  test('changes nothing when the pile refuses it', async () => {
    const { pile, client, renewed, answered } = await sent()
    await answered('Rejected')
    expect(await connects(renewed)).toBe(401)
    expect(await isAlive(client)).toBe(true)
    await client.close()
    expect(await connects(pile)).toBe(101)
  })

  test('opens beside the old one where nobody knows which the pile has, until it shows the new one', async () => {
    const { pile, client, renewed } = await sent()
    await client.close()
    await bed.gateway.settled()
    expect(await connects(pile)).toBe(101)
    const left = await bed.connect(pile, version)
    const back = await bed.connect(renewed, version)
    expect(await isAlive(back)).toBe(true)
    await left.closed
    expect(await connects(pile)).toBe(401)
    expect(await isAlive(back)).toBe(true)
    await back.close()
  })
})

test('a pile that is away is sent no key, and one that has not answered no other', async () => {
  const pile = await bed.addPile()
  expect(await rotate(pile, { send: true })).toMatchObject({ status: 409, code: 'gateway.pileAway' })
  const client = await bed.connect(pile)
  const { data } = await rotate(pile, { send: true })
  await client.asked()
  expect(await rotate(pile, { send: true })).toMatchObject({ status: 409, code: 'gateway.keyUnderWay' })
  // Who wants the old one gone at once does not wait for anybody.
  const { data: now } = await rotate(pile)
  expect(await client.closed).toMatchObject({ code: 1008 })
  expect(await refusalOf(bed.connect(withKey(pile, data.key)))).toBe(401)
  expect(await refusalOf(bed.connect(withKey(pile, now.key)))).toBe(101)
})
