import { request } from 'node:http'
import { RUBBISH, WIDE_JSON } from '@wattyard/pay-frame/testing'
import { verifyBody } from '@wattyard/wechat-pay'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startStandIn } from './stand-in.ts'
import { aMerchant, KEYS } from './testing/test-merchant.ts'
import { openWorld, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.stop())

/** Asks the door with headers that a browser would not let a page set. */
function ask(path: string, headers: Record<string, string>, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    const sending = request(`${world.standIn.controlUrl ?? ''}${path}`, { method, headers }, answer => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    sending.on('error', reject)
    sending.end(body)
  })
}

describe('the control door', () => {
  test('is closed unless asked for, and is no part of the API', async () => {
    expect((await fetch(`${world.standIn.url}/orders`, { headers: { Accept: 'application/json' } })).status).toBe(401)
    const closed = await startStandIn({ keys: KEYS, merchants: [aMerchant()] })
    expect(closed.controlUrl).toBeNull()
    await closed.stop()
  })

  test('takes JSON of this machine alone: no form of a page, no foreign name', async () => {
    const json = { 'Content-Type': 'application/json' }
    expect(await ask('/clock', json, '{"advance_ms":0}')).toBe(200)
    expect(await ask('/clock', { 'Content-Type': 'text/plain' }, '{"advance_ms":0}')).toBe(415)
    expect(await ask('/clock', { ...json, Host: 'shop.example.com:80' }, '{"advance_ms":0}')).toBe(421)
    expect(await ask('/orders', { Host: 'shop.example.com:80' })).toBe(421)
  })

  test.each<[string, object, number]>([
    ['/nothing', {}, 404],
    ['/__proto__', {}, 404],
    ['/payer', {}, 400],
    ['/payer', { code: 'wx0', does: 'pays' }, 404],
    ['/payer', { code: 'wx0', does: 'steals' }, 400],
    ['/refund', { mchid: '1900009191', out_refund_no: 'R0', ends: 'SUCCESS' }, 404],
    ['/withdraw', { mchid: '1900009191', amount_fen: 1 }, 409],
    ['/withdraw', { mchid: '1900009191', amount_fen: 0.5 }, 400],
    ['/clock', { advance_ms: -1 }, 400],
    ['/failures', { call: 'pay', failures: [] }, 400],
    ['/faults', { seed: 1, more: true }, 400],
    ['/faults', { seed: 1, answers: { lost: 0.6, late: 0.6 } }, 400],
  ])('%s %j', async (path, body, status) => expect((await world.tell(path, body)).status).toBe(status))

  test('shows orders, refunds, news, account, keys and clock', async () => {
    await world.paid('T-SHOWN-0001')
    expect(await world.show('/orders?mchid=1900009191')).toMatchObject([
      { out_trade_no: 'T-SHOWN-0001', total_fen: 5_000 },
    ])
    expect(await world.show('/orders?mchid=1')).toEqual([])
    expect(await world.show('/refunds')).toEqual([])
    expect(await world.show('/notices')).toMatchObject([{ event: 'TRANSACTION.SUCCESS', state: 'waiting' }])
    expect(await world.show('/account?mchid=1900009191')).toMatchObject({ balance_fen: 4_970 })
    expect(await world.show('/keys')).toMatchObject({
      publicKey: { id: expect.stringMatching(/^PUB_KEY_ID_/) as string },
    })
    expect(await world.show('/clock')).toEqual({ now: world.clock.now() })
  })
})

test('signed rubbish is refused with a signed answer, and the stand-in goes on', async () => {
  for (const body of [...RUBBISH, ...WIDE_JSON])
    for (const path of ['/v3/pay/transactions/jsapi', '/v3/refund/domestic/refunds']) {
      const { status, headers, bytes } = await world.merchant.send({ method: 'POST', path, body })
      expect(status).toBe(400)
      verifyBody(Object.fromEntries(headers), bytes, world.merchant.keys, world.clock.now())
    }
  expect(await world.order('T-AFTER-0001')).toMatch(/^wx/)
})
