import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { expect, type Page, test } from './test.ts'
import {
  openPage,
  productUrl,
  sayIn,
  signIn,
  untranslated,
  violations,
  watchErrors,
  watchPolicy,
  ROOM_FOR_ALL,
} from './console.ts'
import { anotherBrowser, aPerson, ask, freshName, KNOWN_PASSWORD } from './people.ts'

// They change what everybody sees: one after the other, and each takes back what it has changed.

interface Stored {
  list: { id: string; key?: string; dictionary?: string }[]
}

async function takeBack(page: Page, what: 'dict' | 'menuemanage'): Promise<void> {
  const { list } = await ask<Stored>(page, `/api/console/${what}/list`, { pageSize: 200 })
  for (const { id } of list) await ask(page, `/api/console/${what}/del`, { id })
}

test('a state is called and coloured otherwise: an open list in another browser follows, and so does its export', async ({
  page,
  browser,
}) => {
  const errors = watchErrors(page)
  await signIn(page)
  const colleague = await anotherBrowser(browser)
  await signIn(colleague)
  await openPage(colleague, '/device/station')
  await expect(colleague.locator('.w-tag', { hasText: '运营中' }).first()).toBeVisible()

  await openPage(page, '/console/dict?dict=assets.station.status')
  const row = page.locator('tr[data-code="open"]')
  const word = row.getByLabel('中文: open')
  await word.fill('对外开放')
  await word.press('Enter')
  await expect(row.locator('.w-tag')).toHaveText('对外开放')
  await row.getByRole('button', { name: /^颜色/ }).click()
  await page.getByRole('button', { name: '#7e22ce' }).click()
  await expect(row.getByRole('button', { name: /^颜色.*#7e22ce/ })).toBeVisible()
  expect(await violations(page)).toEqual([])

  const tag = colleague.locator('.w-tag', { hasText: '对外开放' }).first()
  await expect(tag).toBeVisible({ timeout: 10_000 })
  await expect(tag).toHaveCSS('background-color', /rgb\((?!255, 255, 255)/)
  const token = (await page.context().cookies()).find(cookie => cookie.name === 'Admin-Token')?.value ?? ''
  const sheet = await page.request.get(`${productUrl()}/chg/api/device/station/export?format=csv&token=${token}`)
  expect(await sheet.text()).toContain('对外开放')

  await takeBack(page, 'dict')
  await expect(colleague.locator('.w-tag', { hasText: '运营中' }).first()).toBeVisible({ timeout: 10_000 })
  await colleague.context().close()
  expect(errors).toEqual([])
})

test('a tag of one’s own: added, put in order by key and mouse, offered in the form, switched off, kept where it is used', async ({
  page,
}) => {
  await page.setViewportSize(ROOM_FOR_ALL)
  const errors = watchErrors(page)
  await signIn(page, { language: 'en' })
  const say = sayIn('en')
  const code = freshName('tag').toLowerCase()
  const word = `Depot ${code.slice(-4)}`
  await openPage(page, '/console/dict?dict=assets.stationTag')
  await page.getByRole('button', { name: say('platform.dict.add') }).click()
  const dialog = page.getByRole('dialog', { name: say('platform.dict.add') })
  await dialog.getByLabel(say('platform.dictEntry.code')).fill('PARK')
  await dialog.getByLabel(say('platform.dictEntry.wordZh')).fill(word)
  await dialog.getByRole('button', { name: say('kit.save') }).click()
  await expect(dialog.getByRole('alert')).toHaveText(say('platform.field.looksTaken'))
  await dialog.getByLabel(say('platform.dictEntry.code')).fill(code)
  await dialog.getByLabel(say('platform.dictEntry.wordEn')).fill(word)
  await dialog.getByRole('button', { name: say('kit.save') }).click()
  await expect(dialog).toBeHidden()
  const rows = page.locator('tr[data-code]')
  await expect(rows.last()).toHaveAttribute('data-code', code)

  const handle = rows.last().getByRole('button', { name: say('platform.dict.move', { name: word }) })
  await handle.focus()
  await page.keyboard.press('ArrowUp')
  await expect(rows.nth(-2)).toHaveAttribute('data-code', code)
  const from = await page.locator(`tr[data-code="${code}"] .platform-handle`).boundingBox()
  const to = await rows.first().boundingBox()
  if (!from || !to) throw new Error('the rows are not shown')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2, to.y + 4, { steps: 12 })
  // The rows are shown in their new order before the server has it.
  const isStored = page.waitForResponse(
    one => one.url().includes('/dict/arrange?') && isFirst(one.request().postData(), code),
  )
  await page.mouse.up()
  await expect(rows.first()).toHaveAttribute('data-code', code)
  await isStored
  await page.reload()
  await expect(rows.first()).toHaveAttribute('data-code', code)

  await openPage(page, '/device/station')
  await page.getByRole('row').nth(1).getByRole('button').last().click()
  await page.getByRole('menuitem', { name: say('kit.edit') }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel(say('assets.station.tags')).click()
  await page
    .getByRole('option', { name: word })
    .or(page.locator('.ant-select-item', { hasText: word }))
    .last()
    .click()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: say('kit.save') }).click()
  await expect(page.getByRole('row').filter({ hasText: word })).toHaveCount(1)

  await openPage(page, '/console/dict?dict=assets.stationTag')
  await page.locator(`tr[data-code="${code}"]`).getByRole('switch').click()
  await expect(page.locator(`tr[data-code="${code}"]`)).toContainText(say('platform.dict.offMark'))
  await page
    .locator(`tr[data-code="${code}"]`)
    .getByRole('button', { name: say('platform.dict.editOf', { name: word }) })
    .click()
  await page.getByRole('menuitem', { name: say('platform.dict.remove') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('kit.ok') })
    .click()
  await expect(page.getByText(say('platform.error.entryInUse', { code }))).toBeVisible()
  await openPage(page, '/device/station')
  await expect(page.getByRole('row').filter({ hasText: word })).toHaveCount(1)
  expect(await untranslated(page)).toEqual([])
  const stations = await ask<{ list: { id: string; tags: string[] }[] }>(page, '/api/device/station/list', {
    pageSize: 200,
  })
  for (const { id, tags } of stations.list.filter(one => one.tags.includes(code)))
    await ask(page, '/api/device/station/save', { id, tags: tags.filter(tag => tag !== code) })
  await takeBack(page, 'dict')
  // The refusal is an answer, not a failure of the page.
  expect(errors).toEqual([])
})

test('a dictionary goes out as a sheet and comes back changed; its history tells', async ({ page }) => {
  const errors = watchErrors(page)
  await signIn(page, { language: 'es' })
  const say = sayIn('es')
  await openPage(page, '/console/dict?dict=members.blockReason')
  const more = page.getByRole('button', { name: say('platform.dict.editOf', { name: say('members.blockReason') }) })
  const waiting = page.waitForEvent('download')
  await more.click()
  await page.getByRole('menuitem', { name: say('platform.dict.export') }).click()
  const text = await readFile(await (await waiting).path(), 'utf8')
  expect(text).toContain('Se fue sin pagar')
  const changed = join(tmpdir(), `${freshName('dict')}.csv`)
  await writeFile(changed, text.replace('Se fue sin pagar', 'No pagó'))
  await more.click()
  await page.getByRole('menuitem', { name: say('platform.dict.import') }).click()
  const dialog = page.getByRole('dialog', { name: say('platform.dict.import') })
  await dialog.locator('input[type="file"]').setInputFiles(changed)
  const checked = say('platform.dict.importChecked', { accepted: '1', unchanged: '5', refused: '0' })
  await expect(dialog.getByText(checked)).toBeVisible()
  await dialog
    .locator('footer')
    .getByRole('button', { name: say('platform.dict.importRun') })
    .click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('tr[data-code="unpaid"]').getByLabel('Español: unpaid')).toHaveValue('No pagó')
  await page.getByRole('button', { name: say('platform.dict.history') }).click()
  await expect(page.getByRole('dialog')).toContainText('No pagó')
  expect(await violations(page)).toEqual([])
  expect(await untranslated(page)).toEqual([])
  await page.keyboard.press('Escape')
  await takeBack(page, 'dict')
  expect(errors).toEqual([])
})

test('the menu in the operator’s words and order is everybody’s at once, and opens nothing', async ({
  page,
  browser,
}) => {
  const errors = watchErrors(page)
  const stopped = await watchPolicy(page)
  await signIn(page)
  const colleague = await anotherBrowser(browser)
  const { loginName } = await aPerson('finance')
  await signIn(colleague, { user: loginName, password: KNOWN_PASSWORD })
  await openPage(colleague, '/cwdata2/orderDeatil')
  const side = colleague.getByRole('navigation', { name: '菜单' })
  await expect(side.getByRole('link', { name: '订单明细' })).toBeVisible()

  await openPage(page, '/console/menuemanage')
  await page.getByTitle('编辑“订单明细”').click()
  const drawer = page.getByRole('dialog', { name: '订单明细' })
  await expect(drawer).toContainText('charging.order:read')
  await drawer.getByLabel('中文标题').fill('<b>充电流水</b>')
  await drawer.getByRole('button', { name: '保存' }).click()
  await expect(drawer).toBeHidden()
  await expect(side.getByRole('link', { name: '<b>充电流水</b>' })).toBeVisible({ timeout: 10_000 })
  await expect(colleague.getByRole('tab', { name: '<b>充电流水</b>' })).toBeVisible()
  // The last step of the breadcrumb is the page's own name.
  await expect(colleague.getByRole('heading', { level: 1, name: '<b>充电流水</b>' })).toBeVisible()
  await expect(colleague.getByRole('navigation', { name: '当前位置' })).toContainText('财务中心')
  await expect(colleague).toHaveTitle(/<b>充电流水<\/b>/)

  // Into the next group by key, and hidden: out of the menu, still there by its address.
  await page.getByRole('button', { name: '移动“异常订单”：上下键排序，左右键换分组' }).press('ArrowLeft')
  await expect(page.locator('[data-key="/cwdata2/errOrderDetail"]')).toHaveAttribute('data-group', 'znyy')
  await page.getByRole('button', { name: '隐藏“<b>充电流水</b>”' }).click()
  await expect(page.locator('[data-key="/cwdata2/orderDeatil"]')).toHaveAttribute('data-hidden', '')
  await expect(side.getByRole('link', { name: '<b>充电流水</b>' })).toHaveCount(0, { timeout: 10_000 })
  await openPage(colleague, '/cwdata2/orderDeatil')
  await expect(colleague.locator('h1').first()).toBeVisible()
  // A hidden page is not among the recent ones either, though it has just been opened.
  await expect(colleague.locator('.s-nav').getByText('<b>充电流水</b>')).toHaveCount(0)

  await page.getByRole('button', { name: '新增外部链接' }).click()
  const link = page.getByRole('dialog', { name: '新增外部链接' })
  await link.getByLabel('中文标题').fill('巡检系统')
  await link.getByLabel('地址').fill('javascript:alert(1)')
  await link.getByRole('button', { name: '保存' }).click()
  await expect(link.getByRole('alert')).toHaveText('只接受 https 地址或本站路径')
  await link.getByLabel('地址').fill('https://patrol.example/')
  await link.getByRole('button', { name: '保存' }).click()
  await expect(link).toBeHidden()
  await side.getByRole('button', { name: '系统管理' }).click()
  await expect(side.getByRole('link', { name: /巡检系统/ })).toHaveAttribute('href', 'https://patrol.example/')
  await expect(side.getByRole('link', { name: /巡检系统/ })).toHaveAttribute('rel', 'noopener noreferrer')
  expect(await violations(page)).toEqual([])

  // As the finance role: what it sees, and nothing it may not.
  await page.getByRole('combobox', { name: '预览身份' }).click()
  await page.locator('.ant-select-item', { hasText: '财务' }).first().click()
  const preview = page.locator('.platform-menu-preview')
  await expect(preview).toContainText('异常订单')
  await expect(preview).not.toContainText('员工')
  // Everything, in the sections in which the sidebar draws it.
  await page.getByRole('combobox', { name: '预览身份' }).click()
  await page.locator('.ant-select-item').first().click()
  await expect(preview.locator('.platform-side-section')).toHaveText(['人员与权限', '系统设置', '基础数据'])
  await expect(preview).not.toContainText('运维管理')

  // A page of the user menu comes into the sidebar and back, and is in the user menu all the while.
  const about = page.locator('[data-key="/help/about"]')
  await expect(about).toContainText('在用户菜单中')
  await about.getByRole('button', { name: /显示/ }).click()
  await expect(preview).toContainText('关于')
  await about.getByRole('button', { name: /隐藏/ }).click()
  await expect(preview).not.toContainText('关于')
  await page.locator('.s-top-tools .s-tool').last().click()
  await expect(page.getByRole('menuitem', { name: '关于' })).toBeVisible()
  await page.keyboard.press('Escape')
  await takeBack(page, 'menuemanage')
  await expect(side.getByRole('link', { name: '订单明细' })).toBeVisible({ timeout: 10_000 })
  await openPage(colleague, '/console/menuemanage')
  await expect(colleague.locator('main')).toContainText('401')
  await colleague.context().close()
  expect([errors, stopped]).toEqual([[], []])
})

test('groups are dragged; on a phone and in Spanish everything has its place', async ({ page }) => {
  const errors = watchErrors(page)
  await signIn(page, { language: 'es' })
  const say = sayIn('es')
  await openPage(page, '/console/menuemanage')
  const heads = page.locator('[data-head]')
  const handle = page.getByRole('button', { name: say('platform.menu.moveGroup', { name: say('group.cwfx') }) })
  await handle.hover()
  await page.mouse.down()
  const to = await heads.first().boundingBox()
  if (!to) throw new Error('the tree is not shown')
  await page.mouse.move(to.x + 20, to.y + to.height, { steps: 6 })
  await page.mouse.move(to.x + 20, to.y + 2, { steps: 6 })
  await expect(heads.first()).toHaveAttribute('data-drop', 'before')
  await page.mouse.up()
  await expect(heads.first()).toHaveAttribute('data-key', 'cwfx')
  await expect(
    page
      .getByRole('navigation', { name: say('shell.menu') })
      .locator('.s-group')
      .first(),
  ).toContainText(say('group.cwfx'), { timeout: 10_000 })
  await takeBack(page, 'menuemanage')
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/console/menuemanage', '/console/dict', '/console/dict?dict=assets.stationTag']) {
    await openPage(page, path)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect([path, overflow <= 0]).toEqual([path, true])
    expect(await untranslated(page)).toEqual([])
    expect(await violations(page)).toEqual([])
  }
  expect(errors).toEqual([])
})

/** Whether an order that was sent begins with this code. */
const isFirst = (body: string | null, code: string): boolean => new URLSearchParams(body ?? '').get('codes.0') === code
