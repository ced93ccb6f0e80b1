import { aRole, aTenant } from '@wattyard/identity/testing'
import { newId } from '@wattyard/server-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type NoticeReaders, type NoticeToRead } from '../../contract/index.ts'
import { type NotifyServer, notifyServer, type Person } from '../../testing/index.ts'
import { turnNotices } from './notice-times.ts'

let notify: NotifyServer
let editor: Person
const RIGHTS = ['read', 'create', 'update', 'delete', 'publish', 'withdraw', 'remind'].map(
  one => `notifications.notice:${one}`,
)

beforeAll(async () => {
  notify = await notifyServer()
  editor = await notify.person(RIGHTS, { displayName: '陈静' })
})
afterAll(() => notify.close())

const text = (words: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
})
const draft = async (fields: object = {}, by = editor): Promise<{ id: string; version: number }> => {
  const answer = await send(
    'save',
    { title: '停电通知', body: text('周三停电'), isPinned: false, mustConfirm: false, ...fields },
    by,
  )
  if (!answer.success) throw new Error(answer.text)
  return answer.data
}
// The editor sends JSON: a text is a structure.
const send = (what: string, input: object, by = editor) =>
  by.browser.send('POST', `/api/activity/notice/${what}`, { ...input })
const act = (what: string, id: string, by = editor) => by.browser.post(`/api/activity/notice/${what}`, { ids: [id] })
const board = async (person: Person, language = 'zh') =>
  (await person.browser.get('/api/msg/notice/list', {}, { headers: { 'accept-language': language } })).data
    .list as NoticeToRead[]
const readers = async (id: string) =>
  (await editor.browser.post('/api/activity/notice/readers', { id })).data as NoticeReaders
const stateOf = async (id: string) =>
  (await editor.browser.post('/api/activity/notice/get', { id })).data.state as string
const turn = () => notify.db.platform(tx => turnNotices(tx, notify.world))

describe('the life of a notice', () => {
  test('a draft is nobody’s; published it is on everybody’s board and among their messages; withdrawn it is gone', async () => {
    const reader = await notify.person([])
    const { id } = await draft({ titleEn: 'Power cut', bodyEn: text('On Wednesday') })
    expect(await board(reader)).toEqual([])
    expect(await act('publish', id)).toMatchObject({ success: true })
    expect(await board(reader)).toMatchObject([
      { id, title: '停电通知', body: text('周三停电'), publishedBy: '陈静', readAt: null },
    ])
    expect(await board(reader, 'en')).toMatchObject([{ title: 'Power cut', body: text('On Wednesday') }])
    expect(await board(reader, 'es')).toMatchObject([{ title: '停电通知', body: text('周三停电') }])
    expect((await notify.inbox(reader)).list).toMatchObject([
      { kind: 'notifications.notice', title: '公告：停电通知', link: `/home?notice=${id}` },
    ])
    expect((await notify.inbox(reader, {}, 'en')).list[0]?.title).toBe('Announcement: Power cut')
    expect((await notify.inbox(reader, {}, 'es')).list[0]?.title).toBe('Aviso: 停电通知')
    for (const what of ['publish']) expect((await act(what, id)).code).toBe('kernel.notAllowedNow')
    expect(await act('withdraw', id)).toMatchObject({ success: true })
    expect(await board(reader)).toEqual([])
  })

  test('scheduled it begins and ends by itself, once', async () => {
    const reader = await notify.person([])
    const now = notify.server.clock.now()
    const { id } = await draft({ starts: now + 3_600_000, ends: now + 7_200_000 })
    await act('publish', id)
    expect([await stateOf(id), await board(reader)]).toEqual(['scheduled', []])
    expect(await turn()).toEqual({ begun: 0, ended: 0 })
    await notify.later(3_600_000)
    expect(await turn()).toEqual({ begun: 1, ended: 0 })
    expect(await turn()).toEqual({ begun: 0, ended: 0 })
    expect([await stateOf(id), (await board(reader)).length, (await notify.inbox(reader)).unread]).toEqual([
      'published',
      1,
      1,
    ])
    await notify.later(3_600_000)
    // Over is over, also before the beat has come by.
    expect(await board(reader)).toEqual([])
    expect(await turn()).toEqual({ begun: 0, ended: 1 })
    expect(await stateOf(id)).toBe('ended')
  })

  test('what is published stays as it was read; changed after a withdrawal it is a draft, and read anew', async () => {
    const reader = await notify.person([])
    const { id } = await draft({ mustConfirm: true })
    await act('publish', id)
    await reader.browser.post('/api/msg/notice/read', { id, confirm: true })
    expect((await board(reader))[0]?.confirmedAt).not.toBeNull()
    const { data } = await editor.browser.post('/api/activity/notice/get', { id })
    expect((await send('save', { id, version: data.version, title: '改' })).success).toBe(false)
    await act('withdraw', id)
    const withdrawn = (await editor.browser.post('/api/activity/notice/get', { id })).data
    expect(await send('save', { id, version: withdrawn.version, title: '改' })).toMatchObject({
      success: true,
      data: { state: 'draft' },
    })
    await act('publish', id)
    expect(await board(reader)).toMatchObject([{ title: '改', readAt: null, confirmedAt: null }])
    await act('withdraw', id)
  })

  test('times that cannot be are refused', async () => {
    const now = notify.server.clock.now()
    const answer = await send('save', {
      title: 'x',
      body: text('x'),
      isPinned: false,
      mustConfirm: false,
      starts: now,
      ends: now,
    })
    expect(Object.keys(answer.data.fields)).toEqual(['ends'])
    const { id } = await draft({ ends: now + 1_000 })
    await notify.later(1_000)
    expect((await act('publish', id)).code).toBe('notifications.noticeOver')
  })
})

describe('whom it is for, and who has read it', () => {
  test('roles and offices with those below; others neither see nor confirm it', async () => {
    const role = await aRole(notify.db, notify.tenantId)
    const [top, below] = [newId(), newId()]
    await notify.db.platform(tx =>
      tx.execute(
        `insert into identity_office (tenant_id, id, code, name, kind, path, parent_id, operator_id)
         values ($1, $2, 'top', 'top', 'operator', $3, null, $2), ($1, $4, 'below', 'below', 'department', $5, $2, $2)`,
        [notify.tenantId, top, `${top}/`, below, `${top}/${below}/`],
      ),
    )
    const byRole = await notify.person([], { roleIds: [role] })
    const byOffice = await notify.person([], { officeId: below })
    const other = await notify.person([])
    const { id } = await draft({ roleIds: [role], officeIds: [top], isPinned: true })
    await act('publish', id)
    const sees = async (person: Person) => (await board(person)).some(one => one.id === id)
    expect([await sees(byRole), await sees(byOffice), await sees(other)]).toEqual([true, true, false])
    expect((await other.browser.post('/api/msg/notice/read', { id })).status).toBe(404)
    expect((await readers(id)).list.map(one => one.id).toSorted()).toEqual([byRole.id, byOffice.id].toSorted())
    await act('withdraw', id)
  })

  test('who has read and who has confirmed is counted; a reminder goes to the others, and not too often', async () => {
    const role = await aRole(notify.db, notify.tenantId)
    const people = [
      await notify.person([], { roleIds: [role] }),
      await notify.person([], { roleIds: [role] }),
      await notify.person([], { roleIds: [role] }),
    ]
    const [one, two, three] = people as [Person, Person, Person]
    const { id } = await draft({ roleIds: [role], mustConfirm: true })
    await act('publish', id)
    await one.browser.post('/api/msg/notice/read', { id })
    await two.browser.post('/api/msg/notice/read', { id, confirm: true })
    await two.browser.post('/api/msg/notice/read', { id })
    const state = await readers(id)
    expect([state.read, state.confirmed, state.list.length]).toEqual([2, 1, 3])
    expect(state.list[0]).toMatchObject({ id: three.id, readAt: null })
    const unread = async () => Promise.all(people.map(async person => (await notify.inbox(person)).unread))
    expect(await unread()).toEqual([1, 1, 1])
    expect((await act('remind', id)).data).toEqual({ told: 2 })
    expect(await unread()).toEqual([2, 1, 2])
    expect((await act('remind', id)).code).toBe('notifications.remindedJustNow')
    await notify.later(600_000)
    expect((await act('remind', id)).data).toEqual({ told: 2 })
    await act('withdraw', id)
  })

  test('another tenant sees nothing of it; who may not publish does not; who sees only a part writes none', async () => {
    const { id } = await draft()
    await act('publish', id)
    const strange = await aTenant(notify.db, { code: 'apart' })
    const foreign = await notify.person([], {
      of: { tenantId: strange.tenantId, code: 'apart' },
      roleIds: [strange.roleIds.admin],
    })
    expect(await board(foreign)).toEqual([])
    expect((await foreign.browser.post('/api/msg/notice/read', { id })).status).toBe(404)
    expect((await foreign.browser.post('/api/activity/notice/readers', { id })).status).toBe(404)
    const reader = await notify.person(['notifications.notice:read'])
    expect((await act('withdraw', id, reader)).status).toBe(403)
    const part = await notify.person(RIGHTS, { rowScope: 'assigned', operatorIds: [newId()] })
    expect((await send('save', { title: 'x', body: text('x'), isPinned: false, mustConfirm: false }, part)).code).toBe(
      'kernel.sharedRows',
    )
    await act('withdraw', id)
  })
})

describe('the text of a notice', () => {
  test('through the door the field is named', async () => {
    const answer = await send('save', {
      title: 'x',
      body: { type: 'doc', content: [{ type: 'script' }] },
      isPinned: false,
      mustConfirm: false,
    })
    expect([answer.code, Object.keys(answer.data.fields)]).toEqual(['kernel.invalid', ['body']])
  })
})
