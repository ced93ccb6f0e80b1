import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'

/** Signs and verifies roots of closed days. The private key stays in the data folder. */
export interface DaySigner {
  /** SHA-256 of the public key's SPKI form, 64 hex digits. */
  keyId: string
  /** Signs the root with its purpose by Ed25519; hex. */
  sign(root: string, purpose?: Purpose): string
  /** Returns whether a signature is valid; null for another key. */
  verify(keyId: string, root: string, signature: string, purpose?: Purpose): boolean | null
}

/** A closing of a day or a month, an entry of the running chain, or where a key that was given up ends. */
export type Purpose = 'day close' | 'month close' | 'anchor' | 'former key'

/** Returns the signed text: the purpose before the root, so that no other signature can be reused. */
const message = (root: string, purpose: Purpose): Buffer => Buffer.from(`wattyard ${purpose} v1\n${root}`, 'utf8')

const idOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')

/** Returns a new Ed25519 key as PKCS #8 PEM. */
export function newSigningKey(): string {
  // The typed overload gives text for PEM encodings.
  return generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey
}

/** Returns the public key of a signing key: SPKI, PEM. */
export const publicSigningKey = (privatePem: string): string =>
  createPublicKey(createPrivateKey(privatePem)).export({ type: 'spki', format: 'pem' }).toString()

/** Returns the name of a public key, as signatures bear it. */
export const signingKeyId = (publicPem: string): string => idOf(createPublicKey(publicPem))

/** Returns whether a signature is that of a public key (SPKI, PEM). */
export const isSignedWith = (publicPem: string, root: string, signature: string, purpose: Purpose): boolean =>
  verify(null, message(root, purpose), createPublicKey(publicPem), Buffer.from(signature, 'hex'))

/**
 * Returns the signer.
 * @param privatePem signing key, PKCS #8
 * @throws Error for a key that is not Ed25519
 */
export function daySigner(privatePem: string): DaySigner {
  const key = createPrivateKey(privatePem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the key of closed days is not an Ed25519 key')
  const own = createPublicKey(key)
  const keyId = idOf(own)
  return {
    keyId,
    sign: (root, purpose = 'day close') => sign(null, message(root, purpose), key).toString('hex'),
    verify: (by, root, signature, purpose = 'day close') =>
      by === keyId ? verify(null, message(root, purpose), own, Buffer.from(signature, 'hex')) : null,
  }
}
