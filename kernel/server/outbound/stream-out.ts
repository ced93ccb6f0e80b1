import { type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { codeOf, connectOut, OutboundRefused, type OutboundSeams, OutboundUnreached } from './connect-out.ts'
import { beginLine, type CallLine, type Noting, OutboundTimeout, OutboundTooLong } from './note-call.ts'
import { plainHost, type Reach } from './reach.ts'

export interface OutboundCall {
  url: string | URL
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body: string
}

export interface StreamLimits extends OutboundSeams {
  connect_ms: number
  /** Until the answer begins, and between two pieces of it. */
  silence_ms: number
  /** For everything. */
  total_ms: number
  /** Of the answer's body. */
  max_bytes: number
  signal?: AbortSignal | undefined
  /** Authorities that are trusted besides the usual ones, PEM. */
  ca?: string | undefined
}

/** Headers of an answer: names in lower case, values as received; those that came more than once joined by a comma. */
export type OutboundHeaders = Readonly<Record<string, string>>

export interface OutboundStream {
  status: number
  headers: OutboundHeaders
  contentType: string
  /** The body as it comes; leaving it early ends the call. @throws OutboundTimeout, OutboundTooLong, the system's own */
  pieces: AsyncGenerator<Buffer>
  /** Ends the call without its body. */
  leave(): Promise<void>
}

/** What an HTTP status says no with; null for yes. A redirect is a no: nobody follows it. */
export const refusalOfStatus = (status: number): string | null =>
  status >= 200 && status < 300 ? null : String(status)

/** An encrypted connection to the host of a URL over a socket that the guard has opened. @throws OutboundUnreached */
function secured(socket: Socket, host: string, { ca, silence_ms }: StreamLimits): Promise<Socket> {
  return new Promise((done, failed) => {
    // A name is asked for by name (RFC 6066); an address has none, and its certificate names the address.
    const servername = isIP(host) === 0 ? { servername: host } : {}
    const tls = connectTls({ socket, host, ...servername, ALPNProtocols: ['http/1.1'], ...(ca ? { ca } : {}) })
    const fail = (error: unknown): void => {
      tls.on('error', () => {})
      tls.destroy()
      failed(new OutboundUnreached(codeOf(error)))
    }
    tls.setTimeout(silence_ms, () => fail({ code: 'ETIMEDOUT' }))
    tls.once('error', fail)
    tls.once('secureConnect', () => {
      tls.setTimeout(0)
      tls.removeAllListeners('error').removeAllListeners('timeout')
      done(tls)
    })
  })
}

async function socketTo(url: URL, reach: Reach, limits: StreamLimits, signal: AbortSignal): Promise<Socket> {
  const host = plainHost(url.hostname)
  const isTls = url.protocol === 'https:'
  const port = Number(url.port || (isTls ? 443 : 80))
  const mayGo = isTls || (url.protocol === 'http:' && reach.allowsPlain(host, port))
  if (!mayGo || url.username || url.password) throw new OutboundRefused(url.host)
  const socket = await connectOut({ host, port }, reach, { ...limits, signal })
  return isTls ? secured(socket, host, limits) : socket
}

function headOf(url: URL, call: OutboundCall, socket: Socket, limits: StreamLimits, signal: AbortSignal) {
  return new Promise<IncomingMessage>((done, failed) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const headers = { ...call.headers, 'content-length': String(Buffer.byteLength(call.body)) }
    let answer: IncomingMessage | null = null
    const request = send(url, { method: call.method, headers, signal, createConnection: () => socket }, begun => {
      answer = begun
      done(begun)
    })
    request.on('error', failed)
    // Once the head has come, an end of the request would reach its reader as a reset alone.
    request.setTimeout(limits.silence_ms, () => (answer ?? request).destroy(new OutboundTimeout()))
    request.end(call.body)
  })
}

/**
 * Calls a partner whose answer is read as it comes: HTTPS (plain HTTP to own hosts only), no redirect followed, limits of
 * time and size, one line in the log when it is over.
 *
 * @throws OutboundRefused, OutboundUnreached before anything was sent; any other error may mean that the call arrived
 */
export async function streamOut(
  call: OutboundCall,
  reach: Reach,
  limits: StreamLimits,
  noting: Noting,
): Promise<OutboundStream> {
  const url = new URL(call.url)
  const line = beginLine(noting, { host: url.host, method: call.method, path: url.pathname })
  const late = AbortSignal.timeout(limits.total_ms)
  const signal = limits.signal ? AbortSignal.any([limits.signal, late]) : late
  let isConnected = false
  /** What it was that broke: ours to name when a limit of ours did it. */
  const told = (error: unknown): unknown => {
    if (!late.aborted || limits.signal?.aborted) return error
    return isConnected ? new OutboundTimeout() : new OutboundUnreached('ETIMEDOUT')
  }
  try {
    const socket = await socketTo(url, reach, limits, signal)
    isConnected = true
    line.seen.sent_bytes = Buffer.byteLength(call.body)
    const answer = await headOf(url, call, socket, limits, signal)
    const status = answer.statusCode ?? 0
    line.seen.status = status
    return {
      status,
      headers: headersOf(answer),
      contentType: String(answer.headers['content-type'] ?? ''),
      pieces: piecesOf(answer, limits.max_bytes, line, told),
      async leave() {
        answer.destroy()
        await line.answered(refusalOfStatus(status))
      },
    }
  } catch (error) {
    await line.broke(told(error))
    throw told(error)
  }
}

/** Node's own record drops repetitions of some names; a signature must not be judged by what is left. */
const headersOf = (answer: IncomingMessage): OutboundHeaders =>
  Object.fromEntries(Object.entries(answer.headersDistinct).map(([name, values = []]) => [name, values.join(', ')]))

async function* piecesOf(
  answer: IncomingMessage,
  max_bytes: number,
  line: CallLine,
  told: (error: unknown) => unknown,
): AsyncGenerator<Buffer> {
  let size = 0
  try {
    for await (const part of answer) {
      const bytes = part as Buffer // a stream without an encoding gives bytes
      size += bytes.length
      line.seen.answered_bytes = size
      if (size > max_bytes) throw new OutboundTooLong()
      yield bytes
    }
  } catch (error) {
    await line.broke(told(error))
    throw told(error)
  } finally {
    answer.destroy()
    await line.answered(refusalOfStatus(answer.statusCode ?? 0))
  }
}
