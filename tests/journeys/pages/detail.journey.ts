import { expect, type Locator, type Page, test } from '../test.ts'
import { openPage, signIn, untranslated, violations, watchErrors } from '../console.ts'
import { anotherBrowser, aPerson, ask, freshName, KNOWN_PASSWORD } from '../people.ts'

const STATION = '/device/station'

const drawer = (page: Page): Locator => page.locator('dialog[open]').last()
const tab = (page: Page, name: string): Locator => drawer(page).getByRole('tab', { name, exact: true })

async function aStation(page: Page): Promise<{ id: string; code: string }> {
  const { list } = await ask<{ list: { id: string; code: string }[] }>(page, '/api/device/station/list', {
    pageSize: 200,
    sort: 'code',
  })
  // Others that journeys make have no orders.
  const first = list.find(({ code }) => code === 'SZ001')
  if (!first) throw new Error('the demo has no station')
  return first
}

test('a link opens a tab of a record, the address follows the tabs, and back returns to the former one', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await signIn(page)
  const { id } = await aStation(page)
  await openPage(page, `${STATION}?open=${id}&detail=orders`)
  await expect(tab(page, '订单')).toHaveAttribute('aria-selected', 'true')
  const { list } = await ask<{ list: { orderNo: string }[] }>(page, '/api/charging/order/list', {
    pageSize: 200,
    filter: { station: id },
  })
  const numbers = new Set(list.map(({ orderNo }) => orderNo))
  const links = drawer(page).locator('.w-table tbody tr > :first-child')
  await expect(links.first()).toBeVisible()
  const shown = await links.allInnerTexts()
  expect(shown.filter(text => !numbers.has(text.trim()))).toEqual([])

  await tab(page, '价格').click()
  await expect(page).toHaveURL(/detail=prices/)
  await expect(
    drawer(page)
      .getByRole('rowheader', { name: /^00:00–/ })
      .first(),
  ).toBeVisible()
  await tab(page, '告警').click()
  await expect(page).toHaveURL(/detail=alarms/)
  await page.goBack()
  await expect(tab(page, '价格')).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(tab(page, '订单')).toHaveAttribute('aria-selected', 'true')

  // The first tab needs no word in the address; a tab that does not exist is the first one.
  await tab(page, '概览').click()
  await expect(page).not.toHaveURL(/detail=/)
  await openPage(page, `${STATION}?open=${id}&detail=nothing`)
  await expect(tab(page, '概览')).toHaveAttribute('aria-selected', 'true')
  await expect(drawer(page).getByText('今日时间利用率')).toBeVisible()
  for (const name of ['概览', '订单', '价格', '告警', '充电桩', '资料']) {
    await tab(page, name).click()
    expect(await violations(page, 'dialog[open]'), name).toEqual([])
  }
  expect(await untranslated(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/station$/)
  expect(errors).toEqual([])
})

test('who may not read orders sees neither their figures nor their tab, and asks for neither', async ({
  page,
  browser,
}) => {
  await signIn(page)
  const { id } = await aStation(page)
  const code = freshName('r')
  await ask(page, '/api/sys/role/save', {
    code,
    name: '只看设备',
    rowScope: 'tenant',
    permissions: ['assets.station:read', 'assets.pile:read', 'gateway.connector:read'],
  })
  const { loginName } = await aPerson(code)
  const theirs = await anotherBrowser(browser)
  const errors = watchErrors(theirs)
  await signIn(theirs, { user: loginName, password: KNOWN_PASSWORD })
  await openPage(theirs, `${STATION}?open=${id}&detail=orders`)
  await expect(tab(theirs, '概览')).toHaveAttribute('aria-selected', 'true')
  await expect(drawer(theirs).getByRole('tab')).toHaveText(['概览', '告警', '充电桩', '资料', '变更记录'])
  await expect(drawer(theirs).getByText('今日收入')).toHaveCount(0)
  expect(errors).toEqual([])
  await theirs.context().close()
})

test('the configuration is read from a connected pile, searched, and a value is changed', async ({ page }) => {
  const errors = watchErrors(page)
  await signIn(page)
  const { list } = await ask<{ list: { id: string }[] }>(page, '/api/device/devicePole/list', {
    pageSize: 1,
    filter: { live: 'idle', protocol: 'ocpp16' },
  })
  const [pile] = list
  if (!pile) throw new Error('the demo has no connected pile')
  await openPage(page, `/device/devicePole?open=${pile.id}&detail=configuration`)
  await drawer(page).getByRole('button', { name: '从充电桩读取' }).click()
  const row = drawer(page).getByRole('row', { name: /HeartbeatInterval/ })
  await expect(row).toBeVisible()
  await drawer(page).getByRole('searchbox', { name: '搜索配置项' }).fill('heartbeat')
  await expect(drawer(page).locator('tbody tr')).toHaveCount(1)
  expect(await violations(page, 'dialog[open]')).toEqual([])

  await row.getByRole('button', { name: '修改 HeartbeatInterval' }).click()
  await drawer(page).locator('[data-field="value"] input').fill('271')
  expect(await violations(page, 'dialog[open]')).toEqual([])
  await drawer(page).getByRole('button', { name: '修改配置' }).click()
  await expect(page.locator('dialog[open]')).toHaveCount(1)
  await drawer(page).getByRole('button', { name: '从充电桩读取' }).click()
  await expect(row).toContainText('271')
  expect(errors).toEqual([])
})
