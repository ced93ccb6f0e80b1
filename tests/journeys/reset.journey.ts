import { expect, type Page, test } from './test.ts'
import { openPage, signIn, standsStill, untranslated, violations, watchErrors } from './console.ts'
import { aStationInOperation } from './stations.ts'
import { aPile, connect } from './piles.ts'

const BOOT = { chargePointVendor: 'Journey', chargePointModel: 'J1' }
const FAULT = { connectorId: 1, status: 'Faulted', errorCode: 'GroundFailure' }
const WELL = { connectorId: 1, status: 'Available', errorCode: 'NoError' }

async function chooseStation(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^充电站: / }).click()
  await page.getByRole('searchbox', { name: '请选择充电站' }).fill(name)
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await expect(page.getByRole('button', { name: /^充电站: / })).toHaveText(new RegExp(name))
  await standsStill(page)
}

test('a fault with its maker’s code is reset where it is shown, and the pile is seen to come back', async ({
  page,
}) => {
  const errors = watchErrors(page)
  const made = await aPile()
  const { identity } = made
  const pile = await connect(made)
  await pile.call('BootNotification', { chargePointVendor: 'Journey', chargePointModel: 'J1' })
  await pile.call('StatusNotification', {
    connectorId: 1,
    status: 'Faulted',
    errorCode: 'GroundFailure',
    vendorErrorCode: 'E21',
  })
  await signIn(page)
  await openPage(page, '/device/deviceView')
  await page.getByText(identity).first().click()
  const drawer = page.locator('dialog[open]').last()
  await expect(drawer.getByText('厂家码 E21').first()).toBeVisible()
  // The wall opens the detail of the list: the same tabs, of which the address tells.
  await expect(page).toHaveURL(/deviceView\?.*open=/)
  const tabs = drawer.getByRole('tab')
  const onWall = await tabs.allInnerTexts()
  await drawer.getByRole('tab', { name: '远程指令' }).click()
  await expect(page).toHaveURL(/detail=commands/)
  await expect(drawer.getByRole('button', { name: '远程启动' }).first()).toBeVisible()
  const address = new URL(page.url())
  await openPage(page, `/device/devicePole${address.search}`)
  await expect(drawer.getByRole('tab', { name: '远程指令' })).toHaveAttribute('aria-selected', 'true')
  expect(await tabs.allInnerTexts()).toEqual(onWall)
  await openPage(page, `/device/deviceView?open=${address.searchParams.get('open')}`)
  await drawer.getByRole('button', { name: '重启' }).click()
  const question = page.getByRole('dialog', { name: '重启' })
  await question.getByRole('button', { name: '重启' }).click()
  const asked = await pile.asked()
  expect(asked.action).toBe('Reset')
  pile.answer(asked.id, { status: 'Accepted' })
  await expect(drawer.getByText('等待断开')).toBeVisible()
  expect(await violations(page, 'dialog[open]')).toEqual([])
  await pile.close()
  await expect(drawer.getByText('已断开，等待恢复')).toBeVisible()
  const again = await connect(made)
  await again.call('BootNotification', { chargePointVendor: 'Journey', chargePointModel: 'J1' })
  await again.call('StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError' })
  await expect(drawer.getByText('已恢复在线')).toBeVisible()
  await expect(drawer.getByText(/用时 \d+ 秒/)).toBeVisible()
  if (process.env.SHOT) await page.screenshot({ path: process.env.SHOT })
  await again.close()
  expect(errors).toEqual([])
})

test('home restarts the faulty pile of the chosen station, names it, and does not call it well while the fault remains', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await signIn(page)
  const station = await aStationInOperation(page, '首页站')
  // Another pile is in fault elsewhere; it is neither asked about nor restarted.
  const elsewhere = await aPile()
  const other = await connect(elsewhere)
  await other.call('BootNotification', BOOT)
  await other.call('StatusNotification', FAULT)
  const made = await aPile(station.code)
  const pile = await connect(made)
  await pile.call('BootNotification', BOOT)
  await pile.call('StatusNotification', FAULT)

  await openPage(page, '/home')
  await chooseStation(page, station.name)
  const row = page.getByRole('listitem').filter({ hasText: '充电桩故障' }).last()
  await expect(row).toContainText(station.name)
  await row.getByRole('button', { name: /重启/ }).click()
  const dialog = page.getByRole('dialog', { name: '重启' })
  const asked = dialog.getByRole('status').or(dialog.locator('output'))
  await expect(asked.first()).toHaveText(new RegExp(`^${made.identity} · .* · ${station.name}$`))
  await expect(dialog.getByText(elsewhere.identity)).toHaveCount(0)
  expect(await untranslated(page)).toEqual([])
  expect(await violations(page, 'dialog[open]')).toEqual([])
  await dialog.getByRole('button', { name: '重启' }).click()
  const command = await pile.asked()
  expect(command.action).toBe('Reset')
  pile.answer(command.id, { status: 'Accepted' })
  const own = dialog.getByRole('region', { name: made.identity })
  await expect(own.getByText('等待断开')).toBeVisible()
  await expect(dialog.getByRole('region')).toHaveCount(1)
  // The dialog itself tells what becomes of it.
  expect(await page.getByText(/已下发，等待设备应答/).count()).toBe(0)
  const wasCalledWell = await own.evaluateHandle(region => {
    const seen = { well: false }
    new MutationObserver(() => {
      seen.well ||= region.textContent.includes('已恢复在线')
    }).observe(region, { childList: true, characterData: true, subtree: true })
    return seen
  })
  expect(await violations(page, 'dialog[open]')).toEqual([])

  await pile.close()
  await expect(own.getByText('已断开，等待恢复')).toBeVisible()
  // The state of the pile may be read later than its return.
  await page.route('**/api/device/devicePole/get*', async route => {
    await new Promise(done => setTimeout(done, 3_000))
    await route.continue()
  })
  const again = await connect(made)
  await again.call('BootNotification', BOOT)
  await again.call('StatusNotification', FAULT)
  await expect(own.getByText('在线，故障仍在')).toBeVisible({ timeout: 15_000 })
  await page.unrouteAll({ behavior: 'wait' })
  expect(await wasCalledWell.jsonValue()).toEqual({ well: false })
  await again.call('StatusNotification', WELL)
  await expect(own.getByText('已恢复在线')).toBeVisible()
  await expect(own.getByText('在线，故障仍在')).toHaveCount(0)
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await expect(page.getByRole('listitem').filter({ hasText: '充电桩故障' })).toHaveCount(0)

  await other.call('StatusNotification', WELL)
  await other.close()
  await again.close()
  expect(errors).toEqual([])
})
