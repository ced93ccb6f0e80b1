import { createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type LoginKey } from '../../contract/calls/sign-in.ts'
import { LOGIN_KEY_SECONDS, MAX_CIPHERTEXT_BYTES } from '../../contract/sign-in.ts'

/*
 * The console contract (§5) encrypts the password with AES-ECB under a key from the server. The wire format is kept exactly, but
 * security never depends on it (trust W1): keys are derived instead of stored, live 120 s, work once, and only in the browser
 * that requested them.
 */

const EXPIRY_BYTES = 6
const NONCE_BYTES = 16
const ID_BYTES = EXPIRY_BYTES + NONCE_BYTES
const BROWSER = /^[A-Za-z0-9_-]{22}$/
const ID = /^[A-Za-z0-9_-]{30}$/
const KEY = /^[0-9a-f]{32}$/i

/** Content of the pre-login cookie: a secret of this browser, and the id of its last key. */
export interface PreLogin {
  browser: string
  lastId: string | null
}

export function readPreLogin(cookie: string | undefined): PreLogin | null {
  const [browser = '', lastId = ''] = (cookie ?? '').split('.')
  if (!BROWSER.test(browser)) return null
  return { browser, lastId: ID.test(lastId) ? lastId : null }
}

export function writePreLogin({ browser, lastId }: PreLogin): string {
  return lastId ? `${browser}.${lastId}` : browser
}

function derive(secret: Uint8Array, id: string, browser: string): Buffer {
  return createHmac('sha256', secret).update(`${id}.${browser}`).digest().subarray(0, 16)
}

function expiryOf(id: string): number {
  return Buffer.from(id, 'base64url').readUIntBE(0, EXPIRY_BYTES)
}

/** Returns a fresh key and the cookie that goes with it; nothing is stored. @param now epoch ms */
export function makeLoginKey(
  secret: Uint8Array,
  cookie: string | undefined,
  now: number,
): LoginKey & { cookie: string } {
  const browser = readPreLogin(cookie)?.browser ?? randomBytes(16).toString('base64url')
  const raw = Buffer.alloc(ID_BYTES)
  raw.writeUIntBE(now + LOGIN_KEY_SECONDS * 1000, 0, EXPIRY_BYTES)
  randomBytes(NONCE_BYTES).copy(raw, EXPIRY_BYTES)
  const id = raw.toString('base64url')
  return {
    key: derive(secret, id, browser).toString('hex'),
    id,
    validFor: LOGIN_KEY_SECONDS,
    cookie: writePreLogin({ browser, lastId: id }),
  }
}

export interface FoundKey {
  id: string
  key: Buffer
  /** Epoch ms. */
  expiresAt: number
}

/**
 * Returns the key named by a sign-in: by id or, from older clients, by the key itself, which must be the last one of this
 * browser. Null when it belongs to another browser, has expired, or claims a longer life than any key has.
 */
export function findLoginKey(
  secret: Uint8Array,
  cookie: string | undefined,
  named: string,
  now: number,
): FoundKey | null {
  const preLogin = readPreLogin(cookie)
  if (!preLogin) return null
  const id = ID.test(named) ? named : KEY.test(named) ? preLogin.lastId : null
  if (!id) return null
  const expiresAt = expiryOf(id)
  if (expiresAt < now || expiresAt > now + LOGIN_KEY_SECONDS * 1000) return null
  const key = derive(secret, id, preLogin.browser)
  if (KEY.test(named) && !timingSafeEqual(key, Buffer.from(named, 'hex'))) return null
  return { id, key, expiresAt }
}

const HEX = /^([0-9a-f]{2})+$/i
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/

function ciphertextBytes(text: string): Buffer | null {
  if (text.length > MAX_CIPHERTEXT_BYTES * 2) return null
  const bytes = HEX.test(text) ? Buffer.from(text, 'hex') : BASE64.test(text) ? Buffer.from(text, 'base64') : null
  return bytes && bytes.length > 0 && bytes.length <= MAX_CIPHERTEXT_BYTES && bytes.length % 16 === 0 ? bytes : null
}

/** Returns the password inside a hex or base64 AES-128-ECB-PKCS7 ciphertext, or null when there is none. */
export function decryptPassword(key: Buffer, text: string): string | null {
  // A form body that was not percent-encoded turns + into a blank.
  const bytes = ciphertextBytes(text.replaceAll(' ', '+'))
  if (!bytes) return null
  try {
    const cipher = createDecipheriv('aes-128-ecb', key, null)
    const plain = Buffer.concat([cipher.update(bytes), cipher.final()])
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain)
  } catch {
    return null // wrong padding or no text: bad ciphertext, which looks like a wrong password outside
  }
}
