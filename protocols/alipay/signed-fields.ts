import type { KeyObject } from 'node:crypto'
import { isSignedSha256, signSha256 } from '@wattyard/pay-frame'

/** The only accepted algorithm: RSA with SHA-256. `RSA` is SHA-1. */
export const SIGN_TYPE = 'RSA2'
export const CHARSET = 'utf-8'

/**
 * Returns the text that is signed: `name=value` in the order of the names, joined by `&`, values as they are (not url-encoded).
 * See opendocs.alipay.com/common/02kf5q.
 * @param leftOut `sign` always; of a notification `sign_type` too, which a request signs
 */
export function signedText(fields: ReadonlyMap<string, string>, leftOut: readonly string[]): string {
  return [...fields]
    .filter(([name]) => !leftOut.includes(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

/** Signs fields; base64. @throws PayError `pay.bad-key` */
export function signFields(fields: ReadonlyMap<string, string>, leftOut: readonly string[], key: KeyObject): string {
  return signSha256(signedText(fields, leftOut), key)
}

/** Returns whether one of the keys signed these fields. */
export function areSigned(
  fields: ReadonlyMap<string, string>,
  leftOut: readonly string[],
  keys: readonly KeyObject[],
): boolean {
  const signature = fields.get('sign') ?? ''
  const signed = signedText(fields, leftOut)
  return keys.some(key => isSignedSha256(signed, signature, key))
}
