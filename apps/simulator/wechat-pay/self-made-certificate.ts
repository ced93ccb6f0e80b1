import { createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A certificate in PEM and its serial as WeChat Pay writes it: upper-case hexadecimal. */
export interface SelfMade {
  pem: string
  serial: string
}

const SERIAL_BYTES = 20
const LINE = 64
const [INTEGER, BIT_STRING, NULL, OID, UTF8, UTC_TIME, TIME, SEQUENCE, SET] = [
  0x02, 0x03, 0x05, 0x06, 0x0c, 0x17, 0x18, 0x30, 0x31,
] as const
/** sha256WithRSAEncryption, RFC 4055. */
const SHA256_WITH_RSA = Buffer.from('2a864886f70d01010b', 'hex')
/** commonName, RFC 5280. */
const COMMON_NAME = Buffer.from('550403', 'hex')
/** Later years do not fit UTCTime (RFC 5280, 4.1.2.5). */
const LAST_UTC_TIME = Date.UTC(2050, 0, 1)

/**
 * Makes a certificate that its own key signs: X.509 version 1, which holds what WeChat Pay's clients read of one, a serial, a key
 * and a validity. Node can read certificates and cannot write them.
 * @param validity epoch ms; whole seconds are kept
 */
export function makeCertificate(
  name: string,
  privateKey: KeyObject,
  { from, to }: { from: number; to: number },
): SelfMade {
  const serial = randomBytes(SERIAL_BYTES)
  // The first bit is the sign, and leading zeros would not be written.
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  const algorithm = der(SEQUENCE, der(OID, SHA256_WITH_RSA), der(NULL))
  const named = der(SEQUENCE, der(SET, der(SEQUENCE, der(OID, COMMON_NAME), der(UTF8, Buffer.from(name)))))
  const content = der(
    SEQUENCE,
    der(INTEGER, serial),
    algorithm,
    named,
    der(SEQUENCE, timeOf(from), timeOf(to)),
    named,
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', content, privateKey)
  const whole = der(SEQUENCE, content, algorithm, der(BIT_STRING, Buffer.of(0), signature)).toString('base64')
  const lines = Array.from({ length: Math.ceil(whole.length / LINE) }, (_, i) => whole.slice(i * LINE, (i + 1) * LINE))
  return {
    pem: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    serial: serial.toString('hex').toUpperCase(),
  }
}

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content])
  const bytes = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.of(tag, 0x80 | bytes.length), bytes, content])
}

function timeOf(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/[-:T]|\.\d+/g, '')
  return at < LAST_UTC_TIME ? der(UTC_TIME, Buffer.from(digits.slice(2))) : der(TIME, Buffer.from(digits))
}
