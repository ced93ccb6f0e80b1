import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto'

const BLOCK = 16
const CIPHER = 'aes-128-cbc'

/** Why data could not be opened. */
export type DataProblem = 'bad-key' | 'bad-iv' | 'not-base64' | 'not-blocks' | 'bad-padding' | 'not-text'

/** Sixteen bytes of a secret: sixteen characters, or 32 hexadecimal digits. */
function keyOf(secret: string): Buffer | null {
  const plain = Buffer.from(secret, 'utf8')
  if (plain.length === BLOCK) return plain
  return /^[0-9a-fA-F]{32}$/.test(secret) ? Buffer.from(secret, 'hex') : null
}

/** Upper-case hexadecimal HMAC-MD5. */
export function signatureOf(secret: string, text: string): string {
  return createHmac('md5', secret).update(text, 'utf8').digest('hex').toUpperCase()
}

/** Compares in constant time (trust R-47). */
export function sameSignature(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8')]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Opens `Data`: base64 of AES-128-CBC with PKCS#5 padding. */
export function openData(data: string, secret: string, iv: string): { text: string } | { problem: DataProblem } {
  const key = keyOf(secret)
  if (key === null) return { problem: 'bad-key' }
  const vector = keyOf(iv)
  if (vector === null) return { problem: 'bad-iv' }
  const compact = data.replace(/\s/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(compact) || compact.length % 4 !== 0) return { problem: 'not-base64' }
  const sealed = Buffer.from(compact, 'base64')
  if (sealed.length % BLOCK !== 0) return { problem: 'not-blocks' }
  let plain: Buffer
  try {
    const decipher = createDecipheriv(CIPHER, key, vector)
    plain = Buffer.concat([decipher.update(sealed), decipher.final()])
  } catch {
    // The cipher's error message does not help an operator.
    return { problem: 'bad-padding' }
  }
  const text = plain.toString('utf8')
  return Buffer.from(text, 'utf8').equals(plain) ? { text } : { problem: 'not-text' }
}

/** Encrypts a text as `Data`. @throws RangeError for a secret that is not sixteen bytes */
export function sealData(text: string, secret: string, iv: string): string {
  const [key, vector] = [keyOf(secret), keyOf(iv)]
  if (key === null || vector === null) throw new RangeError('secret and vector have sixteen bytes')
  const cipher = createCipheriv(CIPHER, key, vector)
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64')
}
