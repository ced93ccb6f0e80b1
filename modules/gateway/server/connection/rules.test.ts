import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ADDRESS_BURST, createBackOff, FREE_FAILURES, MAX_LOCK_MS } from './back-off.ts'
import { identityOf, readPassword } from './basic-auth.ts'
import { judgeDuplicate } from './duplicate-rule.ts'
import { MessageMemory } from './message-memory.ts'
import { isNetwork, networkOf, networksOf } from './network.ts'
import { fleetKey } from './add-credential.ts'
import { hashKey, hashPassword, makeKey, sameHash } from './station-key.ts'
import { createTimerWheel } from './timer-wheel.ts'
import { MAX_REPLACEMENTS, REMEMBERED_MESSAGES, REPLACEMENT_WINDOW_MS } from '../limits.ts'

test('a key is known by its hash, in both spellings, and by nothing else', () => {
  const { key, hash } = makeKey()
  expect(key).toMatch(/^[0-9a-f]{40}$/)
  expect([
    hashKey(key),
    hashPassword(Buffer.from(key)),
    hashPassword(Buffer.from(key.toUpperCase())),
    hashPassword(Buffer.from(key, 'hex')),
  ]).toEqual(Array(4).fill(hash))
  expect(hashPassword(Buffer.from(`${key}0`))).toBeNull()
  expect(hashPassword(Buffer.from('z'.repeat(40)))).toBeNull()
  expect(sameHash(hash, makeKey().hash)).toBe(false)
  expect(() => hashKey('short')).toThrow('40 hex digits')
})

test('a fleet key is the same for the same name and secret only', () => {
  expect(fleetKey('s', 'A')).toMatch(/^[0-9a-f]{40}$/)
  expect(fleetKey('s', 'A')).toBe(fleetKey('s', 'A'))
  expect(new Set([fleetKey('s', 'A'), fleetKey('s', 'B'), fleetKey('t', 'A')]).size).toBe(3)
})

test('the password is what follows the identity, whatever bytes it has', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9:@|]{1,48}$/), fc.uint8Array({ maxLength: 60 }), (identity, password) => {
      const header = `Basic ${Buffer.concat([Buffer.from(`${identity}:`), password]).toString('base64')}`
      expect(readPassword(header, identity)).toEqual(Buffer.from(password))
      expect(readPassword(header, `${identity}x`)).toBeNull()
    }),
  )
  for (const header of [undefined, '', 'Bearer x', 'Basic', 'Basic !!!', `Basic ${'A'.repeat(600)}`])
    expect(readPassword(header, 'CP')).toBeNull()
})

test('identities are read from the path and nothing else is', () => {
  expect(identityOf('/ocpp/CP-1')).toBe('CP-1')
  expect(identityOf('/ocpp/CP%2D1?x=y')).toBe('CP-1')
  expect(identityOf('/ocpp/CP-1/')).toBe('CP-1')
  expect(identityOf('/ocpp//CP-1')).toBe('CP-1')
  expect(identityOf('//ocpp/CP-1')).toBe('CP-1')
  const every = 'CN*WY*E1_a-b=c:d+e|f@g.h'
  expect(identityOf(`/ocpp/${every}`)).toBe(every)
  expect(identityOf(`/ocpp/${encodeURIComponent(every)}`)).toBe(every)
  for (const path of [
    undefined,
    '/',
    '/ocpp',
    '/ocpp/',
    '/ocpp/a/b',
    '/ocpp///a',
    '/ocpp/a b',
    '/ocpp/%2e%2e%2f',
    '/ocpp/%',
    '/ocppx/a',
    `/ocpp/${'a'.repeat(49)}`,
  ])
    expect(identityOf(path)).toBeNull()
})

test('networks: members, strangers, dual-stack spelling, nonsense', () => {
  const networks = networksOf(['10.0.0.0/8', '192.168.1.7', '2001:db8::/32', '::1/128'])
  for (const address of ['10.255.0.1', '::ffff:10.1.1.1', '192.168.1.7', '2001:db8:1::5', '::1'])
    expect(networks.has(address)).toBe(true)
  for (const address of ['11.0.0.1', '192.168.1.8', '2001:db9::1', '', 'x', '::ffff:11.0.0.1'])
    expect(networks.has(address)).toBe(false)
  for (const text of ['10.0.0.0/33', '10.0.0/8', '10.0.0.0/x', '', '::/129', '10.0.0.0/-1'])
    expect(isNetwork(text)).toBe(false)
  expect(isNetwork('0.0.0.0/0')).toBe(true)
})

test('the source network: /24 and /64', () => {
  expect(networkOf('203.0.113.9')).toBe('203.0.113.0/24')
  expect(networkOf('::ffff:203.0.113.77')).toBe('203.0.113.0/24')
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:0db8:0001:0002::9')).toBe('2001:db8:1:2::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})

test('failures lock only their own pair, for twice as long each time, and a success clears them', () => {
  const backOff = createBackOff()
  for (let i = 1; i < FREE_FAILURES; i++) backOff.failed('A', '1.1.1.1', 0, false)
  expect(backOff.locked('A', '1.1.1.1', 0)).toBe(0)
  const locks = Array.from({ length: 12 }, () => {
    backOff.failed('A', '1.1.1.1', 0, false)
    return backOff.locked('A', '1.1.1.1', 0)
  })
  expect(locks.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000])
  expect(locks.at(-1)).toBe(MAX_LOCK_MS)
  expect(backOff.locked('A', '2.2.2.2', 0)).toBe(0)
  expect(backOff.locked('B', '1.1.1.1', 0)).toBe(0)
  expect(backOff.locked('A', '1.1.1.1', MAX_LOCK_MS)).toBe(0)
  backOff.succeeded('A', '1.1.1.1')
  expect(backOff.locked('A', '1.1.1.1', 0)).toBe(0)
})

test('an address that fails a lot may cause no more look-ups until time has passed', () => {
  const backOff = createBackOff()
  for (let i = 0; i < ADDRESS_BURST; i++) backOff.failed(`A${i}`, '1.1.1.1', 0, true)
  expect(backOff.mayLookUp('1.1.1.1', 0)).toBe(false)
  expect(backOff.mayLookUp('2.2.2.2', 0)).toBe(true)
  expect(backOff.mayLookUp('1.1.1.1', 1_000)).toBe(true)
})

test('wrong keys of identities that exist use up nothing of their address: they have locks of their own', () => {
  const backOff = createBackOff()
  for (let i = 0; i < 2 * ADDRESS_BURST; i++) backOff.failed(`A${i}`, '1.1.1.1', 0, false)
  expect(backOff.mayLookUp('1.1.1.1', 0)).toBe(true)
})

test('the duplicate rule, case by case', () => {
  const now = 1_000_000_000
  const base = { oldAlive: true, sameCertificate: false, sameNetwork: true, restarting: false, replacements: [], now }
  expect(judgeDuplicate({ ...base, oldAlive: false, sameNetwork: false })).toEqual({
    act: 'replace',
    event: 'replaced-dead',
  })
  expect(judgeDuplicate({ ...base, sameCertificate: true, sameNetwork: false })).toEqual({
    act: 'replace',
    event: 'replaced-alive',
  })
  expect(judgeDuplicate(base)).toEqual({ act: 'replace', event: 'replaced-alive' })
  expect(judgeDuplicate({ ...base, sameNetwork: false })).toEqual({ act: 'hold' })
  const recent = Array<number>(MAX_REPLACEMENTS).fill(now - REPLACEMENT_WINDOW_MS + 1)
  expect(judgeDuplicate({ ...base, replacements: recent })).toEqual({ act: 'hold' })
  expect(judgeDuplicate({ ...base, replacements: recent, restarting: true })).toEqual({
    act: 'replace',
    event: 'replaced-alive',
  })
  expect(judgeDuplicate({ ...base, sameNetwork: false, restarting: true })).toEqual({ act: 'hold' })
  expect(judgeDuplicate({ ...base, replacements: recent.map(at => at - 1) })).toEqual({
    act: 'replace',
    event: 'replaced-alive',
  })
})

test('message memory: new, repeated, reused, and the oldest forgotten', () => {
  const memory = new MessageMemory()
  expect(memory.recall('a', 'h').kind).toBe('new')
  expect(memory.recall('a', 'h')).toEqual({ kind: 'repeated', answer: null })
  memory.answered('a', 'A')
  expect(memory.recall('a', 'h')).toEqual({ kind: 'repeated', answer: 'A' })
  expect(memory.recall('a', 'other').kind).toBe('reused')
  for (let i = 0; i < REMEMBERED_MESSAGES; i++) memory.recall(`n${i}`, 'h')
  expect(memory.recall('a', 'other').kind).toBe('new')
  memory.forget('a')
  expect(memory.recall('a', 'third').kind).toBe('new')
})

test('the wheel runs what is due, once, and not what was called off, even after a stall', async () => {
  let now = 0
  const wheel = createTimerWheel(() => now)
  const ran: string[] = []
  wheel.after(150, () => ran.push('soon'))
  wheel.after(200_000, () => ran.push('next round'))
  wheel.cancel(wheel.after(150, () => ran.push('never')))
  now = 100
  await new Promise(done => setTimeout(done, 130))
  expect(ran).toEqual([])
  now = 110_000
  await new Promise(done => setTimeout(done, 130))
  expect(ran).toEqual(['soon'])
  now = 200_100
  await new Promise(done => setTimeout(done, 130))
  expect(ran).toEqual(['soon', 'next round'])
  wheel.stop()
})
