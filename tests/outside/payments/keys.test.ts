import { makePrivateKey } from '@wattyard/app-simulator/wechat-pay'
import { col } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { aTenant } from '@wattyard/identity/testing'
import { aChannel, paymentsServer } from '@wattyard/payments/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API_V3_KEY, PaymentWorld } from './channel-world.ts'

const KEY = makePrivateKey()
let world: PaymentWorld
beforeAll(async () => {
  world = await PaymentWorld.open()
})
afterAll(() => world.close())

const entered = (change: Record<string, unknown> = {}) => ({
  id: world.channel,
  serial: '1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C',
  privateKey: KEY,
  apiV3Key: 'another-key-of-thirty-two-letter',
  ...change,
})
const connect = (change: Record<string, unknown> = {}, as = world.as) =>
  world.call('/api/payments/channel/connect', entered(change), undefined, as)

describe('keys of a merchant', () => {
  test('are for people with all rights, whoever else may set up channels', async () => {
    const permissions = ['payments.channel:read', 'payments.channel:connect', 'payments.channel:open']
    const other = callerWith({ tenantId: world.tenantId, permissions })
    expect(await connect({}, other)).toMatchObject({ status: 403, code: 'payments.keysAreAdministrators' })
  })

  test('that are none are refused at their field, and not repeated', async () => {
    const bare = KEY.replaceAll(/-----[A-Z ]+-----|\s/g, '')
    const wrong: [string, Record<string, unknown>][] = [
      ['privateKey', { privateKey: 'not a key at all' }],
      ['privateKey', { privateKey: KEY.slice(0, 400) }],
      ['privateKey', { privateKey: '-----BEGIN PUBLIC KEY-----AAAA-----END PUBLIC KEY-----' }],
      ['apiV3Key', { apiV3Key: 'too-short-a-key' }],
      ['apiV3Key', { apiV3Key: '密钥密钥密钥密钥密钥密钥密钥密钥密钥密钥密钥' }],
      ['serial', { serial: 'xyz' }],
      ['publicKeyId', { publicKeyId: 'KEY_1', publicKey: 'x' }],
      ['publicKeyId', { publicKey: 'MIIB' }],
      ['publicKey', { publicKeyId: 'PUB_KEY_ID_0123456789', publicKey: bare }],
      ['publicKey', { publicKeyId: 'PUB_KEY_ID_0123456789' }],
    ]
    for (const [field, change] of wrong) {
      const answer = await connect(change)
      expect(Object.keys(answer.data?.fields ?? {}), JSON.stringify(change).slice(0, 60)).toContain(field)
      expect(answer.text).not.toContain(bare.slice(0, 40))
    }
  })

  test('are told together where several are none', async () => {
    const answer = await connect({ serial: 'xyz', privateKey: 'short', apiV3Key: 'short', publicKeyId: 'KEY_1' })
    expect(answer.data.fields).toEqual({
      serial: expect.stringContaining('API'),
      privateKey: expect.stringContaining('RSA'),
      apiV3Key: expect.stringContaining('32'),
      publicKeyId: expect.stringContaining('ID'),
      publicKey: expect.stringContaining('RSA'),
    })
    expect(await connect({ apiV3Key: 'a'.repeat(64) })).toMatchObject({
      data: { fields: { apiV3Key: expect.stringContaining('32') } },
    })
  })

  test('are sealed, and in no answer, history or log', async () => {
    expect((await connect({ privateKey: KEY, apiV3Key: API_V3_KEY })).success).toBe(true)
    const bare = KEY.replaceAll(/-----[A-Z ]+-----|\s/g, '')
    const everything = await world.in(async tx => [
      ...(await tx.query(
        { text: col.text },
        'select encode(sealed, $2) || serial as text from payments_channel_keys where tenant_id = $1',
        [world.tenantId, 'escape'],
      )),
      ...(await tx.query(
        { text: col.text },
        'select coalesce(before::text, $2) || coalesce(after::text, $2) as text from kernel_audit where tenant_id = $1',
        [world.tenantId, ''],
      )),
    ])
    expect(everything.length).toBeGreaterThan(2)
    for (const { text } of everything) {
      expect(text).not.toContain(API_V3_KEY)
      expect(text).not.toContain(bare.slice(0, 60))
    }
    for (const what of ['get', 'history']) {
      const { text } = await world.call(`/api/payments/channel/${what}`, { id: world.channel })
      expect(text).not.toContain(API_V3_KEY)
    }
  })

  test('hold their merchant: another one is another channel', async () => {
    const own = (await world.call('/api/payments/channel/get', { id: world.channel })).data
    const save = async (change: Record<string, unknown>) => {
      const { version } = (await world.call('/api/payments/channel/get', { id: world.channel })).data
      return world.call('/api/payments/channel/save', { id: world.channel, version, ...change })
    }
    expect((await save({ merchantNo: '1900000777' })).data.fields).toHaveProperty('merchantNo')
    expect((await save({ appNo: 'wx7' })).data.fields).toHaveProperty('appNo')
    expect((await save({ merchantNo: null })).data.fields).toHaveProperty('merchantNo')
    expect((await save({ name: `${own.name}（总部）` })).success).toBe(true)
  })
})

test('without an address of the installation no channel of WeChat Pay opens, and none asks', async () => {
  const server = await paymentsServer()
  try {
    const { tenantId } = await aTenant(server.db)
    const as = callerWith({ tenantId })
    const call = (path: string, input: Record<string, unknown>) => server.call(path, input, { as, key: 'k' })
    const made = await call('/api/payments/channel/save', {
      code: 'WX',
      name: '微信支付',
      kind: 'wechat',
      merchantNo: '1900000001',
      appNo: 'wx0123456789abcdef',
    })
    const { id } = made.data
    expect(await call('/api/payments/channel/open', { id })).toMatchObject({ code: 'payments.noKeys' })
    expect((await call('/api/payments/channel/connect', { ...entered(), id })).success).toBe(true)
    expect(await call('/api/payments/channel/open', { id })).toMatchObject({ code: 'payments.noOwnAddress' })
    const bank = await server.db.tenant(tenantId, tx => aChannel(tx, tenantId))
    expect(await call('/api/payments/channel/connect', { ...entered(), id: bank })).toMatchObject({
      code: 'payments.noKeysByHand',
    })
  } finally {
    await server.close()
  }
})
