import { expect, type Locator, type Page, test } from '../test.ts'
import { aTenant, setTenantStatus } from '@wattyard/identity/testing'
import { ADMIN_PASSWORD } from '../../support/running-server.ts'
import { openPage, signIn, untranslated, violations, watchErrors } from '../console.ts'
import { anotherBrowser, aPerson, freshName, inDatabase, KNOWN_PASSWORD } from '../people.ts'

const dialog = (page: Page): Locator => page.locator('dialog[open]').last()
const run = (page: Page, name: string): Promise<void> => dialog(page).getByRole('button', { name, exact: true }).click()
const confirmWith = async (page: Page, password: string, ok: string): Promise<void> => {
  await dialog(page).locator('input[name=password]').fill(password)
  await run(page, ok)
}

test('one person asks for the deletion of a tenant, another approves it, and anybody takes it back', async ({
  page,
  browser,
}) => {
  const errors = watchErrors(page)
  const name = freshName('租户')
  const { tenantId } = await inDatabase(db => aTenant(db, { code: freshName('d').toLowerCase(), name }))
  await signIn(page)
  const drawer = async (of: Page): Promise<void> => {
    await openPage(of, '/console/tenant')
    await of.locator('.id-tenants-table').getByRole('button', { name, exact: true }).click()
    await dialog(of).getByRole('tab', { name: '删除租户' }).click()
    await expect(dialog(of)).toContainText('删除须由两人完成')
  }
  await drawer(page)
  await expect(dialog(page)).toContainText('只有停用的租户才能删除')
  await inDatabase(db => setTenantStatus(db, tenantId, 'suspended'))
  await page.reload()
  await expect(dialog(page)).toContainText('没有阻止删除的事项')

  await run(page, '申请删除')
  expect(await violations(page, 'dialog[open]')).toEqual([])
  await dialog(page).locator('input[name=name]').fill(`${name}x`)
  await dialog(page).locator('input[name=reason]').fill('合同终止')
  await dialog(page).locator('input[name=password]').fill('not the one')
  await expect(dialog(page).getByRole('button', { name: '申请删除', exact: true })).toBeDisabled()
  await dialog(page).locator('input[name=name]').fill(name)
  await run(page, '申请删除')
  await expect(dialog(page)).toContainText('密码不正确')
  await confirmWith(page, ADMIN_PASSWORD, '申请删除')
  await expect(dialog(page)).toContainText('待批准')
  await expect(dialog(page)).toContainText('须由另一位平台人员批准')
  await expect(dialog(page).getByRole('button', { name: '批准删除' })).toHaveCount(0)

  const { loginName } = await aPerson('admin')
  const second = await anotherBrowser(browser)
  await signIn(second, { user: loginName, password: KNOWN_PASSWORD })
  await drawer(second)
  await run(second, '批准删除')
  await expect(dialog(second)).toContainText('合同终止')
  await confirmWith(second, KNOWN_PASSWORD, '批准删除')
  await expect(dialog(second)).toContainText('等待期')
  expect(await violations(second, 'dialog[open]')).toEqual([])

  await page.reload()
  const row = page.locator('.id-tenants-table tbody tr').filter({ hasText: name })
  await expect(row).toContainText('删除时间')
  await run(page, '撤回')
  await expect(dialog(page)).toContainText('租户保持停用')
  await run(page, '撤回')
  await expect(dialog(page)).toContainText('已撤回')
  await expect(dialog(page).getByRole('button', { name: '申请删除', exact: true })).toBeEnabled()
  await dialog(page).getByRole('tab', { name: '变更记录' }).click()
  await expect(dialog(page)).toContainText('批准删除租户')
  await expect(row).not.toContainText('删除时间')
  expect(await untranslated(page)).toEqual([])
  expect(errors).toEqual([])
  await second.context().close()
})
