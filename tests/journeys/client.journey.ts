import { expect, type Page, type Route, test } from './test.ts'
import { openPage, productUrl, signIn } from './console.ts'

/* The shared client as a person meets it: contract §7 and §8, word for word. */

const LIST = '**/chg/api/device/station/list**'
/** A list that nothing in the running product changes: its calls can be counted. */
const CALM_LIST = '**/chg/api/basedata/manufacture/list**'
const refusal = (code: string, msg: string, status = 200) => ({
  status,
  json: { success: false, msg, code, data: null, requestId: `id-${code}` },
})

/** Refreshes the page on show by its own button. */
const refresh = (page: Page) => page.getByRole('button', { name: '刷新' }).first().click()

test('signed out elsewhere: one question however many calls fail, and who stays keeps the page', async ({ page }) => {
  await signIn(page)
  await openPage(page, '/device/station')
  let calls = 0
  await page.route('**/chg/api/**', async route => {
    calls++
    await route.fulfill(refusal('50012', 'signed in elsewhere'))
  })
  // The list, its facets and the views fail together.
  await page.getByRole('link', { name: '充电桩' }).first().dispatchEvent('click') // a call of the page may have failed already
  const dialog = page.getByRole('dialog', { name: '确定登出' })
  await expect(dialog).toHaveCount(1)
  await expect(dialog.getByText('你已被登出，可以取消继续留在该页面，或者重新登录')).toBeVisible()
  await expect.poll(() => calls).toBeGreaterThan(1)
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect(dialog).toHaveCount(0)
  const before = calls
  await refresh(page)
  await expect.poll(() => calls).toBeGreaterThan(before)
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 }).last()).toBeVisible()
})

test('who signs in again leaves for the login page and comes back to the same address', async ({ page }) => {
  await signIn(page)
  await openPage(page, '/device/station?sort=-name')
  await page.route(LIST, route => route.fulfill(refusal('50014', 'expired')))
  await refresh(page)
  await page.getByRole('dialog', { name: '确定登出' }).getByRole('button', { name: '重新登录' }).click()
  await expect(page).toHaveURL(/login\?redirect=%2Fdevice%2Fstation%3Fsort%3D-name/)
})

test('a page loaded after its session has ended becomes the login page, says why once and asks nothing', async ({
  page,
}) => {
  for (const [code, msg, status] of [
    ['50014', '登录已过期', 200],
    ['1000', 'whatever', 401],
  ] as const) {
    await signIn(page)
    await page.route('**/chg/api/employee/me**', route => route.fulfill(refusal(code, msg, status)))
    await page.goto(`${productUrl()}/jkweb/device/station?sort=-name`)
    await expect(page).toHaveURL(/login\?redirect=%2Fdevice%2Fstation%3Fsort%3D-name/)
    await expect(page.locator('.w-toasts').getByText(code === '1000' ? '会话失效，请重新登录' : msg)).toHaveCount(1)
    const name = page.getByLabel('账号', { exact: true })
    await expect(name).toBeFocused()
    // The message of a lost session was followed by a load of the whole page, a second later.
    await name.fill('anna')
    await page.waitForTimeout(1_500)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(name).toHaveValue('anna')
    await page.unroute('**/chg/api/employee/me**')
  }
})

test('code 1000 with any status says that the session is over, for a second, and leaves', async ({ page }) => {
  await signIn(page)
  await openPage(page, '/device/station')
  await page.route(LIST, route => route.fulfill(refusal('1000', 'whatever')))
  await refresh(page)
  await expect(page.getByText('会话失效，请重新登录')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
})

test('a page without live data says that the server is gone, and says no more once it is back', async ({ page }) => {
  await signIn(page)
  await page.route('**/chg/api/live**', route => route.abort())
  await openPage(page, '/help/about')
  const banner = page.getByText('服务器无响应，显示的数据可能已过时')
  await page.route('**/jkweb/', route => route.abort())
  await expect(banner).toBeVisible({ timeout: 30_000 })
  await page.unroute('**/jkweb/')
  await page.unroute('**/chg/api/live**')
  await expect(banner).toHaveCount(0, { timeout: 30_000 })
})

test('an answer with an envelope shows its words whatever its status; one without is 服务器开小差, both with an id', async ({
  page,
}) => {
  await signIn(page)
  await openPage(page, '/basedata/manufacture')
  let answer: (route: Route) => Promise<void> = route => route.fulfill(refusal('kernel.unexpected', '库存不足', 500))
  let calls = 0
  await page.route(CALM_LIST, async route => {
    calls++
    await answer(route)
  })
  await refresh(page)
  const toasts = page.locator('.w-toasts')
  await expect(toasts.getByText('库存不足')).toBeVisible()
  await expect(toasts.getByText('id-kernel.unexpected')).toBeVisible()
  expect(calls, 'a refusal is not asked again').toBe(1)

  // A proxy's page is no answer of ours. The read is asked again twice before anybody is told.
  calls = 0
  answer = route => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
  await refresh(page)
  await expect(toasts.getByText('服务器开小差,请稍后再试')).toBeVisible()
  await expect(toasts.getByText(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/).first()).toBeVisible()
  expect(calls).toBe(3)

  // One that passes by itself is nobody's business.
  await expect(toasts.getByText('服务器开小差,请稍后再试')).toHaveCount(0, { timeout: 8_000 })
  calls = 0
  answer = route => (calls === 1 ? route.abort('connectionreset') : route.continue())
  await refresh(page)
  await expect.poll(() => calls).toBe(2)
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  await expect(toasts.getByText('服务器开小差,请稍后再试')).toHaveCount(0)
})

test('a console whose server is away says whose it is, and comes by itself when the server is back', async ({
  page,
}) => {
  await signIn(page)
  const me = '**/chg/api/employee/me**'
  await page.route(me, route => route.fulfill({ status: 502, contentType: 'text/html', body: 'no' }))
  await page.goto(`${productUrl()}/jkweb/device/station`)
  await expect(page.getByText('服务器开小差,请稍后再试')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Wattyard', level: 1 })).toBeVisible()
  await page.unroute(me)
  await expect(page.getByRole('heading', { name: '充电站', level: 1 })).toBeVisible()
})

test('writes go as forms with dotted keys, token and mobileLogin, and once', async ({ page }) => {
  await signIn(page)
  await openPage(page, '/device/station')
  const saves: { url: URL; body: string; type: string }[] = []
  await page.route('**/chg/api/device/station/save**', async route => {
    const request = route.request()
    saves.push({
      url: new URL(request.url()),
      body: request.postData() ?? '',
      type: request.headers()['content-type'] ?? '',
    })
    await route.fulfill({ status: 502, contentType: 'text/html', body: 'no' })
  })
  await page.getByRole('button', { name: 'SZ001', exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: '编辑' }).click()
  const name = drawer.locator('[data-field="name"] input')
  await name.fill('一号站 & 二号站')
  await drawer.getByRole('button', { name: '保存' }).click()
  await expect(page.locator('.w-toasts').getByText('服务器开小差,请稍后再试')).toBeVisible()
  await expect(name).toHaveValue('一号站 & 二号站')
  const [save] = saves
  expect(saves).toHaveLength(1)
  expect(save?.type).toBe('application/x-www-form-urlencoded')
  expect(new URLSearchParams(save?.body).get('name')).toBe('一号站 & 二号站')
  expect(save?.url.searchParams.get('mobileLogin')).toBe('true')
  expect(save?.url.searchParams.get('token')).not.toBe('')
})

test('a page that crashes shows its own fault with retry and report; the shell lives on, the error log has it', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page)
  await openPage(page, '/device/station')
  await page.route(LIST, route =>
    route.fulfill({ json: { success: true, msg: '', code: '0', requestId: 'r', data: { list: [null], total: 1 } } }),
  )
  await refresh(page)
  const crash = page.getByRole('alert').filter({ has: page.getByRole('button', { name: '重试' }) })
  await expect(crash).toBeVisible()
  await crash.getByRole('button', { name: '复制错误报告' }).click()
  const report = await page.evaluate(() => navigator.clipboard.readText())
  expect(report).toContain('/jkweb/device/station')
  expect(report).not.toMatch(/token=/)
  await expect(page.getByRole('button', { name: /^错误日志/ })).toBeVisible()

  await page.getByRole('link', { name: '充电桩' }).first().click()
  await expect(page.getByRole('heading', { name: '充电桩', level: 1 })).toBeVisible()
  await page.getByRole('tab', { name: '充电站' }).click()
  await page.unroute(LIST)
  await crash.getByRole('button', { name: '重试' }).click()
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  await expect(crash).toHaveCount(0)
})
