import { lookup } from 'node:dns/promises'
import { connect, type Socket } from 'node:net'
import { plainHost, type Reach } from './reach.ts'

/** The address is none that this product connects to; nothing was sent. */
export class OutboundRefused extends Error {
  constructor(host: string) {
    super(`${host} is not an address of the internet, and not among the own hosts of this installation`)
    this.name = 'OutboundRefused'
  }
}

/** No connection came about, so nothing was sent. `code` is the system's word, such as `ECONNREFUSED`. */
export class OutboundUnreached extends Error {
  readonly code: string
  constructor(code: string) {
    super(`no connection: ${code}`)
    this.name = 'OutboundUnreached'
    this.code = code
  }
}

export interface Place {
  /** A name or an address. */
  host: string
  port: number
}

export interface FoundAddress {
  address: string
  family: number
}

/** The world under the guard; the system's own when absent. */
export interface OutboundSeams {
  resolve?: (name: string) => Promise<readonly FoundAddress[]>
  dial?: (address: string, port: number) => Socket
}

export interface ConnectLimits extends OutboundSeams {
  /** For name and connection together. */
  connect_ms: number
  signal?: AbortSignal | undefined
}

const systemResolve = (name: string): Promise<FoundAddress[]> => lookup(name, { all: true, order: 'ipv4first' })

/** Returns the system's word for an error; an error of another kind is thrown on by nobody, so it has one too. */
export function codeOf(error: unknown): string {
  if (error !== null && typeof error === 'object' && 'code' in error && typeof error.code === 'string')
    return error.code
  return error instanceof Error ? error.name : 'unknown'
}

/** What comes first: the work, or the signal's end of it. */
async function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted()
  let stop = (): void => {}
  const ended = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, ended])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** @throws OutboundRefused, OutboundUnreached when the name is unknown */
async function addressOf(
  { host, port }: Place,
  reach: Reach,
  limits: ConnectLimits,
  signal: AbortSignal,
): Promise<string> {
  const found = await until(signal, (limits.resolve ?? systemResolve)(plainHost(host))).catch((error: unknown) => {
    throw signal.aborted ? error : new OutboundUnreached(codeOf(error))
  })
  const [first] = found
  // One private address among public ones is how name servers are made to lie.
  if (!first || !found.every(one => reach.allows(one.address, host, port))) throw new OutboundRefused(host)
  return first.address
}

/** `::ffff:10.0.0.1` is 10.0.0.1 seen through a socket of both kinds. */
const unmapped = (address: string): string => (/^::ffff:\d/i.test(address) ? address.slice(7) : address)

async function dialled(
  address: string,
  place: Place,
  reach: Reach,
  limits: ConnectLimits,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = limits.dial?.(address, place.port) ?? connect({ host: address, port: place.port, noDelay: true })
  try {
    await until(
      signal,
      new Promise<void>((done, failed) => {
        socket.once('error', failed)
        socket.once('connect', () => done())
      }),
    )
    const there = unmapped(socket.remoteAddress ?? '')
    if (!reach.allows(there, place.host, place.port)) throw new OutboundRefused(place.host)
    socket.removeAllListeners('error')
    return socket
  } catch (error) {
    // Whoever is told of the failure has no socket; a late error of it must not end the process.
    socket.on('error', () => {})
    socket.destroy()
    throw error instanceof OutboundRefused || signal.aborted ? error : new OutboundUnreached(codeOf(error))
  }
}

/**
 * The one way out of the house (trust R-48). The name is looked up once, every address it has must be within reach, the
 * connection goes to just that address, and where it ended is asked once more: no second answer of a name server, and
 * nothing that stands between, leads elsewhere.
 *
 * @throws OutboundRefused · OutboundUnreached (`ETIMEDOUT` when it took too long) · the signal's own reason
 */
export async function connectOut(place: Place, reach: Reach, limits: ConnectLimits): Promise<Socket> {
  const late = AbortSignal.timeout(limits.connect_ms)
  const signal = limits.signal ? AbortSignal.any([limits.signal, late]) : late
  try {
    return await dialled(await addressOf(place, reach, limits, signal), place, reach, limits, signal)
  } catch (error) {
    throw late.aborted && !limits.signal?.aborted ? new OutboundUnreached('ETIMEDOUT') : error
  }
}
