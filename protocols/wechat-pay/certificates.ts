import { keyOfCertificate, matching, PayError, rfc3339, type SerialKey } from '@wattyard/pay-frame'
import { z } from 'zod'
import { open, seal, sealedSchema } from './resource.ts'

/** Two exist while one replaces the other. */
const MAX_CERTIFICATES = 20
const SECOND_MS = 1_000

/** Answer of the list of platform certificates. */
export const certificatesAnswer = z.object({
  data: z
    .array(
      z.object({
        serial_no: matching(/[0-9A-F]{1,64}/),
        effective_time: rfc3339(),
        expire_time: rfc3339(),
        encrypt_certificate: sealedSchema,
      }),
    )
    .max(MAX_CERTIFICATES),
})
export type CertificatesAnswer = z.output<typeof certificatesAnswer>

/**
 * Decrypts the platform certificates and returns their keys. The answer is signed by one of the certificates inside it, so it
 * is opened first and its signature verified with the result: only WeChat Pay and the merchant know the key that opens it.
 * @throws PayError `pay.bad-cipher`, `pay.bad-key` for what is no certificate or has another serial than stated
 */
export function openCertificates(answer: CertificatesAnswer, apiV3Key: string): SerialKey[] {
  return answer.data.map(one => {
    const opened = keyOfCertificate(open(one.encrypt_certificate, apiV3Key))
    if (opened.serial !== one.serial_no) throw new PayError('pay.bad-key', 'serial_no')
    return opened
  })
}

/**
 * Encrypts a certificate (PEM) for the list, as the channel does.
 * @throws PayError `pay.bad-key`, `pay.bad-shape` for the nonce
 */
export function sealCertificate(pem: string, apiV3Key: string, nonce: string): CertificatesAnswer['data'][number] {
  const { serial, validity } = keyOfCertificate(pem)
  if (validity === null) throw new PayError('pay.bad-key')
  const wholeSecond = (at: number) => Math.floor(at / SECOND_MS) * SECOND_MS
  return {
    serial_no: serial,
    effective_time: wholeSecond(validity.from),
    expire_time: wholeSecond(validity.to),
    encrypt_certificate: seal(pem, apiV3Key, { nonce, associatedData: 'certificate' }),
  }
}
