import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page, test } from '../test.ts'
import { openPage, signIn, watchErrors, ROOM_FOR_ALL } from '../console.ts'
import { ask, freshName } from '../people.ts'

const STATIONS = '/device/station'

const drawer = (page: Page): Locator => page.locator('dialog[open]').last()
const control = (page: Page, field: string): Locator => drawer(page).locator(`[data-field="${field}"] input`).first()
const rows = (page: Page): Locator => page.locator('.w-table tbody tr')
const openForms = (page: Page): Locator => page.locator('dialog[open] form')

async function chooseOperator(page: Page): Promise<void> {
  await control(page, 'operator').click()
  await page.keyboard.type('运营中心')
  await page.locator('.ant-select-item-option').filter({ hasText: '运营中心' }).first().click()
}

/** Station through the generated form; its detail is open afterwards. */
async function createStation(page: Page, code: string, name: string): Promise<void> {
  await page.getByRole('button', { name: '新建充电站' }).first().click()
  await control(page, 'code').fill(code)
  await control(page, 'name').fill(name)
  await control(page, 'address').fill('测试路 1 号')
  await control(page, 'location').fill('113.95, 22.54')
  await chooseOperator(page)
  await drawer(page).getByRole('button', { name: '保存' }).click()
}

test('a record is made, refused where it is wrong, mended, changed, and its history told', async ({ page }) => {
  const errors = watchErrors(page)
  await signIn(page)
  await openPage(page, STATIONS)
  await page.getByRole('button', { name: '新建充电站' }).click()
  await drawer(page).getByRole('button', { name: '保存' }).click()
  await expect(drawer(page).getByText('请填写此项').first()).toBeVisible()
  await expect(control(page, 'code')).toBeFocused()
  await page.keyboard.press('Escape')

  await createStation(page, 'no good code!', '旅程站')
  await expect(drawer(page).locator('[data-field="code"]').getByRole('alert')).toBeVisible()
  await expect(control(page, 'name')).toHaveValue('旅程站')
  await control(page, 'code').fill('J-001')
  await drawer(page).getByRole('button', { name: '保存' }).click()
  await expect(page).toHaveURL(/open=/)
  await page.reload()
  await expect(drawer(page).getByRole('heading', { name: '旅程站' })).toBeVisible()

  await drawer(page).getByRole('button', { name: '编辑' }).click()
  await control(page, 'name').fill('旅程站二')
  await page.keyboard.press('Escape')
  await expect(page.getByText('放弃未保存的修改？')).toBeVisible()
  await drawer(page).getByRole('button', { name: '取消' }).click()
  await expect(control(page, 'name')).toHaveValue('旅程站二')
  await drawer(page).getByRole('button', { name: '保存' }).click()
  await expect(drawer(page).getByRole('heading', { name: '旅程站二' })).toBeVisible()
  await drawer(page).getByRole('tab', { name: '记录' }).click()
  await expect(drawer(page).locator('.w-history').getByText('旅程站二').first()).toBeVisible()
  expect(errors).toEqual([])
})

interface Station {
  id: string
  version: number
  operator: { id: string } | string
}

/** A station that no other journey changes, made through the API. */
async function aStation(page: Page): Promise<{ id: string; code: string }> {
  const { list } = await ask<{ list: Station[] }>(page, '/api/device/station/list', { pageSize: 1 })
  const operator = list[0]?.operator
  const code = freshName('TWO-').toUpperCase().slice(0, 20)
  const { id } = await ask<{ id: string }>(page, '/api/device/station/save', {
    code,
    name: code,
    address: '测试路 2 号',
    location: { lng: '113.95', lat: '22.54' },
    operator: typeof operator === 'object' ? operator.id : operator,
  })
  return { id, code }
}

/** Somebody else changes a station through the same API. */
async function colleagueWrites(page: Page, id: string, change: Record<string, string>): Promise<void> {
  const { version } = await ask<Station>(page, '/api/device/station/get', { id })
  await ask(page, '/api/device/station/save', { id, version, ...change })
}

test('two people change one record: the second is told, and what was typed stays', async ({ page }) => {
  await page.setViewportSize(ROOM_FOR_ALL)
  await signIn(page)
  const { id, code } = await aStation(page)
  await openPage(page, `${STATIONS}?q=${code}`)
  await rows(page).first().locator('.w-actions button').click()
  await page.getByRole('menuitem', { name: '编辑' }).click()
  await control(page, 'address').fill('我改的地址')
  await colleagueWrites(page, id, { servicePhone: '400-111-2222' })
  await drawer(page).getByRole('button', { name: '保存' }).click()
  const told = drawer(page)
    .getByRole('alert')
    .filter({ hasText: /载入最新内容/ })
  // Either the colleague's news arrived before we saved, and both changes are in; or we are told, and save again.
  await expect.poll(async () => (await told.count()) > 0 || (await openForms(page).count()) === 0).toBe(true)
  if (await openForms(page).count()) {
    // News may bring the newest version before it is asked for.
    const newest = drawer(page).getByRole('button', { name: '载入最新' })
    await newest.click({ timeout: 2_000 }).catch(() => undefined)
    await expect(control(page, 'address')).toHaveValue('我改的地址')
    await drawer(page).getByRole('button', { name: '保存' }).click()
  }
  await expect(openForms(page)).toHaveCount(0)
  // Wide enough for every column.
  await page.setViewportSize({ width: 2560, height: 900 })
  await expect(rows(page).first()).toContainText('我改的地址')
  await expect(rows(page).first()).toContainText('400-111-2222')
})

test('a save that follows the reading of the newest version at once waits for it', async ({ page }) => {
  await page.setViewportSize(ROOM_FOR_ALL)
  await signIn(page)
  const { id, code } = await aStation(page)
  await openPage(page, `${STATIONS}?q=${code}`)
  await rows(page).first().locator('.w-actions button').click()
  await page.getByRole('menuitem', { name: '编辑' }).click()
  await control(page, 'address').fill('我改的地址')
  // On a slow line: news of the other save, and the newest version itself, take their time.
  await page.route('**/api/device/station/get?*', async route => {
    await new Promise(resolve => void setTimeout(resolve, 2_000))
    await route.continue().catch(() => undefined) // asked for anew meanwhile
  })
  await colleagueWrites(page, id, { servicePhone: '400-111-2222' })
  await drawer(page).getByRole('button', { name: '保存' }).click()
  await drawer(page).getByRole('button', { name: '载入最新' }).click()
  await drawer(page).getByRole('button', { name: '保存' }).click()
  await expect(openForms(page)).toHaveCount(0)
  await expect(rows(page).first()).toContainText('我改的地址')
  await expect(rows(page).first()).toContainText('400-111-2222')
})

test('two changes of the address at once: the order of a list and an opened record, neither is lost', async ({
  page,
}) => {
  await signIn(page)
  await openPage(page, STATIONS)
  await expect(rows(page).first()).toBeVisible()
  // Both in one breath, before anything is drawn again.
  await page.evaluate(() => {
    const button = (within: string, text?: string): HTMLButtonElement | undefined =>
      Array.from(document.querySelectorAll<HTMLButtonElement>(`${within} button`)).find(
        one => text === undefined || one.textContent.includes(text),
      )
    button('.w-table thead', '充电站名称')?.click()
    button('.w-table tbody tr', undefined)?.closest('tr')?.querySelector<HTMLButtonElement>('.w-link-button')?.click()
  })
  await expect(page).toHaveURL(/open=/)
  await expect(page).toHaveURL(/sort=name/)
  await expect(drawer(page).getByRole('heading').first()).toBeVisible()
})

test('filters, order and search live in the address; a view keeps them', async ({ page }) => {
  await signIn(page)
  await openPage(page, STATIONS)
  await page.getByRole('search').getByRole('button', { name: '运营状态' }).click()
  await page.getByRole('checkbox', { name: '运营中' }).check()
  await expect(page).toHaveURL(/f\.status=open/)
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: '充电站名称' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=name/)
  await page.reload()
  await expect(
    page
      .getByText('运营状态: 运营中')
      .or(page.locator('.w-pill-value', { hasText: '运营中' }))
      .first(),
  ).toBeVisible()

  await page.locator('.w-view-button').click()
  await page.getByRole('textbox', { name: '视图名称' }).fill('旅程视图')
  await page.getByRole('button', { name: '保存为新视图' }).click()
  await expect(page.locator('.w-view-button')).toContainText('旅程视图')
  await page.locator('.w-view-button').click()
  await page.getByRole('button', { name: '全部', exact: true }).last().click()
  await expect(page).not.toHaveURL(/f\.status/)
  await page.getByRole('searchbox', { name: '搜索', exact: true }).fill('kyyf')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('科苑云帆')
})

test('columns are hidden, moved and sized, and stay so', async ({ page }) => {
  await signIn(page)
  await openPage(page, STATIONS)
  await page.getByRole('button', { name: '列设置' }).click()
  await page.getByRole('checkbox', { name: '运营状态' }).uncheck()
  await page.getByRole('button', { name: '上移 充电站名称' }).click()
  await page.getByRole('spinbutton', { name: '运行状态的列宽' }).fill('320')
  await page.reload()
  await expect(page.getByRole('columnheader', { name: '运营状态' })).toHaveCount(0)
  await expect(page.getByRole('columnheader').nth(1)).toContainText('充电站名称')
  const width = await page
    .getByRole('columnheader', { name: '运行状态' })
    .evaluate(head => head.getBoundingClientRect().width)
  expect(Math.abs(width - 320)).toBeLessThan(24)
})

test('an export comes back as an import: checked first, refused rows with their reasons', async ({ page }) => {
  await signIn(page)
  await openPage(page, STATIONS)
  await page.getByRole('button', { name: '导出' }).click()
  await drawer(page).getByRole('radio', { name: 'CSV' }).check()
  await drawer(page).getByRole('radio', { name: '全部列' }).check()
  const download = page.waitForEvent('download')
  await drawer(page).getByRole('button', { name: '导出' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv.charCodeAt(0)).toBe(0xfeff)
  await expect(drawer(page).getByText(/已导出 \d+ 行/)).toBeVisible()
  await page.keyboard.press('Escape')

  const [head = '', first = ''] = csv.slice(1).split('\r\n')
  // The sheet's columns are in the order of the form, so the code comes first.
  const code = first.slice(0, first.indexOf(','))
  const good = first.replace(code, 'IMP-1')
  await page.getByRole('button', { name: '导入' }).click()
  await page.setInputFiles('input[type=file]', {
    name: 'stations.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([head, good, first].join('\n')),
  })
  await drawer(page).getByRole('button', { name: '检查（不导入）' }).click()
  await expect(drawer(page).getByText('可导入 1 行，1 行有问题')).toBeVisible()
  const refused = page.waitForEvent('download')
  await drawer(page).getByRole('button', { name: '下载有问题的行' }).click()
  expect(await readFile(await (await refused).path(), 'utf8')).toContain(code)
  await drawer(page).getByRole('button', { name: '导入 1 行' }).click()
  await expect(drawer(page).getByText('已导入 1 行，1 行未导入')).toBeVisible()
  await drawer(page).locator('.w-dialog-foot').getByRole('button', { name: '关闭' }).click()
  await expect(page.getByText('IMP-1')).toBeVisible()
})

test('what somebody else does appears by itself', async ({ page, context }) => {
  await signIn(page)
  await openPage(page, STATIONS)
  const other = await context.newPage()
  await openPage(other, STATIONS)
  await createStation(other, 'LIVE-1', '同事刚建的站')
  await expect(page.getByText('同事刚建的站').first()).toBeVisible()
})
