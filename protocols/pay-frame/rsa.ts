import { createPrivateKey, createPublicKey, type KeyObject, sign, verify, X509Certificate } from 'node:crypto'
import { PayError } from './pay-error.ts'
import { fromBase64 } from './text.ts'

/** Both channels demand it; shorter keys are broken. */
const LEAST_MODULUS_BITS = 2_048
/** No signature of a key in use is longer: 8,192 bits in base64. */
const MAX_SIGNATURE_LENGTH = 1_368

/** A key that the other side signs with, and its name on the wire. */
export interface SerialKey {
  serial: string
  key: KeyObject
  /** Validity of a certificate, epoch ms; a bare public key has none. */
  validity: { from: number; to: number } | null
}

/**
 * Returns a private RSA key from PEM, or from the bare base64 of PKCS#8 or PKCS#1 that merchant consoles give out.
 * @throws PayError `pay.bad-key`
 */
export function readPrivateKey(text: string): KeyObject {
  const der = bareDer(text)
  if (der === null) return checked(() => createPrivateKey(text))
  try {
    return checked(() => createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }))
  } catch {
    return checked(() => createPrivateKey({ key: der, format: 'der', type: 'pkcs1' }))
  }
}

/**
 * Returns a public RSA key from PEM, or from the bare base64 of its SubjectPublicKeyInfo.
 * @throws PayError `pay.bad-key`, also for a private key: Node would silently derive the public one
 */
export function readPublicKey(text: string): KeyObject {
  if (text.includes('PRIVATE KEY')) throw new PayError('pay.bad-key')
  const der = bareDer(text)
  return checked(() => createPublicKey(der === null ? text : { key: der, format: 'der', type: 'spki' }))
}

/**
 * Returns the key of an X.509 certificate in PEM under its serial (upper-case hexadecimal).
 * @throws PayError `pay.bad-key`
 */
export function keyOfCertificate(pem: string): SerialKey {
  const certificate = attempted(() => new X509Certificate(pem))
  const validity = { from: certificate.validFromDate.getTime(), to: certificate.validToDate.getTime() }
  return { serial: certificate.serialNumber, key: checked(() => certificate.publicKey), validity }
}

/** Returns the keys of a serial that are valid at an instant (epoch ms). */
export function keysAt(keys: readonly SerialKey[], serial: string, at: number): SerialKey[] {
  return keys.filter(
    ({ serial: name, validity }) =>
      name === serial && (validity === null || (validity.from <= at && at <= validity.to)),
  )
}

/** Signs with RSA (PKCS #1 v1.5) over SHA-256; base64. @throws PayError `pay.bad-key` for a key that cannot sign */
export function signSha256(message: string | Uint8Array, key: KeyObject): string {
  return attempted(() => sign('sha256', messageBytes(message), key)).toString('base64')
}

/** Returns whether a base64 signature is right. Never throws: what cannot be read is wrong. */
export function isSignedSha256(message: string | Uint8Array, signature: string, key: KeyObject): boolean {
  const bytes = signature.length <= MAX_SIGNATURE_LENGTH ? fromBase64(signature) : null
  if (bytes === null) return false
  try {
    return verify('sha256', messageBytes(message), key, bytes)
  } catch {
    return false
  }
}

function messageBytes(message: string | Uint8Array): Uint8Array {
  return typeof message === 'string' ? Buffer.from(message, 'utf8') : message
}

function bareDer(text: string): Buffer | null {
  return text.includes('-----') ? null : fromBase64(text.replace(/\s/g, ''))
}

function checked(make: () => KeyObject): KeyObject {
  const key = attempted(make)
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (key.asymmetricKeyType !== 'rsa' || bits < LEAST_MODULUS_BITS) throw new PayError('pay.bad-key')
  return key
}

/** The engine's error can quote the key. */
function attempted<T>(make: () => T): T {
  try {
    return make()
  } catch {
    throw new PayError('pay.bad-key')
  }
}
