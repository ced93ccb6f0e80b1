import { expect, test } from './test.ts'
import { openPage, productUrl, signIn, watchErrors } from './console.ts'

test('a wrong password is refused in words and nothing typed is lost', async ({ page }) => {
  await page.goto(`${productUrl()}/jkweb/login`)
  await page.locator('input').nth(0).fill('admin')
  await page.locator('input').nth(1).fill('not-the-password')
  await page.locator('input').nth(1).press('Enter')
  await expect(page.getByText(/账号或密码/).first()).toBeVisible()
  await expect(page.locator('input').nth(0)).toHaveValue('admin')
})

test('a hand-typed address leads to sign-in and back to where it pointed', async ({ page }) => {
  await page.goto(`${productUrl()}/jkweb/device/station`)
  await expect(page).toHaveURL(/\/login\?redirect=/)
})

test('from the live wall to the fen: piles charge, the operator sees it, the order is settled and traced', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const errors = watchErrors(page)
  await signIn(page)

  await openPage(page, '/znyy/orderMonitoring')
  // The fleet charges through real sockets; within a minute at least one session runs.
  await expect(page.getByText('SZ0').first()).toBeVisible({ timeout: 90_000 })

  await openPage(page, '/cwdata2/orderDeatil')
  const settled = page.getByText('已结算').first()
  await expect(settled).toBeVisible({ timeout: 90_000 })
  expect(errors).toEqual([])
})

test('a list keeps its filter in the address and after a reload', async ({ page }) => {
  await signIn(page)
  await openPage(page, '/device/devicePole?q=SZ001')
  await expect(page.getByText('SZ001-01').first()).toBeVisible()
  await expect(page.getByText('SZ002-01')).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('SZ001-01').first()).toBeVisible()
  await expect(page.getByText('SZ002-01')).toHaveCount(0)
})

test('signing out ends the session on the server', async ({ page, request }) => {
  await signIn(page)
  const cookies = await page.context().cookies()
  const token = cookies.find(cookie => cookie.name === 'Admin-Token')?.value ?? ''
  const header = cookies.map(cookie => `${cookie.name}=${cookie.value}`).join('; ')
  const me = () => request.get(`${productUrl()}/chg/api/employee/me?token=${token}`, { headers: { cookie: header } })
  expect((await me()).status()).toBe(200)
  await request.post(`${productUrl()}/chg/c/logout?token=${token}`, { headers: { cookie: header } })
  expect((await me()).status()).toBe(401)
})
