import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { namesTag, takesCoding } from './asset-files.ts'
import { serveConsole } from './console-files.ts'

let folder: string
let server: FastifyInstance

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wattyard-assets-'))
  mkdirSync(join(folder, 'assets', 'folder.js'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), 'page')
  writeFileSync(join(folder, 'secret.js'), 'kept back')
  for (const [name, text] of Object.entries({
    'a-1.js': 'plain',
    'a-1.js.br': 'br',
    'a-1.js.gz': 'gz',
    'b-1.css': 'b',
  }))
    writeFileSync(join(folder, 'assets', name), text)
  writeFileSync(join(folder, 'assets', '.env'), 'kept back')
  server = fastify()
  serveConsole(server, folder)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const ask = (name: string, headers: Record<string, string> = {}) =>
  server.inject({ method: 'GET', url: `/jkweb/assets/${name}`, headers })

test.each([
  ['gzip, deflate, br', 'br', 'br'],
  ['gzip', 'gz', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gz', 'gzip'],
  ['', 'plain', undefined],
])('to %j a file goes in the best coding that both have', async (accepted, body, coding) => {
  const answer = await ask('a-1.js', { 'accept-encoding': accepted })
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toBe(body)
  expect(answer.headers['content-encoding']).toBe(coding)
  expect(answer.headers).toMatchObject({
    vary: 'accept-encoding',
    'content-type': 'text/javascript; charset=utf-8',
    'content-length': String(body.length),
    'cache-control': 'public, max-age=31536000, immutable',
  })
})

test('what was not compressed goes as it is, and what the browser has is not sent again', async () => {
  const answer = await ask('b-1.css', { 'accept-encoding': 'br' })
  expect(answer.body).toBe('b')
  const again = await ask('b-1.css', { 'if-none-match': String(answer.headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const head = await server.inject({ method: 'HEAD', url: '/jkweb/assets/b-1.css' })
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '1'])
})

test.each([
  'c.js',
  '..%2fsecret.js',
  '%2e%2e/secret.js',
  '../secret.js',
  '.env',
  'folder.js',
  'folder.js/',
  'a-1.js/',
  '',
  'a-1.js%00',
  'a-1.js.br',
  '\\..\\secret.js',
])('no file %j', async name => {
  const answer = await ask(name)
  expect(answer.body).not.toContain('kept back')
  expect(answer.body).not.toBe('br')
  // A path that leaves the folder of assets is a page of the console, or nothing.
  expect(answer.statusCode === 404 || answer.body === 'page').toBe(true)
})

test('a build beside the running server is served', async () => {
  expect((await ask('later-1.js')).statusCode).toBe(404)
  writeFileSync(join(folder, 'assets', 'later-1.js'), 'later')
  expect((await ask('later-1.js')).body).toBe('later')
})

test('a file that is still being written is not kept; one that has settled is', async () => {
  const file = join(folder, 'assets', 'half-1.js')
  writeFileSync(file, 'ha')
  expect((await ask('half-1.js')).body).toBe('ha')
  writeFileSync(file, 'half')
  utimesSync(file, 1_700_000_000, 1_700_000_000)
  expect((await ask('half-1.js')).body).toBe('half')
  writeFileSync(file, 'another')
  expect((await ask('half-1.js')).body).toBe('half')
})

test('a tag is known in a list, as a weak one and as any', () => {
  expect(['"a"', '"b", W/"a"', '*'].map(known => namesTag(known, '"a"'))).toEqual([true, true, true])
  expect(['', '"ab"', 'a'].map(known => namesTag(known, '"a"'))).toEqual([false, false, false])
})

test('a coding is taken unless its weight is zero', () => {
  expect(takesCoding('GZIP , br;q=1.0', 'gzip')).toBe(true)
  expect(takesCoding('br;q=0.000', 'br')).toBe(false)
  expect(takesCoding('brotli', 'br')).toBe(false)
})
