/** Longest Authorization header that is looked at. */
const MAX_HEADER = 512

/**
 * Password of a Basic header for this identity (RFC 7617), as bytes, because the key may be raw. The identity is known from the
 * path, so a colon in it does no harm. Null when the header is missing, malformed or names another identity.
 */
export function readPassword(header: string | undefined, identity: string): Buffer | null {
  if (header === undefined || header.length > MAX_HEADER || !/^basic /i.test(header)) return null
  const bytes = Buffer.from(header.slice(6).trim(), 'base64')
  const prefix = Buffer.from(`${identity}:`, 'utf8')
  if (bytes.length < prefix.length || !bytes.subarray(0, prefix.length).equals(prefix)) return null
  return bytes.subarray(prefix.length)
}

/** OCPP-J: 48 characters in 2.0.1 (identifierString), 20 in 1.6; the longer one is taken for both. */
const IDENTITY = /^[A-Za-z0-9*\-_=:+|@.]{1,48}$/
/** Piles join the address they are given and their identity with a stroke of their own, so one too many is no other path. */
const PATH = /^\/{1,2}ocpp\/{1,2}([^/?#]{1,150})\/?(?:\?.*)?$/

/** Identity of a request path `/ocpp/<identity>`, or null. */
export function identityOf(path: string | undefined): string | null {
  const encoded = PATH.exec(path ?? '')?.[1]
  if (encoded === undefined) return null
  try {
    const identity = decodeURIComponent(encoded)
    return IDENTITY.test(identity) ? identity : null
  } catch {
    return null
  }
}
