import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { createServer as createTls, type Server as TlsServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { TEST_CERTIFICATE, TEST_KEY } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callOut, type CallLimits, type OutboundAnswer } from './call-out.ts'
import { connectOut, type FoundAddress, OutboundRefused, OutboundUnreached } from './connect-out.ts'
import { type NotedCall, OutboundTimeout, OutboundTooLong } from './note-call.ts'
import { isPublicAddress } from './public-address.ts'
import { internetReach } from './reach.ts'
import { streamOut } from './stream-out.ts'

let server: Server
let tls: TlsServer
let base: string
let port: number
let tlsPort: number
const NOBODY = internetReach()
const OURS = internetReach(['127.0.0.1', 'localhost'])
const heard: string[] = []
const noted: NotedCall[] = []
const NOTING = { peer: 'test', correlationId: 'r-1', note: (call: NotedCall) => void noted.push(call) }

/** Two characters cut apart, a byte that is no UTF-8, and one of each line end: what reading as text would change. */
const SIGNED_BODY = Buffer.concat([Buffer.from('\ufeff{"code": "好"}\r\n'), Buffer.from([0xff, 0xe5, 0x0a])])
const SIGNER = generateKeyPairSync('ed25519')
const SIGNATURE = sign(null, SIGNED_BODY, SIGNER.privateKey).toString('base64')
const isSigned = (bytes: Uint8Array, signature = '') =>
  verify(null, bytes, SIGNER.publicKey, Buffer.from(signature, 'base64'))

const portOf = (of: Server | TlsServer): number => (of.address() as AddressInfo).port // it listens on TCP
beforeAll(async () => {
  server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`)
    if (request.url === '/away') response.writeHead(302, { location: `${base}/secret` }).end('moved')
    else if (request.url === '/long') response.end('x'.repeat(1024 * 1024 + 1))
    else if (request.url === '/never') return
    else if (request.url === '/signed') {
      response.writeHead(200, [
        'X-Signature',
        SIGNATURE,
        'X-Serial',
        'A1',
        'x-serial',
        'B2',
        'Expires',
        '1',
        'Expires',
        '2',
      ])
      // In pieces that cut a character in two.
      response.write(SIGNED_BODY.subarray(0, 14))
      setTimeout(() => response.end(SIGNED_BODY.subarray(14)), 5)
    } else if (request.url === '/drip') {
      response.write('a')
      const timer = setInterval(() => response.write('a'), 20)
      response.on('close', () => clearInterval(timer))
    } else if (request.url === '/half') response.write('half')
    else response.end(`host ${request.headers.host}`)
  })
  tls = createTls({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (request, response) => {
    heard.push(`tls ${request.url}`)
    response.end('sealed')
  })
  await Promise.all([server, tls].map(one => new Promise<void>(done => one.listen(0, '127.0.0.1', () => done()))))
  port = portOf(server)
  tlsPort = portOf(tls)
  base = `http://127.0.0.1:${port}`
})
afterAll(() => {
  for (const one of [server, tls]) {
    one.closeAllConnections()
    one.close()
  }
})
beforeEach(() => {
  heard.length = 0
  noted.length = 0
})

const post = (url: string, headers = {}) => ({ url, method: 'POST' as const, headers, body: 'a' })
const call = (path: string, limits: CallLimits = {}, reach = OURS) =>
  callOut(post(`${base}${path}`), reach, NOTING, { timeout_ms: 2_000, ...limits })
const found = (...addresses: string[]): FoundAddress[] =>
  addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 }))

test('addresses of the internet, and those that only look like it', () => {
  for (const address of ['8.8.8.8', '223.5.5.5', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '2400:3200::1'])
    expect([address, isPublicAddress(address)]).toEqual([address, true])
  for (const address of [
    '127.0.0.1',
    '127.255.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.168.1.1',
    '198.18.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    'fe80::1',
    'fc00::1',
    'fd00::1',
    'ff02::1',
    '64:ff9b::a00:1',
    '2001:0:a::',
    '2001:db8::1',
    '2002:a00:1::1',
    'not an address',
    '',
  ])
    expect([address, isPublicAddress(address)]).toEqual([address, false])
})

test('an own host may be private, on the port that was named, but never where clouds keep their secrets', () => {
  const reach = internetReach(['Relay.intern', 'models.intern:11434', '[::1]:8000', '10.0.0.7', 'fd00::5'])
  for (const address of ['127.0.0.1', '10.0.0.7', '::1', 'fd12::1', '8.8.8.8'])
    expect([address, reach.allows(address, 'relay.intern', 25)]).toEqual([address, true])
  for (const address of ['169.254.169.254', 'fe80::1', '::ffff:169.254.169.254', 'name', ''])
    expect([address, reach.allows(address, 'relay.intern', 25)]).toEqual([address, false])
  expect([reach.allowsPlain('models.intern', 11434), reach.allowsPlain('models.intern', 80)]).toEqual([true, false])
  expect([reach.allows('::1', '[::1]', 8000), reach.allows('::1', '::1', 8001)]).toEqual([true, false])
  expect([reach.allowsPlain('10.0.0.7', 1), reach.allowsPlain('fd00::5', 1)]).toEqual([true, true])
  expect([reach.allows('10.0.0.8', 'else.intern', 25), reach.allowsPlain('else.intern', 25)]).toEqual([false, false])
})

test('no connection to this machine by any spelling of its address', async () => {
  for (const host of [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '[::ffff:127.0.0.1]',
  ])
    for (const scheme of ['https', 'http'])
      await expect(callOut(post(`${scheme}://${host}:${port}/`), NOBODY, NOTING)).rejects.toBeInstanceOf(
        OutboundRefused,
      )
  expect(heard).toEqual([])
  expect(new Set(noted.map(one => `${one.outcome} ${one.reason} ${one.status}`))).toEqual(
    new Set(['refused address null']),
  )
})

test('other schemes and addresses with a password are refused before anything is sent', async () => {
  for (const url of ['ftp://127.0.0.1/', 'file:///etc/passwd', 'https://user:word@127.0.0.1/', 'http://example.com/'])
    await expect(callOut(post(url), OURS, NOTING)).rejects.toBeInstanceOf(OutboundRefused)
})

test('a name that leads into a network of somebody’s own is not followed, nor one that does so among others', async () => {
  for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::ffff:127.0.0.1'], []])
    await expect(
      callOut(post(`https://partner.test:${port}/`), NOBODY, NOTING, { resolve: async () => found(...addresses) }),
    ).rejects.toBeInstanceOf(OutboundRefused)
  expect(heard).toEqual([])
})

test('a name server that answers otherwise a moment later leads nowhere else: the name is asked for once', async () => {
  const answers = [found('127.0.0.1'), found('127.0.0.2')]
  let asked = 0
  const resolve = async () => answers[asked++] ?? []
  const reach = internetReach(['partner.test'])
  const answer = await callOut(post(`http://partner.test:${port}/`), reach, NOTING, { resolve })
  expect([answer.text, asked]).toEqual([`host partner.test:${port}`, 1])
})

test('where the connection really ended is asked once more', async () => {
  // Something in between that leads elsewhere than it was told.
  const limits = { resolve: async () => found('8.8.8.8'), dial: () => connect({ host: '127.0.0.1', port }) }
  await expect(
    connectOut({ host: 'partner.test', port }, NOBODY, { connect_ms: 1_000, ...limits }),
  ).rejects.toBeInstanceOf(OutboundRefused)
  await expect(callOut(post(`https://partner.test:${port}/`), NOBODY, NOTING, limits)).rejects.toBeInstanceOf(
    OutboundRefused,
  )
  expect(heard).toEqual([])
})

test('a host that the installation names is reached; no redirect is followed', async () => {
  expect(await call('/')).toMatchObject({ status: 200, text: `host ${new URL(base).host}` })
  expect((await call('/away')).status).toBe(302)
  expect(heard).toEqual(['POST /', 'POST /away'])
})

test('an answer has its headers and the bytes that were sent, so that a signature over them can be judged', async () => {
  let judged = ''
  const refusalIn = ({ headers, bytes }: OutboundAnswer): string | null => {
    judged = `${headers['x-serial']} ${isSigned(bytes, headers['x-signature'])}`
    return 'E9'
  }
  const { headers, bytes, text } = await callOut(post(`${base}/signed`), OURS, { ...NOTING, refusalIn })
  expect([Buffer.compare(bytes, SIGNED_BODY), isSigned(bytes, headers['x-signature'])]).toEqual([0, true])
  expect(text).toBe(SIGNED_BODY.toString('utf8'))
  expect(isSigned(Buffer.from(text), headers['x-signature'])).toBe(false)
  // Nothing of a name that came twice is dropped: which of the two was meant is not for us to say.
  expect(headers).toMatchObject({ 'x-serial': 'A1, B2', expires: '1, 2' })
  // The line in the log is judged by the same answer.
  expect([judged, noted.map(one => one.reason)]).toEqual(['A1, B2 true', ['E9']])
  const limits = { connect_ms: 500, silence_ms: 500, total_ms: 2_000, max_bytes: 1_000 }
  const stream = await streamOut(post(`${base}/signed`), OURS, limits, NOTING)
  expect(stream.headers['x-signature']).toBe(SIGNATURE)
  expect(Buffer.concat(await Array.fromAsync(stream.pieces))).toEqual(SIGNED_BODY)
})

test('the certificate has to be the host’s; without one nothing is said', async () => {
  const limits = { ca: TEST_CERTIFICATE, resolve: async () => found('127.0.0.1') }
  const sealed = (host: string, over: CallLimits) =>
    callOut(post(`https://${host}:${tlsPort}/`), internetReach([host]), NOTING, { ...limits, ...over })
  expect(await sealed('localhost', {})).toMatchObject({ status: 200, text: 'sealed' })
  await expect(sealed('other.test', {})).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  await expect(sealed('localhost', { ca: undefined })).rejects.toBeInstanceOf(OutboundUnreached)
  expect(heard).toEqual(['tls /'])
})

test('who answers too much, too slowly or never is left', async () => {
  await expect(call('/long')).rejects.toBeInstanceOf(OutboundTooLong)
  await expect(call('/never', { timeout_ms: 200 })).rejects.toBeInstanceOf(OutboundTimeout)
  await expect(call('/drip', { timeout_ms: 200 })).rejects.toBeInstanceOf(OutboundTimeout)
  await expect(
    call('/', { timeout_ms: 200, resolve: () => new Promise(() => {}) }, internetReach(['127.0.0.1'])),
  ).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  await expect(call('/', { resolve: () => Promise.reject(new Error('ENOTFOUND')) })).rejects.toBeInstanceOf(
    OutboundUnreached,
  )
  expect(noted.map(one => one.outcome)).toEqual(['failed', 'timed-out', 'timed-out', 'timed-out', 'failed'])
})

test('a stream gives pieces as they come, is silent no longer than it may be, and ends with its reader', async () => {
  const limits = { connect_ms: 500, silence_ms: 150, total_ms: 2_000, max_bytes: 10 }
  const open = (path: string) => streamOut(post(`${base}${path}`), OURS, limits, NOTING)
  const silent = await open('/half')
  expect(String((await silent.pieces.next()).value)).toBe('half')
  await expect(silent.pieces.next()).rejects.toBeInstanceOf(OutboundTimeout)
  const left = await open('/drip')
  for await (const _ of left.pieces) break
  const unread = await open('/drip')
  await unread.leave()
  const stopping = new AbortController()
  const stopped = await streamOut(post(`${base}/drip`), OURS, { ...limits, signal: stopping.signal }, NOTING)
  await stopped.pieces.next()
  stopping.abort()
  await expect(stopped.pieces.next()).rejects.not.toBeInstanceOf(OutboundTimeout)
  await expect(async () => {
    for await (const _ of (await open('/drip')).pieces);
  }).rejects.toBeInstanceOf(OutboundTooLong)
  expect(noted.map(one => one.outcome)).toEqual(['timed-out', 'ok', 'ok', 'failed', 'failed'])
  const connections = () => new Promise<number>(done => server.getConnections((_, count) => done(count)))
  await expect.poll(connections).toBe(0)
})

test('one line of each call: where, how long, how much; nothing of what was said', async () => {
  await callOut(post(`${base}/path?key=canary-query`, { authorization: 'canary-header' }), OURS, NOTING)
  await callOut(post(`${base}/away`), OURS, { ...NOTING, refusalIn: () => 'E7' })
  expect(noted).toMatchObject([
    { peer: 'test', direction: 'out', method: 'POST', path: '/path', status: 200, outcome: 'ok', reason: null },
    { path: '/away', status: 302, outcome: 'refused', reason: 'E7', sent_bytes: 1, correlationId: 'r-1' },
  ])
  expect(noted[0]?.answered_bytes).toBe(`host 127.0.0.1:${port}`.length)
  expect(JSON.stringify(noted)).not.toContain('canary')
})
