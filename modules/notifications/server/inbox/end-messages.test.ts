import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aKey, type NotifyServer, notifyServer, type Person } from '../../testing/index.ts'

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

describe('a message that gathers piles', () => {
  const away = (key: string, code: string, since = 1) =>
    notify.news('gateway.pile-offline', key, { code, since: String(since) })
  const back = (key: string) => notify.news('gateway.pile-offline-over', key, {})
  const shown = async (reader: Person, query: object = {}) =>
    (await notify.inbox(reader, { ...query })).list.map(({ title, text }) => [title, text])
  const ONE_OF_TEST = '南山 的 P-1（P-1）已离线超过 5 分钟'

  test('names and counts those that are still away, whether it was read or not, and goes with the last of them', async () => {
    const [reader, later] = [await notify.person(['assets.pile:read']), await notify.person(['assets.pile:read'])]
    const [first, second, third] = [aKey(), aKey(), aKey()]
    await away(first, 'P-1')
    await away(second, 'P-2')
    await away(third, 'P-3')
    await reader.browser.post('/api/msg/read')
    await back(second)
    for (const one of [reader, later]) expect(await shown(one)).toEqual([['2 台充电桩离线', '离线的充电桩：P-1、P-3']])
    expect((await notify.inbox(later)).unread).toBe(1)
    await back(third)
    expect(await shown(later)).toEqual([['充电桩离线：P-1', ONE_OF_TEST]])
    notify.heard.length = 0
    await back(first)
    expect((await notify.inbox(later)).unread).toBe(0)
    expect(await shown(later)).toEqual([])
    expect(notify.heard.map(event => event.userId)).toContain(later.id)
    // The archive tells what was told.
    expect(await shown(later, { box: 'archive' })).toEqual([['3 台充电桩离线', '离线的充电桩：P-1、P-2、P-3']])
  })

  test('of which only a later one is left names that one, in each language', async () => {
    const reader = await notify.person(['assets.pile:read'])
    const [first, second] = [aKey(), aKey()]
    await away(first, 'P-1')
    await away(second, 'P-2')
    await back(first)
    expect(await shown(reader)).toEqual([['1 台充电桩离线', '离线的充电桩：P-2']])
    const titleIn = async (language: string) => (await notify.inbox(reader, {}, language)).list[0]?.title
    expect(await titleIn('en')).toBe('1 charging pile offline')
    expect(await titleIn('es')).toBe('1 cargador sin conexión')
    await back(second)
  })

  test('names a pile once, however often it goes away', async () => {
    const reader = await notify.person(['assets.pile:read'])
    const [first, second] = [aKey(), aKey()]
    await away(first, 'P-1', 1)
    await away(second, 'P-2', 1)
    await away(first, 'P-1', 2)
    await back(second)
    await away(second, 'P-2', 2)
    await away(second, 'P-2', 2)
    expect(await shown(reader)).toEqual([['2 台充电桩离线', '离线的充电桩：P-1、P-2']])
    await back(first)
    await back(second)
    expect(await shown(reader)).toEqual([])
  })

  test('comes back, unread, when what was over is there again; not what a person put away', async () => {
    const [reader, tidy] = [await notify.person(['assets.pile:read']), await notify.person(['assets.pile:read'])]
    const key = aKey()
    await away(key, 'P-1')
    const [message] = (await notify.inbox(tidy)).list
    await tidy.browser.post('/api/msg/archive', { ids: [message?.id] })
    await back(key)
    await away(key, 'P-1')
    expect(await shown(reader)).toEqual([['充电桩离线：P-1', ONE_OF_TEST]])
    expect((await notify.inbox(reader)).unread).toBe(1)
    expect(await shown(tidy)).toEqual([])
    await back(key)
  })
})
