import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { aUser } from '@wattyard/identity/testing'
import { internetReach, col } from '@wattyard/server-kit'
import { TEST_CERTIFICATE } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type NotifyServer, notifyServer, type Person, type SmtpStandIn, smtpStandIn } from '../../testing/index.ts'
import { claimDue, LOST_AFTER_MS, RETRY_MS } from './deliver.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
let notify: NotifyServer
let admin: Person
let smtp: SmtpStandIn
let sms: Server
const smsHeard: URLSearchParams[] = []
let serial = 0

beforeAll(async () => {
  smtp = await smtpStandIn()
  sms = createServer((request, response) => {
    smsHeard.push(new URL(request.url ?? '/', 'http://x').searchParams)
    response.end('{"Code":"OK","BizId":"b-1"}')
  })
  await new Promise<void>(done => sms.listen(0, '127.0.0.1', done))
  notify = await notifyServer({ outbound: internetReach(['localhost', '127.0.0.1']), mailCa: TEST_CERTIFICATE })
  admin = await notify.person(['*'], { displayName: '陈主任' })
  await notify.db.platform(tx =>
    tx.execute(
      "update identity_user set role_ids = array(select id from identity_role where tenant_id = $1 and code = 'admin') where id = $2",
      [notify.tenantId, admin.id],
    ),
  )
})
afterAll(async () => {
  await smtp.close()
  sms.close()
  await notify.close()
})
beforeEach(async () => {
  smtp.mails.length = 0
  smtp.replies.clear()
  smsHeard.length = 0
  await notify.later(24 * HOUR)
  await notify.db.platform(async tx => {
    await tx.execute('delete from notifications_delivery')
    await tx.execute('delete from notifications_channel')
  })
})

async function setChannel(channel: string, settings: object) {
  const { data } = await admin.browser.post('/api/fwgl/notifyChannel/list')
  const { version } = data.list.find((one: { channel: string }) => one.channel === channel)
  const answer = await admin.browser.post('/api/fwgl/notifyChannel/save', {
    channel,
    enabled: true,
    settings,
    version,
    secret: 'word',
  })
  expect(answer.success).toBe(true)
}
const mailOn = () =>
  setChannel('mail', {
    host: 'localhost',
    port: smtp.port,
    security: 'starttls',
    user: 'mailer',
    from: 'noreply@charge.example',
    fromName: '绿途充电',
  })
const smsOn = () =>
  setChannel('sms', {
    endpoint: `http://127.0.0.1:${(sms.address() as AddressInfo).port}/`, // it listens on TCP
    accessKeyId: 'LTAI',
    signName: '绿途充电',
    templateCode: 'SMS_1',
    variable: 'title',
  })
async function employee(over: Record<string, unknown> = {}): Promise<string> {
  const loginName = `letter${++serial}`
  const { data } = await admin.browser.post('/api/sys/user/save', { loginName, displayName: '周敏', ...over })
  return data.id
}
async function invited(id: string): Promise<{ path: string; sentBy: string[] }> {
  const { data } = await admin.browser.post('/api/sys/user/invite', { id })
  return data.list[0]
}
async function outbox(id: string) {
  const { data } = await admin.browser.post('/api/fwgl/notifyDelivery/list', { filter: { person: id }, pageSize: 100 })
  return data.list
}
/** Everything that is stored of letters to a person, as somebody who reads the table sees it. */
async function stored(id: string): Promise<string> {
  const rows = await notify.db.platform(tx =>
    tx.query(
      { text: col.text },
      "select row_to_json(d)::text || encode(coalesce(sealed_letter, ''), 'escape') as text from notifications_delivery d where person_id = $1",
      [id],
    ),
  )
  return rows.map(row => row.text).join()
}
/** What the mail says, by the one of the two encodings that it was given. */
function bodyOf(index = 0): string {
  const { text = '' } = smtp.mails[index] ?? {}
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/Encoding: base64/.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  const bytes = body.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_all, hex: string) => `%${hex}`)
  return decodeURIComponent(bytes)
}
/** Letters that could still be opened by who has the key. */
const sealedLetters = () =>
  notify.db.platform(tx => tx.query('select person_id from notifications_delivery where sealed_letter is not null'))
const secretIn = (path: string) => path.replace('/login#invitation=', '')

describe('an invitation by mail', () => {
  test('goes to the mailbox with the whole link, in the reader’s language; the outbox keeps no secret', async () => {
    await mailOn()
    const id = await employee({ email: 'ana@example.es', language: 'es' })
    const { path, sentBy } = await invited(id)
    expect(sentBy).toEqual(['mail'])
    expect(await stored(id)).not.toContain(secretIn(path))
    await notify.deliver()
    expect(smtp.mails).toHaveLength(1)
    expect(smtp.mails[0]?.to).toEqual(['ana@example.es'])
    expect(bodyOf()).toContain(`https://charge.example/jkweb${path}`)
    expect(bodyOf()).toContain('Abra el enlace')
    const [row] = await outbox(id)
    expect(row).toMatchObject({
      state: 'sent',
      kind: 'identity.invitation',
      address: 'ana@example.es',
      title: expect.stringContaining('le ha invitado'),
    })
    expect(row.can).not.toContain('retry')
    expect(await stored(id)).not.toContain(secretIn(path))
    expect(await sealedLetters()).toEqual([])
  })

  test('without a channel, or without an address, nothing is queued and the answer says so', async () => {
    const id = await employee({ email: 'li@example.cn' })
    expect((await invited(id)).sentBy).toEqual([])
    await mailOn()
    const other = await employee({ phone: '13800138000' })
    expect((await invited(other)).sentBy).toEqual([])
    expect([...(await outbox(id)), ...(await outbox(other))]).toEqual([])
  })

  test('a second before the first has left takes its place: one mail, with the link that works', async () => {
    await mailOn()
    const id = await employee({ email: 'li@example.cn' })
    await invited(id)
    const { path } = await invited(id)
    await notify.deliver()
    expect(smtp.mails).toHaveLength(1)
    expect(bodyOf()).toContain(path)
  })

  test('is tried again while the server is busy, and not after the link has run out', async () => {
    await mailOn()
    const id = await employee({ email: 'li@example.cn' })
    const { path } = await invited(id)
    smtp.replies.set('AUTH', '454 busy')
    await notify.deliver()
    expect(await outbox(id)).toMatchObject([{ state: 'waiting', attempts: 1 }])
    expect(await stored(id)).not.toContain(secretIn(path))
    smtp.replies.clear()
    await notify.later(RETRY_MS[0])
    await notify.deliver()
    expect(smtp.mails).toHaveLength(1)
    const late = await employee({ email: 'wu@example.cn' })
    await invited(late)
    await notify.later(72 * HOUR)
    await notify.deliver()
    expect(smtp.mails).toHaveLength(1)
    expect(await outbox(late)).toMatchObject([{ state: 'needless' }])
  })

  test('called off, or lost with its sender, its secret is gone and it is not sent again', async () => {
    await mailOn()
    const id = await employee({ email: 'li@example.cn' })
    await invited(id)
    const [waiting] = await outbox(id)
    await admin.browser.post('/api/fwgl/notifyDelivery/cancel', { id: waiting.id })
    const lost = await employee({ email: 'wu@example.cn' })
    await invited(lost)
    await notify.db.platform(tx => claimDue(tx, notify.server.clock.now()))
    await notify.later(LOST_AFTER_MS + 1)
    await notify.deliver()
    expect(await outbox(lost)).toMatchObject([{ state: 'unclear' }])
    expect(smtp.mails).toEqual([])
    expect(await sealedLetters()).toEqual([])
    for (const person of [id, lost]) expect((await outbox(person))[0].can).not.toContain('retry')
  })

  test('moved to another row it does not open, and what happens says nothing of it', async () => {
    await mailOn()
    const id = await employee({ email: 'li@example.cn' })
    const thief = await employee({ email: 'thief@example.cn' })
    await invited(id)
    await invited(thief)
    await notify.db.platform(tx =>
      tx.execute(
        `update notifications_delivery set sealed_letter = (select sealed_letter from notifications_delivery where person_id = $1) where person_id = $2`,
        [id, thief],
      ),
    )
    await notify.deliver()
    expect(smtp.mails.map(mail => mail.to)).toEqual([['li@example.cn']])
    expect(await outbox(thief)).toMatchObject([{ state: 'waiting', title: null }])
  })
})

describe('a code for a forgotten password', () => {
  test('goes by every way that is on: mail and text message; the code is veiled in the outbox', async () => {
    await mailOn()
    await smsOn()
    const person = await aUser(notify.db, notify.tenantId, { email: 'li@example.cn', phone: '13800138000' })
    const stranger = notify.server.browser('10.3.3.3')
    expect((await stranger.post('/api/user/pwd/forget/send', { username: person.loginName })).success).toBe(true)
    await notify.server.identity.flush()
    await notify.deliver()
    const [code = ''] = /\d{8}/.exec(smsHeard[0]?.get('TemplateParam') ?? '') ?? []
    expect(code).toMatch(/^\d{8}$/)
    expect(bodyOf()).toContain(code)
    expect(await outbox(person.id)).toMatchObject([
      { state: 'sent', title: '重置密码验证码：••••••••' },
      { state: 'sent', title: '重置密码验证码：••••••••' },
    ])
    expect(await stored(person.id)).not.toContain(code)
    const used = await stranger.post('/api/user/pwd/forget/update', {
      username: person.loginName,
      code,
      newPassword: 'a quite new passphrase',
    })
    expect(used.success).toBe(true)
  })

  test('letters are no kinds of messages: no rule and no preference is about them', async () => {
    const kinds = await admin.browser.get('/api/msg/kinds')
    expect(kinds.text).not.toContain('identity.invitation')
    const answer = await admin.browser.post('/api/fwgl/notifyRule/save', {
      kind: 'identity.resetCode',
      minSeverity: 'info',
      compulsory: false,
      active: true,
      channels: ['console'],
    })
    expect(Object.keys(answer.data.fields)).toEqual(['kind'])
  })
})
