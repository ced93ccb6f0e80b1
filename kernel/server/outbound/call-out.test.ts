import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callOut, destinationOf, OutboundRefused } from './call-out.ts'
import { isPublicAddress } from './public-address.ts'

let server: Server
let base: string
const NOBODY = { privateHosts: [] }
const OURS = { privateHosts: ['127.0.0.1', 'localhost'] }
const heard: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`)
    if (request.url === '/away') response.writeHead(302, { location: `${base}/secret` }).end()
    else if (request.url === '/long') response.end('x'.repeat(1024 * 1024 + 1))
    else if (request.url === '/never') return
    else response.end(`host ${request.headers.host}`)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const call = (path: string, rules = OURS, timeout_ms = 2_000) =>
  callOut({ url: `${base}${path}`, method: 'POST', headers: {}, body: 'a', timeout_ms }, rules)

test('addresses of the internet, and those that only look like it', () => {
  for (const address of ['8.8.8.8', '223.5.5.5', '172.32.0.1', '2606:4700::1111', '2400:3200::1'])
    expect([address, isPublicAddress(address)]).toEqual([address, true])
  for (const address of [
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '64:ff9b::a00:1',
    '2001:db8::1',
    '2002:a00:1::1',
    'not an address',
    '',
  ])
    expect([address, isPublicAddress(address)]).toEqual([address, false])
})

test('no connection to this machine by any spelling of its address', async () => {
  heard.length = 0
  const { port } = new URL(base)
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
      await expect(
        callOut({ url: `${scheme}://${host}:${port}/`, method: 'POST', headers: {}, body: '' }, NOBODY),
      ).rejects.toBeInstanceOf(OutboundRefused)
  await expect(destinationOf('localhost', NOBODY)).rejects.toThrow('localhost is not an address of the internet')
  expect(heard).toEqual([])
})

test('other schemes and addresses with a password are refused before anything is sent', async () => {
  for (const url of ['ftp://127.0.0.1/', 'file:///etc/passwd', 'https://user:word@127.0.0.1/', 'http://example.com/'])
    await expect(callOut({ url, method: 'GET', headers: {}, body: '' }, OURS)).rejects.toBeInstanceOf(OutboundRefused)
})

test('a host that the installation names is reached; no redirect is followed', async () => {
  heard.length = 0
  expect(await call('/')).toEqual({ status: 200, text: `host ${new URL(base).host}` })
  expect((await call('/away')).status).toBe(302)
  expect(heard).toEqual(['POST /', 'POST /away'])
})

test('who answers too much or never is left', async () => {
  await expect(call('/long')).rejects.toThrow('too long')
  await expect(call('/never', OURS, 200)).rejects.toThrow(/timeout|aborted/i)
})
