import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import {
  CONNECTION_CLOCKS,
  type ConnectionClocks,
  MAX_HEADER_BYTES,
  PUBLIC_BODY_LIMIT_BYTES,
} from '@wattyard/server-kit'
import type { Check } from './checks.ts'

/** Address of the running product. */
export interface Listener {
  host: string
  port: number
  tls: boolean
}

/** Tolerance over the timeout, for the interval of its checks and the machine's own delays. */
const SLACK_MS = 2_000
const DRIP_EVERY_MS = 250
const PATH = '/chg/c/login'
const GIVE_UP = 3

const EVERYWHERE = new Set(['0.0.0.0', '::'])
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

/** Opens a TCP connection; a product that listens on all addresses is reached on the loopback address. */
const tcp = ({ host, port }: Listener): Socket => connect(port, EVERYWHERE.has(host) ? '127.0.0.1' : host)

function line(to: Listener): Socket {
  const socket = tcp(to)
  // Another check covers the certificate; here only timeouts count.
  return to.tls ? connectTls({ socket, rejectUnauthorized: false }) : socket
}

interface Life {
  ms: number
  /** HTTP status of the answer; 0 when there was none. */
  status: number
}

/** Measures how long the server keeps a connection with this behaviour, and its answer. */
function lifeOf(
  socket: Socket,
  { first = '', drip = false, longest_ms }: { first?: string; drip?: boolean; longest_ms: number },
): Promise<Life> {
  const started = performance.now()
  let text = ''
  return new Promise(done => {
    if (first) socket.write(first)
    const dripping = setInterval(() => drip && socket.writable && socket.write('x'), DRIP_EVERY_MS)
    const end = () => {
      clearInterval(dripping)
      clearTimeout(limit)
      socket.destroy()
      done({ ms: performance.now() - started, status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0) })
    }
    const limit = setTimeout(end, longest_ms)
    // A connection that is cut during a write counts as cut.
    socket.on('error', () => {})
    socket.on('data', part => {
      text += part.toString('latin1')
      if (text.length > 12) end()
    })
    socket.once('close', end)
  })
}

function clock(name: string, { ms }: Life, bound_ms: number): Check {
  const most_ms = bound_ms + SLACK_MS
  const detail = `cut after ${seconds(ms)}, at most ${seconds(most_ms)}`
  if (ms <= most_ms) return { name, result: 'good', detail }
  return { name, result: 'wrong', detail: `still open after ${seconds(ms)}, at most ${seconds(most_ms)}` }
}

function refusal(name: string, { status }: Life, wanted: number): Check {
  return status === wanted
    ? { name, result: 'good', detail: `refused with ${status}` }
    : { name, result: 'wrong', detail: status ? `answered with ${status}, not ${wanted}` : 'not answered' }
}

async function listens(to: Listener): Promise<boolean> {
  const socket = tcp(to)
  const is = await new Promise<boolean>(done => {
    socket.once('connect', () => done(true))
    socket.once('error', () => done(false))
  })
  socket.destroy()
  return is
}

/**
 * Measures how the running product treats slow and large requests: five connections, each open until it is cut, about 17 s in
 * all. A proxy in front of it has timeouts of its own and is not measured.
 * @returns a single hint when nothing listens
 */
export async function measureLimits(to: Listener, clocks: ConnectionClocks = CONNECTION_CLOCKS): Promise<Check[]> {
  if (!(await listens(to)))
    return [{ name: 'slow callers', result: 'hint', detail: `nobody listens on ${to.host}:${to.port}: not measured` }]
  const head = (more: string) =>
    `POST ${PATH} HTTP/1.1\r\nHost: ${to.host}\r\nContent-Type: application/json\r\n${more}`
  const silent_ms = (to.tls ? clocks.handshake_ms : clocks.headers_ms) + clocks.check_ms
  const headers_ms = clocks.headers_ms + clocks.check_ms
  const body_ms = clocks.request_ms + clocks.check_ms
  const try_ms = (bound_ms: number) => GIVE_UP * bound_ms + SLACK_MS
  const [silent, headers, body, tooLarge, tooWide] = await Promise.all([
    lifeOf(tcp(to), { longest_ms: try_ms(silent_ms) }),
    lifeOf(line(to), { first: head('X-Slow: '), drip: true, longest_ms: try_ms(headers_ms) }),
    lifeOf(line(to), { first: head('Content-Length: 9000\r\n\r\n'), drip: true, longest_ms: try_ms(body_ms) }),
    lifeOf(line(to), {
      first: head(`Content-Length: ${PUBLIC_BODY_LIMIT_BYTES + 1}\r\n\r\n${'x'.repeat(PUBLIC_BODY_LIMIT_BYTES + 1)}`),
      longest_ms: try_ms(body_ms),
    }),
    lifeOf(line(to), { first: head(`X-Wide: ${'x'.repeat(MAX_HEADER_BYTES)}\r\n\r\n`), longest_ms: try_ms(body_ms) }),
  ])
  return [
    clock(to.tls ? 'no handshake' : 'silent line', silent, silent_ms),
    clock('slow headers', headers, headers_ms),
    clock('slow body', body, body_ms),
    refusal('large body', tooLarge, 413),
    refusal('wide headers', tooWide, 431),
  ]
}
