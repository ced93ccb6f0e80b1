import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AddressThrottle,
  afterFail,
  type Attempts,
  FORGET_AFTER_MS,
  FREE_FAILS,
  IP_FAILS_PER_MINUTE,
  isLocked,
  networkOf,
} from './throttle.ts'

const MINUTE = 60_000

describe('accounts', () => {
  test('locks grow 1, 2, 4, 8, 15 minutes and stay there', () => {
    let state: Attempts | null = null
    const locks: (number | null)[] = []
    for (let i = 0; i < 12; i++) {
      state = afterFail(state, 0)
      locks.push(state.lockedUntil === null ? null : state.lockedUntil / MINUTE)
    }
    expect(locks).toEqual([null, null, null, null, 1, 2, 4, 8, 15, 15, 15, 15])
  })

  test('after a day without a fail counting starts anew', () => {
    const old: Attempts = { fails: 30, lastFailAt: 0, lockedUntil: 15 * MINUTE }
    expect(afterFail(old, FORGET_AFTER_MS)).toEqual({ fails: 1, lastFailAt: FORGET_AFTER_MS, lockedUntil: null })
    expect(afterFail(old, FORGET_AFTER_MS - 1).fails).toBe(31)
  })

  test('property: whoever guesses as fast as the locks allow gets at most 5 + 60 × 24 / 15 + 5 tries a day', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 * MINUTE }), { maxLength: 300 }), pauses => {
        let state: Attempts | null = null
        let now = 0
        let tries = 0
        for (const pause of pauses) {
          now += pause
          if (now >= FORGET_AFTER_MS) break
          if (isLocked(state, now)) continue
          tries++
          state = afterFail(state, now)
          expect(isLocked(state, now)).toBe(state.fails >= FREE_FAILS)
        }
        expect(tries).toBeLessThanOrEqual(5 + 96 + 5)
      }),
    )
  })
})

describe('addresses', () => {
  test('IPv6 counts by /64, IPv4 in any spelling by itself', () => {
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
    expect(networkOf('2001:DB8:1:2::9')).toBe('2001:db8:1:2')
    expect(networkOf('2001:0db8::1')).toBe('2001:db8:0:0')
    expect(networkOf('::1')).toBe('0:0:0:0')
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0')
    expect(networkOf('::ffff:10.0.0.1')).toBe('10.0.0.1')
    expect(networkOf('10.0.0.1')).toBe('10.0.0.1')
  })

  test('property: never more than twenty places in any minute, and a place given back is free', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 9000 }), fc.boolean()), { maxLength: 200 }), steps => {
        const throttle = new AddressThrottle()
        const fails: number[] = []
        let now = 1_000_000
        for (const [pause, succeeds] of steps) {
          now += pause
          const recent = fails.filter(at => at > now - MINUTE).length
          const wait = throttle.take('192.0.2.1', now)
          expect(wait > 0).toBe(recent >= IP_FAILS_PER_MINUTE)
          expect(wait).toBeLessThanOrEqual(60)
          if (wait > 0) continue
          if (succeeds) throttle.giveBack('192.0.2.1', now)
          else fails.push(now)
        }
      }),
    )
  })

  test('a clock that is turned back does not lock for ever', () => {
    const throttle = new AddressThrottle()
    for (let i = 0; i < IP_FAILS_PER_MINUTE; i++) throttle.take('a', 10_000_000)
    expect(throttle.take('a', 10_000_000)).toBeGreaterThan(0)
    expect(throttle.take('a', 5_000_000)).toBe(0)
  })
})
