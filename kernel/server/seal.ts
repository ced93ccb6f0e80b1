import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** First byte of what is sealed, so that another way can be told from this one later. */
const FORMAT = 1
const IV_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'

/** Encrypts under a key of the installation; `owner` is bound to it, so that a row moved to somebody else does not open. */
export function seal(key: Uint8Array, owner: string, plain: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(owner))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([Buffer.from([FORMAT]), iv, cipher.getAuthTag(), body])
}

/** @throws Error when the key is another one, or the bytes were changed or moved */
export function unseal(key: Uint8Array, owner: string, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed)
  if (bytes[0] !== FORMAT || bytes.length < 1 + IV_BYTES + TAG_BYTES) throw new Error('not sealed by this release')
  const at = 1 + IV_BYTES
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(1, at), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(at, at + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(at + TAG_BYTES)), decipher.final()])
}
