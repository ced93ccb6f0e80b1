import { expect, test } from 'vitest'
import { encryptPassword } from './encrypt-password.ts'

test('agrees with OpenSSL', () => {
  // printf '' | openssl enc -aes-128-ecb -K 000102…0f: an empty text is one block of sixteen 0x10 (PKCS7, RFC 5652 §6.3).
  expect(encryptPassword('', '000102030405060708090a0b0c0d0e0f')).toBe('954f64f2e4e86e9eee82d20216684899')
})

test('Chinese passwords and block boundaries', () => {
  const key = '00112233445566778899aabbccddeeff'
  expect(encryptPassword('密码123', key)).toHaveLength(32)
  expect(encryptPassword('a'.repeat(15), key)).toHaveLength(32)
  expect(encryptPassword('a'.repeat(16), key)).toHaveLength(64)
})
