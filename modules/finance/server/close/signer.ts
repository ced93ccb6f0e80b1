import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'

/** Signs and recognises roots of closed days. The private key stays in the data folder. */
export interface DaySigner {
  /** SHA-256 of the public key's SPKI form, 64 hex digits. */
  keyId: string
  /** Ed25519 over the root's context text, hex. */
  sign(root: string, purpose?: Purpose): string
  /** Whether a signature is one of the keys known here; null for a key that is not. */
  verify(keyId: string, root: string, signature: string, purpose?: Purpose): boolean | null
}

/** A closing of a day, or an entry of the running chain. */
type Purpose = 'day close' | 'anchor'

/** What is signed: the root with its purpose before it, so that no other signature can be taken for one. */
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

/**
 * @param privatePem the key that signs, PKCS #8
 * @param earlier public keys (SPKI PEM) that signed before and are still trusted
 */
export function daySigner(privatePem: string, earlier: readonly string[] = []): DaySigner {
  const key = createPrivateKey(privatePem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the key of closed days is not an Ed25519 key')
  const own = createPublicKey(key)
  const known = new Map([own, ...earlier.map(pem => createPublicKey(pem))].map(one => [idOf(one), one]))
  return {
    keyId: idOf(own),
    sign: (root, purpose = 'day close') => sign(null, message(root, purpose), key).toString('hex'),
    verify(keyId, root, signature, purpose = 'day close') {
      const trusted = known.get(keyId)
      return trusted ? verify(null, message(root, purpose), trusted, Buffer.from(signature, 'hex')) : null
    },
  }
}
