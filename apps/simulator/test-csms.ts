import { createServer, type IncomingMessage } from 'node:http'
import {
  type Call,
  type CommandOutcome,
  createMessageIds,
  type DraftFact,
  type JsonObject,
  outcomeOfError,
  parseFrame,
  type PileCommand,
  writeCall,
  writeError,
  writeResult,
} from '@wattyard/ocpp-frame'
import * as v16 from '@wattyard/ocpp16'
import * as v201 from '@wattyard/ocpp201'
import { type WebSocket, WebSocketServer } from 'ws'

/** Call as received by the test server. */
export interface Received {
  identity: string
  action: string
  payload: JsonObject
  /** Repairs of the tolerant reader; a virtual pile must need none. */
  mended: string[]
  facts: DraftFact[]
}

export interface TestCsms {
  readonly url: string
  readonly received: Received[]
  /** Tags that are refused at authorisation and at the start. */
  readonly refusedTags: Set<string>
  /** Keys of stations that differ from the common key. */
  readonly ownKeys: Map<string, string>
  /** While true, calls get no answer. */
  silent: boolean
  of(identity: string, action?: string): Received[]
  command(identity: string, command: PileCommand): Promise<CommandOutcome>
  raw(identity: string, action: string, payload: object): Promise<{ code: string } | { payload: JsonObject }>
  connectionsOf(identity: string): number
  close(): Promise<void>
}

interface Station {
  socket: WebSocket
  version: string
  nextId: () => string
  waiting: Map<string, (answer: { code: string } | { payload: JsonObject }) => void>
}

/** Creates a minimal server for piles: it checks the key and every frame, records everything, and answers at once. */
export async function createTestCsms(port: number, stationKey: string): Promise<TestCsms> {
  const stations = new Map<string, Station>()
  const connections = new Map<string, number>()
  const received: Received[] = []
  const refusedTags = new Set<string>()
  const ownKeys = new Map<string, string>()
  let lastTransaction = 1_000
  const http = createServer()
  const server = new WebSocketServer({
    server: http,
    handleProtocols: offered => [...offered].find(name => name === 'ocpp1.6' || name === 'ocpp2.0.1') ?? false,
    verifyClient: ({ req }: { req: IncomingMessage }) => {
      const identity = decodeURIComponent((req.url ?? '').slice('/ocpp/'.length))
      const expected = `${identity}:${ownKeys.get(identity) ?? stationKey}`
      return req.headers.authorization === `Basic ${Buffer.from(expected).toString('base64')}`
    },
  })

  const csms: TestCsms = {
    url: `ws://127.0.0.1:${port}/ocpp`,
    received,
    refusedTags,
    ownKeys,
    silent: false,
    of: (identity, action) =>
      received.filter(one => one.identity === identity && (action === undefined || one.action === action)),
    raw: (identity, action, payload) => {
      const station = stations.get(identity)
      if (station === undefined) throw new Error(`${identity} is not connected`)
      const id = station.nextId()
      station.socket.send(writeCall(id, action, payload))
      return new Promise(resolve => station.waiting.set(id, resolve))
    },
    command: async (identity, command) => {
      const version = stations.get(identity)?.version === 'ocpp2.0.1' ? v201 : v16
      const built = version.buildCommand(command)
      if (!built.ok) throw new Error(built.reason)
      const answer = await csms.raw(identity, built.action, built.payload)
      return 'code' in answer ? outcomeOfError(answer.code, '') : version.readAnswer(command, answer.payload)
    },
    connectionsOf: identity => connections.get(identity) ?? 0,
    close: () =>
      new Promise(resolve => {
        for (const client of server.clients) client.terminate()
        server.close(() => http.close(() => resolve()))
      }),
  }

  const answerOf = (station: Station, identity: string, call: Call): object | { error: string } => {
    const read = station.version === 'ocpp2.0.1' ? read201(call) : read16(call)
    if (!read.ok) return { error: `${read.kind} ${read.description}` }
    received.push({ identity, action: call.action, payload: call.payload, mended: read.mended, facts: read.facts })
    const tag = JSON.stringify(call.payload)
    const refused = [...refusedTags].some(one => tag.includes(`"${one}"`))
    switch (call.action) {
      case 'BootNotification':
        return { status: 'Accepted', currentTime: new Date().toISOString(), interval: 300 }
      case 'Heartbeat':
        return { currentTime: new Date().toISOString() }
      case 'Authorize':
        return {
          [station.version === 'ocpp1.6' ? 'idTagInfo' : 'idTokenInfo']: { status: refused ? 'Invalid' : 'Accepted' },
        }
      case 'StartTransaction':
        return { transactionId: ++lastTransaction, idTagInfo: { status: refused ? 'Blocked' : 'Accepted' } }
      case 'TransactionEvent':
        return refused ? { idTokenInfo: { status: 'Blocked' } } : {}
      default:
        return {}
    }
  }

  server.on('connection', (socket, request) => {
    const identity = decodeURIComponent((request.url ?? '').slice('/ocpp/'.length))
    const station: Station = { socket, version: socket.protocol, nextId: createMessageIds('c'), waiting: new Map() }
    stations.set(identity, station)
    connections.set(identity, (connections.get(identity) ?? 0) + 1)
    socket.on('message', data => {
      const frame = parseFrame((data as Buffer).toString('utf8')) // binaryType is the default: nodebuffer
      if (frame.type === 'result') station.waiting.get(frame.id)?.({ payload: frame.payload })
      else if (frame.type === 'error') station.waiting.get(frame.id)?.({ code: frame.code })
      else if (frame.type === 'call' && !csms.silent) {
        const answer = answerOf(station, identity, frame)
        socket.send(
          'error' in answer
            ? writeError(frame.id, 'InternalError', String(answer.error))
            : writeResult(frame.id, answer),
        )
      }
    })
  })
  await new Promise<void>(resolve => http.listen(port, '127.0.0.1', resolve))
  return csms
}

function read16(call: Call) {
  const read = v16.readPileCall(call)
  return read.ok ? { ok: true as const, mended: read.mended, facts: v16.toDraftFacts(read.message, read.exact) } : read
}

function read201(call: Call) {
  const read = v201.readPileCall(call)
  return read.ok ? { ok: true as const, mended: read.mended, facts: v201.toDraftFacts(read.message, read.exact) } : read
}

/**
 * Waits until a condition is true, checked every few milliseconds.
 * @throws Error after the timeout
 */
export async function until(what: () => boolean, timeout_ms = 10_000): Promise<void> {
  const end = Date.now() + timeout_ms
  while (!what()) {
    if (Date.now() > end) throw new Error(`not within ${timeout_ms} ms: ${what.toString()}`)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}
