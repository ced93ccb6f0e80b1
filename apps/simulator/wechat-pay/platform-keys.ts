import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomInt } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '@wattyard/time'
import { makeCertificate } from './self-made-certificate.ts'

/** Certificates of WeChat Pay are valid for five years. */
const VALIDITY_MS = 5 * 365 * DAY_MS
/** Merchants' clocks may be behind. */
const BEFORE_MS = HOUR_MS
/** How long the list still holds a certificate after another took its place. */
const OVERLAP_MS = DAY_MS

/** A signing key of the platform in texts, as it is kept in a file. */
export interface KeptKey {
  serial: string
  privateKey: string
}
export interface KeptCertificate extends KeptKey {
  certificate: string
  /** Epoch ms at which it leaves the list; null for the newest. */
  listedUntil: number | null
}
export interface KeptKeys {
  /** Oldest first. */
  certificates: readonly KeptCertificate[]
  publicKey: KeptKey
}

export interface Signer {
  serial: string
  key: KeyObject
}

/** The platform's keys: certificates that follow one another, and the bare public key of the newer mode. */
export interface PlatformKeys {
  /** What signs for a merchant of a mode, or the key that the request's `Wechatpay-Serial` names. */
  signerFor(mode: KeyMode, asked?: string): Signer
  /** Certificates (PEM) of the list at an instant, newest last. */
  listedAt(at: number): readonly string[]
  publicKey(): { id: string; pem: string }
  /** Puts a new certificate in the place of the newest; what is signed from now on is signed by it. Returns its serial. */
  rotate(at: number): string
  /** The keys in texts. They are secrets. */
  keep(): KeptKeys
}

/** Platform certificates, or the public key of WeChat Pay: merchants since 2024 have only the latter. */
export const KEY_MODES = ['certificate', 'publicKey'] as const
export type KeyMode = (typeof KEY_MODES)[number]

/** Makes an RSA key of 2,048 bits, as PEM. Takes some hundred milliseconds. */
export function makePrivateKey(): string {
  return generateKeyPairSync('rsa', { modulusLength: 2_048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
}

/** Returns the public key (PEM) of a private one. */
export function publicPemOf(privateKey: string): string {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()
}

/** Makes the keys of a platform: one certificate and one public key. */
export function makePlatformKeys(at: number): KeptKeys {
  const digits = Array.from({ length: 30 }, () => randomInt(10)).join('')
  return {
    certificates: [makeKeptCertificate(at)],
    publicKey: { serial: `PUB_KEY_ID_0${digits}`, privateKey: makePrivateKey() },
  }
}

function makeKeptCertificate(at: number): KeptCertificate {
  const privateKey = makePrivateKey()
  const validity = { from: at - BEFORE_MS, to: at + VALIDITY_MS }
  const { pem, serial } = makeCertificate('Stand-in of WeChat Pay', createPrivateKey(privateKey), validity)
  return { serial, privateKey, certificate: pem, listedUntil: null }
}

/** Creates the keys of a stand-in from kept ones. */
export function createPlatformKeys({ certificates: kept, publicKey }: KeptKeys): PlatformKeys {
  let certificates = [...kept]
  const bare: Signer = { serial: publicKey.serial, key: createPrivateKey(publicKey.privateKey) }
  const keys = new Map<string, KeyObject>()
  const signerOf = ({ serial, privateKey }: KeptCertificate): Signer => {
    const key = keys.get(serial) ?? createPrivateKey(privateKey)
    keys.set(serial, key)
    return { serial, key }
  }
  const newest = (): KeptCertificate => {
    const last = certificates.at(-1)
    if (last === undefined) throw new Error('a platform has at least one certificate')
    return last
  }
  return {
    signerFor: (mode, asked) => {
      if (asked === bare.serial) return bare
      const named = certificates.find(one => one.serial === asked)
      if (named !== undefined && named.listedUntil === null) return signerOf(named)
      return mode === 'publicKey' ? bare : signerOf(newest())
    },
    listedAt: at =>
      certificates
        .filter(({ listedUntil }) => listedUntil === null || at < listedUntil)
        .map(({ certificate }) => certificate),
    publicKey: () => ({ id: bare.serial, pem: publicPemOf(publicKey.privateKey) }),
    rotate: at => {
      const replaced = { ...newest(), listedUntil: at + OVERLAP_MS }
      const made = makeKeptCertificate(at)
      certificates = [...certificates.slice(0, -1), replaced, made]
      return made.serial
    },
    keep: () => ({ certificates, publicKey }),
  }
}
