import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillPath } from '@wattyard/calls'
import { stationsInReach } from '@wattyard/assets/server'
import { aTenant, TEST_HASH_COST } from '@wattyard/identity/testing'
import { type App, createApp, type Database, liveRoute, mount, watchSessions } from '@wattyard/server-kit'
import { allWords, callerWith, pathInputs, testDatabase } from '@wattyard/testing'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { compose } from '../compose.ts'
import { serveConsole } from './console-files.ts'
import { serveHealth } from '../health.ts'
import { REPORT_PATH } from './page-policy.ts'
import { MAX_LINES, servePolicyReports } from './policy-reports.ts'
import { freshSecrets } from '../secrets.ts'

const lines: { what: Record<string, unknown>; text: string }[] = []
let now = 0
let db: Database
let app: App
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wattyard-headers-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<script nonce="__CSP_NONCE__"></script>')
  for (const name of ['a.js', 'a.js.br', 'a.css', 'icon.svg']) writeFileSync(join(folder, 'assets', name), 'x')
  db = await testDatabase()
  const { tenantId } = await aTenant(db, { code: 'home', isHome: true })
  const caller = callerWith({ tenantId })
  const { modules, live } = compose({
    db,
    profile: 'demo',
    version: 'test',
    secrets: freshSecrets(),
    log: { warn: () => {} },
    publicUrl: 'https://charge.example',
    hashCost: TEST_HASH_COST,
  })
  app = createApp({
    db,
    words: allWords(),
    log: pino({ level: 'silent' }),
    // Any token belongs to a user with all permissions.
    authenticator: { find: async (_tx, { handle }) => (handle ? caller : null) },
    trustProxy: ['127.0.0.1'],
  })
  mount(app, modules)
  // Without sessions no connection ends.
  app.add([
    liveRoute(
      live,
      stationsInReach,
      watchSessions(async (_db, of) => new Map(of.map(one => [one.sessionId, '']))),
      { byName: () => undefined },
    ),
  ])
  serveHealth(app.fastify, { db, dataFolder: folder, isDetailed: false }, () => ({}))
  serveConsole(app.fastify, folder)
  servePolicyReports(
    app.fastify,
    { warn: (what, text) => lines.push({ what: what as Record<string, unknown>, text }) },
    () => now,
  )
  await app.fastify.ready()
})
afterAll(async () => {
  await app.fastify.close()
  await db.close()
  rmSync(folder, { recursive: true, force: true })
})

type Headers = Readonly<Record<string, unknown>>

/** Returns the faults in the headers of one answer; empty if they are correct. */
function flaws(headers: Headers): string[] {
  const found: string[] = []
  const must = (name: string, what: RegExp) => {
    const value = headers[name]
    if (typeof value !== 'string' || !what.test(value)) found.push(`${name}: ${JSON.stringify(value)}`)
  }
  must('x-content-type-options', /^nosniff$/)
  must('referrer-policy', /^no-referrer$/)
  must('cross-origin-opener-policy', /^same-origin$/)
  must('cross-origin-resource-policy', /^same-origin$/)
  must('content-security-policy', /default-src '(none|self)'.*frame-ancestors 'none'/)
  must('cache-control', /^(no-store|no-cache|public, max-age=31536000, immutable)$/)
  return found
}

const ask = (method: 'GET' | 'POST', url: string, headers: Record<string, string> = {}) =>
  app.fastify.inject({
    method,
    url,
    headers: { ...(method === 'POST' ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(method === 'POST' ? { payload: '{}' } : {}),
  })

describe('headers of every answer (trust R-35)', () => {
  test('every route, anonymous and as administrator', async () => {
    const wrong: string[] = []
    const seen = new Map<number, number>()
    for (const { method, path } of app.routes())
      for (const verb of [method].flat() as ('GET' | 'POST')[])
        for (const token of ['', '?token=somebody']) {
          if (path === '/api/live' && token) continue // an endless stream: has its own test
          const { path: filled } = fillPath(path, pathInputs(path))
          const { headers, statusCode } = await ask(verb, `/chg${filled}${token}`, { 'x-token': token })
          seen.set(statusCode, (seen.get(statusCode) ?? 0) + 1)
          wrong.push(...flaws(headers).map(flaw => `${verb} ${path}${token} ${statusCode} ${flaw}`))
          if (headers['cache-control'] !== 'no-store') wrong.push(`${path} may be kept`)
        }
    expect(app.routes().length).toBeGreaterThan(50)
    expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 401]))
    expect(wrong).toEqual([])
  })

  test('files, pages, redirects, health and missing addresses', async () => {
    const wrong: string[] = []
    for (const [url, status] of [
      ['/', 302],
      ['/jkweb', 302],
      ['/jkweb/', 200],
      ['/jkweb/home?token=x', 200],
      ['/jkweb/assets/a.js', 200],
      ['/jkweb/assets/a.css', 200],
      ['/jkweb/assets/icon.svg', 200],
      ['/jkweb/assets/gone.js', 404],
      ['/jkweb/assets/..%2f..%2fpackage.json', 404],
      ['/healthz', 200],
      ['/nowhere', 404],
      ['/chg/nowhere', 404],
      ['/%zz', 400],
    ] as const) {
      const answer = await ask('GET', url)
      expect([url, answer.statusCode]).toEqual([url, status])
      wrong.push(...flaws(answer.headers).map(flaw => `${url} ${flaw}`))
    }
    expect(wrong).toEqual([])
  })

  test('readiness gives its details only to this machine', async () => {
    const here = await ask('GET', '/readyz')
    expect(Object.keys(here.json<object>())).toEqual(['ready', 'checks'])
    const outside = await ask('GET', '/readyz', { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' })
    expect(outside.json()).toEqual({ ready: true })
  })

  test('streams that never pass through the framework', async () => {
    const exported = await ask('GET', '/chg/api/device/station/export?token=somebody')
    expect(exported.statusCode).toBe(200)
    expect(flaws(exported.headers)).toEqual([])
    const live = await app.fastify.inject({ url: '/chg/api/live?token=somebody&topics=x', payloadAsStream: true })
    expect(live.headers['content-type']).toMatch(/^text\/event-stream/)
    expect(flaws(live.headers)).toEqual([])
    live.stream().destroy()
  })

  test('on TLS the answers set HSTS for a year; on plain HTTP they do not', async () => {
    for (const url of ['/jkweb/', '/jkweb/assets/a.js', '/chg/api/employee/me', '/nowhere']) {
      const tls = await ask('GET', url, { 'x-forwarded-proto': 'https' })
      expect([url, tls.headers['strict-transport-security']]).toEqual([url, 'max-age=31536000'])
      expect([url, (await ask('GET', url)).headers['strict-transport-security']]).toEqual([url, undefined])
    }
  })
})

describe('the policy of the page (trust R-33, R-34)', () => {
  const policyOf = async () => String((await ask('GET', '/jkweb/home')).headers['content-security-policy'])

  test('each answer has a new nonce, equal in header and page', async () => {
    const [one, two] = [await ask('GET', '/jkweb/'), await ask('GET', '/jkweb/')]
    const nonceOf = (answer: { body: string }) => /nonce="([^"]+)"/.exec(answer.body)?.[1]
    expect(nonceOf(one)).toMatch(/^[A-Za-z0-9+/]{22}==$/)
    expect(nonceOf(one)).not.toBe(nonceOf(two))
    for (const answer of [one, two])
      expect(String(answer.headers['content-security-policy'])).toContain(
        `script-src 'self' 'nonce-${nonceOf(answer)}'`,
      )
  })

  test('the policy allows nothing inline, evaluated or from elsewhere, and text stays text', async () => {
    const policy = await policyOf()
    for (const part of [
      "default-src 'none'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "object-src 'none'",
      "form-action 'self'",
      "require-trusted-types-for 'script'",
      'trusted-types default',
      `report-uri ${REPORT_PATH}`,
    ])
      expect(policy.split('; ')).toContain(part)
    expect(policy).not.toMatch(/unsafe|\*|https?:|strict-dynamic/)
  })
})

describe('reports of the policy', () => {
  const send = (payload: string, type = 'application/csp-report', headers: Record<string, string> = {}) =>
    app.fastify.inject({ method: 'POST', url: REPORT_PATH, headers: { 'content-type': type, ...headers }, payload })
  const report = (over: object = {}) =>
    JSON.stringify({
      'csp-report': {
        'document-uri': 'https://h.example/jkweb/home?token=secret#more',
        'effective-directive': 'require-trusted-types-for',
        'blocked-uri': 'trusted-types-sink',
        'source-file': 'https://h.example/jkweb/assets/a.js?x=secret',
        'line-number': 7,
        'script-sample': 'Element innerHTML|<img src=x> name of a member',
        ...over,
      },
    })
  beforeEach(() => {
    lines.length = 0
    now += 3_600_000
  })

  test('one line states place and kind, without queries and without the blocked text', async () => {
    expect((await send(report())).statusCode).toBe(204)
    expect(lines).toEqual([
      {
        text: 'the policy of the page stopped something',
        what: {
          directive: 'require-trusted-types-for',
          page: 'https://h.example/jkweb/home',
          blocked: 'trusted-types-sink',
          source: 'https://h.example/jkweb/assets/a.js',
          line: 7,
          sink: 'Element innerHTML',
        },
      },
    ])
    await send(
      report({ 'blocked-uri': 'data:text/html,secret', 'document-uri': 5, 'effective-directive': 'x'.repeat(5_000) }),
    )
    expect(JSON.stringify(lines[1]).length).toBeLessThan(600)
    expect(JSON.stringify(lines)).not.toContain('secret')
  })

  test(`no more than ${MAX_LINES} lines a minute; the next minute says how many were left out`, async () => {
    for (let i = 0; i < MAX_LINES + 30; i++) expect((await send(report())).statusCode).toBe(204)
    expect(lines).toHaveLength(MAX_LINES)
    now += 60_000
    await send(report())
    expect(lines).toHaveLength(MAX_LINES + 1)
    expect(lines.at(-1)?.what.left_out).toBe(30)
    await send(report())
    expect(lines.at(-1)?.what).not.toHaveProperty('left_out')
  })

  test('an invalid report is refused and not logged', async () => {
    for (const text of ['', '{}', '[]', 'null', '{"csp-report":5}', '{"csp-report":', report().slice(1)])
      expect([text, (await send(text)).statusCode]).toEqual([text, 400])
    expect((await send(report(), 'text/plain')).statusCode).toBe(415)
    expect((await send(report(), 'application/json')).statusCode).toBe(415)
    expect((await send(report({ 'document-uri': 'x'.repeat(9_000) }))).statusCode).toBe(413)
    expect(lines).toEqual([])
  })
})
