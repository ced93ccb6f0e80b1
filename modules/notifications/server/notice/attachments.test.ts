import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { aTenant } from '@wattyard/identity/testing'
import { col, newId } from '@wattyard/server-kit'
import { ROOT, testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NoticeToRead } from '../../contract/index.ts'
import { type NotifyServer, notifyServer, type Person } from '../../testing/index.ts'

const RIGHTS = ['read', 'create', 'update', 'delete', 'publish', 'withdraw'].map(one => `notifications.notice:${one}`)
const NOT_FOUND = { status: 404, code: 'kernel.notFound' }
const pdf = (size = 100, fill = 'a') => Buffer.from(`%PDF-1.7 ${fill.repeat(size)}`)

let notify: NotifyServer
let editor: Person

beforeAll(async () => {
  notify = await notifyServer()
  editor = await notify.person(RIGHTS, { displayName: '陈静' })
})
afterAll(() => notify.close())

const text = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '周三停电' }] }] }
const save = (fields: object = {}) =>
  editor.browser.send('POST', '/api/activity/notice/save', {
    title: '停电通知',
    body: text,
    isPinned: false,
    mustConfirm: false,
    ...fields,
  })
/** Bytes as the body, the input in the address. */
async function chunk({ browser }: Person, id: string, content: Buffer) {
  const query = new URLSearchParams({ id, chunk: '0', token: browser.cookies.get('Admin-Token') ?? '' })
  const response = await notify.server.app.fastify.inject({
    method: 'POST',
    url: `/chg/api/file/chunk?${query.toString()}`,
    headers: {
      cookie: [...browser.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
      'content-type': 'application/octet-stream',
      host: 'wattyard.test',
    },
    payload: content,
  })
  return response.json()
}
async function sent(name: string, content = pdf(), as = editor): Promise<string> {
  const begun = await as.browser.post('/api/file/begin', {
    resource: 'notifications.notice',
    field: 'attachments',
    name,
    bytes: content.length,
    mark: newId(),
  })
  if (!begun.success) throw new Error(begun.text)
  await chunk(as, begun.data.id, content)
  const { data } = await as.browser.post('/api/file/finish', { id: begun.data.id })
  return data.id
}
const act = (what: string, id: string) => editor.browser.post(`/api/activity/notice/${what}`, { id })
const fetched = ({ browser }: Person, id: string) => browser.get('/api/file/get', { id })

describe('files of a notice', () => {
  test('come with it to its readers, byte for byte, while it is in force for them', async () => {
    const reader = await notify.person([])
    const content = pdf(100_000)
    const file = await sent('停电 范围.pdf', content)
    const { data: notice } = await save({ attachments: [file] })
    expect(await fetched(reader, file)).toMatchObject(NOT_FOUND)
    await act('publish', notice.id)
    const { list } = (await reader.browser.get('/api/msg/notice/list')).data as { list: NoticeToRead[] }
    expect(list.find(one => one.id === notice.id)?.files).toMatchObject([
      { id: file, name: '停电 范围.pdf', type: 'pdf', bytes: content.length },
    ])
    const answer = await fetched(reader, file)
    expect(answer.bytes.equals(content)).toBe(true)
    expect(answer.headers['content-disposition']).toMatch(/^attachment;/)
    await notify.db.platform(tx =>
      tx.execute('update notifications_notice set office_ids = $2 where id = $1', [notice.id, [newId()]]),
    )
    expect(await fetched(reader, file)).toMatchObject(NOT_FOUND)
    await notify.db.platform(tx =>
      tx.execute('update notifications_notice set office_ids = null where id = $1', [notice.id]),
    )
    const code = `n${newId().slice(-8)}`
    const { tenantId } = await aTenant(notify.db, { code })
    expect(await fetched(await notify.person(RIGHTS, { of: { tenantId, code } }), file)).toMatchObject(NOT_FOUND)
    await act('withdraw', notice.id)
    expect(await fetched(reader, file)).toMatchObject(NOT_FOUND)
    expect((await fetched(editor, file)).status).toBe(200)
  })

  test('change only while it is not published, and the history says how', async () => {
    const { data: notice } = await save({ attachments: [await sent('a.pdf')] })
    await act('publish', notice.id)
    expect((await save({ id: notice.id, attachments: [] })).code).toBe('kernel.notAllowedNow')
    await act('withdraw', notice.id)
    expect((await save({ id: notice.id, attachments: [] })).success).toBe(true)
    const { data: history } = await editor.browser.get('/api/activity/notice/history', { id: notice.id })
    expect(Object.values(history.labels['kernel.file'])).toEqual(['a.pdf'])
  })

  test('are as many, as large and of such types as the tenant allows; what it has already stays', async () => {
    const { data: notice } = await save({ attachments: [await sent('a.pdf')] })
    await notify.db.tenant(notify.tenantId, tx =>
      tx.execute(`insert into platform_setting (tenant_id, id, key, value) values ($1, $2, $3, $4)`, [
        notify.tenantId,
        newId(),
        'notifications.noticeFiles',
        JSON.stringify({ files: 2, megabytes: 1, kinds: ['text'] }),
      ]),
    )
    const rules = await editor.browser.get('/api/activity/notice/fileRules')
    expect(rules.data).toEqual({ files: 2, megabytes: 1, kinds: ['text'] })
    const flaw = async (attachments: string[]) =>
      (await save({ id: notice.id, attachments: [...notice.attachments, ...attachments] })).data.fields?.attachments
    expect(await flaw([await sent('b.pdf')])).toBe('“b.pdf”的类型不在附件规则内')
    const [one, two] = [await sent('1.txt', Buffer.from('one')), await sent('2.txt', Buffer.from('two'))]
    expect(await flaw([one, two])).toBe('每条公告最多 2 个附件')
    expect(await flaw([one])).toBeUndefined()
    await notify.db.tenant(notify.tenantId, tx => tx.execute('delete from platform_setting'))
  })
})

test('files that notices had before there was one store come into it as they were', async () => {
  const migration = (name: string) => readFileSync(join(ROOT, 'migrations', `${name}.sql`), 'utf8')
  const [tenant, notice, first, second] = [newId(), newId(), newId(), newId()]
  const file = (id: string, name: string, kind: string) =>
    `insert into notifications_notice_file (tenant_id, id, notice_id, name, kind, bytes, sha256, added_by)
       values ('${tenant}', '${id}', '${notice}', '${name}', '${kind}', 5, '${id.replaceAll('-', '').repeat(2)}', '陈静');
     insert into notifications_notice_file_part (tenant_id, file_id, part, content)
       values ('${tenant}', '${id}', 0, '${kind === 'pdf' ? 'bytes' : 'words'}');`
  const db = await testDatabase({
    sql: `alter table notifications_notice drop column attachments_file_ids;
      ${migration('0214_notifications_notice_file')}
      insert into notifications_notice (tenant_id, id, title, body, is_pinned, must_confirm, state, search_text)
        values ('${tenant}', '${notice}', 'x', '{}', false, false, 'published', '');
      ${file(first, 'a.pdf', 'pdf')} ${file(second, 'b.txt', 'text')}
      ${migration('0359_notifications_attachments')}`,
  })
  try {
    const [held] = await db.platform(tx =>
      tx.query({ ids: col.uuids }, 'select attachments_file_ids as ids from notifications_notice'),
    )
    expect(held?.ids).toEqual([first, second])
    const files = await db.platform(tx =>
      tx.query(
        { name: col.text, type: col.text, state: col.text, record_id: col.uuid, content: col.bytes },
        `select name, type, state, record_id, content from kernel_file f
         join kernel_file_part p on p.tenant_id = f.tenant_id and p.file_id = f.id order by name`,
      ),
    )
    expect(files.map(file => ({ ...file, content: String(Buffer.from(file.content)) }))).toEqual([
      { name: 'a.pdf', type: 'pdf', state: 'ready', record_id: notice, content: 'bytes' },
      { name: 'b.txt', type: 'text', state: 'ready', record_id: notice, content: 'words' },
    ])
  } finally {
    await db.close()
  }
})
