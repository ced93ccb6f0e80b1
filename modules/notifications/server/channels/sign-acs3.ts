import { createHash, createHmac } from 'node:crypto'

/** Input of a signature by Alibaba Cloud's V3 method (ACS3-HMAC-SHA256). */
export interface CloudCall {
  host: string
  action: string
  version: string
  query: Readonly<Record<string, string>>
  /** `2023-10-26T10:22:32Z`. */
  date: string
  nonce: string
  accessKeyId: string
  secret: string
}

const hex = (text: string): string => createHash('sha256').update(text).digest('hex')

/** RFC 3986: `encodeURIComponent` leaves five characters that have to be encoded too. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

export function canonicalQuery(query: CloudCall['query']): string {
  return Object.entries(query)
    .map(([key, value]) => `${encode(key)}=${encode(value)}`)
    .toSorted()
    .join('&')
}

/** Returns the headers of a POST with an empty body, signature included. */
export function signedHeaders(call: CloudCall): Record<string, string> {
  const payload = hex('')
  const headers: Record<string, string> = {
    host: call.host,
    'x-acs-action': call.action,
    'x-acs-content-sha256': payload,
    'x-acs-date': call.date,
    'x-acs-signature-nonce': call.nonce,
    'x-acs-version': call.version,
  }
  const names = Object.keys(headers).toSorted()
  const lines = names.map(name => `${name}:${headers[name]}\n`).join('')
  const canonical = ['POST', '/', canonicalQuery(call.query), lines, names.join(';'), payload].join('\n')
  const toSign = `ACS3-HMAC-SHA256\n${hex(canonical)}`
  const signature = createHmac('sha256', call.secret).update(toSign).digest('hex')
  headers.authorization = `ACS3-HMAC-SHA256 Credential=${call.accessKeyId},SignedHeaders=${names.join(';')},Signature=${signature}`
  return headers
}
