import { afterAll, beforeAll, expect, test } from 'vitest'
import { aKey, type NotifyServer, notifyServer } from '../../testing/index.ts'

let notify: NotifyServer
beforeAll(async () => {
  notify = await notifyServer()
})
afterAll(() => notify.close())

test('what is done is put away for everybody who was told of it, read or not; the bell hears of it', async () => {
  const [reads, waits] = [
    await notify.person(['payments.refund:approve']),
    await notify.person(['payments.refund:approve']),
  ]
  const done = aKey()
  await notify.news('payments.refund-asked', done, { number: 'T01' })
  await reads.browser.post('/api/msg/read')
  await notify.news('payments.refund-asked', aKey(), { number: 'T02' })
  notify.heard.length = 0
  await notify.news('payments.refund-decided', done, {})
  for (const reader of [reads, waits]) {
    const { list, unread } = await notify.inbox(reader)
    expect([list.map(({ title }) => title), unread]).toEqual([['退款待审批：T02'], 1])
    const archive = await notify.inbox(reader, { box: 'archive' })
    expect(archive.list.map(({ title, readFlag }) => [title, readFlag])).toEqual([['退款待审批：T01', '1']])
    expect(notify.heard.map(event => event.userId)).toContain(reader.id)
  }
})
