import { type Browser, expect, type Page, test } from '../test.ts'
import { aTenant, aUser } from '@wattyard/identity/testing'
import { openPage, productUrl, signIn, signInByTyping, untranslated, violations, watchErrors } from '../console.ts'
import { anotherBrowser, aPerson, freshName, inDatabase, KNOWN_PASSWORD } from '../people.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: '安全认证' })

/** What the QR code in the dialog leads a phone to. */
async function linkOf(page: Page): Promise<string> {
  const picture = dialogOf(page).getByAltText('安全认证二维码')
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0)).toBe(true)
  return (await dialogOf(page).getByRole('link').getAttribute('href')) ?? ''
}

async function confirmOn(phone: Page, link: string, outcome: string): Promise<void> {
  await phone.goto(link)
  await phone.getByRole('button', { name: '确认，是我' }).click()
  await expect(phone.getByRole('heading', { name: outcome })).toBeVisible()
}

/** Asks the product as the person who is signed in on this page. */
async function get<T>(page: Page, path: string): Promise<T> {
  const token = (await page.context().cookies()).find(cookie => cookie.name === 'Admin-Token')?.value ?? ''
  const answer = await page.request.get(`${productUrl()}/chg${path}?token=${token}`)
  const envelope = (await answer.json()) as { success: boolean; msg: string; data: T } // the product's own
  expect(envelope.success, envelope.msg).toBe(true)
  return envelope.data
}

const aPhone = (browser: Browser) => anotherBrowser(browser, { isPhone: true })

test('binding from the menu: a phone without script confirms, and the page is built anew', async ({
  page,
  browser,
}) => {
  const { loginName } = await aPerson('viewer')
  const errors = watchErrors(page)
  await signIn(page, { user: loginName, password: KNOWN_PASSWORD })
  await openPage(page, '/console/personalCenter')
  await page.locator('.s-top-tools .s-tool').last().click()
  await page.getByRole('menuitem', { name: '公众号验证' }).click()
  const link = await linkOf(page)
  expect(await violations(page)).toEqual([])
  expect(await untranslated(page)).toEqual([])
  const phone = await aPhone(browser)
  const reloaded = page.waitForEvent('load')
  await confirmOn(phone, link, '绑定成功')
  await expect(page.getByText('安全认证成功')).toBeVisible()
  await reloaded
  await expect(page.getByText(/已绑定账号 …/)).toBeVisible()
  expect(errors).toEqual([])
  await phone.context().close()
})

/** Binds a phone without the dialog: asks for a code, lets the phone confirm it and takes what it gave. */
async function bindAtOnce(page: Page, phone: Page): Promise<void> {
  await get(page, '/api/weixin/bind/qrcode')
  const { link } = await get<{ link: string }>(page, '/api/weixin/bind/is')
  await confirmOn(phone, link, '绑定成功')
  await get(page, '/api/weixin/bind/is')
}

test('another phone takes the place of the bound one, and the binding is removed with the password', async ({
  page,
  browser,
}) => {
  const { loginName } = await aPerson('viewer')
  const errors = watchErrors(page)
  await signIn(page, { user: loginName, password: KNOWN_PASSWORD })
  const phone = await aPhone(browser)
  await bindAtOnce(page, phone)
  await openPage(page, '/console/personalCenter')
  const before = await page.getByText(/已绑定账号 …/).innerText()

  await page.getByRole('button', { name: '更换绑定' }).click()
  const again = await linkOf(page)
  const other = await aPhone(browser)
  const once = page.waitForEvent('load')
  await confirmOn(other, again, '绑定成功')
  await once
  await expect(page.getByText(/已绑定账号 …/)).not.toHaveText(before)

  await page.getByRole('button', { name: '解除绑定' }).click()
  const remove = page.getByRole('dialog', { name: '解除绑定' })
  await remove.getByLabel('当前密码').fill(KNOWN_PASSWORD)
  await remove.getByRole('button', { name: '解除绑定' }).click()
  await expect(page.getByText('已解除绑定')).toBeVisible()
  await expect(page.getByText(/已绑定账号 …/)).toHaveCount(0)
  expect(errors).toEqual([])
  for (const one of [phone, other]) await one.context().close()
})

test('where it is required the dialog cannot be closed, nothing answers, and the bound phone alone opens the console', async ({
  page,
  browser,
}) => {
  // A company of its own: the others are not to be locked out by it.
  const code = freshName('must')
  const user = await inDatabase(async db => {
    const { tenantId, roleIds } = await aTenant(db, { code })
    await db.tenant(tenantId, tx =>
      tx.execute("update identity_tenant set factor_policy = 'required' where tenant_id = $1", [tenantId]),
    )
    return aUser(db, tenantId, { loginName: 'admin-boss', password: KNOWN_PASSWORD, roleIds: [roleIds.admin] })
  })
  const name = `${user.loginName}@${code}`
  const errors = watchErrors(page)
  await signInByTyping(page, { user: name, password: KNOWN_PASSWORD })
  const dialog = dialogOf(page)
  const link = await linkOf(page)
  // Neither the keyboard nor a click beside closes it, however often.
  for (let i = 0; i < 3; i++) await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: '关闭' })).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  const refused = await page.evaluate(
    async token => {
      const answer = await fetch(`/chg/api/sys/user/list?token=${token}`)
      return [answer.status, ((await answer.json()) as { code: string }).code]
    },
    (await page.context().cookies()).find(one => one.name === 'Admin-Token')?.value,
  )
  expect(refused).toEqual([403, 'identity.verificationOwed'])
  expect(await violations(page)).toEqual([])
  expect(await untranslated(page)).toEqual([])
  const phone = await aPhone(browser)
  await confirmOn(phone, link, '绑定成功')
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await expect(dialog).toHaveCount(0)

  // At the next sign-in the bound phone is asked for; another is told so.
  const next = await anotherBrowser(browser)
  await signInByTyping(next, { user: name, password: KNOWN_PASSWORD })
  const nextLink = await linkOf(next)
  const stranger = await aPhone(browser)
  await confirmOn(stranger, nextLink, '不是已绑定的账号')
  await expect(dialogOf(next)).toBeVisible()
  await confirmOn(phone, nextLink, '验证成功')
  await expect(next.getByRole('navigation').first()).toBeVisible()
  // The refused call of above is the only thing that went wrong.
  expect(errors.filter(text => !text.includes('403'))).toEqual([])
  for (const one of [phone, stranger, next]) await one.context().close()
})
