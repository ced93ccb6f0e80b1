import { aTenant } from '@wattyard/identity/testing'
import type { ApprovalAsked, ApprovalDecided } from '@wattyard/platform/contract'
import { newId, col } from '@wattyard/server-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Friend } from '../../contract/index.ts'
import { aKey, type NotifyServer, notifyServer, type Person } from '../../testing/index.ts'
import { forgetMessages } from '../index.ts'

let notify: NotifyServer
beforeAll(async () => {
  notify = await notifyServer()
})
beforeEach(() => {
  notify.heard.length = 0
})
afterAll(() => notify.close())

const asked = (over: Partial<ApprovalAsked> = {}): ApprovalAsked => ({
  resource: 'identity.user',
  command: 'signOut',
  subject: '王芳',
  askerId: newId(),
  askedBy: '李娜',
  operatorId: null,
  stationId: null,
  ...over,
})
const DECIDER = ['identity.user:signOut', 'platform.approval:approve', 'platform.approval:all']
const GRANTER = ['identity.registration:approve']
const askAccount = (name: string) =>
  notify.news('identity.registration-asked', aKey(), { loginName: name, displayName: name })

describe('who gets what', () => {
  test('an amount is written as the reader of the message writes it', async () => {
    const guard = await notify.person(['platform.setting:update', 'platform.approval:approve'])
    await notify.news('platform.limit-skirted', aKey(), {
      personId: aKey(),
      name: '李娜',
      count: 3,
      sum_fen: '123456',
      at: notify.world.clock.now(),
    })
    const read = async (language: 'zh' | 'es') => (await notify.inbox(guard, {}, language)).list[0]?.text
    expect(await read('zh')).toContain('¥1,234.56')
    expect(await read('es')).toContain('¥1.234,56')
  })

  test('what waits for a second person goes to those who might decide, not to who asked', async () => {
    const decider = await notify.person(DECIDER)
    const half = await notify.person(['platform.approval:approve', 'platform.approval:all'])
    const ownAlone = await notify.person(['identity.user:signOut', 'platform.approval:approve'])
    const asker = await notify.person(DECIDER)
    const gone = await notify.person(DECIDER)
    await notify.db.platform(tx => tx.execute("update identity_user set status = 'disabled' where id = $1", [gone.id]))
    await notify.news('platform.approval-asked', aKey(), asked({ askerId: asker.id }))
    expect((await notify.inbox(decider)).list[0]).toMatchObject({
      kind: 'platform.approvalAsked',
      kindName: '待审批',
      severity: 'warning',
      title: '待审批：强制下线',
      text: '李娜 申请：王芳',
      link: '/home?approvals=1',
      readFlag: '0',
      archived: false,
      count: 1,
      createdAt: notify.world.clock.now(),
    })
    for (const person of [half, asker, ownAlone]) expect((await notify.inbox(person)).unread).toBe(0)
    const told = notify.heard.map(event => event.userId)
    expect(told).toContain(decider.id)
    expect(told).not.toContain(gone.id)
    expect(told).not.toContain(asker.id)
  })

  test('who sees only some operators or stations hears only of theirs', async () => {
    const [operatorId, stationId] = [newId(), newId()]
    const east = await notify.person([...DECIDER, 'assets.pile:read'], {
      rowScope: 'assigned',
      operatorIds: [operatorId],
    })
    const west = await notify.person([...DECIDER, 'assets.pile:read'], { rowScope: 'assigned', operatorIds: [newId()] })
    await notify.news('platform.approval-asked', aKey(), asked({ operatorId }))
    await notify.news('platform.approval-asked', aKey(), asked())
    expect([(await notify.inbox(east)).unread, (await notify.inbox(west)).unread]).toEqual([1, 0])
    const whole = await notify.person(['assets.pile:read'])
    await notify.news('gateway.pile-offline', aKey(), { code: 'P-1', stationId })
    expect([(await notify.inbox(whole)).unread, (await notify.inbox(west)).unread]).toEqual([1, 0])
    // Of two managers with a station each, of one operator, only that of the station hears what waits there.
    const manager = (station: string) =>
      notify.person(DECIDER, { rowScope: 'assigned', operatorIds: [operatorId], stationIds: [station] })
    const [here, elsewhere] = [await manager(stationId), await manager(newId())]
    await notify.news('platform.approval-asked', aKey(), asked({ operatorId, stationId }))
    expect([(await notify.inbox(here)).unread, (await notify.inbox(elsewhere)).unread]).toEqual([1, 0])
  })

  test('a decision goes to who asked; an application to who may grant it; wrong books to who reads the ledger', async () => {
    const everybody = await notify.person([...GRANTER, 'ledger.account:read'])
    const decided: ApprovalDecided = { ...asked(), askerId: everybody.id, state: 'rejected', decidedBy: '陈静' }
    await notify.news('platform.approval-decided', aKey(), decided)
    await notify.news('identity.registration-asked', aKey(), { loginName: 'li', displayName: '李雷' })
    await notify.news('ledger.verification-failed', notify.tenantId, { day: '2026-11-20' })
    const { list } = await notify.inbox(everybody)
    expect(list.map(message => [message.kind, message.title, message.text])).toEqual([
      ['ledger.booksWrong', '账目核对异常', '2026-11-20 的核对发现 2 处不一致'],
      ['identity.accountAsked', '账号申请', '李雷（li）申请开通账号'],
      ['platform.approvalDecided', '强制下线：已驳回', '陈静 处理了您的申请：王芳'],
    ])
  })

  test('who asked hears why it was rejected, and what somebody did with the record instead; a link leads on', async () => {
    const asker = await notify.person(DECIDER)
    const ended = { ...asked(), askerId: asker.id, decidedBy: '陈静' }
    const rejected: ApprovalDecided = { ...ended, state: 'rejected', note: '账号不对', next: '/x?open=1' }
    const overtaken: ApprovalDecided = { ...ended, state: 'outdated', instead: 'signOut', note: '资料不全' }
    await notify.news('platform.approval-decided', aKey(), rejected)
    notify.server.clock.advance(1_000)
    await notify.news('platform.approval-decided', aKey(), overtaken)
    expect((await notify.inbox(asker)).list.map(({ title, text, link }) => [title, text, link])).toEqual([
      [
        '强制下线：未执行，记录已由 陈静 处理',
        '您申请的“强制下线”未执行：陈静 已执行“强制下线”，申请随之失效。王芳 · 资料不全',
        '/home?approvals=decided',
      ],
      ['强制下线：已驳回', '陈静 处理了您的申请：王芳 · 账号不对', '/x?open=1'],
    ])
  })

  test('amounts are named: what was asked, and what was done instead, in each reader’s language', async () => {
    const money = { resource: 'charging.order', command: 'refund', subject: '2611', amount: '1080.00' }
    const [decider, asker] = [
      await notify.person(['charging.order:refund', 'platform.approval:approve', 'platform.approval:all']),
      await notify.person(DECIDER),
    ]
    await notify.news('platform.approval-asked', aKey(), asked({ ...money, askerId: asker.id }))
    expect((await notify.inbox(decider, {}, 'es')).list[0]?.title).toContain('¥1.080,00')
    const overtaken = { ...asked(money), askerId: asker.id, decidedBy: '陈静', state: 'outdated', instead: 'refund' }
    await notify.news('platform.approval-decided', aKey(), { ...overtaken, insteadAmount: '49.00' })
    const [told] = (await notify.inbox(asker)).list
    expect(told?.title).toBe('退款 ¥1,080.00：未执行，记录已由 陈静 处理')
    expect(told?.text).toBe('您申请的“退款 ¥1,080.00”未执行：陈静 已执行“退款 ¥49.00”，申请随之失效。2611')
    expect((await notify.inbox(asker, { q: '49.00' })).list).toHaveLength(1)
  })

  test('a request for a page goes to who may change accounts, once a day, and not to who asks', async () => {
    const [granter, half] = [await notify.person(['identity.user:update']), await notify.person(['identity.user:read'])]
    const asker = await notify.person(['identity.user:update'])
    const body = (day: number) => ({
      about: `li:/x:${day}`,
      loginName: 'li',
      displayName: '李雷',
      page: '/console/employee',
    })
    for (const day of [1, 1]) await notify.news('identity.page-asked', asker.id, body(day))
    const { list } = await notify.inbox(granter)
    expect(list.map(({ title, text, link, count }) => [title, text, link, count])).toEqual([
      ['页面权限申请', '李雷（li）申请使用页面“员工”', `/console/employee?open=${asker.id}`, 1],
    ])
    await notify.news('identity.page-asked', asker.id, body(2))
    expect((await notify.inbox(granter)).list.map(({ count }) => count)).toEqual([2])
    for (const person of [half, asker]) expect((await notify.inbox(person)).unread).toBe(0)
  })

  test('the same news twice is one message', async () => {
    const reader = await notify.person(DECIDER)
    const id = aKey()
    for (let i = 0; i < 3; i++) await notify.news('platform.approval-asked', id, asked())
    expect((await notify.inbox(reader)).list).toHaveLength(1)
    expect(notify.heard.filter(event => event.userId === reader.id)).toHaveLength(1)
  })
})

describe('a burst', () => {
  test('three hundred piles that go offline are one message that counts, and the same pile twice counts once', async () => {
    const reader = await notify.person(['assets.pile:read'])
    const keys = Array.from({ length: 300 }, aKey)
    for (const [i, key] of keys.entries()) await notify.news('gateway.pile-offline', key, { code: `P-${i + 1}` })
    await notify.news('gateway.pile-offline', keys[7] ?? '', { code: 'P-8' })
    const { list, unread } = await notify.inbox(reader)
    expect([list.length, unread]).toEqual([1, 1])
    expect(list[0]).toMatchObject({
      count: 300,
      title: '300 台充电桩离线',
      text: '离线的充电桩：P-1、P-2、P-3、P-4、P-5、P-6、P-7、P-8 等（另有 292 项）',
    })
    expect((await notify.inbox(reader, {}, 'es')).list[0]?.text).toBe(
      'Sin conexión: P-1, P-2, P-3, P-4, P-5, P-6, P-7, P-8 y 292 más',
    )
  })

  test('what was read, put away, or is ten minutes old gathers nothing more', async () => {
    const reader = await notify.person(['assets.pile:read'])
    const gone = (code: string) => notify.news('gateway.pile-offline', aKey(), { code })
    await gone('P-1')
    notify.server.clock.advance(9 * 60_000)
    await gone('P-2')
    expect((await notify.inbox(reader)).list.map(one => one.count)).toEqual([2])
    await reader.browser.post('/api/msg/read')
    await gone('P-3')
    notify.server.clock.advance(10 * 60_000)
    await gone('P-4')
    expect((await notify.inbox(reader)).list.map(one => [one.count, one.readFlag])).toEqual([
      [1, '0'],
      [1, '0'],
      [2, '1'],
    ])
  })
})

describe('the inbox', () => {
  test('in the reader’s language, newest first; read, unread and all by the contract’s flag', async () => {
    const reader = await notify.person(DECIDER)
    for (const subject of ['A', 'B', 'C']) {
      notify.server.clock.advance(1_000)
      await notify.news('platform.approval-asked', aKey(), asked({ subject, askedBy: 'Li' }))
    }
    const all = await notify.inbox(reader, {}, 'es')
    expect(all.list.map(message => message.text)).toEqual([
      'Solicitado por Li: C',
      'Solicitado por Li: B',
      'Solicitado por Li: A',
    ])
    const [first, second] = all.list
    const mark = async (body: object) => (await reader.browser.post('/api/msg/read', { ...body })).data
    expect(await mark({ id: first?.id })).toEqual({ unread: 2 })
    expect((await notify.inbox(reader, { readFlag: '0' })).list).toHaveLength(2)
    expect((await notify.inbox(reader, { readFlag: '1' })).list.map(message => message.id)).toEqual([first?.id])
    expect(await mark({ ids: [first?.id, second?.id] })).toEqual({ unread: 1 })
    expect(await mark({ ids: [first?.id], readFlag: '0' })).toEqual({ unread: 2 })
    expect(await mark({})).toEqual({ unread: 0 })
    // Nobody begins anew with everything.
    expect(await mark({ readFlag: '0' })).toEqual({ unread: 0 })
  })

  test('what is put away leaves the inbox and comes back; what is deleted is gone', async () => {
    const reader = await notify.person(DECIDER)
    for (const subject of ['A', 'B']) await notify.news('platform.approval-asked', aKey(), asked({ subject }))
    const { list } = await notify.inbox(reader)
    const [first, second] = list.map(one => one.id)
    await reader.browser.post('/api/msg/archive', { ids: [first] })
    expect((await notify.inbox(reader)).list.map(one => one.id)).toEqual([second])
    expect((await notify.inbox(reader, { box: 'archive' })).list).toMatchObject([
      { id: first, archived: true, readFlag: '1' },
    ])
    await reader.browser.post('/api/msg/archive', { ids: [first], archived: false })
    expect((await notify.inbox(reader)).list).toHaveLength(2)
    expect((await reader.browser.post('/api/msg/del', { ids: [first, second] })).data).toEqual({ unread: 0 })
    expect((await notify.inbox(reader)).list).toEqual([])
  })

  test('found by kind, severity, day and text, also by what only its title says; page by page', async () => {
    const reader = await notify.person([...DECIDER, ...GRANTER])
    const began = notify.server.clock.now()
    for (let i = 0; i < 5; i++) {
      notify.server.clock.advance(1_000)
      await notify.news('platform.approval-asked', aKey(), asked({ subject: `退款 100%_${i}` }))
    }
    await askAccount('zhaolei')
    const texts = async (query: object) => (await notify.inbox(reader, { ...query })).list.map(one => one.text)
    expect(await texts({ kind: 'identity.accountAsked' })).toEqual(['zhaolei（zhaolei）申请开通账号'])
    expect(await texts({ severity: 'warning', q: '_3' })).toEqual(['李娜 申请：退款 100%_3'])
    expect(await texts({ q: 'ZHAO' })).toHaveLength(1)
    expect(await texts({ q: '账号申请' })).toHaveLength(1)
    expect(await texts({ q: '%' })).toHaveLength(5)
    expect(await texts({ to: began })).toEqual([])
    expect(await texts({ from: began, to: began + 2_001 })).toHaveLength(2)
    const pages: string[] = []
    let after: string | null | undefined
    do {
      const page: Awaited<ReturnType<NotifyServer['inbox']>> = await notify.inbox(reader, {
        pageSize: 4,
        ...(after ? { after } : {}),
      })
      pages.push(...page.list.map(one => one.id))
      after = page.next
    } while (after)
    expect(pages).toEqual((await notify.inbox(reader)).list.map(one => one.id))
    expect(pages).toHaveLength(6)
  })

  test('nobody reads, moves or deletes what is another’s, in this tenant or another', async () => {
    const [mine, other] = [await notify.person(DECIDER), await notify.person([])]
    const strange = await aTenant(notify.db, { code: 'strange' })
    const foreign = await notify.person(['*'], {
      of: { tenantId: strange.tenantId, code: 'strange' },
      roleIds: [strange.roleIds.admin],
    })
    await notify.news('platform.approval-asked', aKey(), asked())
    const [message] = (await notify.inbox(mine)).list
    for (const { browser } of [other, foreign]) {
      expect((await browser.post('/api/msg/read', { id: message?.id })).data).toEqual({ unread: 0 })
      expect((await browser.post('/api/msg/archive', { ids: [message?.id] })).data).toEqual({ unread: 0 })
      expect((await browser.post('/api/msg/del', { ids: [message?.id] })).data).toEqual({ unread: 0 })
    }
    expect((await notify.inbox(mine)).list).toMatchObject([{ id: message?.id, readFlag: '0', archived: false }])
    await notify.news('platform.approval-asked', aKey(), asked(), strange.tenantId)
    expect((await notify.inbox(mine)).unread).toBe(1)
  })

  test('what is wrong is named', async () => {
    const reader = await notify.person([])
    const wrong = async (path: string, input: object, method: 'get' | 'post' = 'post') =>
      Object.keys((await reader.browser[method](path, { ...input })).data.fields)
    expect(await wrong('/api/msg/list', { readFlag: '2' }, 'get')).toEqual(['readFlag'])
    expect(await wrong('/api/msg/list', { box: 'sent', after: '1', pageSize: 201 }, 'get')).toEqual([
      'box',
      'pageSize',
      'after',
    ])
    expect(await wrong('/api/msg/del', {})).toEqual(['ids'])
    expect((await reader.browser.post('/api/msg/read', { id: 'x' })).code).toBe('kernel.invalid')
  })

  test('kinds have their names', async () => {
    const reader = await notify.person([])
    const { data } = await reader.browser.get('/api/msg/kinds', {}, { headers: { 'accept-language': 'en' } })
    expect(data.list).toContainEqual({
      name: 'ledger.booksWrong',
      word: 'Ledger check failed',
      severity: 'critical',
      compulsory: true,
    })
    expect(
      data.list.filter(({ word, name }: { word: string; name: string }) => word.includes('.') || word === name),
    ).toEqual([])
  })

  test('messages of half a year ago are forgotten, younger ones are not', async () => {
    const reader = await notify.person(DECIDER)
    await notify.news('platform.approval-asked', aKey(), asked())
    const days = (count: number) => notify.server.clock.now() + count * 86_400_000
    await notify.db.platform(tx => forgetMessages(tx, days(179)))
    expect((await notify.inbox(reader)).unread).toBe(1)
    await notify.db.platform(tx => forgetMessages(tx, days(181)))
    expect((await notify.inbox(reader)).unread).toBe(0)
  })
})

describe('colleagues', () => {
  const friendsOf = async ({ browser }: Person) =>
    (await browser.get('/api/bbs/friend/list')).data as { list: Friend[] }

  test('everybody of the tenant for who sees it all; their own for who sees a part', async () => {
    const [north, south] = [newId(), newId()]
    const insert = (id: string) =>
      notify.db.platform(tx =>
        tx.execute(
          "insert into identity_office (tenant_id, id, code, name, kind, path, operator_id) values ($1, $2, $3, $3, 'operator', $4, $2)",
          [notify.tenantId, id, `o${id.slice(-6)}`, `${id}/`],
        ),
      )
    await insert(north)
    await insert(south)
    const boss = await notify.person([], { displayName: '欧阳娜娜' })
    const ann = await notify.person([], {
      displayName: 'Ann Lee',
      rowScope: 'assigned',
      operatorIds: [north],
      officeId: north,
    })
    const bob = await notify.person([], {
      displayName: 'Bob',
      rowScope: 'assigned',
      operatorIds: [south],
      officeId: south,
    })
    const ids = async (who: typeof boss) => (await friendsOf(who)).list.map(one => one.id)
    expect(await ids(boss)).toEqual(expect.arrayContaining([ann.id, bob.id]))
    expect(await ids(boss)).not.toContain(boss.id)
    expect(await ids(ann)).toEqual([])
    const cat = await notify.person([], { displayName: 'Cat', officeId: north })
    expect(await ids(ann)).toEqual([cat.id])
    const initials = Object.fromEntries((await friendsOf(cat)).list.map(one => [one.name, one.initials]))
    expect(initials).toMatchObject({ 欧阳娜娜: '娜娜', 'Ann Lee': 'AL', Bob: 'BO' })
    expect(bob.id).not.toBe(ann.id)
  })

  test('who was heard within five minutes is there', async () => {
    const [one, other] = [await notify.person([]), await notify.person([])]
    const isThere = async () => (await friendsOf(one)).list.find(friend => friend.id === other.id)?.online
    expect(await isThere()).toBe(true)
    notify.server.clock.advance(5 * 60_000)
    expect(await isThere()).toBe(false)
    await other.browser.get('/api/msg/list')
    expect(await isThere()).toBe(true)
    await other.browser.post('/c/logout')
    expect(await isThere()).toBe(false)
  })

  test('a message from person to person, whose text stands in no log; too many are refused', async () => {
    const [writer, reader] = [await notify.person([], { displayName: '王芳' }), await notify.person([])]
    const write = (text: string, to = reader.id) => writer.browser.post('/api/bbs/friend/write', { to, text })
    expect(await write('  <b>今晚 8 点</b>\n换班 {{name}} ')).toMatchObject({ success: true })
    expect((await notify.inbox(reader)).list[0]).toMatchObject({
      title: '王芳 的消息',
      text: '<b>今晚 8 点</b>\n换班 {{name}}',
      from: { id: writer.id, name: '王芳' },
    })
    const log = await notify.db.platform(tx =>
      tx.query(
        { record_id: col.text, after: col.json<object>() },
        "select record_id, after from kernel_audit where resource = 'notifications.colleague'",
      ),
    )
    expect(log).toEqual([{ record_id: reader.id, after: { to: expect.any(String), characters: 25 } }])
    for (const text of ['', '   ', 'x'.repeat(1_001), 'a\u0000b'])
      expect((await write(text)).code).toBe('kernel.invalid')
    for (const to of [newId(), writer.id]) expect((await write('x', to)).status).toBe(404)
    for (let i = 1; i < 30; i++) await write(`${i}`)
    expect(await write('one more')).toMatchObject({ status: 429, code: 'notifications.wroteTooMuch' })
    expect((await notify.inbox(reader)).unread).toBe(30)
    await notify.later(3_600_000)
    expect(await write('again')).toMatchObject({ success: true })
  })
})
