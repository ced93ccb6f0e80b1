import { WebSocket } from 'ws'
import { TEST_CERTIFICATE } from '@wattyard/testing'

/** How long a test waits for the gateway: longer than any limit of the gateway itself. The error says what was waited for. */
export const PATIENCE_MS = 20_000

/** A simple pile client for tests: sends and receives frames. Waits take PATIENCE_MS at most. */
export interface PileClient {
  socket: WebSocket
  /** Sends a call and returns its answer frame, parsed. */
  call(action: string, payload: object, id?: string): Promise<unknown[]>
  /** Sends a text unchanged and returns the next frame received. */
  raw(text: string): Promise<unknown[]>
  send(text: string): void
  /** The next call from the gateway. */
  asked(): Promise<{ id: string; action: string; payload: Record<string, unknown> }>
  answer(id: string, payload: object): void
  /** Code and reason of the close; starts waiting when called. */
  readonly closed: Promise<{ code: number; reason: string }>
  close(): Promise<void>
}

export interface ClientOptions {
  /** Source address, to connect from another loopback network. */
  localAddress?: string
  /** False for a client that does not answer pings, as on a dead connection. */
  autoPong?: boolean
  headers?: Record<string, string>
}

let counter = 0

/**
 * A promise that rejects after PATIENCE_MS with a message that says what was waited for. The rejection need not be handled: tests
 * of broken connections leave calls that are never answered.
 */
async function within<T>(what: () => string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_done, failed) => {
    timer = setTimeout(() => failed(new Error(`after ${PATIENCE_MS} ms still no ${what()}`)), PATIENCE_MS)
    timer.unref()
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Marks a rejection as handled; code that awaits the promise still gets it. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

/** Opens a connection; rejects with the status when the handshake is refused. */
export async function connectPile(
  url: string,
  protocol: string | undefined,
  authorization?: string,
  options: ClientOptions = {},
): Promise<PileClient> {
  const headers = { ...(authorization === undefined ? {} : { authorization }), ...options.headers }
  const socket = new WebSocket(url, protocol === undefined ? [] : [protocol], {
    headers,
    autoPong: options.autoPong ?? true,
    ca: TEST_CERTIFICATE,
    // The certificate is self-signed; false means "no error" here.
    checkServerIdentity: () => false,
    ...(options.localAddress === undefined ? {} : { localAddress: options.localAddress }),
  })
  const answers = new Map<string, (frame: unknown[]) => void>()
  const next: ((frame: unknown[]) => void)[] = []
  const calls: { id: string; action: string; payload: Record<string, unknown> }[] = []
  const waiting: ((call: { id: string; action: string; payload: Record<string, unknown> }) => void)[] = []
  let end = ''
  const closed = new Promise<{ code: number; reason: string }>(done => {
    socket.on('close', (code, reason) => {
      end = `; the line was closed with ${code} ${reason.toString()}`
      done({ code, reason: reason.toString() })
    })
  })
  const wait = <T>(what: string, promise: Promise<T>) => quiet(within(() => `${what}${end}`, promise))
  socket.on('message', data => {
    const frame = JSON.parse((data as Buffer).toString('utf8')) as unknown[] // our own server's frames
    if (frame[0] === 2) {
      const call = { id: String(frame[1]), action: String(frame[2]), payload: frame[3] as Record<string, unknown> } // as above
      const taker = waiting.shift()
      if (taker) taker(call)
      else calls.push(call)
      return
    }
    const taker = answers.get(String(frame[1])) ?? next.shift()
    answers.delete(String(frame[1]))
    taker?.(frame)
  })
  await wait(
    `open line to ${url}`,
    new Promise<void>((opened, failed) => {
      socket.once('open', () => opened())
      socket.once('unexpected-response', (_request, response) => failed(new Refused(response.statusCode ?? 0)))
      socket.once('error', failed)
    }),
  )
  socket.on('error', () => {})
  return {
    socket,
    get closed() {
      return wait('close of the line', closed)
    },
    call(action, payload, id = `m${++counter}`) {
      const answer = new Promise<unknown[]>(done => answers.set(id, done))
      socket.send(JSON.stringify([2, id, action, payload]))
      return wait(`answer to ${action.slice(0, 60)} ${id}`, answer)
    },
    raw(text) {
      const frame = new Promise<unknown[]>(done => next.push(done))
      socket.send(text)
      return wait(`frame after ${text.slice(0, 100)}`, frame)
    },
    send: text => socket.send(text),
    asked() {
      const call = calls.shift()
      return wait('call from the gateway', call ? Promise.resolve(call) : new Promise(done => waiting.push(done)))
    },
    answer: (id, payload) => socket.send(JSON.stringify([3, id, payload])),
    async close() {
      if (socket.readyState === WebSocket.CLOSED) return
      socket.close(1000)
      await wait('close of the line', closed)
    },
  }
}

class Refused extends Error {
  readonly status: number

  constructor(status: number) {
    super(`handshake refused with ${status}`)
    this.status = status
  }
}

/** HTTP status with which a connection attempt was refused. */
export async function refusalOf(attempt: Promise<PileClient>): Promise<number> {
  try {
    const client = await attempt
    await client.close()
    return 101
  } catch (error) {
    if (error instanceof Refused) return error.status
    throw error
  }
}
