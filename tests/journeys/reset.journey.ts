import { expect, test } from '@playwright/test'
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

test('home asks about the faulty pile by its name, and does not call it well while the fault remains', async ({
  page,
}) => {
  const errors = watchErrors(page)
  const made = await aPile()
  const fault = { connectorId: 1, status: 'Faulted', errorCode: 'GroundFailure' }
  const pile = await connect(made)
  await pile.call('BootNotification', { chargePointVendor: 'Journey', chargePointModel: 'J1' })
  await pile.call('StatusNotification', fault)
  await signIn(page)
  await openPage(page, '/home')
  const row = page.getByRole('listitem').filter({ hasText: '充电桩故障' }).last()
  await row.getByRole('button', { name: /重启/ }).click()
  const dialog = page.getByRole('dialog', { name: '重启' })
  await expect(dialog.getByText(new RegExp(`^${made.identity} · .+`))).toBeVisible()
  await expect(dialog.getByText(/[0-9a-f]{8}-[0-9a-f]{4}-/)).toHaveCount(0)
  expect(await violations(page, 'dialog[open]')).toEqual([])
  await dialog.getByRole('button', { name: '重启' }).click()
  const asked = await pile.asked()
  pile.answer(asked.id, { status: 'Accepted' })
  // Other piles of the company may be in fault too.
  const own = dialog.getByRole('region', { name: made.identity })
  await expect(own.getByText('等待断开')).toBeVisible()
  await pile.close()
  const again = await connect(made)
  await again.call('BootNotification', { chargePointVendor: 'Journey', chargePointModel: 'J1' })
  await again.call('StatusNotification', fault)
  await expect(own.getByText('在线，故障仍在')).toBeVisible()
  await again.call('StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError' })
  await expect(own.getByText('已恢复在线')).toBeVisible()
  await again.close()
  expect(errors).toEqual([])
})
