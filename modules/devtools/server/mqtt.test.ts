import { callerWith, testDatabase, type TestServer, testServer } from '@wattyard/testing'
import { type Database, newId } from '@wattyard/server-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MqttEvent } from '../contract/mqtt.ts'
import { startBroker } from './embedded-broker.ts'
import { createMqttService, type MqttService } from './mqtt-service.ts'
import { mqttRoutes } from './mqtt-routes.ts'
import { isTopic, isTopicFilter } from '../contract/mqtt.ts'

const WAIT_MS = 10_000

/** What a listener heard, and a way to wait for something in it. */
function heard() {
  const events: MqttEvent[] = []
  const waiting: { fits: (event: MqttEvent) => boolean; done: (event: MqttEvent) => void }[] = []
  return {
    events,
    tell(event: MqttEvent) {
      events.push(event)
      for (const { fits, done } of waiting) if (fits(event)) done(event)
    },
    until(what: string, fits: (event: MqttEvent) => boolean): Promise<MqttEvent> {
      const known = events.find(fits)
      if (known) return Promise.resolve(known)
      return new Promise((done, failed) => {
        waiting.push({ fits, done })
        setTimeout(() => failed(new Error(`${what} did not come: ${JSON.stringify(events)}`)), WAIT_MS).unref()
      })
    },
  }
}
const isMessage = (topic: string) => (event: MqttEvent) => event.kind === 'message' && event.topic === topic
const publishing = { qos: 1, retain: false } as const

describe('the broker of this process', () => {
  let service: MqttService
  beforeAll(() => {
    service = createMqttService(null)
  })
  afterAll(() => service.close())

  test('is on loopback only', async () => {
    expect(await service.address()).toMatch(/^mqtt:\/\/127\.0\.0\.1:\d+$/)
  })

  test('a wildcard hears what fits and nothing else; bytes arrive as they are', async () => {
    const page = heard()
    const listener = await service.listen([{ filter: 'a/+/c', qos: 1 }], page.tell)
    expect(await page.until('the grant', event => event.kind === 'subscribed')).toEqual({
      kind: 'subscribed',
      filter: 'a/+/c',
      granted: 1,
    })
    await service.publish('a/b', Buffer.from('not heard'), publishing)
    await service.publish('a/b/c', Buffer.from([0, 255, 10]), publishing)
    expect(await page.until('the message', isMessage('a/b/c'))).toMatchObject({
      payload: Buffer.from([0, 255, 10]).toString('base64'),
      size: 3,
      qos: 1,
      retain: false,
    })
    expect(page.events.filter(event => event.kind === 'message')).toHaveLength(1)
    listener.close()
    await service.publish('a/b/c', Buffer.from('late'), publishing)
    expect(page.events.filter(event => event.kind === 'message')).toHaveLength(1)
  })

  test('who comes later hears what was retained', async () => {
    await service.publish('kept', Buffer.from('{"a":1}'), { qos: 0, retain: true })
    const page = heard()
    const listener = await service.listen([{ filter: '#', qos: 0 }], page.tell)
    expect(await page.until('what was kept', isMessage('kept'))).toMatchObject({ retain: true })
    listener.close()
  })

  test('a storm of messages says how many were left out', async () => {
    const page = heard()
    const listener = await service.listen([{ filter: 'storm', qos: 0 }], page.tell)
    await page.until('the grant', event => event.kind === 'subscribed')
    await Promise.all(
      Array.from({ length: 260 }, (_, i) => service.publish('storm', Buffer.from(String(i)), publishing)),
    )
    const messages = () => page.events.filter(event => event.kind === 'message').length
    const dropped = () => page.events.reduce((sum, event) => sum + (event.kind === 'dropped' ? event.count : 0), 0)
    const end = Date.now() + WAIT_MS
    while (messages() + dropped() < 260 && Date.now() < end) await new Promise(done => setTimeout(done, 50))
    expect(messages() + dropped()).toBe(260)
    listener.close()
  }, 30_000)
})

test('a configured broker is used, and its password is nobody’s to read', async () => {
  const broker = await startBroker()
  const service = createMqttService(broker.url.replace('mqtt://', 'mqtt://someone:canary@'))
  try {
    expect(await service.address()).toBe(broker.url)
    const page = heard()
    const listener = await service.listen([{ filter: '#', qos: 2 }], page.tell)
    await page.until('the connection', event => event.kind === 'link' && event.link === 'connected')
    await service.publish('x', Buffer.from('y'), publishing)
    await page.until('the message', isMessage('x'))
    expect(JSON.stringify(page.events)).not.toContain('canary')
    listener.close()
  } finally {
    await service.close()
    await broker.close()
  }
})

test('a broker that is not there is said to be lost, and publishing fails', async () => {
  const gone = await startBroker()
  await gone.close()
  const service = createMqttService(gone.url)
  const page = heard()
  const listener = await service.listen([{ filter: '#', qos: 0 }], page.tell)
  await page.until('the loss', event => event.kind === 'link' && event.link === 'lost')
  await expect(service.publish('x', Buffer.from('y'), publishing)).rejects.toThrow(/ECONNREFUSED|closed/)
  listener.close()
  await service.close()
})

test('topics have no wildcards, filters have them as whole levels', () => {
  expect(['a', '/', 'a//b', '电'].every(isTopic)).toBe(true)
  expect(['', 'a+', '#', 'a\0'].some(isTopic)).toBe(false)
  expect(['#', '+', 'a/#', '+/+/c', '/'].every(isTopicFilter)).toBe(true)
  expect(['', 'a#', '#/a', '++', 'a/b+'].some(isTopicFilter)).toBe(false)
})

describe('its routes', () => {
  let db: Database
  let server: TestServer
  const published: { topic: string; bytes: string; retain: boolean }[] = []
  const tenantId = newId()
  beforeAll(async () => {
    db = await testDatabase()
    const service: MqttService = {
      address: async () => 'mqtt://here',
      listen: async () => ({ close: () => {} }),
      async publish(topic, payload, { retain }) {
        if (topic === 'refused') throw new Error('no')
        published.push({ topic, bytes: payload.toString('hex'), retain })
      },
      close: async () => {},
    }
    server = await testServer({ db, modules: [{ name: 'devtools', routes: mqttRoutes(service) }] })
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })
  const as = callerWith({ tenantId, permissions: ['devtools.mqtt:publish'] })
  const publish = (input: Record<string, unknown>, who = as) =>
    server.call('/api/devtools/mqtt/publish', input, { as: who })

  test('a text or hexadecimal digits are published', async () => {
    expect((await publish({ topic: 'a', payload: '电' })).data).toEqual({ bytes: 3 })
    expect((await publish({ topic: 'a', payload: '00 ff', form: 'hex', retain: 'true', qos: '1' })).data).toEqual({
      bytes: 2,
    })
    expect(published).toEqual([
      { topic: 'a', bytes: 'e794b5', retain: false },
      { topic: 'a', bytes: '00ff', retain: true },
    ])
  })

  test('what is no topic, no hex, too long or too much is refused; so is what the broker refuses', async () => {
    const before = published.length
    for (const bad of [
      { topic: 'a/#', payload: '' },
      { topic: '', payload: '' },
      { topic: 'a', payload: '0', form: 'hex' },
      { topic: 'a', payload: 'zz', form: 'hex' },
      { topic: 'a', payload: 'x'.repeat(64 * 1024 + 1) },
      { topic: 'a', payload: '', qos: 3 },
    ])
      expect((await publish(bad)).success, JSON.stringify(bad).slice(0, 60)).toBe(false)
    expect(await publish({ topic: 'refused', payload: '' })).toMatchObject({ code: 'devtools.brokerRefused' })
    expect(published).toHaveLength(before)
  })

  test('each asks for its own permission, guests may neither', async () => {
    expect(
      (await publish({ topic: 'a', payload: '' }, callerWith({ tenantId, permissions: ['devtools.mqtt:read'] })))
        .status,
    ).toBe(403)
    const guest = callerWith({ tenantId, readOnly: true })
    for (const path of ['/api/devtools/mqtt/broker', '/api/devtools/mqtt/stream'])
      for (const who of [as, guest])
        expect((await server.call(path, {}, { as: who, method: 'GET' })).status, path).toBe(403)
    expect((await publish({ topic: 'a', payload: '' }, guest)).status).toBe(403)
  })

  test('a stream asks for filters that are filters', async () => {
    const reader = callerWith({ tenantId, permissions: ['devtools.mqtt:read'] })
    for (const wishes of ['', 'x', '[]', '[{"filter":"#/a","qos":0}]', '[{"filter":"#","qos":7}]'])
      expect(
        (await server.call('/api/devtools/mqtt/stream', { wishes }, { as: reader, method: 'GET' })).success,
        wishes,
      ).toBe(false)
  })
})
