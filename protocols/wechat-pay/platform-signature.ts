import type { KeyObject } from 'node:crypto'
import { type Body, bytesOf, isSignedSha256, keysAt, PayError, type SerialKey, signSha256 } from '@wattyard/pay-frame'
import { checkSkew, NONCE, SCHEME, secondsOf, SERIAL, TIMESTAMP } from './request-signature.ts'

/** Headers as Node gives them; names in any case. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** Headers of a signed answer or notification, as written. */
export type SignatureHeaders = Record<
  'Wechatpay-Timestamp' | 'Wechatpay-Nonce' | 'Wechatpay-Serial' | 'Wechatpay-Signature' | 'Wechatpay-Signature-Type',
  string
>

/**
 * Beginning of the signatures with which WeChat Pay tests whether a merchant verifies at all. They are wrong like any other
 * wrong signature; the message comes again with a right one.
 */
export const PROBE_PREFIX = 'WECHATPAY/SIGNTEST/'

// Three lines: pay.weixin.qq.com/docs/merchant/development/interface-rules/build-verify-sign-src.html

/**
 * Signs the body of an answer or a notification, as the channel does.
 * @param at instant of sending, epoch ms
 * @throws PayError `pay.bad-key`, `pay.bad-shape`, `pay.too-long`
 */
export function signBody(
  body: Body,
  signer: { serial: string; key: KeyObject },
  { at, nonce }: { at: number; nonce: string },
): SignatureHeaders {
  const timestamp = secondsOf(at)
  if (!NONCE.test(nonce)) throw new PayError('pay.bad-shape', 'nonce')
  return {
    'Wechatpay-Timestamp': timestamp,
    'Wechatpay-Nonce': nonce,
    'Wechatpay-Serial': signer.serial,
    'Wechatpay-Signature': signSha256(bodyMessage(body, timestamp, nonce), signer.key),
    'Wechatpay-Signature-Type': SCHEME,
  }
}

/**
 * Verifies an answer or a notification by the channel's keys and returns the serial that signed it. The keys may be platform
 * certificates and public keys (`PUB_KEY_ID_…`) together: while one replaces the other both are in use.
 *
 * The order of checks matters: a probe and a replay never cause certificates to be fetched.
 * @param body the bytes as received; parsed and written again they would not be the same
 * @param at instant of arrival, epoch ms
 * @throws PayError `pay.bad-header`, `pay.bad-signature`, `pay.stale`, `pay.unknown-serial` (no valid key has the serial: fetch
 * the certificates and verify again), `pay.too-long`
 */
export function verifyBody(headers: Headers, body: Body, keys: readonly SerialKey[], at: number): string {
  const signature = headerOf(headers, 'Wechatpay-Signature', /^[\x21-\x7e]+$/)
  if (signature.startsWith(PROBE_PREFIX)) throw new PayError('pay.bad-signature')
  const timestamp = headerOf(headers, 'Wechatpay-Timestamp', TIMESTAMP)
  const nonce = headerOf(headers, 'Wechatpay-Nonce', NONCE)
  const serial = headerOf(headers, 'Wechatpay-Serial', SERIAL)
  // Older answers lack this header; the SM2 scheme has another value.
  if (valuesOf(headers, 'Wechatpay-Signature-Type').some(type => type !== SCHEME))
    throw new PayError('pay.bad-header', 'Wechatpay-Signature-Type')
  checkSkew(timestamp, at)
  const candidates = keysAt(keys, serial, at)
  if (candidates.length === 0) throw new PayError('pay.unknown-serial')
  const message = bodyMessage(body, timestamp, nonce)
  if (!candidates.some(({ key }) => isSignedSha256(message, signature, key))) throw new PayError('pay.bad-signature')
  return serial
}

function valuesOf(headers: Headers, name: string): string[] {
  return Object.entries(headers)
    .filter(([key, value]) => value !== undefined && key.toLowerCase() === name.toLowerCase())
    .flatMap(([, value]) => (typeof value === 'string' ? [value] : [...(value ?? [])]))
}

function headerOf(headers: Headers, name: string, pattern: RegExp): string {
  const [value = '', ...others] = valuesOf(headers, name)
  if (others.length > 0 || !pattern.test(value)) throw new PayError('pay.bad-header', name)
  return value
}

function bodyMessage(body: Body, timestamp: string, nonce: string): Buffer {
  return Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), bytesOf(body), Buffer.from('\n')])
}
