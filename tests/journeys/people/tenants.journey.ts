import { stat } from 'node:fs/promises'
import { expect, type Locator, type Page, test } from '../test.ts'
import { openPage, productUrl, signIn, signInByTyping, untranslated, violations, watchErrors } from '../console.ts'
import { ADMIN_PASSWORD } from '../../support/running-server.ts'
import { anotherBrowser, freshName } from '../people.ts'

const dialog = (page: Page): Locator => page.locator('dialog[open]').last()
const control = (page: Page, field: string): Locator => dialog(page).locator(`[data-field="${field}"] input`).first()
const run = (page: Page, name: string): Promise<void> => dialog(page).getByRole('button', { name, exact: true }).click()

test('a tenant is made, its administrator chooses a password, is shut out while it is suspended, and comes back', async ({
  page,
  browser,
}) => {
  const errors = watchErrors(page)
  await signIn(page)
  await openPage(page, '/console/tenant')
  const [code, name] = [freshName('t').toLowerCase(), freshName('租户')]
  await page.getByRole('button', { name: '新建租户' }).click()
  await control(page, 'code').fill(code)
  await control(page, 'name').fill(name)
  await control(page, 'displayName').fill('负责人')
  await control(page, 'people').fill('1')
  expect(await violations(page, 'dialog[open]')).toEqual([])
  await run(page, '新建租户')
  await expect(dialog(page).locator('output')).toHaveCount(2)
  const [user = '', password = ''] = await dialog(page).locator('output').allInnerTexts()
  expect(user).toBe(`admin@${code}`)
  await run(page, '我已保存')
  const row = page.locator('.id-tenants-table tbody tr').filter({ hasText: name })
  await expect(row).toContainText('1 / 1')

  const theirs = await anotherBrowser(browser)
  await signInByTyping(theirs, { user, password })
  await expect(dialog(theirs)).toContainText('请修改初始密码')
  await theirs.keyboard.press('Escape')
  await expect(dialog(theirs)).toBeVisible()
  const chosen = 'a passphrase of their own 1'
  await theirs.locator('input[name=oldPassword]').fill('not the one')
  for (const field of ['newPassword', 'checkPass']) await theirs.locator(`input[name=${field}]`).fill(chosen)
  await run(theirs, '确定')
  await expect(dialog(theirs)).toContainText('密码不正确')
  await theirs.locator('input[name=oldPassword]').fill(password)
  await run(theirs, '确定')
  await expect(theirs.locator('nav').first()).toBeVisible()
  await theirs.goto(`${productUrl()}/jkweb/console/tenant`)
  await expect(theirs.getByText('没有权限访问此页面')).toBeVisible()

  const command = async (word: string): Promise<void> => {
    await page.getByRole('button', { name: `${name} 的操作` }).click()
    await page.getByRole('menuitem', { name: word }).click()
  }
  await command('停用')
  await expect(dialog(page)).toContainText('进行中的充电继续')
  await control(page, 'reason').fill('欠费')
  await run(page, '停用')
  await expect(row).toContainText('欠费')
  await theirs.reload()
  await expect(theirs).toHaveURL(/\/login/)
  await command('恢复')
  await run(page, '恢复')
  await expect(row).not.toContainText('欠费')
  await signIn(theirs, { user, password: chosen })

  await row.getByRole('button', { name, exact: true }).click()
  await dialog(page).getByRole('tab', { name: '变更记录' }).click()
  await expect(page).toHaveURL(/detail=record/)
  await expect(dialog(page)).toContainText('创建租户')
  await expect(dialog(page)).toContainText('欠费')
  expect(await violations(page, 'dialog[open]')).toEqual([])

  await dialog(page).getByRole('tab', { name: '数据导出' }).click()
  await run(page, '导出全部数据')
  await dialog(page).locator('input[name=password]').fill(ADMIN_PASSWORD)
  await run(page, '导出全部数据')
  await expect(dialog(page)).toContainText('已完成')
  const [file] = await Promise.all([page.waitForEvent('download'), run(page, '下载')])
  expect(file.suggestedFilename()).toBe(`tenant-${code}.zip`)
  expect((await stat(await file.path())).size).toBeGreaterThan(5_000)
  expect(await untranslated(page)).toEqual([])
  expect(errors).toEqual([])
  await theirs.context().close()
})
