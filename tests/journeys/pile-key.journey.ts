import { expect, test } from '@playwright/test'
import { ADMIN_PASSWORD } from '../support/running-server.ts'
import { openPage, signIn, watchErrors } from './console.ts'

test('a pile takes a key that it is sent, and comes back with it', async ({ page }) => {
  const errors = watchErrors(page)
  await signIn(page)
  await openPage(page, '/device/devicePole?q=SZ002-03')
  await page.getByText('SZ002-03', { exact: true }).first().click()
  await expect(page.getByText('在线', { exact: true }).first()).toBeVisible()
  await page.getByRole('tab', { name: '接入与二维码' }).click()
  await page.getByRole('button', { name: '更换并下发密钥' }).click()
  const password = page.locator('input[type=password]').last()
  await password.fill('not-the-password')
  await password.press('Enter')
  await expect(page.getByText(/密码不正确|密码错误/).first()).toBeVisible()
  await password.fill(ADMIN_PASSWORD)
  await password.press('Enter')
  await expect(page.getByText('充电桩已启用新密钥，旧密钥失效')).toBeVisible()
  await expect(page.getByLabel('新密钥')).toHaveValue(/^\w{32,}$/)
  // The line that the former key opened is gone, and the pile is in again.
  await page.getByRole('tab', { name: '概览' }).click()
  await expect(page.getByText('在线', { exact: true }).first()).toBeVisible()
  expect(errors).toEqual([])
})

test('a new key ends the connection of the former one at once, and is to be carried to the pile', async ({ page }) => {
  await signIn(page)
  await openPage(page, '/device/devicePole?q=SZ002-04')
  await page.getByText('SZ002-04', { exact: true }).first().click()
  await expect(page.getByText('在线', { exact: true }).first()).toBeVisible()
  await page.getByRole('tab', { name: '接入与二维码' }).click()
  await page.getByRole('button', { name: '更换密钥' }).click()
  const password = page.locator('input[type=password]').last()
  await password.fill(ADMIN_PASSWORD)
  await password.press('Enter')
  await expect(page.getByText('只显示一次，请立即写入充电桩')).toBeVisible()
  await page.getByRole('tab', { name: '概览' }).click()
  await expect(page.getByText('离线', { exact: true }).first()).toBeVisible()
})
