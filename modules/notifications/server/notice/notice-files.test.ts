import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { aTenant } from '@wattyard/identity/testing'
import { newId, col } from '@wattyard/server-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MEGABYTE, type NoticeToRead } from '../../contract/index.ts'
import { type NotifyServer, notifyServer, type Person } from '../../testing/index.ts'
import { kindOf } from './file-kind.ts'

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const png = (size = 100, fill = 1) => Buffer.concat([PNG, Buffer.alloc(size, fill)])
const EXE = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])
const RIGHTS = ['read', 'create', 'update', 'delete', 'publish', 'withdraw'].map(one => `notifications.notice:${one}`)
const NOT_FOUND = { status: 404, code: 'kernel.notFound' }

let notify: NotifyServer
let editor: Person

beforeAll(async () => {
  notify = await notifyServer()
  editor = await notify.person(RIGHTS, { displayName: '陈静' })
})
afterAll(() => notify.close())

async function draft(fields: object = {}): Promise<string> {
  const answer = await editor.browser.send('POST', '/api/activity/notice/save', {
    title: '停电通知',
    body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '周三停电' }] }] },
    isPinned: false,
    mustConfirm: false,
    ...fields,
  })
  if (!answer.success) throw new Error(answer.text)
  return answer.data.id
}
async function attach(id: string, name: string, content: Buffer, { browser }: Person = editor) {
  const query = new URLSearchParams({ id, name, token: browser.cookies.get('Admin-Token') ?? '', mobileLogin: 'true' })
  const response = await notify.server.app.fastify.inject({
    method: 'POST',
    url: `/chg/api/activity/notice/attach?${query.toString()}`,
    headers: {
      cookie: [...browser.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
      'content-type': 'application/octet-stream',
      host: 'wattyard.test',
    },
    payload: content,
  })
  return { status: response.statusCode, ...response.json() }
}
/** A browser that is closed half way through sending. */
async function brokenOff(id: string): Promise<void> {
  const { fastify } = notify.server.app
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = fastify.server.address() as AddressInfo // it listens on a port
  const { cookies } = editor.browser
  const query = new URLSearchParams({ id, name: 'half.png', token: cookies.get('Admin-Token') ?? '' })
  const head = [
    `POST /chg/api/activity/notice/attach?${query.toString()} HTTP/1.1`,
    'host: wattyard.test',
    `cookie: ${[...cookies].map(([key, value]) => `${key}=${value}`).join('; ')}`,
    'content-type: application/octet-stream',
    'content-length: 50000',
    '',
    '',
  ].join('\r\n')
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(head)
  socket.write(png(20_000))
  await sleep(300)
  socket.destroy()
  await sleep(200)
}
const filesOf = async (id: string, { browser } = editor) =>
  (await browser.get('/api/activity/notice/files', { id })).data?.list
const act = (what: string, id: string) => editor.browser.post(`/api/activity/notice/${what}`, { id })
const fetched = ({ browser }: Person, id: string) => browser.get('/api/msg/notice/file', { id })
const rows = async () => {
  const [found] = await notify.db.platform(tx =>
    tx.query(
      { files: col.bigint, parts: col.bigint },
      'select (select count(*) from notifications_notice_file) as files, (select count(*) from notifications_notice_file_part) as parts',
    ),
  )
  return [Number(found?.files), Number(found?.parts)]
}

describe('files of a notice', () => {
  test('come with it to its readers, byte for byte, to be kept and not opened', async () => {
    const reader = await notify.person([])
    const id = await draft()
    const content = png(100_000, 7)
    const { data: file } = await attach(id, '停电 范围.png', content)
    expect(file).toEqual({ id: expect.any(String), name: '停电 范围.png', bytes: content.length })
    expect(await filesOf(id)).toEqual([file])
    expect(await fetched(reader, file.id)).toMatchObject(NOT_FOUND)
    await act('publish', id)
    const { list } = (await reader.browser.get('/api/msg/notice/list')).data as { list: NoticeToRead[] }
    expect(list.find(one => one.id === id)?.files).toEqual([file])
    const answer = await fetched(reader, file.id)
    expect(answer.bytes.equals(content)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `attachment; filename="_____.png"; filename*=UTF-8''${encodeURIComponent('停电 范围.png')}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    })
    await act('withdraw', id)
    expect(await fetched(reader, file.id)).toMatchObject(NOT_FOUND)
    expect((await fetched(editor, file.id)).status).toBe(200)
  })

  test('are nobody’s who is not meant, not another tenant’s, and not yet before the notice begins', async () => {
    const code = `n${newId().slice(-8)}`
    const { tenantId } = await aTenant(notify.db, { code })
    const stranger = await notify.person(RIGHTS, { of: { tenantId, code } })
    const outside = await notify.person([])
    const office = newId()
    const ofOffice = await draft({ roleIds: [], officeIds: [] })
    const later = await draft({ starts: notify.server.clock.now() + 3_600_000 })
    const { data: file } = await attach(later, 'a.png', png(10, 1))
    await act('publish', later)
    expect(await fetched(outside, file.id)).toMatchObject(NOT_FOUND)
    const { data: other } = await attach(ofOffice, 'b.png', png(10, 2))
    await act('publish', ofOffice)
    await notify.db.platform(tx =>
      tx.execute('update notifications_notice set office_ids = $2 where id = $1', [ofOffice, [office]]),
    )
    expect(await fetched(outside, other.id)).toMatchObject(NOT_FOUND)
    await notify.db.platform(tx =>
      tx.execute('update notifications_notice set office_ids = null where id = $1', [ofOffice]),
    )
    expect((await fetched(outside, other.id)).status).toBe(200)
    for (const theirs of [file.id, other.id]) expect(await fetched(stranger, theirs)).toMatchObject(NOT_FOUND)
    expect(await attach(ofOffice, 'c.png', png(), stranger)).toMatchObject(NOT_FOUND)
    expect(await stranger.browser.post('/api/activity/notice/detach', { id: other.id })).toMatchObject(NOT_FOUND)
    expect(await stranger.browser.get('/api/activity/notice/files', { id: ofOffice })).toMatchObject(NOT_FOUND)
  })

  test('take the right to change notices, before a byte is read, and a notice that is not published', async () => {
    const id = await draft()
    const reader = await notify.person(['notifications.notice:read'])
    expect(await attach(id, 'a.png', png(), reader)).toMatchObject({ status: 403 })
    // Larger than any file may be: who may not send is refused for that alone.
    expect(await attach(id, 'a.png', Buffer.alloc(21 * MEGABYTE), reader)).toMatchObject({ status: 403 })
    const { data: file } = await attach(id, 'a.png', png())
    expect(await reader.browser.post('/api/activity/notice/detach', { id: file.id })).toMatchObject({ status: 403 })
    await act('publish', id)
    expect(await attach(id, 'b.png', png(9))).toMatchObject({ code: 'kernel.notAllowedNow' })
    expect(await act('detach', file.id)).toMatchObject({ code: 'kernel.notAllowedNow' })
    await act('withdraw', id)
    expect(await act('detach', file.id)).toMatchObject({ success: true })
    expect(await filesOf(id)).toEqual([])
    const entries = await notify.db.platform(tx =>
      tx.query("select action from kernel_audit where record_id = $1 and action in ('attach', 'detach') order by id", [
        id,
      ]),
    )
    expect(entries).toEqual([{ action: 'attach' }, { action: 'detach' }])
  })

  test('leave nothing when they are refused, broken off or sent twice, and go with their notice', async () => {
    const id = await draft()
    const before = await rows()
    for (const [name, content] of [
      ['holiday.png', EXE],
      ['holiday.txt', EXE],
      ['holiday.exe', png()],
      ['holiday.pdf', png()],
      ['holiday', png()],
      ['page.html', Buffer.from('<script>alert(1)</script>')],
      ['empty.txt', Buffer.alloc(0)],
      ['../up.png', png()],
      ['gnp\u202Eexe.png', png()],
    ] as const)
      expect((await attach(id, name, content)).code, name).toBe('kernel.invalid')
    expect(await attach(id, 'large.png', Buffer.alloc(20 * MEGABYTE + 1))).toMatchObject({ status: 413 })
    await brokenOff(id)
    expect(await rows()).toEqual(before)
    const first = await attach(id, 'once.png', png(70_000))
    expect((await attach(id, 'again.png', png(70_000))).data).toEqual(first.data)
    expect(await rows()).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 3])
    expect(await act('del', id)).toMatchObject({ success: true })
    expect(await rows()).toEqual(before)
  })

  test('are as many, as large and of such kinds as the tenant allows', async () => {
    const id = await draft()
    const limit = (value: object) =>
      notify.db.tenant(notify.tenantId, tx =>
        tx.execute(
          `insert into platform_setting (tenant_id, id, key, value) values ($1, $2, 'notifications.noticeFiles', $3)
           on conflict (tenant_id, key) do update set value = excluded.value`,
          [notify.tenantId, newId(), JSON.stringify(value)],
        ),
      )
    await limit({ files: 1, megabytes: 1, kinds: ['png'] })
    expect(await attach(id, 'a.png', png(MEGABYTE))).toMatchObject({ status: 413, code: 'notifications.fileTooLarge' })
    expect((await attach(id, 'a.txt', Buffer.from('words'))).code).toBe('kernel.invalid')
    expect((await attach(id, 'a.png', png())).success).toBe(true)
    expect(await attach(id, 'b.png', png(5))).toMatchObject({ code: 'notifications.tooManyFiles' })
    await notify.db.tenant(notify.tenantId, tx => tx.execute('delete from platform_setting'))
    expect((await attach(id, 'b.png', png(5))).success).toBe(true)
  })
})

test('a kind is what is in the file; documents with programs, archives and pages are none', () => {
  const zip = (...names: string[]) => Buffer.from(`PK\u0003\u0004${names.join(' ')}`, 'latin1')
  const office = '[Content_Types].xml'
  expect(
    [
      Buffer.from('%PDF-1.7 …'),
      Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
      Buffer.from('GIF89a'),
      Buffer.from('RIFF0000WEBPVP8 '),
      zip(office, 'word/document.xml'),
      zip(office, 'xl/workbook.xml'),
      Buffer.from('日期,电量\r\n1,2'),
    ].map(kindOf),
  ).toEqual(['pdf', 'jpeg', 'gif', 'webp', 'docx', 'xlsx', 'text'])
  for (const bytes of [
    EXE,
    zip(office, 'word/document.xml', 'word/vbaProject.bin'),
    zip('a.exe'),
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
    Buffer.from([0xb5, 0xe7]),
  ])
    expect(kindOf(bytes)).toBeNull()
})
