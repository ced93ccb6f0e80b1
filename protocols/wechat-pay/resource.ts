import { createCipheriv, createDecipheriv } from 'node:crypto'
import { fromBase64, matching, PayError, text, textOf } from '@wattyard/pay-frame'
import { z } from 'zod'

/**
 * The only algorithm of resources: AES-256-GCM
 * (pay.weixin.qq.com/docs/merchant/development/interface-rules/certificate-callback-decryption.html).
 */
export const ALGORITHM = 'AEAD_AES_256_GCM'
const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const TAG_BYTES = 16
/** Documented limit of the encrypted text. */
const MAX_CIPHERTEXT = 1_048_576

/** Encrypted part of a notification or of the list of certificates. */
export const sealedSchema = z.object({
  algorithm: z.literal(ALGORITHM),
  /** Base64 of the encrypted text and its tag of 16 bytes. */
  ciphertext: z.string().max(MAX_CIPHERTEXT),
  /** Seen with twelve characters, documented with up to sixteen. */
  nonce: matching(/[\x21-\x7e]{12,16}/),
  associated_data: text(128).optional(),
})
export type Sealed = z.output<typeof sealedSchema>

/**
 * Encrypts a text as the channel does.
 * @param nonce 12 to 16 visible ASCII characters, never twice with the same key
 * @throws PayError `pay.bad-key` for a key that is not 32 bytes, `pay.bad-shape` for a nonce of another length
 */
export function seal(
  plain: string,
  key: string,
  { nonce, associatedData }: { nonce: string; associatedData: string },
): Sealed {
  if (!sealedSchema.shape.nonce.safeParse(nonce).success) throw new PayError('pay.bad-shape', 'nonce')
  const cipher = createCipheriv(CIPHER, keyBytes(key), nonce)
  cipher.setAAD(Buffer.from(associatedData, 'utf8'))
  const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64',
  )
  return { algorithm: ALGORITHM, ciphertext, nonce, associated_data: associatedData }
}

/**
 * Opens what `seal` encrypted.
 * @param key the APIv3 key of the merchant, 32 ASCII characters
 * @throws PayError `pay.bad-key` for a key that is not 32 bytes; `pay.bad-cipher` for a wrong key or for changed data, which
 * cannot be told apart; `pay.not-text`
 */
export function open({ ciphertext, nonce, associated_data: associatedData = '' }: Sealed, key: string): string {
  const secret = keyBytes(key)
  const sealed = fromBase64(ciphertext)
  if (sealed === null || sealed.length < TAG_BYTES) throw new PayError('pay.bad-cipher')
  const end = sealed.length - TAG_BYTES
  let plain: Buffer
  try {
    const decipher = createDecipheriv(CIPHER, secret, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(associatedData, 'utf8'))
    decipher.setAuthTag(sealed.subarray(end))
    plain = Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()])
  } catch {
    // The cipher's message says nothing that helps.
    throw new PayError('pay.bad-cipher')
  }
  return textOf(plain)
}

function keyBytes(key: string): Buffer {
  const bytes = Buffer.from(key, 'utf8')
  if (bytes.length !== KEY_BYTES) throw new PayError('pay.bad-key', 'apiV3Key')
  return bytes
}
