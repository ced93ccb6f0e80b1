import { createPublicKey, type KeyObject } from 'node:crypto'
import type { Ppm } from '@wattyard/money'
import type { KeyMode } from './platform-keys.ts'

/** A merchant as WeChat Pay knows it. */
export interface Merchant {
  mchid: string
  /** Apps that are bound to it. */
  appids: readonly string[]
  /** Encrypts notifications and certificates: 32 characters. */
  apiV3Key: string
  /** Its certificates: requests are signed by one of them. */
  certificates: readonly { serial: string; key: KeyObject }[]
  mode: KeyMode
  /** What the platform keeps of each payment. */
  rate: Ppm
}

/** A merchant in texts, as a file or a caller gives it. */
export interface MerchantText extends Omit<Merchant, 'certificates'> {
  certificates: readonly { serial: string; publicKey: string }[]
}

const API_V3_KEY_BYTES = 32

/**
 * Registers a merchant.
 * @throws Error for a key that is none or has another length
 */
export function registerMerchant(given: MerchantText): Merchant {
  if (!/^[0-9]{1,32}$/.test(given.mchid)) throw new Error('mchid is not a number of a merchant')
  if (Buffer.byteLength(given.apiV3Key) !== API_V3_KEY_BYTES) throw new Error('the APIv3 key has not 32 characters')
  if (given.certificates.length === 0) throw new Error('a merchant has at least one certificate')
  return {
    ...given,
    certificates: given.certificates.map(({ serial, publicKey }) => ({ serial, key: createPublicKey(publicKey) })),
  }
}
