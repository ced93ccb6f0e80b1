import { createCipheriv } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LOGIN_KEY_SECONDS } from '../../contract/sign-in.ts'
import { decryptPassword, findLoginKey, makeLoginKey, readPreLogin } from './login-key.ts'

const secret = Buffer.alloc(32, 9)
const NOW = Date.UTC(2026, 10, 20)

function encrypt(key: string, password: string): Buffer {
  const cipher = createCipheriv('aes-128-ecb', Buffer.from(key, 'hex'), null)
  return Buffer.concat([cipher.update(password, 'utf8'), cipher.final()])
}

test('property: any password comes back, as hex and as base64, from the key of this browser', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
      fc.integer({ min: 0, max: LOGIN_KEY_SECONDS * 1000 }),
      (password, wait) => {
        const made = makeLoginKey(secret, undefined, NOW)
        const found = findLoginKey(secret, made.cookie, made.id, NOW + wait)
        expect(found?.key.toString('hex')).toBe(made.key)
        const bytes = encrypt(made.key, password)
        const back = found && decryptPassword(found.key, bytes.toString('hex'))
        expect(back).toBe(password.isWellFormed() ? password : password.toWellFormed())
        expect(found && decryptPassword(found.key, bytes.toString('base64').replaceAll('+', ' '))).toBe(back)
      },
    ),
  )
})

test('property: no text and no cookie makes it throw or find a key', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), fc.string({ maxLength: 300 }), (named, cookie) => {
      expect(findLoginKey(secret, cookie, named, NOW)).toBeNull()
      expect([null, 'string']).toContain(decryptPassword(Buffer.alloc(16), named) === null ? null : 'string')
    }),
  )
})

test('a key claiming a longer life than any key has is refused', () => {
  const { cookie } = makeLoginKey(secret, undefined, NOW)
  const far = makeLoginKey(secret, cookie, NOW + 1000)
  expect(findLoginKey(secret, far.cookie, far.id, NOW)).toBeNull()
  expect(findLoginKey(secret, far.cookie, far.id, NOW + 1000)).not.toBeNull()
})

test('another installation’s secret gives another key', () => {
  const made = makeLoginKey(secret, undefined, NOW)
  expect(findLoginKey(Buffer.alloc(32, 8), made.cookie, made.id, NOW)?.key.toString('hex')).not.toBe(made.key)
})

test('the browser’s half of the cookie stays, so that several tabs can sign in', () => {
  const first = makeLoginKey(secret, undefined, NOW)
  const second = makeLoginKey(secret, first.cookie, NOW)
  expect(readPreLogin(second.cookie)?.browser).toBe(readPreLogin(first.cookie)?.browser)
  expect(second.id).not.toBe(first.id)
})
