import { defineCall, type DerivedCall } from '@wattyard/calls'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { ApiError } from './api-error.ts'
import { type ApiClient, type CallOptions, createClient } from './client.ts'
import type { Payload } from './encode.ts'

interface Sent {
  url: URL
  init: RequestInit
}

const sent: Sent[] = []
const heard: { problem: ApiError[]; out: ApiError[]; lost: ApiError[] } = { problem: [], out: [], lost: [] }
let failures: string[] = []
let owed = 0
let passwordsOwed = 0
let answers: (Response | Error)[] = []
let token = ''
let client: ApiClient

const answer = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const okay = (data: unknown): Response => answer({ success: true, msg: '', code: '0', data, requestId: 'r1' })

beforeEach(() => {
  sent.length = 0
  heard.problem = []
  heard.out = []
  heard.lost = []
  failures = []
  owed = 0
  passwordsOwed = 0
  answers = []
  token = ''
  client = createClient({
    fetch: async (input, init) => {
      sent.push({ url: new URL(input instanceof Request ? input.url : input, 'http://here'), init: init ?? {} })
      const next = answers.shift() ?? okay(null)
      if (next instanceof Error) throw next
      return next
    },
    now: () => 0,
    random: () => 0,
    token: () => token,
    language: () => 'es',
    onProblem: error => heard.problem.push(error),
    onSignedOut: error => heard.out.push(error),
    onSessionLost: error => heard.lost.push(error),
    onVerificationOwed: () => owed++,
    onPasswordOwed: () => passwordsOwed++,
    onFailure: ({ status, requestId }, { method, path }) =>
      failures.push(`${method} ${path} ${status} ${requestId}`.trim()),
    words: { unreachable: () => 'unreachable', sessionLost: () => 'session lost' },
  })
})

/** Calls without types: these tests check only the transport. */
const undeclared = (method: 'GET' | 'POST', path: string): DerivedCall<Payload, unknown> => ({
  method,
  path: `/${path.replace(/^\//, '')}`,
})
const get = async (path: string, input: Payload = {}, options?: CallOptions): Promise<unknown> =>
  client.call(undeclared('GET', path), input, options)
const post = async (path: string, input: Payload = {}, options?: CallOptions): Promise<unknown> =>
  client.call(undeclared('POST', path), input, options)

test('signed in, every call carries token and mobileLogin', async () => {
  token = 'abc'
  await get('/api/device/station/list', { page: 1 })
  await post('api/device/station/save', { name: 'x' })
  for (const { url } of sent) {
    expect(url.searchParams.get('token')).toBe('abc')
    expect(url.searchParams.get('mobileLogin')).toBe('true')
    expect(url.pathname).toMatch(/^\/chg\/api\//)
  }
  expect(new Headers(sent[0]?.init.headers).get('Accept-Language')).toBe('es')
})

test('a body is sent as a form with dotted keys; as JSON when a form would change it or the call requires it', async () => {
  await post('c/login', { username: 'a b', extra: { deep: '1' }, ids: ['x', 'y'], none: null })
  expect(sent[0]?.init.body).toBe('username=a+b&extra.deep=1&ids.0=x&ids.1=y&none=')
  expect(new Headers(sent[0]?.init.headers).get('Content-Type')).toBe('application/x-www-form-urlencoded')
  const bodies = [
    { rows: [{ a: '1' }] },
    { extra: { deep: 1 } },
    { extra: {} },
    { extra: { list: [] } },
    { tags: Array.from({ length: 600 }, String) },
  ]
  for (const body of bodies) await post('c/x', body)
  await post('c/x', { from: 1 }, { json: true })
  for (const { init } of sent.slice(1)) {
    expect(new Headers(init.headers).get('Content-Type')).toBe('application/json')
    expect(typeof init.body === 'string' && init.body.startsWith('{')).toBe(true)
  }
  expect(sent).toHaveLength(7)
})

test('every call has its own request id, even in a failure without an answer', async () => {
  await get('/api/a')
  await get('/api/b')
  const names = sent.map(({ init }) => new Headers(init.headers).get('X-Call-Id'))
  expect(new Set(names).size).toBe(2)
  answers = [new TypeError('network'), new Response('<html>', { status: 502 })]
  await expect(post('/api/c')).rejects.toMatchObject({ kind: 'offline' })
  await expect(post('/api/d')).rejects.toMatchObject({ kind: 'transport' })
  const lost = sent.slice(2).map(({ init }) => new Headers(init.headers).get('X-Call-Id') ?? '')
  expect(heard.problem.map(error => error.requestId)).toEqual(lost)
  expect(lost.every(name => name.length === 36)).toBe(true)
})

test('a refusal shows its own words, whatever the HTTP status', async () => {
  answers = [answer({ success: false, msg: 'no such station', code: 'assets.gone', requestId: 'r7' }, 404)]
  await expect(post('api/x/save')).rejects.toMatchObject({
    kind: 'business',
    code: 'assets.gone',
    requestId: 'r7',
  })
  expect(heard.problem.map(error => error.message)).toEqual(['no such station'])
})

test('field messages are keyed by field name', async () => {
  answers = [
    answer({ success: false, msg: 'check', code: 'kernel.invalid', data: { fields: { name: 'too long', bad: 3 } } }),
  ]
  await expect(post('api/x/save')).rejects.toMatchObject({ fields: { name: 'too long' } })
})

test('an answer without an envelope is "unreachable", and a write is not repeated', async () => {
  answers = [new Response('<html>bad gateway</html>', { status: 502 })]
  await expect(post('api/x/save')).rejects.toMatchObject({ kind: 'transport', status: 502 })
  expect(sent.length).toBe(1)
  expect(heard.problem[0]?.message).toBe('unreachable')
})

test('a declared call uses its method, its path and its input', async () => {
  const read = defineCall({
    method: 'GET',
    path: '/api/x/one',
    access: 'signed-in',
    summary: '',
    input: z.strictObject({ id: z.string() }),
    output: z.object({ name: z.string() }),
  })
  answers = [new TypeError('network'), okay({ name: 'A' }), okay({ name: 'B' })]
  const { name } = await client.call(read, { id: '7' })
  expect(name).toBe('A')
  expect(sent.at(-1)?.url.search).toContain('id=7')
  await client.call({ ...read, method: 'POST' }, { id: '8' })
  expect(sent.map(({ init }) => init.method ?? 'GET')).toEqual(['GET', 'GET', 'POST'])
  expect(sent[2]?.init.body).toBe('id=8')
  // @ts-expect-error -- an input that is not declared
  const wrong = () => client.call(read, { name: 'x' })
  expect(wrong).toBeTypeOf('function')
})

test('values of named parts go into the path, and nowhere else; a failure names the path without them', async () => {
  await get('/api/probe/:id/notes', { id: 'a/b', page: 1 })
  await post('/api/probe/:id', { id: 'n1', text: 'x' })
  await client.callWithFile(undeclared('POST', '/api/probe/:id/file'), { id: 'n1', chunk: 0 }, new Blob(['x']))
  expect(sent.map(({ url }) => url.pathname + url.search)).toEqual([
    '/chg/api/probe/a%2Fb/notes?page=1',
    '/chg/api/probe/n1',
    '/chg/api/probe/n1/file?chunk=0',
  ])
  expect(sent[1]?.init.body).toBe('text=x')
  expect(client.address('/api/probe/:id', { id: 'n1' })).toBe('/chg/api/probe/n1')
  await expect(get('/api/probe/:id')).rejects.toThrow('/api/probe/:id')
  answers = [answer({ success: false, msg: 'gone', code: 'x', data: null, requestId: 'r2' })]
  await expect(post('/api/probe/:id', { id: 'secret' })).rejects.toThrow('gone')
  expect(failures).toEqual(['POST /chg/api/probe/:id 200 r2'])
})

test('a read is repeated after a temporary failure', async () => {
  answers = [new TypeError('network'), new Response('', { status: 503 }), okay({ list: [] })]
  await expect(get('api/x/list')).resolves.toEqual({ list: [] })
  expect(sent.length).toBe(3)
  expect(heard.problem).toEqual([])
})

test('a read that is refused is not repeated', async () => {
  answers = [answer({ success: false, msg: 'not yours', code: 'kernel.forbidden' }, 403)]
  await expect(get('api/x/list', {}, { quiet: true })).rejects.toMatchObject({ status: 403 })
  expect(sent.length).toBe(1)
  expect(heard.problem).toEqual([])
})

test('signed-out codes and a lost session call different handlers', async () => {
  token = 'abc'
  answers = [
    answer({ success: false, msg: 'out', code: 50012 }),
    answer({ success: false, msg: 'gone', code: 1000 }),
    answer({}, 401),
  ]
  await expect(post('a')).rejects.toThrow('out')
  await expect(post('b')).rejects.toThrow('session lost')
  await expect(post('c')).rejects.toThrow('session lost')
  expect(heard.out.length).toBe(1)
  expect(heard.lost.map(error => error.message)).toEqual(['session lost', 'session lost'])
  expect(heard.problem).toEqual([])
})

test('a wrong password on the login page is an ordinary refusal, not a lost session', async () => {
  answers = [answer({ success: false, msg: 'wrong name or password', code: 'identity.refused' }, 401)]
  await expect(post('c/login')).rejects.toMatchObject({ kind: 'business' })
  expect(heard.lost).toEqual([])
})

test('identical reads share one call; a write ends the sharing', async () => {
  answers = [okay(1), okay(null), okay(2)]
  expect(await Promise.all([get('api/n'), get('api/n')])).toEqual([1, 1])
  await post('api/n/save')
  expect(await get('api/n')).toBe(2)
  expect(sent.length).toBe(3)
})

test('an aborted read is silent', async () => {
  const abort = new AbortController()
  abort.abort()
  await expect(get('api/n', {}, { signal: abort.signal })).rejects.toMatchObject({ kind: 'aborted' })
  expect(heard.problem).toEqual([])
})

test('an export that is refused throws before the first byte', async () => {
  answers = [
    answer({ success: false, msg: 'too many', code: 'kernel.tooMany' }),
    new Response('a,b', { headers: { 'content-type': 'text/csv' } }),
  ]
  await expect(client.stream('api/x/export', {})).rejects.toMatchObject({ code: 'kernel.tooMany' })
  expect(await (await client.stream('api/x/export', {})).text()).toBe('a,b')
})

test('a stream request posts JSON, and its refusal is reported like that of a post', async () => {
  answers = [
    new Response('data: 1', { headers: { 'content-type': 'text/event-stream' } }),
    answer({ success: false, msg: 'not now', code: 'help.off' }),
  ]
  expect(await (await client.postStream('api/ai/chat', { question: '桩' })).text()).toBe('data: 1')
  const init = sent.at(-1)?.init
  expect([init?.method, init?.body, new Headers(init?.headers).get('content-type')]).toEqual([
    'POST',
    '{"question":"桩"}',
    'application/json',
  ])
  await expect(client.postStream('api/ai/chat', {})).rejects.toMatchObject({ code: 'help.off' })
})

test('every failed call is logged, also a quiet one, without query and body; cancelled calls are not', async () => {
  const refusal = answer({ success: false, msg: 'no', code: 'x', requestId: 'r9' }, 409)
  answers = [refusal]
  await expect(post('/api/a/save', { phone: '13800000000' }, { quiet: true })).rejects.toThrow('no')
  answers = [answer({ success: false, msg: 'gone', requestId: 'r8' }, 404)]
  await expect(get('/api/a/get', { id: 'secret' }, { quiet: true })).rejects.toThrow('gone')
  await expect(get('/api/b', {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({ kind: 'aborted' })
  expect(failures).toEqual(['POST /chg/api/a/save 409 r9', 'GET /chg/api/a/get 404 r8'])
})

test('a missing second factor shows no toast; the shell asks for it', async () => {
  answers = [answer({ success: false, msg: 'verify first', code: 'identity.verificationOwed' }, 403)]
  await expect(post('/api/a/save')).rejects.toMatchObject({ code: 'identity.verificationOwed' })
  expect(owed).toBe(1)
  expect(heard.problem).toEqual([])
})

test('429: a read is retried after Retry-After, a write fails and is not repeated', async () => {
  const busy = () =>
    new Response(
      JSON.stringify({ success: false, msg: 'Demasiadas a la vez', code: 'kernel.tooManyAtOnce', data: null }),
      {
        status: 429,
        headers: { 'content-type': 'application/json', 'retry-after': '1' },
      },
    )
  answers = [busy(), okay('there')]
  const started = performance.now()
  expect(await get('api/things')).toBe('there')
  expect(performance.now() - started).toBeGreaterThan(900)
  expect([sent.length, heard.problem.length]).toEqual([2, 0])
  answers = [busy()]
  await expect(post('api/things/save', { a: 1 })).rejects.toMatchObject({ status: 429 })
  expect(sent).toHaveLength(3)
  expect(heard.problem.map(error => error.message)).toEqual(['Demasiadas a la vez'])
})
