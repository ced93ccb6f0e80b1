import { readFailure, verifyBody, writeCall } from '@wattyard/wechat-pay'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMerchant, createTestMerchant, START } from './testing/test-merchant.ts'
import { anOrder, openWorld, type World } from './testing/world.ts'

const MCHID = '1900009191'
const PUBLIC = '1900009193'
let world: World

beforeAll(async () => {
  world = await openWorld({ merchants: [aMerchant(MCHID), aMerchant(PUBLIC, 'publicKey')] })
})
afterAll(() => world.stop())

const query = writeCall('queryByOutTradeNo', { out_trade_no: 'T-NOBODY-0001', mchid: MCHID })
const bodyOf = ({ bytes }: { bytes: Buffer }) => JSON.parse(bytes.toString()) as { code: string; message: string }

describe('a request', () => {
  const asked = async (change: Parameters<World['merchant']['send']>[1], request = query) => {
    const reply = await world.merchant.send(request, change)
    verifyBody(Object.fromEntries(reply.headers), reply.bytes, world.merchant.keys, world.clock.now())
    return `${reply.status} ${bodyOf(reply).code} ${bodyOf(reply).message}`
  }

  test('signed rightly is admitted, and each nonce once', async () => {
    expect(await asked({ nonce: 'nonce1' })).toBe('404 ORDER_NOT_EXIST 订单不存在')
    expect(await asked({ nonce: 'nonce1' })).toMatch(/^401 SIGN_ERROR 随机串已用过/)
    expect(await asked({ nonce: 'nonce2' })).toMatch(/^404/)
  })

  test('is refused when the clocks differ by more than five minutes', async () => {
    const now = world.clock.now()
    for (const [at, status] of [
      [now - 300_000, '404'],
      [now + 300_000, '404'],
      [now - 301_000, '401'],
      [now + 301_000, '401'],
    ] as const)
      expect((await asked({ at })).slice(0, 3)).toBe(status)
    expect(await asked({ at: START - 600_000 })).toMatch(/相差超过 5 分钟/)
  })

  test('is refused with the place that is wrong', async () => {
    expect(await asked({ headers: { Authorization: null } })).toMatch(
      /^401 SIGN_ERROR 请求头 Authorization 的格式不正确/,
    )
    expect(await asked({ headers: { Authorization: 'Basic eDp5' } })).toMatch(/认证类型不正确$/)
    expect(await asked({ headers: { Accept: 'text/html' } })).toBe('400 PARAM_ERROR 请求头缺少 Accept 或 User-Agent')
    const created = writeCall('createJsapi', anOrder('T-HEADER-0001'))
    expect(await asked({ headers: { 'Content-Type': 'text/plain' } }, created)).toMatch(/^400 PARAM_ERROR/)
    expect(await asked({}, { method: 'GET', path: '/v3/nothing', body: '' })).toMatch(/^404 RESOURCE_NOT_EXISTS/)
  })

  test('with a wrong signature is told what had been verified', async () => {
    const header =
      'WECHATPAY2-SHA256-RSA2048 mchid="1900009191",nonce_str="abc",signature="AAAA",timestamp="1795665600",serial_no="1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C"'
    const reply = await world.merchant.send(query, { headers: { Authorization: header } })
    expect(reply.status).toBe(401)
    expect(bodyOf(reply)).toEqual({
      code: 'SIGN_ERROR',
      message: '签名与请求内容不符',
      detail: {
        location: 'authorization',
        field: 'signature',
        issue: 'sign not match',
        sign_information: {
          method: 'GET',
          url: query.path,
          truncated_sign_message: `GET\\n${query.path}\\n1795665600\\nabc\\n\\n`,
          sign_message_length: query.path.length + 21,
        },
      },
    })
    const wrong = async (from: string, to: string) => {
      const changed = await world.merchant.send(query, { headers: { Authorization: header.replace(from, to) } })
      return `${changed.status} ${bodyOf(changed).code}`
    }
    expect(await wrong('1DDE', '1DDF')).toBe('401 SIGN_ERROR')
    expect(await wrong('1900009191', '1900000000')).toBe('400 MCH_NOT_EXISTS')
  })

  test('that is longer than any message is refused unread', async () => {
    const body = JSON.stringify({ x: 'y'.repeat(2_100_000) })
    const { status } = await world.merchant.send({ method: 'POST', path: '/v3/pay/transactions/jsapi', body: '{}' }, {})
    expect(status).toBe(400)
    const answer = await fetch(`${world.standIn.url}/v3/pay/transactions/jsapi`, { method: 'POST', body })
    expect(answer.status).toBe(400)
  })
})

describe('keys of the platform', () => {
  test('follow one another: answers are signed by the newest, and both are in the list for a day', async () => {
    const before = world.merchant.keys.map(({ serial }) => serial)
    const { body } = await world.tell('/rotate', {})
    const { serial } = body as { serial: string }
    const reply = await world.merchant.send(query)
    expect(reply.headers.get('wechatpay-serial')).toBe(serial)
    expect(() =>
      verifyBody(Object.fromEntries(reply.headers), reply.bytes, world.merchant.keys, world.clock.now()),
    ).toThrow('pay.unknown-serial')
    await world.merchant.fetchKeys()
    expect(world.merchant.keys.map(one => one.serial)).toEqual([...before, serial])
    // A call fetches the keys by itself when it does not know the serial.
    await world.tell('/rotate', {})
    await expect(
      world.merchant.call('queryByOutTradeNo', { out_trade_no: 'T-NOBODY-0001', mchid: MCHID }),
    ).rejects.toThrow('404 ORDER_NOT_EXIST')
    await world.clock.advance(86_400_001)
    await world.merchant.fetchKeys()
    expect(world.merchant.keys).toHaveLength(1)
  })

  test('of the newer mode are one public key, and there is no list', async () => {
    const merchant = createTestMerchant(world.standIn, aMerchant(PUBLIC, 'publicKey'))
    const { out_trade_no, ...rest } = anOrder('T-PUBLIC-0001', PUBLIC)
    expect((await merchant.call('createJsapi', { ...rest, out_trade_no })).prepay_id).toMatch(/^wx/)
    const reply = await merchant.send(writeCall('certificates', {}))
    expect(`${reply.status} ${bodyOf(reply).code}`).toBe('404 RESOURCE_NOT_EXISTS')
    expect(reply.headers.get('wechatpay-serial')).toMatch(/^PUB_KEY_ID_0[0-9]+$/)
  })

  test('are chosen by the header of a request while a merchant changes its mode', async () => {
    const { id } = world.standIn.keys.publicKey()
    const reply = await world.merchant.send(query, { headers: { 'Wechatpay-Serial': id } })
    expect(reply.headers.get('wechatpay-serial')).toBe(id)
  })
})

test('codes ordered at the control door come one after the other, then the truth', async () => {
  await world.tell('/failures', {
    call: 'queryByOutTradeNo',
    failures: [{ code: 'FREQUENCY_LIMITED' }, { code: 'BANK_ERROR', status: 500 }],
  })
  const codes: string[] = []
  for (let i = 0; i < 3; i++) {
    const { status, bytes } = await world.merchant.send(query)
    const { code, advice } = readFailure('queryByOutTradeNo', { status, body: bytes, isVerified: true })
    codes.push(`${status} ${code} ${advice}`)
  }
  expect(codes).toEqual(['429 FREQUENCY_LIMITED retry', '500 BANK_ERROR query', '404 ORDER_NOT_EXIST give-up'])
})
