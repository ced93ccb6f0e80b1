import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AppMessage } from '@wattyard/identity/server'
import { aTenant } from '@wattyard/identity/testing'
import { internetReach, newId, col } from '@wattyard/server-kit'
import { callerWith, TEST_CERTIFICATE } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DeliveryState } from '../../contract/index.ts'
import {
  aKey,
  type NotifyServer,
  notifyServer,
  type Person,
  type SmtpStandIn,
  smtpStandIn,
} from '../../testing/index.ts'
import { claimDue, LOST_AFTER_MS, RETRY_MS } from './deliver.ts'

const MINUTE = 60_000
let notify: NotifyServer
let admin: Person
let smtp: SmtpStandIn
let sms: Server
let smsAnswer = { status: 200, body: '{"Code":"OK","BizId":"b-1"}' }
const smsHeard: URLSearchParams[] = []
const wechatHeard: AppMessage[] = []
let wechatAnswer: 'sent' | 'refused' | 'later' | 'throw' = 'sent'

beforeAll(async () => {
  smtp = await smtpStandIn()
  sms = createServer((request, response) => {
    smsHeard.push(new URL(request.url ?? '/', 'http://x').searchParams)
    response.writeHead(smsAnswer.status).end(smsAnswer.body)
  })
  await new Promise<void>(done => sms.listen(0, '127.0.0.1', done))
  notify = await notifyServer({
    outbound: internetReach(['localhost', '127.0.0.1']),
    mailCa: TEST_CERTIFICATE,
    messenger: {
      name: 'standIn',
      async notify(message) {
        wechatHeard.push(message)
        if (wechatAnswer === 'throw') throw new Error('no line')
        return wechatAnswer === 'sent'
          ? { outcome: 'sent', receipt: 'm-1' }
          : { outcome: wechatAnswer, reason: '43004' }
      },
    },
  })
  admin = await notify.person(['*'], { email: 'boss@example.cn' })
  const roles = await notify.db.platform(tx =>
    tx.query({ id: col.uuid }, "select id from identity_role where tenant_id = $1 and code = 'admin'", [
      notify.tenantId,
    ]),
  )
  await notify.db.platform(tx =>
    tx.execute('update identity_user set role_ids = $2 where id = $1', [admin.id, [roles[0]?.id]]),
  )
})
afterAll(async () => {
  await smtp.close()
  sms.close()
  await notify.close()
})

const MAIL = {
  host: 'localhost',
  security: 'starttls',
  user: 'mailer',
  from: 'noreply@charge.example',
  fromName: '绿途充电',
}

async function setChannel(channel: string, settings: object, over: object = {}) {
  const { data } = await admin.browser.post('/api/fwgl/notifyChannel/list')
  const { version } = data.list.find((one: { channel: string }) => one.channel === channel)
  return admin.browser.post('/api/fwgl/notifyChannel/save', { channel, enabled: true, settings, version, ...over })
}
async function rule(fields: object): Promise<string> {
  const answer = await admin.browser.post('/api/fwgl/notifyRule/save', {
    kind: 'gateway.pileOffline',
    minSeverity: 'info',
    compulsory: false,
    active: true,
    ...fields,
  })
  if (!answer.success) throw new Error(answer.text)
  return answer.data.id
}
interface Row {
  id: string
  state: DeliveryState
  title: string | null
  body: string | null
  address: string | null
  attempts: number
  messages: number
  error: string | null
  receipt: string | null
  due: number
  can: string[]
}
async function outbox(person: Person): Promise<Row[]> {
  const { data } = await admin.browser.post('/api/fwgl/notifyDelivery/list', {
    filter: { person: person.id },
    pageSize: 100,
  })
  return data.list
}
const later = (ms: number) => notify.later(ms)
const calls = (peer: string, delivery: string | undefined) =>
  notify.db.platform(tx =>
    tx.query('select * from kernel_interface_call where peer = $1 and correlation_id = $2 order by id', [
      peer,
      delivery,
    ]),
  )
const offline = (code: string) => notify.news('gateway.pile-offline', aKey(), { code })
const READ = ['assets.pile:read']

beforeEach(async () => {
  smtp.mails.length = 0
  smtp.replies.clear()
  smsHeard.length = 0
  wechatHeard.length = 0
  smsAnswer = { status: 200, body: '{"Code":"OK","BizId":"b-1"}' }
  wechatAnswer = 'sent'
  await later(24 * 60 * MINUTE)
  await notify.db.platform(async tx => {
    await tx.execute('delete from notifications_rule')
    await tx.execute('delete from notifications_delivery')
    await tx.execute('delete from notifications_channel')
  })
})

describe('the local outbox', () => {
  test('without channels a rule leaves what would be sent, in the words of its reader; without a rule nothing', async () => {
    const reader = await notify.person(READ, { email: 'ana@example.es', language: 'es' })
    await offline('P-0')
    await later(10 * MINUTE)
    expect(await outbox(reader)).toEqual([])
    await rule({ channels: ['console', 'mail'] })
    await offline('P-1')
    await later(MINUTE)
    await notify.deliver()
    expect(await outbox(reader)).toMatchObject([
      { state: 'local', title: 'Cargador sin conexión: P-1', address: 'ana@example.es', messages: 1, attempts: 1 },
    ])
  })

  test('three hundred piles are one delivery, not three hundred, and the next leaves after the pause', async () => {
    const reader = await notify.person(READ, { email: 'li@example.cn' })
    await setChannel('mail', { ...MAIL, port: smtp.port }, { secret: 'word' })
    await rule({ personIds: [reader.id], channels: ['console', 'mail'] })
    for (let i = 1; i <= 300; i++) await offline(`P-${i}`)
    await notify.deliver()
    expect(smtp.mails).toHaveLength(0)
    await later(MINUTE)
    await notify.deliver()
    expect(smtp.mails).toHaveLength(1)
    expect(await outbox(reader)).toMatchObject([{ state: 'sent', title: '300 台充电桩离线', messages: 1 }])
    // Another one right away joins the unread message; it leaves when five minutes are over, as one.
    await offline('P-301')
    await offline('P-302')
    await later(4 * MINUTE)
    await notify.deliver()
    expect(smtp.mails).toHaveLength(1)
    await later(MINUTE)
    await notify.deliver()
    expect(smtp.mails).toHaveLength(2)
    expect((await outbox(reader))[0]).toMatchObject({ title: '302 台充电桩离线' })
  })

  test('several messages of a kind leave as a digest; what was read in the console meanwhile does not', async () => {
    const reader = await notify.person(
      ['identity.user:signOut', 'platform.approval:approve', 'platform.approval:all'],
      {
        email: 'li@example.cn',
      },
    )
    await rule({
      kind: 'platform.approvalAsked',
      personIds: [reader.id],
      channels: ['console', 'mail'],
      quietFrom: '00:00',
      quietTo: '23:59',
    })
    const asked = (subject: string) =>
      notify.news('platform.approval-asked', aKey(), {
        resource: 'identity.user',
        command: 'signOut',
        subject,
        askerId: newId(),
        askedBy: '李娜',
        operatorId: null,
      })
    for (let i = 1; i <= 13; i++) await asked(`甲${i}`)
    const [newest] = (await notify.inbox(reader)).list
    await reader.browser.post('/api/msg/read', { id: newest?.id })
    await later(24 * 60 * MINUTE)
    await notify.deliver()
    const [sent] = await outbox(reader)
    expect(sent).toMatchObject({ state: 'local', title: '12 条消息：待审批', messages: 13 })
    expect(sent?.body?.split('\n')).toHaveLength(11)
    expect(sent?.body).toContain('……另有 2 条')
    expect(sent?.body).not.toContain('甲13')
    await later(10 * MINUTE)
    await asked('乙')
    await reader.browser.post('/api/msg/read')
    await later(24 * 60 * MINUTE)
    await notify.deliver()
    expect((await outbox(reader)).map(one => one.state)).toEqual(['needless', 'local'])
  })
})

describe('mail', () => {
  test('over STARTTLS with a sign-in, to the person, with a link; the same delivery is never sent twice', async () => {
    const reader = await notify.person(READ, { email: 'li@example.cn' })
    await setChannel('mail', { ...MAIL, port: smtp.port }, { secret: 'word' })
    await rule({ personIds: [reader.id], channels: ['mail'] })
    await offline('P-1')
    await later(MINUTE)
    await notify.deliver()
    await notify.deliver()
    expect(smtp.mails).toMatchObject([
      { from: 'noreply@charge.example', to: ['li@example.cn'], isEncrypted: true, user: 'mailer' },
    ])
    const text = smtp.mails[0]?.text ?? ''
    const [row] = await outbox(reader)
    expect(row).toMatchObject({ state: 'sent', attempts: 1, error: null })
    expect(text).toContain(`Message-ID: <${row?.id}@charge.example>`)
    expect(text).toContain('Auto-Submitted: auto-generated')
    // Quoted-printable (RFC 2045 §6.7).
    const body = decodeURIComponent(
      text
        .replaceAll('=\r\n', '')
        .replace(/=([0-9A-F]{2})/g, '%$1')
        .split('\r\n\r\n')
        .slice(1)
        .join('\n'),
    )
    expect(body).toContain('南山 的 P-1（P-1）已离线超过 5 分钟')
    expect(body).toContain('https://charge.example/jkweb/device/deviceView')
    // Without `console` among the ways it stands in the archive and rings no bell.
    expect((await notify.inbox(reader)).list).toEqual([])
    expect((await notify.inbox(reader, { box: 'archive' })).list).toHaveLength(1)
  })

  test('a busy server is asked again with longer and longer pauses, and given up after the last', async () => {
    const reader = await notify.person(READ, { email: 'li@example.cn' })
    await setChannel('mail', { ...MAIL, port: smtp.port }, { secret: 'word' })
    await rule({ personIds: [reader.id], channels: ['mail'] })
    smtp.replies.set('RCPT', '451 try later')
    await offline('P-1')
    await later(MINUTE)
    for (const [i, pause] of RETRY_MS.entries()) {
      await notify.deliver()
      expect(await outbox(reader)).toMatchObject([
        { state: 'waiting', attempts: i + 1, error: expect.stringContaining('451') },
      ])
      await later(pause - 1)
      expect(await notify.deliver()).toBe(0)
      await later(1)
    }
    await notify.deliver()
    const [row] = await outbox(reader)
    expect(row).toMatchObject({
      state: 'failed',
      attempts: RETRY_MS.length + 1,
      can: expect.arrayContaining(['retry']),
    })
    expect(smtp.mails).toEqual([])
    smtp.replies.clear()
    expect(await admin.browser.post('/api/fwgl/notifyDelivery/retry', { ids: [row?.id] })).toMatchObject({
      success: true,
    })
    await notify.deliver()
    expect(await outbox(reader)).toMatchObject([{ state: 'sent', error: null }])
    expect(smtp.mails).toHaveLength(1)
    expect((await admin.browser.post('/api/fwgl/notifyDelivery/retry', { ids: [row?.id] })).code).toBe(
      'kernel.notAllowedNow',
    )
  })

  test('refused for good is not tried again; broken off after the text is unclear and not repeated', async () => {
    const reader = await notify.person(READ, { email: 'li@example.cn' })
    await setChannel('mail', { ...MAIL, port: smtp.port }, { secret: 'word' })
    await rule({ personIds: [reader.id], channels: ['mail'] })
    smtp.replies.set('RCPT', '550 no such mailbox')
    await offline('P-1')
    await later(MINUTE)
    await notify.deliver()
    expect(await outbox(reader)).toMatchObject([
      { state: 'failed', attempts: 1, error: expect.stringContaining('550') },
    ])
    smtp.replies.clear()
    smtp.replies.set('END', 'drop')
    await later(20 * MINUTE)
    await offline('P-2')
    await later(MINUTE)
    await notify.deliver()
    await later(24 * 60 * MINUTE)
    await notify.deliver()
    expect(smtp.mails).toHaveLength(1)
    expect((await outbox(reader))[0]).toMatchObject({ state: 'unclear', attempts: 1 })
  })

  test('no mail without encryption where it was asked for, nor to a server with another’s certificate', async () => {
    const reader = await notify.person(READ, { email: 'li@example.cn' })
    await rule({ personIds: [reader.id], channels: ['mail'] })
    await setChannel('mail', { ...MAIL, port: smtp.port }, { secret: 'word' })
    smtp.replies.set('STARTTLS', '454 no')
    await offline('P-1')
    await later(MINUTE)
    await notify.deliver()
    expect(smtp.mails).toEqual([])
    smtp.replies.clear()
    await setChannel('mail', { ...MAIL, host: '127.0.0.1', port: smtp.port }, { secret: 'word' })
    await later(MINUTE)
    await notify.deliver()
    expect(smtp.mails).toEqual([])
    expect(await outbox(reader)).toMatchObject([{ state: 'waiting', attempts: 2 }])
  })

  test('what a server says to a wrong password is in the outbox and the log by its numbers alone', async () => {
    const reader = await notify.person(READ, { email: 'li@example.cn' })
    await setChannel('mail', { ...MAIL, port: smtp.port }, { secret: 'canary-word' })
    await rule({ personIds: [reader.id], channels: ['mail'] })
    smtp.replies.set('AUTH', '535 5.7.8 no such user mailer with canary-word')
    await offline('P-1')
    await later(MINUTE)
    await notify.deliver()
    const [row] = await outbox(reader)
    expect(row).toMatchObject({ state: 'waiting', error: 'SMTP 535 5.7.8' })
    const line = { method: 'SMTP', host: `localhost:${smtp.port}`, path: '/', status: 535, outcome: 'refused' }
    expect(await calls('mail', row?.id)).toMatchObject([{ ...line, reason: '535' }])
    smtp.replies.clear()
    await later(RETRY_MS[0])
    await notify.deliver()
    expect(await calls('mail', row?.id)).toMatchObject([line, { ...line, status: null, outcome: 'ok' }])
    expect(JSON.stringify(await calls('mail', row?.id))).not.toMatch(/canary|li@example|P-1/)
  })

  test('who has no address gets none, and it says so', async () => {
    const reader = await notify.person(READ)
    await rule({ personIds: [reader.id], channels: ['mail'] })
    await setChannel('mail', { ...MAIL, port: smtp.port })
    await offline('P-1')
    await later(MINUTE)
    await notify.deliver()
    expect(await outbox(reader)).toMatchObject([
      { state: 'failed', address: null, error: 'the person has no address for this' },
    ])
  })
})

describe('text messages and WeChat', () => {
  const SMS = () => ({
    endpoint: `http://127.0.0.1:${(sms.address() as AddressInfo).port}/`, // it listens on TCP
    accessKeyId: 'LTAI',
    signName: '绿途充电',
    templateCode: 'SMS_1',
    variable: 'title',
  })
  const WECHAT = { templateId: 'T1', titleKey: 'thing1', textKey: 'thing2', timeKey: 'time3' }

  test.each([
    ['{"Code":"OK","BizId":"b-7"}', 'sent', 'b-7'],
    ['{"Code":"isv.BUSINESS_LIMIT_CONTROL","Message":"slow down"}', 'waiting', null],
    ['{"Code":"isv.MOBILE_NUMBER_ILLEGAL","Message":"no"}', 'failed', null],
    ['<html>oops', 'unclear', null],
  ])('the provider says %s: %s', async (body, state, receipt) => {
    const reader = await notify.person(READ, { phone: '+86 13800138000' })
    await setChannel('sms', SMS(), { secret: 'shh' })
    await rule({ personIds: [reader.id], channels: ['sms'] })
    smsAnswer = { status: 200, body }
    await offline(`P-${'9'.repeat(60)}`)
    await later(MINUTE)
    await notify.deliver()
    expect(await outbox(reader)).toMatchObject([{ state, receipt }])
    const [row] = await outbox(reader)
    expect(Object.fromEntries(smsHeard[0] ?? [])).toEqual({
      PhoneNumbers: '13800138000',
      SignName: '绿途充电',
      TemplateCode: 'SMS_1',
      TemplateParam: JSON.stringify({ title: `充电桩离线：P-${'9'.repeat(26)}…` }),
      OutId: row?.id,
    })
  })

  test('the provider’s code is kept of a no, not its text, which repeats what was signed; the call is one line', async () => {
    const reader = await notify.person(READ, { phone: '+86 13800138000' })
    await setChannel('sms', SMS(), { secret: 'shh' })
    await rule({ personIds: [reader.id], channels: ['sms'] })
    smsAnswer = { status: 400, body: '{"Code":"SignatureDoesNotMatch","Message":"POST LTAI 13800138000 canary"}' }
    await offline('P-1')
    await later(MINUTE)
    await notify.deliver()
    const [row] = await outbox(reader)
    expect(row).toMatchObject({ state: 'failed', error: 'SignatureDoesNotMatch' })
    const lines = await calls('sms', row?.id)
    expect(lines).toMatchObject([{ path: '/', status: 400, outcome: 'refused', reason: 'SignatureDoesNotMatch' }])
    expect(JSON.stringify(lines)).not.toMatch(/canary|LTAI|138001|P-1/)
  })

  test('WeChat tells those who have bound the account, by the template’s keys, with an id against repeats', async () => {
    const reader = await notify.person(READ)
    await notify.db.platform(tx =>
      tx.execute(
        "insert into identity_binding (tenant_id, user_id, app, openid, bound_at) values ($1, $2, 'standIn', 'oABCDEF', now())",
        [notify.tenantId, reader.id],
      ),
    )
    await setChannel('wechat', WECHAT)
    await rule({ personIds: [reader.id], channels: ['wechat'] })
    wechatAnswer = 'throw'
    await offline('P-1')
    await later(MINUTE)
    await notify.deliver()
    const [row] = await outbox(reader)
    expect(row).toMatchObject({ state: 'unclear', error: 'no line' })
    expect(wechatHeard).toEqual([
      {
        openid: 'oABCDEF',
        id: row?.id,
        template: 'T1',
        data: {
          thing1: '充电桩离线：P-1',
          thing2: '南山 的 P-1（P-1）已离线超过 …',
          time3: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
        },
        url: 'https://charge.example/jkweb/device/deviceView',
      },
    ])
  })
})

describe('crash and company', () => {
  test('what a sender left half-way is unclear after a while and does not leave by itself', async () => {
    const reader = await notify.person(READ, { email: 'li@example.cn' })
    await setChannel('mail', { ...MAIL, port: smtp.port }, { secret: 'word' })
    await rule({ personIds: [reader.id], channels: ['mail'] })
    await offline('P-1')
    await later(MINUTE)
    // The process dies between the mark and the provider.
    expect(await notify.db.platform(tx => claimDue(tx, notify.server.clock.now()))).toHaveLength(1)
    await notify.deliver()
    expect(await outbox(reader)).toMatchObject([{ state: 'sending' }])
    await later(LOST_AFTER_MS + 1)
    await notify.deliver()
    expect(await outbox(reader)).toMatchObject([{ state: 'unclear' }])
    expect(smtp.mails).toEqual([])
  })

  test('two senders at once take each delivery once', async () => {
    const readers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => notify.person(READ, { email: `r${i}@example.cn` })),
    )
    await setChannel('mail', { ...MAIL, port: smtp.port }, { secret: 'word' })
    await rule({ personIds: readers.map(reader => reader.id), channels: ['mail'] })
    await offline('P-1')
    await later(MINUTE)
    await Promise.all([notify.deliver(), notify.deliver()])
    expect(smtp.mails.map(mail => String(mail.to[0])).toSorted()).toEqual(readers.map((_, i) => `r${i}@example.cn`))
  })

  test('quiet hours hold back, but not what is critical; a cancelled one never leaves', async () => {
    const reader = await notify.person([...READ, 'ledger.account:read'], { email: 'li@example.cn' })
    const quiet = { quietFrom: '00:00', quietTo: '23:59', channels: ['mail'], personIds: [reader.id] }
    await rule(quiet)
    await rule({ ...quiet, kind: 'ledger.booksWrong' })
    await offline('P-1')
    await notify.news('ledger.verification-failed', notify.tenantId, { day: aKey() })
    await later(MINUTE)
    await notify.deliver()
    const rows = await outbox(reader)
    expect(rows.map(row => row.state).toSorted()).toEqual(['local', 'waiting'])
    const waiting = rows.find(row => row.state === 'waiting')
    await admin.browser.post('/api/fwgl/notifyDelivery/cancel', { ids: [waiting?.id] })
    await later(2 * 24 * 60 * MINUTE)
    await notify.deliver()
    expect((await outbox(reader)).map(row => row.state).toSorted()).toEqual(['cancelled', 'local'])
  })
})

describe('setting channels', () => {
  test('a secret is sealed, never told, and kept when it is left out; whoever knew an older state is refused', async () => {
    const { data } = await setChannel('mail', { ...MAIL, port: 587 }, { secret: 'p4ssw0rd-of-mail' })
    expect(data.list[0]).toEqual({
      channel: 'mail',
      enabled: true,
      settings: { ...MAIL, port: 587 },
      hasSecret: true,
      available: true,
      version: 1,
    })
    const stored = await notify.db.platform(tx =>
      tx.query({ sealed_secret: col.bytes }, 'select sealed_secret from notifications_channel'),
    )
    expect(Buffer.from(stored[0]?.sealed_secret ?? '').toString('latin1')).not.toContain('p4ssw0rd')
    const moved = await setChannel('mail', { ...MAIL, port: 465, security: 'tls' })
    expect(moved.data.fields).toEqual({ secret: '服务器、账号或加密方式已更换，请重新填写密码或密钥' })
    await setChannel('mail', { ...MAIL, port: 587, fromName: '绿途' }, { enabled: false })
    expect((await admin.browser.post('/api/fwgl/notifyChannel/list')).data.list[0]).toMatchObject({
      hasSecret: true,
      version: 2,
    })
    expect((await setChannel('mail', { ...MAIL, port: 587 }, { version: 1 })).code).toBe('kernel.stale')
    const log = await notify.db.platform(tx =>
      tx.query(
        { after: col.json<object>() },
        "select after from kernel_audit where resource = 'notifications.channel' and action = 'update'",
      ),
    )
    expect(JSON.stringify(log)).not.toContain('p4ssw0rd')
    expect(log.some(({ after }) => 'secret' in after)).toBe(true)
  })

  test('settings that cannot be are named, with line ends in headers among them', async () => {
    const wrong = async (channel: string, settings: object) =>
      Object.keys((await setChannel(channel, settings)).data.fields)
    expect(await wrong('mail', { ...MAIL, port: 0, host: 'a b', fromName: 'x\r\nBcc: all@example.cn' })).toEqual([
      'settings.host',
      'settings.port',
      'settings.fromName',
    ])
    expect(await wrong('mail', { ...MAIL, port: 25, extra: 1 })).toEqual(['settings.extra'])
    expect(await wrong('sms', { endpoint: 'javascript:alert(1)' })).toContain('settings.endpoint')
    expect(await wrong('wechat', { templateId: 'x', titleKey: '__proto__', textKey: '1', timeKey: 'a' })).toEqual([
      'settings.titleKey',
      'settings.textKey',
    ])
  })

  test('a test goes to who asks, and says what the provider said; none to hosts of one’s own network', async () => {
    const ask = (over: object = {}) => admin.browser.post('/api/fwgl/notifyChannel/test', { channel: 'mail', ...over })
    expect((await ask()).code).toBe('notifications.channelNotSet')
    await setChannel('mail', { ...MAIL, port: smtp.port }, { secret: 'word', enabled: false })
    expect((await ask()).data).toMatchObject({ ok: true })
    expect((await ask({ address: 'other@example.cn' })).data).toMatchObject({ ok: true })
    expect(smtp.mails.map(mail => mail.to)).toEqual([['boss@example.cn'], ['other@example.cn']])
    smtp.replies.set('AUTH', '535 wrong')
    expect((await ask()).data).toMatchObject({ ok: false, detail: expect.stringContaining('535') })
    for (const host of ['10.0.0.8', '169.254.169.254', '192.168.1.1']) {
      await setChannel('mail', { ...MAIL, host, port: 25 }, { secret: 'word' })
      expect((await ask()).data).toEqual({
        ok: false,
        detail: expect.stringContaining('not an address of the internet'),
      })
    }
    await setChannel('sms', {
      endpoint: 'https://[::1]/',
      accessKeyId: 'a',
      signName: 'b',
      templateCode: 'c',
      variable: 'd',
    })
    expect((await ask({ channel: 'sms', address: '13800138000' })).data.ok).toBe(false)
  })

  test('where letters go is the administrators’ alone: codes for forgotten passwords are among them', async () => {
    await setChannel('mail', { ...MAIL, port: 587 }, { secret: 'p4ssw0rd-of-mail' })
    const postman = await notify.person(['notifications.channel:read', 'notifications.channel:update'])
    const save = (settings: object, more: object = {}) =>
      postman.browser.post('/api/fwgl/notifyChannel/save', {
        channel: 'mail',
        enabled: true,
        settings: { ...MAIL, port: 587, ...settings },
        version: 1,
        ...more,
      })
    for (const settings of [
      { host: 'evil.example' },
      { port: 25 },
      { security: 'none' },
      { user: 'me' },
      { from: 'me@evil.example' },
    ]) {
      expect((await save(settings, { secret: 'mine' })).code).toBe('notifications.channelIsAdministrators')
      expect((await save(settings)).code).toBe('notifications.channelIsAdministrators')
    }
    expect((await save({ fromName: '客服' })).success).toBe(true)
    const sms = { endpoint: 'https://evil.example', accessKeyId: 'a', signName: 'b', templateCode: 'c', variable: 'd' }
    const first = { channel: 'sms', enabled: true, settings: sms, version: 0, secret: 'mine' }
    expect((await postman.browser.post('/api/fwgl/notifyChannel/save', first)).code).toBe(
      'notifications.channelIsAdministrators',
    )
  })

  test('who may not, and who sees only a part of the tenant, sets nothing; another tenant has its own', async () => {
    const reader = await notify.person(['notifications.channel:read'])
    const part = await notify.person(
      ['notifications.channel:update', 'notifications.rule:create', 'notifications.rule:update'],
      { rowScope: 'assigned', operatorIds: [newId()] },
    )
    const body = { channel: 'mail', enabled: true, settings: { ...MAIL, port: 25 }, version: 0 }
    expect((await reader.browser.post('/api/fwgl/notifyChannel/save', body)).status).toBe(403)
    expect((await part.browser.post('/api/fwgl/notifyChannel/save', body)).code).toBe('kernel.wholeTenantOnly')
    const fields = {
      kind: 'gateway.pileOffline',
      channels: ['sms'],
      minSeverity: 'info',
      compulsory: false,
      active: true,
    }
    expect((await part.browser.post('/api/fwgl/notifyRule/save', fields)).code).toBe('kernel.sharedRows')
    await setChannel('mail', { ...MAIL, port: 25 })
    const strange = await aTenant(notify.db, { code: 'elsewhere' })
    const foreign = await notify.person([], {
      of: { tenantId: strange.tenantId, code: 'elsewhere' },
      roleIds: [strange.roleIds.admin],
    })
    const { data } = await foreign.browser.post('/api/fwgl/notifyChannel/list')
    expect(data.list.map((one: { version: number }) => one.version)).toEqual([0, 0, 0])
    expect(callerWith({ tenantId: strange.tenantId }).tenantId).toBe(strange.tenantId)
  })
})

describe('rules and one’s own word', () => {
  test('a rule names a kind that exists, a way and whole hours', async () => {
    const wrong = async (fields: object) => {
      const answer = await admin.browser.post('/api/fwgl/notifyRule/save', {
        kind: 'gateway.pileOffline',
        channels: ['sms'],
        minSeverity: 'info',
        compulsory: false,
        active: true,
        ...fields,
      })
      return Object.keys(answer.data?.fields ?? {})
    }
    expect(await wrong({ kind: 'no.such' })).toEqual(['kind'])
    expect(await wrong({ channels: [] })).toEqual(['channels'])
    expect(await wrong({ channels: ['pigeon'] })).not.toEqual([])
    expect(await wrong({ quietFrom: '25:00', quietTo: '07:00' })).toEqual(['quietFrom'])
    expect(await wrong({ quietFrom: '22:00' })).toEqual(['quietTo'])
    const id = await rule({ channels: ['sms'], quietFrom: '22:00', quietTo: '07:00' })
    const answer = await admin.browser.post('/api/fwgl/notifyRule/save', { id, version: 1, quietTo: '' })
    expect(Object.keys(answer.data.fields)).toEqual(['quietTo'])
  })

  test('a person switches ways off for themself, but none of what is compulsory', async () => {
    const reader = await notify.person(READ, { email: 'li@example.cn' })
    const id = await rule({ personIds: [reader.id], channels: ['console', 'mail'] })
    const save = (body: object) => reader.browser.post('/api/msg/preference/save', { ...body })
    expect(await save({ off: [{ kind: 'gateway.pileOffline', channels: ['mail'] }] })).toMatchObject({ success: true })
    await offline('P-1')
    expect(await outbox(reader)).toEqual([])
    expect((await notify.inbox(reader)).unread).toBe(1)
    await save({ off: [{ kind: 'gateway.pileOffline', channels: ['console', 'mail'] }] })
    await reader.browser.post('/api/msg/read')
    await offline('P-2')
    expect((await notify.inbox(reader)).unread).toBe(0)
    await admin.browser.post('/api/fwgl/notifyRule/save', { id, version: 1, compulsory: true })
    await offline('P-3')
    expect((await notify.inbox(reader)).unread).toBe(1)
    expect(await outbox(reader)).toHaveLength(1)
    const { data } = await reader.browser.get('/api/msg/preference/get')
    expect(data).toMatchObject({
      has: { mail: true, sms: false, wechat: false },
      off: [{ kind: 'gateway.pileOffline', channels: ['console', 'mail'] }],
    })
    expect(data.kinds).toContainEqual({
      name: 'gateway.pileOffline',
      word: '充电桩离线',
      compulsory: true,
      channels: ['console', 'mail'],
    })
    expect(Object.keys((await save({ off: [{ kind: 'no.such', channels: ['mail'] }] })).data.fields)).toEqual([
      'off.0.kind',
    ])
    expect(Object.keys((await save({ quietFrom: '22:00' })).data.fields)).toEqual(['quietTo'])
    // Nothing switched off is an empty text in a form.
    expect((await save({ off: [], quietFrom: '', quietTo: '' })).data.off).toEqual([])
  })
})
