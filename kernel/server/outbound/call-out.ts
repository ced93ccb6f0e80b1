import { lookup } from 'node:dns/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isPublicAddress } from './public-address.ts'

const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 1024 * 1024

/** Where this installation may connect to besides the internet. */
export interface OutboundRules {
  /** Names of hosts that may lie in a private network or on this machine, such as the company's mail relay. */
  privateHosts: readonly string[]
}

/** The address is none that this product connects to. */
export class OutboundRefused extends Error {
  constructor(host: string) {
    super(`${host} is not an address of the internet, and not among the private hosts of this installation`)
    this.name = 'OutboundRefused'
  }
}

export interface Destination {
  address: string
  family: 4 | 6
}

/**
 * Looks a host up once and answers where to connect: whoever connects to just this address cannot be led elsewhere by a
 * second answer of the name server (trust R-48).
 *
 * @throws OutboundRefused when any of its addresses is not of the internet
 */
export async function destinationOf(host: string, { privateHosts }: OutboundRules): Promise<Destination> {
  const name = host.replace(/^\[|\]$/g, '')
  const found = await lookup(name, { all: true, order: 'ipv4first' })
  const [first] = found
  if (!first) throw new OutboundRefused(host)
  // One private address among public ones is how name servers are made to lie.
  if (!privateHosts.includes(name) && !found.every(one => isPublicAddress(one.address))) throw new OutboundRefused(host)
  return { address: first.address, family: first.family === 6 ? 6 : 4 }
}

export interface OutboundCall {
  url: string
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body: string
  timeout_ms?: number
}

export interface OutboundAnswer {
  status: number
  text: string
}

/**
 * Calls a partner: HTTPS (plain HTTP to private hosts only), no redirect followed, ten seconds, one MiB.
 *
 * @throws OutboundRefused before anything was sent; any other error may mean that the call arrived
 */
export async function callOut(call: OutboundCall, rules: OutboundRules): Promise<OutboundAnswer> {
  const url = new URL(call.url)
  const isPlain = url.protocol === 'http:' && rules.privateHosts.includes(url.hostname)
  if ((url.protocol !== 'https:' && !isPlain) || url.username || url.password) throw new OutboundRefused(url.host)
  const { address, family } = await destinationOf(url.hostname, rules)
  const send = isPlain ? httpRequest : httpsRequest
  const signal = AbortSignal.timeout(call.timeout_ms ?? TIMEOUT_MS)
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        method: call.method,
        headers: { ...call.headers, 'content-length': String(Buffer.byteLength(call.body)) },
        signal,
        agent: false,
        lookup: (_host, options, done) =>
          options.all ? done(null, [{ address, family }]) : done(null, address, family),
      },
      response => {
        const parts: Buffer[] = []
        let size = 0
        response.on('data', (part: Buffer) => {
          size += part.length
          if (size > MAX_ANSWER_BYTES) request.destroy(new Error('the answer is too long'))
          else parts.push(part)
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }),
        )
        response.on('error', reject)
      },
    )
    request.on('error', reject)
    request.end(call.body)
  })
}
