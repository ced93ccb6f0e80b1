import { describe, expect, test } from 'vitest'
import { readEnvironment } from './environment.ts'

describe('payment channels in the environment', () => {
  test('nothing of this machine is a channel unless the installation says so', () => {
    expect(readEnvironment({})).toMatchObject({ paymentAddress: null, wechatPayStandIn: null })
  })

  test('a stand-in is an address of this machine, and none in production', () => {
    const standIn = 'http://127.0.0.1:9100'
    expect(readEnvironment({ WATTYARD_WECHAT_PAY_STAND_IN: standIn }).wechatPayStandIn).toBe(standIn)
    expect(() => readEnvironment({ WATTYARD_WECHAT_PAY_STAND_IN: standIn, WATTYARD_PROFILE: 'production' })).toThrow(
      'WATTYARD_WECHAT_PAY_STAND_IN',
    )
    for (const other of [
      'http://10.0.0.5:9100',
      'https://127.0.0.1:9100',
      'http://127.0.0.1.example.com:9100',
      'http://127.0.0.1',
      'http://127.0.0.1:99999',
    ])
      expect(() => readEnvironment({ WATTYARD_WECHAT_PAY_STAND_IN: other }), other).toThrow('not understood')
  })

  test('channels reach us by https at an origin', () => {
    expect(readEnvironment({ WATTYARD_PAYMENT_ADDRESS: 'https://pay.example.com' }).paymentAddress).toBe(
      'https://pay.example.com',
    )
    expect(readEnvironment({ WATTYARD_PAYMENT_ADDRESS: 'https://pay.example.com:443' }).paymentAddress).not.toBeNull()
    for (const other of [
      'http://pay.example.com',
      'https://pay.example.com/notify',
      'pay.example.com',
      'https://pay.example.com:99999',
      'https://--',
      'https://..',
      'https://127.0.0.1',
      'https://localhost',
    ])
      expect(() => readEnvironment({ WATTYARD_PAYMENT_ADDRESS: other }), other).toThrow('not understood')
  })
})
