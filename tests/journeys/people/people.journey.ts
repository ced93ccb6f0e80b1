import { expect, type Locator, type Page, test } from '../test.ts'
import { newId, searchText } from '@wattyard/server-kit'
import { registration } from '@wattyard/identity/contract'
import { openPage, productUrl, signIn, untranslated, violations, watchErrors, ROOM_FOR_ALL } from '../console.ts'
import { anotherBrowser, aPerson, freshName, inDatabase, KNOWN_PASSWORD } from '../people.ts'

const EMPLOYEES = '/console/employee'

const drawer = (page: Page): Locator => page.locator('dialog[open]').last()
const control = (page: Page, field: string): Locator => drawer(page).locator(`[data-field="${field}"] input`).first()
const option = (page: Page, name: string): Locator =>
  page.locator('.ant-select-item-option').filter({ hasText: name }).first()

/** Searches for one record and opens it, once the search is in the address. */
async function openFound(page: Page, text: string): Promise<void> {
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await page.getByPlaceholder(/^搜索(登录账号|角色编码)/).fill(text)
  await expect(page).toHaveURL(new RegExp(`q=${text}`))
  await page.locator('.w-table').getByRole('button', { name: text, exact: true }).first().click()
}

const tabOf = (page: Page, name: string): Locator => drawer(page).getByRole('tab', { name, exact: true })

async function detailOf(page: Page, loginName: string): Promise<void> {
  await openFound(page, loginName)
  await expect(tabOf(page, '登录与会话')).toBeVisible()
}

/** Somebody who asks for an account, as the sign-in page stores it. */
async function anApplication(loginName: string, displayName: string): Promise<void> {
  await inDatabase(db =>
    db.platform(tx =>
      tx.execute(
        `insert into identity_registration (tenant_id, id, login_name, login_key, display_name, phone, password_hash, expires_at, search_text)
         select id, $1, $2, $2, $3, $4, 'not a hash', now() + interval '1 day', $5 from identity_tenant where is_home`,
        [
          newId(),
          loginName,
          displayName,
          `139${String(Date.now()).slice(-8)}`,
          searchText(registration, { login_name: loginName, display_name: displayName, phone: '' }),
        ],
      ),
    ),
  )
}

test('an employee is made in an office with one of its duties, found by the tree and disabled', async ({ page }) => {
  await page.setViewportSize(ROOM_FOR_ALL)
  const errors = watchErrors(page)
  await signIn(page)
  await openPage(page, EMPLOYEES)
  await page.getByRole('main').getByRole('button', { name: '操作', exact: true }).click()
  await page.getByRole('menuitem', { name: '岗位' }).click()
  await drawer(page).locator('#duties-office').click()
  await page.keyboard.type('客户服务部')
  await option(page, '客户服务部').click()
  const duty = freshName('夜班')
  await drawer(page).getByRole('button', { name: '新建岗位' }).click()
  await drawer(page).getByLabel('岗位编码').fill(freshName('N'))
  await drawer(page).getByLabel('岗位名称').fill(duty)
  await drawer(page).getByRole('button', { name: '保存' }).click()
  await expect(drawer(page).getByText(duty)).toBeVisible()
  await page.keyboard.press('Escape')

  const login = freshName('emp')
  await page.getByRole('button', { name: '新建用户' }).click()
  await control(page, 'loginName').fill(login)
  await control(page, 'displayName').fill('旅程员工')
  await expect(control(page, 'duty')).toBeDisabled()
  await control(page, 'office').click()
  await page.keyboard.type('客户')
  await option(page, '客户服务部').click()
  await control(page, 'duty').click()
  // Duties of other offices are not offered.
  await expect(option(page, '客服专员')).toBeVisible()
  await expect(page.locator('.ant-select-item-option').filter({ hasText: '会计' })).toHaveCount(0)
  await option(page, duty).click()
  await expect(drawer(page).getByText('看不到任何数据——还没有角色')).toBeVisible()
  await drawer(page).getByRole('button', { name: '保存' }).click()
  const question = page.getByRole('dialog', { name: '不分配角色就保存旅程员工？' })
  await question.getByRole('button', { name: '返回选择角色' }).click()
  await drawer(page).getByRole('button', { name: '保存' }).click()
  await question.getByRole('button', { name: '仍然保存' }).click()
  await expect(drawer(page).getByText('没有任何角色')).toBeVisible()
  await expect(drawer(page).getByText('看不到任何数据——还没有角色')).toBeVisible()
  expect(await violations(page, 'dialog[open]')).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog[open]')).toHaveCount(0)

  // By keyboard: the tree is one stop, the arrows go through it.
  const tree = page.getByRole('treegrid')
  await expect(tree.locator('[tabindex="0"]')).toHaveCount(1)
  await tree.getByRole('row', { name: '财务部' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(tree.getByRole('row', { name: '客户服务部' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tree.getByRole('row', { name: '客户服务部' })).toHaveAttribute('aria-selected', 'true')
  const row = page.locator('.w-table tbody tr').filter({ hasText: login })
  await expect(row).toContainText(duty)
  await expect(page.locator('.w-table tbody tr').filter({ hasText: 'lina' })).toHaveCount(0)

  await row.getByRole('checkbox').check()
  await page.locator('.w-batch').getByRole('button', { name: '停用' }).click()
  await drawer(page).getByRole('button', { name: '停用' }).click()
  await expect(row).toContainText('停用')
  expect(await untranslated(page)).toEqual([])
  expect(errors).toEqual([])
})

test('an administrator sees where somebody is signed in, ends it, and reads why they may what they may', async ({
  page,
  browser,
}) => {
  const errors = watchErrors(page)
  const { loginName } = await aPerson('finance')
  const theirs = await anotherBrowser(browser, { address: '203.0.113.77' })
  await signIn(theirs, { user: loginName, password: KNOWN_PASSWORD })

  await signIn(page)
  await openPage(page, EMPLOYEES)
  await detailOf(page, loginName)
  await tabOf(page, '登录与会话').click()
  await drawer(page).getByRole('button', { name: '结束' }).click()
  await drawer(page).locator('.ant-btn-dangerous').click()
  await expect(drawer(page).getByText('当前没有登录会话')).toBeVisible()
  await theirs.goto(`${productUrl()}/jkweb/home`)
  await expect(theirs).toHaveURL(/\/login/)

  await tabOf(page, '权限').click()
  await drawer(page).getByLabel('搜索页面或权限').fill('日账单')
  const rights = drawer(page).locator('.id-rights')
  await expect(rights.getByText('日账单 · 查看', { exact: true }).first()).toBeVisible()
  await expect(rights.locator('li').filter({ hasText: '日账单 · 查看' }).last()).toContainText('财务')
  await tabOf(page, '登录与会话').click()
  await drawer(page).getByRole('button', { name: '查看一次性验证码' }).click()
  await expect(page.getByText('该用户没有有效的一次性验证码')).toBeVisible()
  expect(await untranslated(page)).toEqual([])
  expect(errors.filter(error => !/40[0-9]|422/.test(error))).toEqual([])
  await theirs.context().close()
})

test('applications are granted with a role or refused with a reason', async ({ page }) => {
  const errors = watchErrors(page)
  const [wanted, unwanted] = [freshName('app'), freshName('app')]
  await anApplication(wanted, '申请人甲')
  await page.waitForTimeout(5) // another phone number
  await anApplication(unwanted, '申请人乙')
  await signIn(page)
  await openPage(page, EMPLOYEES)
  await page.getByRole('button', { name: /注册申请/ }).click()
  const card = (name: string) => page.locator('.id-cards > li').filter({ hasText: name })
  await card(unwanted).getByRole('button', { name: '拒绝' }).click()
  await drawer(page).locator('[data-field="reason"] input').fill('不认识')
  await drawer(page).getByRole('button', { name: '拒绝' }).click()
  await expect(card(unwanted)).toHaveCount(0)

  await card(wanted).getByRole('button', { name: '通过' }).click()
  await control(page, 'roleIds').click()
  await page.keyboard.type('只读')
  await option(page, '只读').click()
  await page.keyboard.press('Escape')
  await drawer(page).getByRole('button', { name: '通过' }).click()
  await expect(card(wanted)).toHaveCount(0)
  // The list may know of it before the form has its answer and closes.
  await expect(page.locator('dialog[open]')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await detailOf(page, wanted)
  await expect(drawer(page).locator('.id-rights')).toContainText('只读')
  expect(errors).toEqual([])
})

test('a template fills the form of a new role; a code that is taken is left to be typed', async ({ page }) => {
  const errors = watchErrors(page)
  await signIn(page)
  await openPage(page, '/console/role')
  await page.getByRole('button', { name: '从模板新建' }).click()
  await page.getByRole('menuitem', { name: '客服' }).click()
  await expect(control(page, 'name')).toHaveValue('客服')
  await expect(control(page, 'code')).toHaveValue('')
  const box = drawer(page).locator('.id-matrix').getByRole('checkbox', { name: '订单 · 退款', exact: true })
  await expect(box).toBeChecked()
  expect(await violations(page, 'dialog[open]')).toEqual([])
  const code = freshName('r')
  await control(page, 'code').fill(code)
  await control(page, 'name').fill(code)
  await drawer(page).getByRole('button', { name: '保存' }).click()
  await expect(drawer(page).locator('.id-grants-module').filter({ hasText: '退款' }).first()).toBeVisible()
  expect(errors).toEqual([])
})

test('a role is made in the matrix, copied, changed and laid beside the first; who holds it is said', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await signIn(page)
  await openPage(page, '/console/role')
  const [code, second] = [freshName('r'), freshName('r')]
  await page.getByRole('button', { name: '新建角色' }).click()
  await control(page, 'code').fill(code)
  await control(page, 'name').fill(code)
  const matrix = drawer(page).locator('.id-matrix')
  await matrix.getByRole('searchbox').fill('充电站')
  const box = (name: string) => matrix.getByRole('checkbox', { name, exact: true })
  await box('充电站').check()
  await expect(box('充电站 · 停运')).toBeChecked()
  await box('充电站 · 删除').uncheck()
  await expect(box('充电站')).toHaveJSProperty('indeterminate', true)
  expect(await violations(page, 'dialog[open]')).toEqual([])
  await drawer(page).getByRole('button', { name: '保存' }).click()
  const grants = drawer(page).locator('.id-grants-module').filter({ hasText: '充电站与设备' })
  await expect(grants.getByText('查看、新建、修改、导出、导入')).toBeVisible()
  await expect(grants).not.toContainText('删除')
  await expect(drawer(page).getByText('还没有用户拥有该角色')).toBeVisible()

  await drawer(page)
    .getByRole('button', { name: /的操作/ })
    .click()
  await page.getByRole('menuitem', { name: '复制' }).click()
  await control(page, 'code').fill(second)
  await control(page, 'name').fill(second)
  await drawer(page).getByRole('button', { name: '复制' }).click()
  await expect(page.getByText('复制：已完成').first()).toBeVisible()
  await page.keyboard.press('Escape')

  await openFound(page, second)
  await drawer(page).getByRole('button', { name: '编辑' }).click()
  await matrix.getByRole('searchbox').fill('充电站')
  await box('充电站 · 删除').check()
  await drawer(page).getByRole('button', { name: '保存' }).click()
  await expect(grants).toContainText('删除')
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog[open]')).toHaveCount(0)

  await page.getByRole('button', { name: '比较角色' }).click()
  for (const [place, name] of [code, second].entries()) {
    await drawer(page).getByRole('combobox').nth(place).click()
    await page.keyboard.type(name)
    await option(page, name).click()
  }
  // Only the difference is shown: one resource, one action, on the side that has it.
  const rows = drawer(page).locator('tbody tr')
  await expect(rows).toHaveCount(1)
  await expect(rows.getByRole('cell')).toHaveText(['', '删除'])
  expect(await untranslated(page)).toEqual([])
  expect(errors).toEqual([])
})

test('an employee is invited, opens the link on a phone, chooses a password and is in; the link is spent', async ({
  page,
  browser,
}) => {
  const errors = watchErrors(page)
  await signIn(page)
  await openPage(page, EMPLOYEES)
  const login = freshName('inv')
  await page.getByRole('button', { name: '邀请员工' }).click()
  await control(page, 'loginName').fill(login)
  await control(page, 'displayName').fill('旅程受邀人')
  await drawer(page).getByRole('button', { name: '保存' }).click()
  await drawer(page).getByRole('button', { name: '仍然保存' }).click()
  await expect(drawer(page)).toContainText('72 小时')
  await expect(drawer(page)).toContainText('旅程受邀人还没有角色')
  expect(await violations(page, 'dialog[open]')).toEqual([])
  await drawer(page).getByRole('button', { name: '仍然生成邀请链接' }).click()
  const said = drawer(page).getByLabel('旅程受邀人的邀请链接')
  await expect(said).toContainText('/jkweb/login#invitation=')
  expect(await violations(page, 'dialog[open]')).toEqual([])
  const link = (await said.textContent()) ?? ''
  await drawer(page).getByRole('button', { name: '我已转交' }).click()
  await expect(page.locator('.w-table tbody tr').filter({ hasText: login })).toContainText('已邀请')

  const guest = await anotherBrowser(browser)
  await guest.setViewportSize({ width: 390, height: 844 })
  await guest.goto(link)
  await expect(guest.getByRole('heading', { name: '接受邀请' })).toBeVisible()
  await expect(guest.getByText(login)).toBeVisible()
  expect(await violations(guest)).toEqual([])
  await guest.fill('[name=newPassword]', KNOWN_PASSWORD)
  await guest.fill('[name=checkPass]', 'another')
  await guest.getByRole('button', { name: '设置密码并登录' }).click()
  await expect(guest.getByText('输入的密码不一致!')).toBeVisible()
  await guest.fill('[name=checkPass]', KNOWN_PASSWORD)
  await guest.getByRole('button', { name: '设置密码并登录' }).click()
  await expect(guest.getByText('您的账号还没有任何权限')).toBeVisible()
  await guest.context().close()

  await page.reload()
  await expect(page.locator('.w-table tbody tr').filter({ hasText: login })).toContainText('可登录')
  expect(errors).toEqual([])
  // Also in a browser where somebody else is signed in: the link is told about, not the page behind it.
  await page.goto(link)
  await expect(page.getByText('邀请链接已失效')).toBeVisible()
  await page.getByRole('button', { name: '返回登录' }).click()
  await expect(page).not.toHaveURL(/login/)
})
