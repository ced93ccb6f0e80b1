import { Refusal } from '@wattyard/server-kit'
import { describe, expect, test } from 'vitest'
import { TEST_HASH_COST } from '../../testing/index.ts'
import { limited, MAX_WAITING, passwordHasher, readPhc, verifyWithNode } from './hash-password.ts'
import { oneAtATime } from '../sign-in/one-at-a-time.ts'

const hasher = passwordHasher(TEST_HASH_COST)

describe('hashes', () => {
  test('verify what they were made from and nothing else', async () => {
    const stored = await hasher.hash('充电桩-пароль-🔋')
    expect(await hasher.verify(stored, '充电桩-пароль-🔋')).toBe(true)
    expect(await hasher.verify(stored, '充电桩-пароль-🔌')).toBe(false)
    expect(await hasher.verify(stored, '')).toBe(false)
  })

  test('nothing stored, or nonsense stored, verifies no password at all, not even the one behind the dummy', async () => {
    for (const stored of [null, '', 'plain', '$2b$10$abcdefghijklmnopqrstuv', '$argon2id$v=19$m=64,t=1,p=1$'])
      for (const password of ['', 'plain', 'password']) expect(await hasher.verify(stored, password)).toBe(false)
  })

  test('Node’s own argon2 agrees, for the day the native package is missing', async () => {
    const stored = await hasher.hash('the same tag')
    expect(await verifyWithNode(stored, 'the same tag')).toBe(true)
    expect(await verifyWithNode(stored, 'another tag')).toBe(false)
    expect(await verifyWithNode('nonsense', 'the same tag')).toBe(false)
  })

  test('are outdated when made with another cost', async () => {
    const weak = await hasher.hash('x')
    expect(readPhc(weak)).toMatchObject({ memory_kib: 64, passes: 1 })
    expect(hasher.isOutdated(weak)).toBe(false)
    expect(passwordHasher({ memory_kib: 128, passes: 1, lanes: 1 }).isOutdated(weak)).toBe(true)
    expect(passwordHasher({ memory_kib: 64, passes: 2, lanes: 1 }).isOutdated(weak)).toBe(true)
    const strong = await passwordHasher({ memory_kib: 128, passes: 2, lanes: 1 }).hash('x')
    expect(hasher.isOutdated(strong)).toBe(true)
  })
})

describe('the queue', () => {
  test('two at once, 64 waiting, the next is told to come back', async () => {
    const take = limited(2, MAX_WAITING)
    let running = 0
    let most = 0
    let open: () => void = () => {}
    const gate = new Promise<void>(resolve => {
      open = resolve
    })
    const task = async () => {
      most = Math.max(most, ++running)
      await gate
      running--
    }
    const all = Array.from({ length: 2 + MAX_WAITING }, () => take(task))
    const refusal = await take(task).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ code: 'identity.tooManySignIns', status: 429 })
    open()
    await Promise.all(all)
    expect(most).toBe(2)
    await expect(take(async () => 'free again')).resolves.toBe('free again')
  })

  test('a task that throws frees its place', async () => {
    const take = limited(1, 1)
    await expect(take(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    await expect(take(async () => 1)).resolves.toBe(1)
  })
})

describe('one at a time', () => {
  test('the same name in order, other names beside it, and a failure does not stop the line', async () => {
    const run = oneAtATime()
    const order: string[] = []
    const step = (name: string, ms: number) => async () => {
      order.push(`${name} begins`)
      await new Promise(done => setTimeout(done, ms))
      order.push(`${name} ends`)
    }
    const failing = run('a', () => Promise.reject(new Error('no')))
    await Promise.all([
      expect(failing).rejects.toThrow('no'),
      run('a', step('a1', 20)),
      run('a', step('a2', 1)),
      run('b', step('b', 1)),
    ])
    expect(order.filter(line => line.startsWith('a'))).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends'])
    expect(order.indexOf('b ends')).toBeLessThan(order.indexOf('a1 ends'))
  })

  test('is limited per name', async () => {
    const run = oneAtATime(2)
    const slow = () => new Promise(done => setTimeout(done, 10))
    const both = [run('a', slow), run('a', slow)]
    await expect(run('a', slow)).rejects.toMatchObject({ code: 'identity.tooManySignIns' })
    await expect(run('b', slow)).resolves.toBeUndefined()
    await Promise.all(both)
    await expect(run('a', slow)).resolves.toBeUndefined()
  })
})
