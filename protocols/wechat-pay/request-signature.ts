import type { KeyObject } from 'node:crypto'
import { type Body, bytesOf, isSignedSha256, PayError, signSha256 } from '@wattyard/pay-frame'

/** Authentication scheme of merchants: RSA with SHA-256 (wechatpay-apiv3/wechatpay-go core/auth/credentials). */
export const SCHEME = 'WECHATPAY2-SHA256-RSA2048'
/** Largest accepted distance between the two clocks, in both directions. */
export const MAX_SKEW_MS = 300_000
/** A signature of 2,048 bits and its companions take some 500 characters. */
const MAX_HEADER_LENGTH = 2_048

/** An HTTP request without its headers. */
export interface HttpCall {
  method: 'GET' | 'POST'
  /** Path with its query, exactly as sent: it is signed. */
  path: string
  /** JSON; empty for GET. */
  body: string
}

/** As `HttpCall`, as it arrives. */
export interface HttpRequest {
  method: string
  path: string
  body: Body
}

/** Who signs: a merchant and one of its certificates. */
export interface Merchant {
  mchid: string
  /** Serial of the merchant's certificate, hexadecimal. */
  serial: string
  key: KeyObject
}

/** What an Authorization header says. */
export interface Authorization {
  mchid: string
  serial: string
  nonce: string
  /** As written: it is signed. Unix seconds. */
  timestamp: string
  signature: string
}

export const NONCE = /^[0-9A-Za-z+/=_-]{1,128}$/
export const TIMESTAMP = /^[1-9][0-9]{0,10}$/
export const SERIAL = /^[0-9A-Za-z_]{1,64}$/
const METHOD = /^[A-Z]{1,16}$/
const PATH = /^\/[\x21-\x7e]{0,2047}$/
const VALUES: Readonly<Record<string, RegExp>> = {
  mchid: /^[0-9]{1,32}$/,
  serial_no: SERIAL,
  nonce_str: NONCE,
  timestamp: TIMESTAMP,
  signature: /^[0-9A-Za-z+/]{1,1366}={0,2}$/,
}

/**
 * Returns the Authorization header of a request.
 * @param at instant of the request, epoch ms; `nonce` is random and new for each request
 * @throws PayError `pay.bad-key` for a key, `pay.bad-shape` for an argument that cannot be signed
 */
export function signRequest(call: HttpCall, merchant: Merchant, { at, nonce }: { at: number; nonce: string }): string {
  const timestamp = secondsOf(at)
  const signature = signSha256(requestMessage(call, timestamp, nonce), merchant.key)
  const values = { mchid: merchant.mchid, nonce_str: nonce, signature, timestamp, serial_no: merchant.serial }
  for (const [name, value] of Object.entries(values))
    if (VALUES[name]?.test(value) !== true) throw new PayError('pay.bad-shape', name)
  return `${SCHEME} ${Object.entries(values)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')}`
}

/**
 * Parses an Authorization header. The five values may stand in any order, each once, and nothing else.
 * @throws PayError `pay.bad-header`
 */
export function parseAuthorization(header: string): Authorization {
  if (header.length > MAX_HEADER_LENGTH || !header.startsWith(`${SCHEME} `))
    throw new PayError('pay.bad-header', 'Authorization')
  const found = new Map<string, string>()
  for (const pair of header.slice(SCHEME.length + 1).split(',')) {
    const [, name = '', value = ''] = /^([a-z_]{1,16})="([^"]*)"$/.exec(pair) ?? []
    if (found.has(name) || VALUES[name]?.test(value) !== true) throw new PayError('pay.bad-header', 'Authorization')
    found.set(name, value)
  }
  const valueOf = (name: string): string => {
    const value = found.get(name)
    if (value === undefined) throw new PayError('pay.bad-header', name)
    return value
  }
  return {
    mchid: valueOf('mchid'),
    serial: valueOf('serial_no'),
    nonce: valueOf('nonce_str'),
    timestamp: valueOf('timestamp'),
    signature: valueOf('signature'),
  }
}

/**
 * Verifies a merchant's request, as the channel does, and returns what its header says. Whether the nonce was seen before is
 * for the caller to know.
 * @param at instant of arrival, epoch ms
 * @throws PayError `pay.bad-header`, `pay.stale`, `pay.unknown-serial`, `pay.bad-signature`, `pay.too-long`
 */
export function verifyRequest(
  request: HttpRequest,
  header: string,
  merchants: readonly Merchant[],
  at: number,
): Authorization {
  const said = parseAuthorization(header)
  checkSkew(said.timestamp, at)
  const merchant = merchants.find(one => one.mchid === said.mchid && one.serial === said.serial)
  if (merchant === undefined) throw new PayError('pay.unknown-serial')
  const message = requestMessage(request, said.timestamp, said.nonce)
  if (!isSignedSha256(message, said.signature, merchant.key)) throw new PayError('pay.bad-signature')
  return said
}

/** Returns Unix seconds as text. @throws PayError `pay.bad-shape` */
export function secondsOf(at: number): string {
  const seconds = String(Math.floor(at / 1_000))
  if (!TIMESTAMP.test(seconds)) throw new PayError('pay.bad-shape', 'at')
  return seconds
}

/** @throws PayError `pay.stale` when a timestamp (Unix seconds) is more than 300 s from `at` (epoch ms) */
export function checkSkew(timestamp: string, at: number): void {
  // Not `> MAX`: an `at` that is no number must not let everything through.
  if (!(Math.abs(Number(timestamp) * 1_000 - at) <= MAX_SKEW_MS)) throw new PayError('pay.stale')
}

/** Five lines, each with its line feed: a line feed inside a value would shift the lines. */
function requestMessage({ method, path, body }: HttpRequest, timestamp: string, nonce: string): Buffer {
  if (!METHOD.test(method)) throw new PayError('pay.bad-shape', 'method')
  if (!PATH.test(path)) throw new PayError('pay.bad-shape', 'path')
  if (!NONCE.test(nonce)) throw new PayError('pay.bad-shape', 'nonce')
  return Buffer.concat([Buffer.from(`${method}\n${path}\n${timestamp}\n${nonce}\n`), bytesOf(body), Buffer.from('\n')])
}
