import { internetReach, type NotedCall, type Noting } from '@wattyard/server-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Behaviour, ChatService, piece, saying } from '../../testing/index.ts'
import { askService, type Limits, MAX_ANSWER_BYTES, type Service } from './ask-service.ts'

const KEY = 'canary-key-of-the-service'
const api = new ChatService()
const noted: NotedCall[] = []
const noting: Noting = { peer: 'assistant', correlationId: 'r-1', note: call => void noted.push(call) }
let service: Service
let limits: Limits
beforeAll(async () => {
  const host = await api.listen()
  service = { url: new URL(`http://${host}/v1/`), model: 'small', key: KEY }
  limits = { reach: internetReach([host]), silence_ms: 200, answer_ms: 2_000 }
})
afterAll(() => api.close())
beforeEach(() => {
  api.asked.length = 0
  api.cut = 0
  noted.length = 0
})

const MESSAGES = [{ role: 'user', content: 'how?' }] as const

async function answerTo(behaviour: Behaviour, over: { service?: Service; limits?: Limits } = {}): Promise<string> {
  api.behaviour = behaviour
  const signal = new AbortController().signal
  let text = ''
  for await (const part of await askService(over.service ?? service, MESSAGES, over.limits ?? limits, signal, noting))
    text += part
  return text
}
const withBody =
  (body: string, status = 200, type = 'text/event-stream'): Behaviour =>
  response =>
    response.writeHead(status, { 'content-type': type }).end(body)

describe('what is asked, and what comes', () => {
  test('the protocol: path, model, messages, stream, the key as a bearer', async () => {
    expect(await answerTo(saying('Press ', '**Publish**', '.'))).toBe('Press **Publish**.')
    expect(noted).toMatchObject([
      {
        peer: 'assistant',
        direction: 'out',
        path: '/v1/chat/completions',
        status: 200,
        outcome: 'ok',
        correlationId: 'r-1',
      },
    ])
    expect(JSON.stringify(noted)).not.toMatch(/how|Press|canary/)
    expect(api.asked).toMatchObject([
      {
        path: '/v1/chat/completions',
        headers: { authorization: `Bearer ${KEY}` },
        body: { model: 'small', stream: true, messages: [{ role: 'user', content: 'how?' }] },
      },
    ])
  })

  test('without a key none is sent', async () => {
    await answerTo(saying('ok'), { service: { ...service, key: null } })
    expect(api.asked[0]?.headers.authorization).toBeUndefined()
  })

  test('lines that are cut anywhere, comments, pieces without text, an end by its reason', async () => {
    const bytes = Buffer.from(
      `: hello\n\ndata: {"choices":[{"delta":{"role":"assistant"}}]}\r\n\r\n${piece('充电')}${piece('桩', 'stop')}`,
    )
    const slowly: Behaviour = response => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      let at = 0
      const next = (): void => {
        if (at >= bytes.length) return void response.end()
        response.write(bytes.subarray(at, at + 7))
        at += 7
        setImmediate(next)
      }
      next()
    }
    expect(await answerTo(slowly)).toBe('充电桩')
  })
})

describe('what is no answer', () => {
  test.each([
    ['a refusal that repeats the key', withBody(`{"error":"bad key ${KEY}"}`, 401, 'application/json'), 'refused'],
    [
      'a redirect',
      (response => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()) as Behaviour,
      'refused',
    ],
    ['a page', withBody('<html>', 200, 'text/html'), 'unreadable'],
    ['no JSON', withBody('data: {oops\n\n'), 'unreadable'],
    ['an error inside the stream', withBody(`${piece('a')}data: {"error":{"message":"${KEY}"}}\n\n`), 'refused'],
    ['a stream without an end', withBody(piece('half')), 'unreadable|unreachable'],
    ['too much', withBody(`${piece('x'.repeat(MAX_ANSWER_BYTES))}data: [DONE]\n\n`), 'unreadable'],
    ['a line without end', withBody(`data: ${'x'.repeat(MAX_ANSWER_BYTES + 1)}`), 'unreadable'],
    ['silence', (() => undefined) as Behaviour, 'timeout'],
    [
      'silence in the middle',
      (response =>
        void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(piece('a'))) as Behaviour,
      'timeout|unreachable',
    ],
    ['a cut connection', (response => response.destroy()) as Behaviour, 'unreachable'],
  ])('%s', async (_what, behaviour, result) => {
    const error: unknown = await answerTo(behaviour).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ name: 'ServiceFailure', result: expect.stringMatching(new RegExp(`^(${result})$`)) })
    expect(JSON.stringify([error, noted]) + String(error)).not.toContain(KEY)
    expect(noted).toHaveLength(1)
  })

  test('an answer that never ends is ended', async () => {
    const drip: Behaviour = response => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const timer = setInterval(() => response.write(piece('.')), 30)
      response.on('close', () => clearInterval(timer))
    }
    await expect(answerTo(drip, { limits: { ...limits, answer_ms: 300 } })).rejects.toMatchObject({ result: 'timeout' })
  })

  test('whoever leaves ends the call at the service too', async () => {
    api.behaviour = response => void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(piece('a'))
    const leaving = new AbortController()
    const answer = await askService(service, MESSAGES, limits, leaving.signal, noting)
    expect(await answer.next()).toEqual({ done: false, value: 'a' })
    leaving.abort()
    await expect(answer.next()).rejects.toMatchObject({ name: 'ServiceFailure' })
    await expect.poll(() => api.cut).toBe(1)
  })
})

describe('where it may lead', () => {
  const named = new URL('https://service.test/')
  const resolving =
    (...addresses: string[]): NonNullable<Limits['resolve']> =>
    async () =>
      addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 }))
  const outcome = (url: URL, over: Partial<Limits>) =>
    answerTo(saying('ok'), { service: { ...service, url }, limits: { ...limits, ...over } }).catch(
      (error: unknown) => error,
    )

  test.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', 'fd00::1', '::ffff:127.0.0.1'])(
    'a name that leads to %s is not followed',
    async address => {
      const port = new URL(service.url).port
      const url = new URL(`http://service.test:${port}/`)
      expect(await outcome(url, { resolve: resolving(address) })).toMatchObject({ result: 'address' })
      expect(await outcome(url, { resolve: resolving('8.8.8.8', address) })).toMatchObject({ result: 'address' })
      expect(api.asked).toEqual([])
    },
  )

  test('a bare address that is not public is not called', async () => {
    expect(await outcome(service.url, { reach: internetReach() })).toMatchObject({ result: 'address' })
    expect(api.asked).toEqual([])
  })

  test('a name of the operator’s own host is followed', async () => {
    const url = new URL(`http://service.test:${service.url.port}/v1`)
    const own = { reach: internetReach([`service.test:${service.url.port}`]), resolve: resolving('127.0.0.1') }
    expect(await outcome(url, own)).toBe('ok')
  })

  test('a name that nobody knows is unreachable', async () => {
    const unknown = () => Promise.reject(new Error('ENOTFOUND'))
    expect(await outcome(named, { resolve: unknown })).toMatchObject({ result: 'unreachable' })
  })
})
