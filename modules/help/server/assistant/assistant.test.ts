import { aRole, aTenant, aUser, type Browser, type SignInServer, signInServer } from '@wattyard/identity/testing'
import {
  type Database,
  internetReach,
  type PageAccess,
  createPageAccess,
  watchSessions,
  col,
} from '@wattyard/server-kit'
import { ROOT, testDatabase } from '@wattyard/testing'
import { settableClock } from '@wattyard/time'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AssistantEvent } from '../../contract/assistant.ts'
import { ChatService, piece, saying } from '../../testing/index.ts'
import { helpModule } from '../index.ts'

const PASSWORD = 'a passphrase for tests'
const KEY = 'canary-sk-0123456789abcdef'
const PAGES: PageAccess = createPageAccess([
  {
    name: 'a',
    pages: {
      '/device/devicePole': { anyOf: ['assets.pile:read'] },
      '/cwdata4/dailyBill': { anyOf: ['finance.dailyBill:read'] },
      '/help/index': {},
    },
  },
])
const clock = settableClock(Date.UTC(2026, 10, 20, 8, 0, 0))
const api = new ChatService()
const logged: unknown[] = []
/** Everything that left the server as an answer. */
const said: string[] = []
let db: Database
let server: SignInServer
let host: string
let boss: Browser
let clerk: Browser
let clerkTenant: string

async function person(
  tenant: { tenantId: string; code: string },
  permissions: string[],
  more: Parameters<typeof aRole>[2] = {},
): Promise<Browser> {
  const code = `r${Math.random().toString(36).slice(2, 8)}`
  const role = await aRole(db, tenant.tenantId, { code, permissions, ...more })
  const { loginName } = await aUser(db, tenant.tenantId, { password: PASSWORD, roleIds: [role] })
  const browser = server.browser()
  expect(await browser.signIn(`${loginName}@${tenant.code}`, PASSWORD)).toMatchObject({ success: true })
  return browser
}

beforeAll(async () => {
  host = await api.listen()
  db = await testDatabase()
  server = await signInServer({
    db,
    clock,
    modules: [
      helpModule({
        root: ROOT,
        running: { version: '1.2.3', commit: null, startedAt: 0, licence: 'UNLICENSED', schema: '0001_x' },
        key: Buffer.alloc(32, 7),
        limits: { reach: internetReach([host]), silence_ms: 300 },
        pages: () => PAGES,
        sessions: watchSessions((...asked) => server.identity.sessionsAlive(...asked)),
        clock,
        log: { warn: (...parts) => logged.push(parts) },
      }),
    ],
  })
  const tenant = await aTenant(db, { code: 'home', isHome: true })
  clerkTenant = tenant.tenantId
  const home = { ...tenant, code: 'home' }
  boss = await person(home, ['help.assistant:configure'])
  clerk = await person(home, ['help.assistant:ask', 'assets.pile:read'])
})
afterAll(async () => {
  await server.close()
  await db.close()
  await api.close()
})
beforeEach(async () => {
  api.asked.length = 0
  api.behaviour = saying('ok')
  await db.platform(async tx => {
    await tx.execute('delete from help_assistant')
    await tx.execute('delete from help_assistant_use')
  })
})
// The key may be in no answer and in no line of the log, whatever happened in a test.
afterEach(() => {
  if ([JSON.stringify(logged), ...said].some(text => text.includes(KEY))) throw new Error('the key was told')
})

const settings = (over: Record<string, unknown> = {}) => ({
  isOn: true,
  baseUrl: `http://${host}/v1`,
  model: 'small',
  key: KEY,
  perPersonDay: 50,
  perTenantDay: 500,
  ...over,
})
async function send(by: Browser, path: string, body: Record<string, unknown> = {}, method: 'GET' | 'POST' = 'POST') {
  const answer = await by.send(method, path, body)
  said.push(answer.text)
  return answer
}
const save = (over: Record<string, unknown> = {}, by = boss) => send(by, '/api/ai/settings/save', settings(over))
const ticketOf = async (by: Browser): Promise<string> =>
  (await send(by, '/api/ai/getToken', {}, 'GET')).data?.token ?? 'none'
async function ask(by: Browser, over: Record<string, unknown> = {}) {
  return send(by, '/api/ai/chat', { ticket: await ticketOf(by), question: '充电桩离线了怎么办', ...over })
}
const eventsOf = (text: string): AssistantEvent[] =>
  text
    .split('\n\n')
    .filter(part => part.startsWith('data: '))
    .map(part => JSON.parse(part.slice(6)) as AssistantEvent) // our own stream

describe('off, and set up', () => {
  test('off by default, in the caller’s language', async () => {
    expect(await send(clerk, '/api/ai/getToken', {}, 'GET')).toMatchObject({
      success: false,
      code: 'help.assistantOff',
      msg: '助手未启用，请联系管理员',
    })
    expect((await send(boss, '/api/ai/settings/get')).data).toEqual({
      isOn: false,
      baseUrl: '',
      model: '',
      hasKey: false,
      perPersonDay: 50,
      perTenantDay: 500,
    })
  })

  test('what is saved is told again without the key, is sealed at rest, and is in the log without it', async () => {
    expect((await save()).data).toMatchObject({ isOn: true, hasKey: true, model: 'small' })
    expect((await send(boss, '/api/ai/settings/get')).data).toMatchObject({
      hasKey: true,
      baseUrl: `http://${host}/v1`,
    })
    const rows = await db.platform(tx => tx.query({ sealed_key: col.bytes }, 'select sealed_key from help_assistant'))
    expect(Buffer.from(rows[0]?.sealed_key ?? []).toString('latin1')).not.toContain(KEY)
    const log = await db.platform(tx =>
      tx.query({ after: col.json<object>() }, "select after from kernel_audit where resource = 'help.assistant'"),
    )
    expect(log.at(-1)?.after).toMatchObject({ hasKey: true, keyChanged: true })
    expect(JSON.stringify(log)).not.toContain(KEY)
  })

  test('the key stays when none is given, goes when it is emptied, and follows to no other host', async () => {
    await save()
    expect((await save({ key: undefined, model: 'large' })).data).toMatchObject({ hasKey: true, model: 'large' })
    const elsewhere = await save({ key: undefined, baseUrl: 'https://evil.example/v1' })
    expect(Object.keys(elsewhere.data.fields)).toEqual(['key'])
    expect((await save({ key: 'another', baseUrl: 'https://api.example.com/v1' })).success).toBe(true)
    expect((await save({ key: '', baseUrl: 'https://api.example.com/v1' })).data).toMatchObject({ hasKey: false })
  })

  test.each([
    [{ baseUrl: 'http://api.example.com' }, 'baseUrl'],
    [{ baseUrl: 'https://10.0.0.1' }, 'baseUrl'],
    [{ baseUrl: '' }, 'baseUrl'],
    [{ model: '' }, 'model'],
    [{ perPersonDay: 0 }, 'perPersonDay'],
    [{ sealedKey: 'x' }, 'sealedKey'],
  ])('%o is refused by name', async (over, field) => {
    expect(Object.keys((await save(over)).data.fields)).toEqual([field])
  })

  test('a trial tells what is wrong, without the service’s own words', async () => {
    expect(await send(boss, '/api/ai/settings/try')).toMatchObject({ code: 'help.assistantNotSetUp' })
    await save()
    expect((await send(boss, '/api/ai/settings/try')).data).toMatchObject({ result: 'ok', status: 200 })
    expect(api.asked[0]?.headers.authorization).toBe(`Bearer ${KEY}`)
    api.behaviour = response => response.writeHead(401).end(`no such key: ${KEY}`)
    expect((await send(boss, '/api/ai/settings/try')).data).toMatchObject({ result: 'refused', status: 401 })
    api.behaviour = () => undefined
    expect((await send(boss, '/api/ai/settings/try')).data).toMatchObject({ result: 'timeout', status: null })
  })
})

describe('asking', () => {
  test('an answer as it comes, from the help this person may read, and which sections', async () => {
    await save()
    api.behaviour = saying('先看', '**最近通信**。')
    const events = eventsOf((await ask(clerk)).text)
    expect(events.map(({ type }) => type)).toEqual(['used', 'text', 'text', 'end'])
    expect(events[0]).toMatchObject({
      sections: expect.arrayContaining([expect.objectContaining({ topic: 'zcgl', id: 'pile-offline' })]),
    })
    const [system, question] = api.asked[0]?.body.messages ?? []
    expect(system?.content).toContain('充电桩离线')
    expect(question).toEqual({ role: 'user', content: '充电桩离线了怎么办' })
    const sent = JSON.stringify(api.asked[0]?.body)
    expect(sent).not.toContain(clerkTenant)
  })

  test('help about pages that are not this person’s does not go along', async () => {
    await save()
    await ask(clerk, { question: '怎样日结' })
    expect(api.asked[0]?.body.messages[0]?.content).not.toContain('日结检查')
    await ask(await person({ tenantId: clerkTenant, code: 'home' }, ['help.assistant:ask', 'finance.dailyBill:read']), {
      question: '怎样日结',
    })
    expect(api.asked[1]?.body.messages[0]?.content).toContain('日结检查')
  })

  test('what was said before goes along', async () => {
    await save()
    await ask(clerk, { turns: [{ question: '一', answer: '二' }] })
    expect(api.asked[0]?.body.messages.map(({ role, content }) => [role, content]).slice(1)).toEqual([
      ['user', '一'],
      ['assistant', '二'],
      ['user', '充电桩离线了怎么办'],
    ])
  })

  test('a service that refuses: 503 with words, and a line that says only that', async () => {
    await save()
    api.behaviour = response => response.writeHead(401).end(KEY)
    logged.length = 0
    expect(await ask(clerk)).toMatchObject({ status: 503, code: 'help.assistantUnavailable' })
    expect(logged).toEqual([[{ result: 'refused', status: 401 }, expect.any(String)]])
  })

  test('silence before the answer, and in the middle of it', async () => {
    await save()
    api.behaviour = () => undefined
    expect(await ask(clerk)).toMatchObject({ status: 503, code: 'help.assistantSlow' })
    api.behaviour = response => void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(piece('半'))
    const events = eventsOf((await ask(clerk)).text)
    expect(events.map(({ type }) => type)).toEqual(['used', 'text', 'error'])
    expect(events.at(-1)).toMatchObject({ msg: expect.stringMatching(/\p{Script=Han}/u) })
  })

  test('one question at a time for a person, and the place is free again afterwards', async () => {
    await save()
    let finish: () => void = () => undefined
    api.behaviour = response => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      finish = () => response.end(`${piece('ok')}data: [DONE]\n\n`)
    }
    const first = ask(clerk)
    await expect.poll(() => api.asked.length).toBe(1)
    expect(await ask(clerk)).toMatchObject({ status: 429, code: 'help.assistantBusy' })
    finish()
    expect(eventsOf((await first).text).at(-1)).toEqual({ type: 'end' })
    api.behaviour = saying('ok')
    expect((await ask(clerk)).text).toContain('"end"')
  })

  test('so many a day for a person and for all; the next day begins anew', async () => {
    await save({ perPersonDay: 2, perTenantDay: 3 })
    for (let i = 0; i < 2; i += 1) expect((await ask(clerk)).text).toContain('"end"')
    expect(await ask(clerk)).toMatchObject({ status: 429, code: 'help.assistantLimit' })
    const other = await person({ tenantId: clerkTenant, code: 'home' }, ['help.assistant:ask'])
    expect((await ask(other)).text).toContain('"end"')
    expect(await ask(other)).toMatchObject({ status: 429, code: 'help.assistantTenantLimit' })
    expect(api.asked).toHaveLength(3)
    await db.platform(tx => tx.execute('update help_assistant_use set day = day - 1'))
    expect((await ask(clerk)).text).toContain('"end"')
  })

  test.each([
    [{ question: '' }, 'question'],
    [{ question: 'x'.repeat(2_001) }, 'question'],
    [{ turns: Array.from({ length: 7 }, () => ({ question: 'a', answer: 'b' })) }, 'turns'],
    [{ model: 'other' }, 'model'],
  ])('%o is refused by name and asks nobody', async (over, field) => {
    await save()
    expect(Object.keys((await ask(clerk, over)).data.fields)).toEqual([field])
    expect(api.asked).toEqual([])
  })
})

describe('an answer under way', () => {
  const listening = (): Promise<Browser> =>
    person({ tenantId: clerkTenant, code: 'home' }, ['help.assistant:ask', 'assets.pile:read'])
  const begun = (response: Parameters<typeof api.behaviour>[0]) =>
    void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(piece('半'))

  beforeEach(() => save())

  test('ends within a second of its session, and the service is asked no more; another person’s goes on', async () => {
    await expect.poll(() => api.open).toBe(0)
    const cut = api.cut
    let finish: () => void = () => undefined
    api.behaviour = response => {
      begun(response)
      finish = () => response.end(`${piece('另一半')}data: [DONE]\n\n`)
      // Not silent: only the session may end it.
      const speaking = setInterval(() => response.write(piece('…')), 100)
      response.once('close', () => clearInterval(speaking))
    }
    const leaver = await listening()
    const leaving = ask(leaver)
    await expect.poll(() => api.asked.length).toBe(1)
    const staying = ask(clerk)
    await expect.poll(() => api.asked.length).toBe(2)
    const signedOutAt = Date.now()
    await leaver.post('/c/logout')
    const events = eventsOf((await leaving).text)
    expect(Date.now() - signedOutAt).toBeLessThan(1_000)
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['used', 'text']))
    expect(events.map(({ type }) => type)).not.toContain('end')
    await expect.poll(() => api.cut).toBe(cut + 1)
    finish()
    expect(eventsOf((await staying).text).at(-1)).toEqual({ type: 'end' })
  })

  test('that has not begun is refused like anything of a session that is over', async () => {
    api.behaviour = response => {
      // Signs of life, and no answer yet.
      const alive = setInterval(() => response.writeProcessing(), 100)
      response.once('close', () => clearInterval(alive))
    }
    const leaver = await listening()
    const waiting = ask(leaver)
    await expect.poll(() => api.asked.length).toBe(1)
    await leaver.post('/c/logout')
    expect(await waiting).toMatchObject({ status: 401, code: '50008' })
  })
})

describe('who may', () => {
  test('a ticket is for its person, its session and five minutes; it is no key of anything', async () => {
    await save()
    const ticket = await ticketOf(clerk)
    expect(ticket).not.toContain(KEY)
    const other = await person({ tenantId: clerkTenant, code: 'home' }, ['help.assistant:ask'])
    for (const [by, given] of [
      [other, ticket],
      [clerk, `${ticket}x`],
      [clerk, ticket.replace(/^./, 'z')],
      [clerk, ''],
    ] as const)
      expect(await send(by, '/api/ai/chat', { ticket: given, question: 'q' })).toMatchObject({
        status: 409,
        code: 'help.ticketGone',
      })
    clock.advance(5 * 60_000)
    expect(await send(clerk, '/api/ai/chat', { ticket, question: 'q' })).toMatchObject({ code: 'help.ticketGone' })
    expect(api.asked).toEqual([])
  })

  test('asking is not configuring, and neither comes by itself', async () => {
    await save()
    const nobody = await person({ tenantId: clerkTenant, code: 'home' }, [])
    const forbidden = { status: 403, code: 'kernel.forbidden' }
    expect(await save({}, clerk)).toMatchObject(forbidden)
    expect(await send(clerk, '/api/ai/settings/get')).toMatchObject(forbidden)
    expect(await send(boss, '/api/ai/getToken', {}, 'GET')).toMatchObject(forbidden)
    expect(await send(nobody, '/api/ai/chat', { ticket: 'x', question: 'q' })).toMatchObject(forbidden)
    expect(await send(server.browser(), '/api/ai/getToken', {}, 'GET')).toMatchObject({ status: 401 })
  })

  test('another tenant has neither the settings nor the key', async () => {
    await save()
    const tenantId = (await aTenant(db, { code: 'other' })).tenantId
    const theirs = await person({ tenantId, code: 'other' }, ['help.assistant:ask', 'help.assistant:configure'])
    expect(await send(theirs, '/api/ai/getToken', {}, 'GET')).toMatchObject({ code: 'help.assistantOff' })
    expect((await send(theirs, '/api/ai/settings/get')).data).toMatchObject({ isOn: false, hasKey: false })
    // A row that was copied over does not open there.
    await db.platform(tx =>
      tx.execute(
        `insert into help_assistant select $1, is_on, base_url, model, sealed_key, per_person_day, per_tenant_day
         from help_assistant where tenant_id = $2`,
        [tenantId, clerkTenant],
      ),
    )
    expect(await ask(theirs)).toMatchObject({ success: false, code: 'help.keyLost' })
    expect(api.asked).toEqual([])
  })
})

test('whoever sees a part of the company sets up nothing for all of it', async () => {
  const limited = await person({ tenantId: clerkTenant, code: 'home' }, ['help.assistant:configure'], {
    rowScope: 'assigned',
  })
  expect((await save()).success).toBe(true)
  for (const path of ['get', 'try'])
    expect(await send(limited, `/api/ai/settings/${path}`)).toMatchObject({ code: 'kernel.wholeTenantOnly' })
  expect(await save({ isOn: false, key: '' }, limited)).toMatchObject({ code: 'kernel.wholeTenantOnly' })
  expect((await send(boss, '/api/ai/settings/get')).data).toMatchObject({ isOn: true })
})
