import { aRole, aTenant, aUser, type Browser, signInServer, type SignInServer } from '@wattyard/identity/testing'
import type { ApprovalAsked, ApprovalDecided } from '@wattyard/platform/contract'
import { createLiveBus, type Database, type LiveEvent, newId } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { settableClock } from '@wattyard/time'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Message } from '../contract/index.ts'
import { MOST_LISTED } from './message-routes.ts'
import { forgetMessages, notificationsModule } from './index.ts'

const PASSWORD = 'a passphrase for tests'
const clock = settableClock(Date.UTC(2026, 10, 20, 8, 0, 0))
const live = createLiveBus()

let db: Database
let server: SignInServer
let tenantId: string
let operatorId: string
let heard: LiveEvent[] = []
live.subscribe(event => heard.push(event))

const module = notificationsModule({ live, clock })

beforeAll(async () => {
  db = await testDatabase()
  tenantId = (await aTenant(db, { code: 'home', isHome: true })).tenantId
  server = await signInServer({ db, modules: [module] })
  operatorId = newId()
})
beforeEach(() => {
  heard = []
})
afterAll(() => db.close())

/** The event as the outbox brings it. */
async function news(topic: string, key: string, body: object, of = tenantId): Promise<void> {
  await db.tenant(
    of,
    tx => module.handles?.[topic]?.(tx, { id: newId(), tenantId: of, topic, key, body: { ...body } }) as Promise<void>,
  )
}

interface Person {
  id: string
  browser: Browser
}

async function person(
  permissions: string[],
  over: Partial<Parameters<typeof aUser>[2]> & { rowScope?: 'assigned' } = {},
): Promise<Person> {
  const { rowScope, ...rest } = over
  const role = await aRole(db, tenantId, { permissions, ...(rowScope ? { rowScope } : {}) })
  const { id, loginName } = await aUser(db, tenantId, { password: PASSWORD, roleIds: [role], ...rest })
  const browser = server.browser()
  if (!(await browser.signIn(loginName, PASSWORD)).success) throw new Error(loginName)
  return { id, browser }
}
const inbox = async ({ browser }: Person, query: Record<string, unknown> = {}, language = 'zh') =>
  (await browser.get('/api/msg/list', query, { headers: { 'accept-language': language } })).data as {
    list: Message[]
    unread: number
  }

const asked = (over: Partial<ApprovalAsked> = {}): ApprovalAsked => ({
  resource: 'identity.user',
  command: 'signOut',
  subject: '王芳',
  askerId: newId(),
  askedBy: '李娜',
  operatorId: null,
  ...over,
})
const DECIDER = ['identity.user:signOut', 'platform.approval:approve']

describe('who gets what', () => {
  test('what waits for a second person goes to those who might decide, not to who asked', async () => {
    const decider = await person(DECIDER)
    const half = await person(['platform.approval:approve'])
    const asker = await person(DECIDER)
    const gone = await person(DECIDER)
    await db.platform(tx => tx.execute("update identity_user set status = 'disabled' where id = $1", [gone.id]))
    await news('platform.approval-asked', newId(), asked({ askerId: asker.id }))
    expect((await inbox(decider)).list[0]).toMatchObject({
      kind: 'approvalAsked',
      title: '待审批：强制下线',
      text: '李娜 申请：王芳',
      link: '/home?approvals=1',
      readFlag: '0',
      createdAt: clock.now(),
    })
    expect([(await inbox(half)).unread, (await inbox(asker)).unread]).toEqual([0, 0])
    const told = heard.map(event => event.userId)
    expect(told).toContain(decider.id)
    expect(told).not.toContain(gone.id)
    expect(told).not.toContain(asker.id)
  })

  test('who sees only some operators hears only of theirs', async () => {
    const east = await person(DECIDER, { rowScope: 'assigned', operatorIds: [operatorId] })
    const west = await person(DECIDER, { rowScope: 'assigned', operatorIds: [newId()] })
    await news('platform.approval-asked', newId(), asked({ operatorId }))
    await news('platform.approval-asked', newId(), asked())
    expect([(await inbox(east)).unread, (await inbox(west)).unread]).toEqual([1, 0])
  })

  test('a decision goes to who asked; an application to who may grant it; wrong books to who reads the ledger', async () => {
    const everybody = await person(['identity.registration:approve', 'ledger.account:read'])
    const decided: ApprovalDecided = { ...asked(), askerId: everybody.id, state: 'rejected', decidedBy: '陈静' }
    await news('platform.approval-decided', newId(), decided)
    await news('identity.registration-asked', newId(), { loginName: 'li', displayName: '李雷' })
    await news('ledger.verification-failed', tenantId, { at: clock.now(), findings: [{}, {}] })
    const { list } = await inbox(everybody)
    expect(list.map(message => [message.kind, message.title, message.text])).toEqual([
      ['booksWrong', '账目核对异常', '2026-11-20 的核对发现 2 处不一致'],
      ['accountAsked', '账号申请', '李雷（li）申请开通账号'],
      ['approvalDecided', '强制下线：已驳回', '陈静 处理了您的申请：王芳'],
    ])
  })

  test('the same news twice is one message', async () => {
    const reader = await person(['identity.registration:approve'])
    const id = newId()
    for (let i = 0; i < 3; i++) await news('identity.registration-asked', id, { loginName: 'a', displayName: 'A' })
    expect((await inbox(reader)).list).toHaveLength(1)
    expect(heard.filter(event => event.userId === reader.id)).toHaveLength(1)
  })
})

describe('the inbox', () => {
  test('in the reader’s language, newest first; unread by the contract’s flag; read one by one or all', async () => {
    const reader = await person(['identity.registration:approve'])
    for (const name of ['A', 'B', 'C']) {
      clock.advance(1_000)
      await news('identity.registration-asked', newId(), { loginName: name, displayName: name })
    }
    const all = await inbox(reader, {}, 'es')
    expect(all.list.map(message => message.text)).toEqual([
      'C (C) solicita una cuenta',
      'B (B) solicita una cuenta',
      'A (A) solicita una cuenta',
    ])
    const [first] = all.list
    expect((await reader.browser.post('/api/msg/read', { id: first?.id })).data).toEqual({ unread: 2 })
    expect((await inbox(reader, { readFlag: '0' })).list).toHaveLength(2)
    expect((await inbox(reader, { readFlag: '1' })).list.map(message => message.id)).toEqual([first?.id])
    expect((await reader.browser.post('/api/msg/read')).data).toEqual({ unread: 0 })
    expect((await inbox(reader, { readFlag: '0' })).list).toEqual([])
  })

  test('nobody reads or marks what is another’s', async () => {
    const [mine, other] = [await person(['identity.registration:approve']), await person([])]
    await news('identity.registration-asked', newId(), { loginName: 'x', displayName: 'X' })
    const [message] = (await inbox(mine)).list
    expect((await inbox(other)).list).toEqual([])
    expect((await other.browser.post('/api/msg/read', { id: message?.id })).data).toEqual({ unread: 0 })
    expect((await inbox(mine)).unread).toBe(1)
    const strange = await aTenant(db, { code: 'strange' })
    await news('identity.registration-asked', newId(), { loginName: 'y', displayName: 'Y' }, strange.tenantId)
    expect((await inbox(mine)).unread).toBe(1)
  })

  test('who has very many sees the newest and the count of all', async () => {
    const reader = await person(['identity.registration:approve'])
    await db.platform(tx =>
      tx.execute(
        `insert into notifications_message (tenant_id, id, user_id, kind, params, created_at, about)
         select $1, gen_random_uuid(), $2, 'accountAsked', '{"login":"l","name":"n"}', now(), g::text from generate_series(1, 300) g`,
        [tenantId, reader.id],
      ),
    )
    const { list, unread } = await inbox(reader)
    expect([list.length, unread]).toEqual([MOST_LISTED, 300])
  })

  test('what is wrong is named', async () => {
    const reader = await person([])
    const answer = await reader.browser.get('/api/msg/list', { readFlag: '2' })
    expect(Object.keys(answer.data.fields)).toEqual(['readFlag'])
    expect((await reader.browser.post('/api/msg/read', { id: 'x' })).code).toBe('kernel.invalid')
  })

  test('messages of half a year ago are forgotten, younger ones are not', async () => {
    const reader = await person(['identity.registration:approve'])
    await news('identity.registration-asked', newId(), { loginName: 'o', displayName: 'O' })
    const days = (count: number) => clock.now() + count * 86_400_000
    await db.platform(tx => forgetMessages(tx, days(179)))
    expect((await inbox(reader)).unread).toBe(1)
    await db.platform(tx => forgetMessages(tx, days(181)))
    expect((await inbox(reader)).unread).toBe(0)
  })
})
