import { createServer, type Server } from 'node:http'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { createLoadClient, LOAD_ACTIONS, type LoadClient } from './load-client.ts'
import { Histogram } from './load/histogram.ts'

const PORT = 22_003
let http: Server | null = null
let server: WebSocketServer | null = null
let client: LoadClient | null = null

interface Seen {
  sockets: Map<string, WebSocket[]>
  calls: { identity: string; id: string; action: string; payload: Record<string, unknown> }[]
}

/** Creates a minimal server that answers every call at once. `answer` can override the answer, or give null for none. */
async function aServer(answer?: (action: string, identity: string) => string | null | undefined): Promise<Seen> {
  const seen: Seen = { sockets: new Map(), calls: [] }
  let transaction = 0
  http = createServer()
  server = new WebSocketServer({ server: http, handleProtocols: () => 'ocpp1.6' })
  server.on('connection', (socket, request) => {
    const identity = decodeURIComponent(request.url?.slice('/ocpp/'.length) ?? '')
    seen.sockets.set(identity, [...(seen.sockets.get(identity) ?? []), socket])
    socket.on('message', data => {
      const [type, id, action, payload] = JSON.parse((data as Buffer).toString()) as [
        number,
        string,
        string,
        Record<string, unknown>,
      ] // the load writes well-formed calls
      if (type !== 2) return
      seen.calls.push({ identity, id, action, payload })
      const special = answer?.(action, identity)
      if (special === null) return
      const now = '"currentTime":"2026-11-20T08:00:00Z"'
      if (special !== undefined) socket.send(special.replace('ID', id))
      else if (action === 'BootNotification') socket.send(`[3,"${id}",{"status":"Accepted",${now},"interval":300}]`)
      else if (action === 'StartTransaction')
        socket.send(`[3,"${id}",{"transactionId":${++transaction},"idTagInfo":{"status":"Accepted"}}]`)
      else socket.send(`[3,"${id}",{}]`)
    })
  })
  await new Promise<void>(resolve => http?.listen(PORT, '127.0.0.1', resolve))
  return seen
}

function aClient(piles: number, options: { answerTimeout_ms?: number } = {}): LoadClient {
  const list = Array.from({ length: piles }, (_, index) => ({ identity: `L ${index}`, stationKey: 'key' }))
  client = createLoadClient({ host: '127.0.0.1', port: PORT, piles: list, ...options })
  return client
}

afterEach(async () => {
  client?.close()
  for (const socket of server?.clients ?? []) socket.terminate()
  await new Promise<void>(resolve => (server === null ? resolve() : server.close(() => http?.close(() => resolve()))))
})

describe('the closed loop', () => {
  it('runs whole sessions and records their expected results', async () => {
    const seen = await aServer()
    const load = aClient(5)
    expect(await load.connect(10)).toMatchObject({ booted: 5, failed: [] })
    const result = await load.runSessions({ tag: index => `TAG${index}`, sessionsPerPile: 3 })
    expect(result).toMatchObject({ answered: 5 * 3 * 11, lost: 0, disconnected: 0 })
    expect(result.byAction.MeterValues).toMatchObject({ count: 90, errors: 0 })
    expect(result.sessions).toHaveLength(15)
    expect(new Set(result.sessions.map(session => session.transactionId)).size).toBe(15)
    for (const session of result.sessions) {
      const of = (action: string) =>
        seen.calls.find(
          call => call.action === action && String(call.payload['transactionId']) === session.transactionId,
        )
      expect(of('StopTransaction')?.payload['meterStop']).toBe(session.meterStop_wh)
      expect(session.meterStop_wh - session.meterStart_wh).toBe(700)
      expect(session.readings).toBe(6)
    }
    const first = seen.calls.filter(call => call.identity === 'L 0').map(call => call.action)
    const session = [
      'Heartbeat',
      'StatusNotification',
      'StartTransaction',
      ...Array<string>(6).fill('MeterValues'),
      'StopTransaction',
      'StatusNotification',
    ]
    expect(first).toEqual(['BootNotification', ...session, ...session, ...session])
    expect(LOAD_ACTIONS.every(action => first.includes(action))).toBe(true)
  })

  it('never sends two readings of a session with the same time', async () => {
    const seen = await aServer()
    const load = aClient(2)
    await load.connect(0)
    await load.runSessions({ tag: 'T', duration_ms: 200 })
    const times = seen.calls
      .filter(call => call.identity === 'L 1' && call.action === 'MeterValues')
      .map(call => JSON.stringify(call.payload['meterValue']))
    expect(times.length).toBeGreaterThan(12)
    expect(new Set(times).size).toBe(times.length)
  })

  it('counts errors, continues, and does not flood a server that refuses starts', async () => {
    await aServer(action =>
      action === 'Heartbeat'
        ? '[4, "ID", "InternalError", "", {}]'
        : action === 'StartTransaction'
          ? '[4,"ID","InternalError","",{}]'
          : undefined,
    )
    const load = aClient(1)
    await load.connect(0)
    const result = await load.runSessions({ tag: 'T', sessionsPerPile: 2 })
    expect(result.sessions).toEqual([])
    expect(result.byAction.StartTransaction.errors).toBe(2)
    expect(result.byAction.Heartbeat.errors).toBe(2)
  })

  it('says what got lost: calls without answer and connections that ended', async () => {
    const seen = await aServer((action, identity) => {
      if (action === 'MeterValues' && identity === 'L 0') return null
      if (action === 'StopTransaction' && identity === 'L 1') seen.sockets.get(identity)?.[0]?.terminate()
      return undefined
    })
    const load = aClient(3, { answerTimeout_ms: 300 })
    await load.connect(0)
    const result = await load.runSessions({ tag: 'T', sessionsPerPile: 1 })
    expect(result).toMatchObject({ lost: 2, disconnected: 1 })
    expect(result.sessions).toHaveLength(1)
  })

  it('answers calls and pings of the server', async () => {
    const seen = await aServer()
    const load = aClient(1)
    await load.connect(0)
    const socket = seen.sockets.get('L 0')?.[0]
    const ponged = new Promise(resolve => socket?.once('pong', resolve))
    const answered = new Promise(resolve =>
      socket?.on('message', data => (data as Buffer).toString().startsWith('[4,"s1"') && resolve(true)),
    )
    socket?.ping('hello')
    socket?.send('[2,"s1","Reset",{"type":"Soft"}]')
    expect(String(await ponged)).toBe('hello')
    expect(await answered).toBe(true)
  })
})

describe('the steady load', () => {
  it('keeps its pace, inside a charge and outside', async () => {
    await aServer()
    const load = aClient(10)
    await load.connect(0)
    const inside = await load.runSteady({ duration_ms: 1_000, every_ms: 200, tag: 'T' })
    expect(inside.byAction.MeterValues.count).toBe(inside.byAction.Heartbeat.count)
    expect(inside.byAction.Heartbeat.count).toBeGreaterThanOrEqual(10 * 4)
    expect(inside.byAction.Heartbeat.count).toBeLessThanOrEqual(10 * 6)
    expect(inside.sessions).toHaveLength(10)
    const outside = await load.runSteady({ duration_ms: 400, every_ms: 200 })
    expect(outside.sessions).toEqual([])
    expect(outside.byAction.MeterValues.count).toBeGreaterThanOrEqual(10)
  })
})

describe('the storm', () => {
  it('cuts everybody, comes back, and tells which half-open sockets the server has closed', async () => {
    const seen = await aServer()
    const load = aClient(40)
    await load.connect(20)
    // A server that closes the old socket when the same identity reconnects.
    server?.on('connection', (_, request) => {
      const old = seen.sockets.get(decodeURIComponent(request.url?.slice('/ocpp/'.length) ?? ''))?.at(-2)
      old?.terminate()
    })
    const storm = await load.storm({ window_ms: 100, halfOpenShare: 0.3, timeout_ms: 5_000 })
    expect(storm).toMatchObject({ booted: 40, failed: [] })
    expect(storm.halfOpen).toBeGreaterThan(3)
    expect(storm.halfOpenClosed).toBe(storm.halfOpen)
    const after = await load.runSessions({ tag: 'T', sessionsPerPile: 1 })
    expect(after.sessions).toHaveLength(40)
  })

  it('reports piles that do not come back', async () => {
    await aServer((action, identity) => (action === 'BootNotification' && identity === 'L 0' ? null : undefined))
    const load = aClient(2, { answerTimeout_ms: 100 })
    const result = await load.connect(0)
    expect(result).toMatchObject({ booted: 1, failed: [{ identity: 'L 0', status: 0 }] })
  })
})

describe('the histogram', () => {
  it('tells quantiles within 4 %, and merges', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 300 }),
        fc.constantFrom(0.5, 0.95, 0.99, 1),
        (values, share) => {
          const [left, right] = [new Histogram(), new Histogram()]
          values.forEach((us, index) => (index % 2 === 0 ? left : right).add(us / 1_000))
          left.merge(right)
          const exact =
            (values.toSorted((a, b) => a - b)[Math.max(1, Math.ceil(values.length * share)) - 1] ?? 0) / 1_000
          expect(left.quantile(share)).toBeGreaterThanOrEqual(exact * 0.999)
          expect(left.quantile(share)).toBeLessThanOrEqual(exact * 1.04 + 0.001)
          expect(left.latency()).toMatchObject({ count: values.length, max_ms: Math.max(...values) / 1_000 })
        },
      ),
    )
    expect(new Histogram().latency()).toEqual({ count: 0, p50_ms: 0, p95_ms: 0, p99_ms: 0, max_ms: 0 })
  })
})
