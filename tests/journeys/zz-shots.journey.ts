import { test } from '@playwright/test'
import { connectPile } from '../../modules/gateway/testing/pile-client.ts'
import { ADMIN_PASSWORD } from '../support/running-server.ts'
import { openPage, productUrl, signIn } from './console.ts'
import { ask } from './people.ts'

const OUT = process.env.SHOTS ?? '/tmp/status-shots'
test.describe.configure({ mode: 'serial' })
test.setTimeout(400_000)
test('shots', async ({ page, browser }) => {
  await signIn(page)
  const { list } = await ask<{ list: { id: string; code: string; identity: string; version: number; live: string; protocol: string }[] }>(page, '/api/device/devicePole/list', { page: 1, pageSize: 100, filter: { protocol: 'ocpp16', live: 'offline,idle,charging,occupied,never,unavailable' }, sort: '-name' })
  const whole = await ask<{ station: string }>(page, '/api/device/devicePole/get', { id: list[0]!.id })
  await ask(page, '/api/device/devicePole/save', { code: 'NEW-01', name: '新装桩', identity: 'NEW-01', station: whole.station, currentType: 'dc', power: 120000, connectorCount: 1, connectorsPerEvse: 1, protocol: 'ocpp16', status: 'normal' })
  console.log('never', list.map(one => one.code).join(' '))
  const keyOf = async (pile: string) => {
    const { list: credentials } = await ask<{ list: { id: string }[] }>(page, '/api/device/credential/list', { filter: { pile } })
    return (await ask<{ key: string }>(page, '/api/device/credential/rotate', { id: credentials[0]!.id, password: ADMIN_PASSWORD })).key
  }
  const connect = async (pile: (typeof list)[number], status: string) => {
    const key = await keyOf(pile.id)
    const client = await connectPile(`${productUrl().replace('http', 'ws')}/ocpp/${pile.identity}`, 'ocpp1.6', `Basic ${Buffer.from(`${pile.identity}:${key}`).toString('base64')}`)
    await client.call('BootNotification', { chargePointVendor: 'ACME', chargePointModel: 'X1' })
    await client.call('StatusNotification', { connectorId: 1, errorCode: status === 'Faulted' ? 'GroundFailure' : 'NoError', status, timestamp: new Date().toISOString() })
    return client
  }
  const [a, b, c] = list
  await connect(a!, 'Faulted')
  await (await connect(b!, 'Available')).close()
  await connect(c!, 'Faulted')
  await ask(page, '/api/device/devicePole/save', { id: c!.id, version: (await ask<{ version: number }>(page, '/api/device/devicePole/get', { id: c!.id })).version, status: 'maintenance' })
  await page.waitForTimeout(1500)
  const only = (process.env.ONLY ?? '').split(',').filter(Boolean)
  const pages: [string, string][] = [
    ['home', '/home'],
    ['wall', '/device/deviceView'],
    ['walldrawer', `/device/deviceView?pile=${a!.id}`],
    ['piles', '/device/devicePole'],
    ['pilesfault', '/device/devicePole?f.live=fault,out'],
    ['pile', `/device/devicePole?open=${c!.id}`],
    ['stations', '/device/station'],
    ['station', '/device/station?open=FIRST'],
    ['inbox', '/fwgl/notify'],
  ]
  const stations = await ask<{ list: { id: string }[] }>(page, '/api/device/station/list', {})
  for (const [language, scheme, width] of [['zh', 'light', 1440], ['en', 'light', 1440], ['es', 'light', 1440], ['zh', 'dark', 1440], ['zh', 'light', 390], ['es', 'dark', 390]] as const) {
    const context = await browser.newContext({ viewport: { width, height: width === 390 ? 844 : 900 }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
    const tab = await context.newPage()
    await signIn(tab, { language, scheme } as never)
    for (const [name, path] of pages) {
      if (only.length && !only.includes(name)) continue
      await openPage(tab, path.replace('FIRST', stations.list[0]!.id))
      await tab.waitForTimeout(600)
      await tab.screenshot({ path: `${OUT}/${name}-${language}-${scheme}-${width}.png` })
    }
    await context.close()
  }
})
