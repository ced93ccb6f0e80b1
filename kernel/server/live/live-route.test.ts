import { type AddressInfo, connect, type Socket } from 'node:net'
import { callerWith, testServer, type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '../new-id.ts'
import { createLiveBus, type LiveBus } from './live-bus.ts'
import { liveRoute, MAX_STREAMS } from './live-route.ts'
import { watchSessions } from './watch-sessions.ts'

/* Over real sockets, and with every wait of the route held as long as a test likes. */

type Step = 'the look-up' | 'the stations'

let server: TestServer
let port: number
let held: Step | null = null
let reached: (step: Step) => void = () => {}
let goOn: () => void = () => {}
let listening = 0
let bus: LiveBus
const tenantId = newId()
const as = callerWith({ tenantId })

async function pass(step: Step): Promise<void> {
  if (held !== step) return
  const going = new Promise<void>(resolve => {
    goOn = resolve
  })
  reached(step)
  await going
}

beforeAll(async () => {
  const real = createLiveBus()
  bus = {
    ...real,
    subscribe(listener, recent_ms) {
      listening++
      const end = real.subscribe(listener, recent_ms)
      let isOver = false
      return () => {
        if (!isOver) listening--
        isOver = true
        end()
      }
    },
  }
  const stations = async () => {
    await pass('the stations')
    return null
  }
  const watch = watchSessions(async (_db, of) => new Map(of.map(one => [one.sessionId, ''])))
  server = await testServer({
    modules: [{ name: 'live', resources: [], routes: [liveRoute(bus, stations, watch, { byName: () => undefined })] }],
    authenticator: {
      async find(_tx, { handle }) {
        await pass('the look-up')
        const [name, tenant] = (handle ?? '').split('.')
        return { ...as, sessionId: name ?? '', tenantId: tenant ?? tenantId }
      },
    },
  })
  await server.app.fastify.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.fastify.server.address() as AddressInfo).port
})
afterAll(async () => {
  server.app.fastify.server.closeAllConnections()
  await server.close()
})

const connections = () =>
  new Promise<number>(resolve => server.app.fastify.server.getConnections((_error, count) => resolve(count)))

const lines: Socket[] = []
beforeEach(async () => {
  for (const line of lines.splice(0)) line.destroy()
  await vi.waitUntil(async () => listening === 0 && (await connections()) === 0)
})

/** A request for a stream of this session, and the first thing that is answered. */
function ask(session: string): { line: Socket; status: Promise<number> } {
  const line = connect(port, '127.0.0.1')
  line.on('error', () => {})
  lines.push(line)
  const status = new Promise<number>(resolve => {
    line.once('data', part => resolve(Number(/^HTTP\/1.1 (\d+)/.exec(part.toString())?.[1])))
    line.once('close', () => resolve(0))
  })
  line.write(`GET /chg/api/live?topics=t&token=${session} HTTP/1.1\r\nHost: here\r\n\r\n`)
  return { line, status }
}

/** All streams that one session may have are to be had, so none is still counted. */
async function expectAllFree(session: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const all = Array.from({ length: MAX_STREAMS.name }, () => ask(session))
        const answers = await Promise.all(all.map(one => one.status))
        for (const { line } of all) line.destroy()
        return answers.filter(status => status === 200).length
      },
      { timeout: 5_000, interval: 100 },
    )
    .toBe(MAX_STREAMS.name)
}

/** What a stream tells first, of events that were published before it was asked for. */
async function toldFirst(session: string, recent: string): Promise<string> {
  const line = connect(port, '127.0.0.1')
  lines.push(line)
  let text = ''
  line.on('data', part => {
    text += part.toString()
  })
  line.write(`GET /chg/api/live?topics=t&recent=${recent}&token=${session} HTTP/1.1\r\nHost: here\r\n\r\n`)
  await expect.poll(() => text).toContain('HTTP/1.1')
  bus.publish({ tenantId, topic: 't', stationId: null, data: { mark: 'afterwards' } })
  await expect.poll(() => text).toMatch(/afterwards|kernel\.invalid/)
  return text
}

test('a stream tells what happened shortly before it began, to whom it belongs, and no more', async () => {
  const event = (mark: string, over: { tenantId?: string; topic?: string } = {}) =>
    bus.publish({ tenantId, topic: 't', stationId: null, data: { mark }, ...over })
  event('missed')
  event('of-others', { tenantId: newId() })
  event('unasked', { topic: 'u' })
  const told = await toldFirst('late', '5000')
  expect(told).toContain('missed')
  expect(told.indexOf('missed')).toBeLessThan(told.indexOf('afterwards'))
  expect(told).not.toMatch(/of-others|unasked/)
  expect(await toldFirst('in-time', '0')).not.toContain('missed')
  for (const wrong of ['-1', '10001', '1.5', 'x']) expect(await toldFirst('wrong', wrong)).toContain('kernel.invalid')
})

test.each(['the look-up', 'the stations'] as const)('who leaves during %s is not counted any more', async step => {
  const session = `leaver-${step.length}`
  for (let i = 0; i < MAX_STREAMS.name + 5; i++) {
    held = step
    const there = new Promise<Step>(resolve => {
      reached = resolve
    })
    const { line } = ask(session)
    await there
    line.resetAndDestroy()
    // The server has to have noticed, or nobody has left yet.
    await expect.poll(connections, { interval: 2 }).toBe(0)
    held = null
    goOn()
  }
  await expectAllFree(session)
  await expect.poll(() => listening).toBe(0)
})

test('who leaves at any moment leaves nothing behind', async () => {
  const session = 'hasty'
  for (let i = 0; i < 60; i++) {
    const { line } = ask(session)
    await new Promise(resolve => setTimeout(resolve, i % 12))
    line.resetAndDestroy()
  }
  await expectAllFree(session)
  await expect.poll(() => listening).toBe(0)
})

test('a stream that waits behind another answer on its line is released with the line', async () => {
  const { line, status } = ask('queued')
  await status
  for (let i = 0; i < 5; i++) line.write(`GET /chg/api/live?topics=t&token=queued HTTP/1.1\r\nHost: here\r\n\r\n`)
  await expect.poll(() => listening).toBeGreaterThan(1)
  line.destroy()
  await expect.poll(() => listening).toBe(0)
  await expectAllFree('queued')
})

test('one session has so many streams; the others of its tenant and other tenants have theirs', async () => {
  const all = Array.from({ length: MAX_STREAMS.name }, () => ask('greedy'))
  expect(await Promise.all(all.map(one => one.status))).toEqual(all.map(() => 200))
  expect(await ask('greedy').status).toBe(429)
  expect(await ask('modest').status).toBe(200)
  expect(await ask(`elsewhere.${newId()}`).status).toBe(200)
  all[0]?.line.destroy()
  await expect.poll(() => ask('greedy').status).toBe(200)
})

test('a server that closes ends its streams at once, however many, and waits for nobody', async () => {
  const all = Array.from({ length: 5 }, (_, at) => ask(`watcher-${at}`))
  expect(await Promise.all(all.map(one => one.status))).toEqual(all.map(() => 200))
  const ends = all.map(({ line }) => new Promise<void>(resolve => line.once('close', () => resolve())))
  const began = performance.now()
  await server.app.fastify.close()
  await Promise.all(ends)
  expect(performance.now() - began).toBeLessThan(1_000)
  expect(listening).toBe(0)
})
