import { expect, type Page, test } from '../test.ts'
import { codeOf } from '@wattyard/identity/testing'
import {
  openPage,
  productUrl,
  sayIn,
  signIn,
  signInByTyping,
  untranslated,
  violations,
  watchErrors,
} from '../console.ts'
import { anotherBrowser, aPerson, ask, freshName, KNOWN_PASSWORD, roleId } from '../people.ts'
import { typePicture } from '../picture.ts'

const say = sayIn('zh')

async function openLogin(page: Page): Promise<void> {
  await page.goto(`${productUrl()}/jkweb/login`)
  await expect(page.getByRole('heading', { name: '登录' })).toBeVisible()
}

async function typeSignIn(page: Page, name: string, password: string): Promise<void> {
  // Busy with the try before, the button takes no click.
  await expect(page.locator('.ant-btn-loading')).toHaveCount(0)
  await page.getByLabel('账号', { exact: true }).fill(name)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

const userMenu = (page: Page) => page.getByRole('button', { name: /的菜单|用户菜单/ }).last()

test('three wrong passwords ask for the picture; with its letters the right password is let in', async ({
  browser,
}) => {
  const page = await anotherBrowser(browser, { address: '198.51.100.21' })
  const { loginName } = await aPerson('viewer')
  await openLogin(page)
  const picture = page.getByLabel('图形验证码', { exact: true })
  const failed = page.getByText('账号或密码不正确，或登录尝试过多，请稍后重试')
  for (let i = 0; i < 3; i++) {
    // The message of the try before is still there for a moment.
    const answer = page.waitForResponse(response => response.url().includes('/chg/c/login'))
    await typeSignIn(page, loginName, `wrong ${i}`)
    await answer
    await expect(failed).toBeVisible()
    await expect(picture).toHaveCount(0)
  }
  await typeSignIn(page, loginName, KNOWN_PASSWORD)
  await expect(picture).toBeFocused()
  expect(await untranslated(page)).toEqual([])
  expect(await violations(page)).toEqual([])
  await typePicture(page, picture)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/\/home/)
  await page.context().close()
})

test('two-step sign-in: switched on with a first code, then a code, then a recovery code', async ({
  page,
  browser,
}) => {
  const { loginName } = await aPerson('viewer')
  const errors = watchErrors(page)
  await signIn(page, { user: loginName, password: KNOWN_PASSWORD })
  await openPage(page, '/console/personalCenter')
  await page.getByRole('button', { name: '启用二次验证' }).click()
  const setup = page.getByRole('dialog', { name: '启用二次验证' })
  await setup.getByLabel('当前密码').fill(KNOWN_PASSWORD)
  await setup.getByRole('button', { name: '下一步' }).click()
  const secret = (await setup.locator('.id-secret').innerText()).replaceAll(/\s/g, '')
  const first = codeOf(secret, Date.now())
  await setup.getByLabel('验证码').fill(first)
  await setup.getByRole('button', { name: '启用二次验证' }).click()
  const recovery = await setup.locator('.id-codes li').first().innerText()
  expect(recovery).toMatch(/^(\w{4}-){3}\w{4}$/)
  await setup.getByRole('button', { name: '我已保存' }).click()
  await expect(page.getByText('剩余恢复码 10 个')).toBeVisible()

  const other = await anotherBrowser(browser)
  await openLogin(other)
  await typeSignIn(other, loginName, KNOWN_PASSWORD)
  // The code of the next step is good already, so that nobody has to wait for it.
  await other.getByLabel('验证码').fill(codeOf(secret, Date.now(), first === codeOf(secret, Date.now()) ? 1 : 0))
  await other.getByRole('button', { name: '登录', exact: true }).click()
  await expect(other).toHaveURL(/\/home/)
  await other.context().close()

  const third = await anotherBrowser(browser)
  await openLogin(third)
  await typeSignIn(third, loginName, KNOWN_PASSWORD)
  await third.getByLabel('验证码').fill(recovery)
  await third.getByRole('button', { name: '登录', exact: true }).click()
  await expect(third).toHaveURL(/\/home/)
  await openPage(third, '/console/personalCenter')
  await expect(third.getByText('剩余恢复码 9 个')).toBeVisible()
  await third.context().close()
  expect(errors).toEqual([])
})

test('a session that is ended in the list is out with its next call', async ({ page, browser }) => {
  const { loginName } = await aPerson('viewer')
  const other = await anotherBrowser(browser)
  await signInByTyping(other, { user: loginName, password: KNOWN_PASSWORD })
  await signIn(page, { user: loginName, password: KNOWN_PASSWORD })
  await openPage(page, '/console/personalCenter')
  await page.locator('.id-sessions').getByRole('button', { name: '结束', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(page.locator('.id-sessions > li')).toHaveCount(1)
  await other.reload()
  await expect(other).toHaveURL(/\/login/)
  await other.context().close()
})

test('a guest looks around: log in instead of log out, and nothing to write', async ({ page }) => {
  const errors = watchErrors(page)
  await openLogin(page)
  await page.getByRole('button', { name: '免登录体验' }).click()
  await expect(page).toHaveURL(/\/home/)
  // The charts of home: as table, but not as file.
  await expect(page.getByRole('button', { name: say('kit.showTable') }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: say('kit.chart.savePicture') })).toHaveCount(0)
  await openPage(page, '/device/station')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('button', { name: '新增' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: '导出' })).toHaveCount(0)
  await userMenu(page).click()
  await expect(page.getByRole('menuitem', { name: '登录', exact: true })).toBeVisible()
  for (const name of ['退出登录', '修改密码', '公众号验证'])
    await expect(page.getByRole('menuitem', { name })).toHaveCount(0)
  await page.getByRole('menuitem', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(errors).toEqual([])
})

test('a forgotten password: the administrator passes the code on, and every other session ends', async ({
  browser,
}) => {
  const admin = await anotherBrowser(browser)
  await signIn(admin)
  const { id, loginName } = await aPerson('viewer')
  const page = await anotherBrowser(browser, { address: '198.51.100.22' })
  await openLogin(page)
  await page.getByLabel('账号', { exact: true }).fill(loginName)
  await page.getByRole('button', { name: '忘记密码？' }).click()
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText('如果该账号存在')).toBeVisible()
  // It is made after the answer, so that its time tells nobody whether there is such an account.
  let code = ''
  await expect(async () => {
    ;({ code } = await ask<{ code: string }>(admin, '/api/sys/user/resetCode', { id }))
  }).toPass({ timeout: 10_000 })
  await page.getByLabel('一次性验证码').fill(code)
  await page.getByLabel('新密码', { exact: true }).fill('Another-Phrase-2026!')
  await page.getByLabel('确认新密码').fill('Another-Phrase-2026!')
  await page.getByRole('button', { name: '设置新密码' }).click()
  await expect(page.getByText('成功修改密码!')).toBeVisible()
  await typeSignIn(page, loginName, 'Another-Phrase-2026!')
  await expect(page).toHaveURL(/\/home/)
  await page.context().close()
  await admin.context().close()
})

test('a stranger applies for an account, an administrator approves, and the stranger signs in', async ({ browser }) => {
  const page = await anotherBrowser(browser, { address: `198.51.101.${Math.floor(Math.random() * 250)}` })
  const errors = watchErrors(page)
  const loginName = freshName('new')
  await openLogin(page)
  await page.getByRole('button', { name: '申请账号' }).click()
  await page.getByRole('button', { name: '提交申请' }).click()
  await expect(page.getByLabel('登录账号')).toBeFocused()
  expect(await violations(page)).toEqual([])
  await page.getByLabel('登录账号').fill(loginName)
  await page.getByLabel('姓名').fill('新同事')
  await page.getByLabel('手机号').fill(`13${String(Date.now()).slice(-9)}`)
  await page.getByLabel('密码', { exact: true }).fill(KNOWN_PASSWORD)
  await page.getByLabel('确认密码').fill(KNOWN_PASSWORD)
  await typePicture(page, page.getByLabel('图形验证码', { exact: true }))
  await page.getByRole('button', { name: '提交申请' }).click()
  await expect(page.getByText('申请已提交')).toBeVisible()
  expect(await untranslated(page)).toEqual([])

  const admin = await anotherBrowser(browser)
  await signIn(admin)
  const { list } = await ask<{ list: { id: string }[] }>(admin, '/api/sys/registration/list', { filter: { loginName } })
  await ask(admin, '/api/sys/registration/approve', { id: list[0]?.id, roleIds: [await roleId(admin, 'viewer')] })
  await page.getByRole('button', { name: '返回登录' }).click()
  await typeSignIn(page, loginName, KNOWN_PASSWORD)
  await expect(page).toHaveURL(/\/home/)
  expect(errors).toEqual([])
  await page.context().close()
  await admin.context().close()
})

test('an investor finds a home page of their own, and nothing of the operator’s pages', async ({ page }) => {
  const { loginName } = await aPerson('vip')
  await signInByTyping(page, { user: loginName, password: KNOWN_PASSWORD })
  const menu = page.locator('.s-nav')
  await expect(menu).toBeVisible()
  await expect(page).toHaveURL(/\/home$/)
  for (const name of ['充电站', '订单明细', '运营价格'])
    await expect(menu.getByText(name, { exact: true })).toHaveCount(0)
  await page.goto(`${productUrl()}/jkweb/device/station`)
  await expect(page.getByText('没有权限访问此页面')).toBeVisible()
  const status = await page.evaluate(
    async token => (await fetch(`/chg/api/device/station/list?token=${token}`)).status,
    (await page.context().cookies()).find(one => one.name === 'Admin-Token')?.value ?? '',
  )
  expect(status).toBe(403)
})

test('a session that ends elsewhere: the same person signs in over the page, and forms and tabs stay', async ({
  browser,
}) => {
  // Wrong passwords from one network ask everybody there for a picture.
  const page = await anotherBrowser(browser, { address: `198.51.100.${31 + test.info().retry}` })
  const { loginName } = await aPerson('admin')
  await signIn(page, { user: loginName, password: KNOWN_PASSWORD })
  await openPage(page, '/device/devicePole')
  await page.getByRole('link', { name: '充电站' }).first().click()
  await expect(page.getByRole('heading', { name: '充电站', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: '新建充电站' }).click()
  const name = page.locator('[data-field="name"] input')
  await name.fill('会话结束前的字')

  const other = await anotherBrowser(browser)
  await signIn(other, { user: loginName, password: KNOWN_PASSWORD })
  await ask(other, '/api/security/session/revokeOthers', {})
  await other.context().close()
  await page.locator('[data-field="operator"] .ant-select').click()
  await page.getByRole('dialog', { name: '确定登出' }).getByRole('button', { name: '重新登录' }).click()

  const again = page.getByRole('dialog', { name: '重新登录' })
  await expect(again.getByLabel('账号', { exact: true })).toHaveValue(loginName)
  await expect(again.getByLabel('账号', { exact: true })).toHaveAttribute('readonly', '')
  const password = again.getByLabel('密码', { exact: true })
  await password.fill('wrong')
  await password.press('Enter')
  await expect(again.getByText('账号或密码不正确，或登录尝试过多，请稍后重试')).toBeVisible()
  expect(await untranslated(page)).toEqual([])
  expect(await violations(page, '.s-again')).toEqual([])
  await password.fill(KNOWN_PASSWORD)
  await password.press('Enter')
  await expect(again).toHaveCount(0)
  await expect(name).toHaveValue('会话结束前的字')
  await expect(page.getByRole('tab')).toHaveCount(2)

  // The new session works: the list of the other tab answers, and signing out leaves nothing of the person behind.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '放弃' }).click()
  await page.getByRole('tab', { name: '充电桩' }).click()
  await expect(page.getByRole('heading', { name: '充电桩', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: '刷新' }).first().click()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await userMenu(page).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/login/)
  // The page of the login is loaded anew, and whoever asks in that moment gets no answer.
  await expect(async () => {
    const left = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    )
    expect(left).not.toContain('会话结束前的字')
    expect(left).not.toContain(loginName)
  }).toPass({ timeout: 20_000 })
  await page.context().close()
})

test('somebody else who has the cookies of the browser by then gets nothing of the page', async ({ page, context }) => {
  const [mine, theirs] = [await aPerson('admin'), await aPerson('viewer')]
  await signIn(page, { user: mine.loginName, password: KNOWN_PASSWORD })
  await openPage(page, '/device/station')
  await page.getByRole('button', { name: '新建充电站' }).click()
  await page.locator('[data-field="name"] input').fill('只属于我的字')
  await context.clearCookies({ name: /^(?!Admin-Token)/ })
  await page.locator('[data-field="operator"] .ant-select').click()
  const again = page.getByRole('dialog', { name: '重新登录' })
  await expect(again.getByLabel('密码', { exact: true })).toBeVisible()
  // The answer to the sign-in is mine, the cookies are theirs: as when another window signs in at the same moment.
  await page.route('**/chg/c/login?**', async route => {
    const answer = await route.fetch()
    await signIn(page, { user: theirs.loginName, password: KNOWN_PASSWORD })
    await route.fulfill({ status: answer.status(), contentType: 'application/json', body: await answer.text() })
  })
  await again.getByLabel('密码', { exact: true }).fill(KNOWN_PASSWORD)
  await again.getByLabel('密码', { exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: '新建充电站' })).toHaveCount(0)
  await expect(page.locator('[data-field="name"] input')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('tab')).toHaveCount(1)
})
