import { createPrivateKey, X509Certificate } from 'node:crypto'
import { keyOfCertificate } from '@wattyard/pay-frame'
import { expect, test } from 'vitest'
import { makePrivateKey } from './platform-keys.ts'
import { makeCertificate } from './self-made-certificate.ts'

const key = createPrivateKey(makePrivateKey())

test.each([
  [Date.UTC(2026, 10, 26, 4, 0, 1), Date.UTC(2031, 10, 25, 3, 2, 1)],
  [Date.UTC(2049, 11, 31, 23, 59, 59), Date.UTC(2050, 0, 1)],
])('a certificate is read as it was made: %i', (from, to) => {
  const { pem, serial } = makeCertificate('Stand-in of WeChat Pay', key, { from, to })
  const read = keyOfCertificate(pem)
  expect(read).toMatchObject({ serial, validity: { from, to } })
  const certificate = new X509Certificate(pem)
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(certificate.subject).toBe('CN=Stand-in of WeChat Pay')
  expect(certificate.checkPrivateKey(key)).toBe(true)
  expect(serial).toMatch(/^[4-7][0-9A-F]{39}$/)
})
