import { expect, test } from './test.ts'
import { openPage, signIn, violations, watchErrors } from './console.ts'
import { aPile, connect } from './piles.ts'

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
