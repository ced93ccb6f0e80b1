import { expect, type Locator, type Page, test } from './test.ts'
import { openPage, productUrl, signIn, signInByTyping, standsStill, violations, watchErrors } from './console.ts'
import { widen } from './pages/misfits.ts'

const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name })
/** Group of the menu in which a page is. */
const GROUP_OF: Readonly<Record<string, string>> = { 充电桩: '资产管理', 运营价格: '资产管理', 日账单: '财务中心' }

/** Follows a link of the menu; its group is opened first where it is folded. */
async function follow(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: '菜单' })
  const group = menu.getByRole('button', { name: GROUP_OF[name] ?? name, exact: true })
  if ((await group.getAttribute('aria-expanded')) === 'false') await group.click()
  await menu.getByRole('link', { name, exact: true }).click()
}

test('tabs keep query, scroll and open dialogs; the contract decides where closing leads', async ({ page }) => {
  const errors = watchErrors(page)
  await signIn(page)
  await openPage(page, '/device/station?sort=-name')
  await follow(page, '充电桩')
  await expect(page.getByRole('heading', { name: '充电桩', level: 1 })).toBeVisible()
  const list = page.locator('.s-pane[data-path="/device/devicePole"] .w-list-body')
  await expect(list.getByText('SZ001-01').first()).toBeVisible()
  await list.evaluate(element => element.scrollTo(0, 200))
  await tab(page, '充电站').click()
  await expect(page).toHaveURL(/device\/station\?sort=-name/)
  // Put away, it is there for nobody: not to be seen, to be read out or to be found, and only its layout is kept.
  const away = page.locator('.s-pane[data-path="/device/devicePole"]')
  await expect(away).toHaveAttribute('data-away', '')
  await expect(away).toHaveCSS('display', 'block')
  await expect(away.locator('h1')).toBeHidden()
  await expect(page.getByRole('heading', { name: '充电桩', level: 1 })).toHaveCount(0)
  expect(await page.evaluate(() => document.body.innerText)).not.toContain('SZ001-01')
  await tab(page, '充电桩').click()
  expect(await list.evaluate(element => element.scrollTop)).toBe(200)

  await tab(page, '充电站').click()
  await page.getByRole('button', { name: '新建充电站' }).click()
  // The note of what somebody else has saved stands there empty, and takes no room until it has a text.
  await expect(page.locator('dialog[open] output.w-banner')).toHaveCSS('display', 'none')
  await page.locator('[data-field="name"] input').fill('还没保存')
  await page.goBack()
  await expect(page.getByRole('heading', { name: '充电桩', level: 1 })).toBeVisible()
  await expect(page.locator('.w-form')).toBeHidden()
  await tab(page, '充电站').focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText('有未保存的内容')).toBeVisible()
  await page.locator('dialog[open]').getByRole('button', { name: '取消' }).click()
  await tab(page, '充电站').click()
  await expect(page.locator('.w-form')).toBeVisible()
  await expect(page.locator('[data-field="name"] input')).toHaveValue('还没保存')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '放弃' }).click()

  await tab(page, '充电站').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '关闭其他' }).click()
  await expect(page.getByRole('tab')).toHaveCount(1)
  await follow(page, '充电桩')
  await expect(page.getByRole('tab')).toHaveCount(2)
  await tab(page, '充电桩').click({ button: 'middle' })
  await expect(page).toHaveURL(/device\/station/)
  await page.reload()
  await expect(page.getByRole('tab')).toHaveCount(1)
  expect(errors).toEqual([])
})

test('without a network a page that is not loaded yet says so in its place, and what was typed elsewhere stays', async ({
  page,
}) => {
  await signIn(page)
  await openPage(page, '/device/station')
  await follow(page, '充电桩')
  await expect(page.getByRole('heading', { name: '充电桩', level: 1 })).toBeVisible()
  await tab(page, '充电站').click()
  await page.getByRole('button', { name: '新建充电站' }).click()
  await page.locator('[data-field="name"] input').fill('断网前的字')
  await page.goBack()
  await page.context().setOffline(true)
  await follow(page, '日账单')
  await expect(page.getByRole('alert').filter({ hasText: '页面没有载入' })).toBeVisible()
  await tab(page, '充电站').click()
  await expect(page.locator('[data-field="name"] input')).toHaveValue('断网前的字')

  await page.context().setOffline(false)
  await page.goBack()
  // With the network back the page may come by itself, and its button goes.
  const retry = page.getByRole('button', { name: '重试' })
  await retry.click({ timeout: 5_000 }).catch(() => expect(retry).toHaveCount(0))
  await expect(page.getByRole('heading', { name: '日账单', level: 1 })).toBeVisible()
  await standsStill(page, 'h1')
  // Also the styles that did not come with the first try.
  await expect
    .poll(async () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll<HTMLLinkElement>('head > link[rel="stylesheet"]')].filter(({ sheet }) => !sheet)
            .length,
      ),
    )
    .toBe(0)
  await tab(page, '充电站').click()
  await expect(page.locator('[data-field="name"] input')).toHaveValue('断网前的字')
})

test('code that a new build has replaced: the console is loaded anew, but never over unsaved input', async ({
  page,
}) => {
  await signIn(page)
  await openPage(page, '/device/station')
  await follow(page, '充电桩')
  await expect(page.getByRole('heading', { name: '充电桩', level: 1 })).toBeVisible()
  await tab(page, '充电站').click()
  await page.getByRole('button', { name: '新建充电站' }).click()
  await page.locator('[data-field="name"] input').fill('换版前的字')
  await page.evaluate(() => void ((window as unknown as { isSame: boolean }).isSame = true)) // gone with the document
  const isSame = async (): Promise<boolean> => page.evaluate(() => 'isSame' in window)
  await page.route('**/jkweb/assets/**', route => route.fulfill({ status: 404 }))
  const next = '<script type="module" src="/jkweb/assets/index-next.js"></script>'
  await page.route('**/jkweb/', route => route.fulfill({ contentType: 'text/html', body: next }))
  await page.goBack()
  await follow(page, '日账单')
  await expect(page.getByRole('alert').filter({ hasText: '页面没有载入' })).toBeVisible()
  expect(await isSame()).toBe(true)
  await tab(page, '充电站').click()
  await expect(page.locator('[data-field="name"] input')).toBeVisible()
  await expect(page.locator('[data-field="name"] input')).toHaveValue('换版前的字')

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '放弃' }).click()
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await follow(page, '运营价格')
  await page.waitForFunction(() => !('isSame' in window))
})

test('tabs are pinned, moved by hand and by key, closed on a side, and are the same after a reload', async ({
  page,
}) => {
  const errors = watchErrors(page)
  const names = async (): Promise<string[]> =>
    (await page.getByRole('tab').allInnerTexts()).map(name => name.replace(/\s.*$/s, ''))
  const choose = async (name: string, what: string): Promise<void> => {
    await tab(page, name).click({ button: 'right' })
    await page.getByRole('menuitem', { name: what, exact: true }).click()
  }
  await signInByTyping(page)
  await expect(tab(page, '首页')).toBeVisible()
  await openPage(page, '/device/station')
  await choose('充电站', '关闭其他')
  for (const name of ['充电桩', '运营价格', '日账单']) {
    await follow(page, name)
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  }
  expect(await names()).toEqual(['充电站', '充电桩', '运营价格', '日账单'])

  await tab(page, '日账单').dragTo(tab(page, '充电桩'), { targetPosition: { x: 8, y: 10 } })
  expect(await names()).toEqual(['充电站', '日账单', '充电桩', '运营价格'])
  await expect(page).toHaveURL(/dailyBill/)
  await tab(page, '运营价格').focus()
  await page.keyboard.press('Control+Shift+ArrowLeft')
  expect(await names()).toEqual(['充电站', '日账单', '运营价格', '充电桩'])
  await expect(tab(page, '运营价格')).toBeFocused()
  await expect(page.getByText('移到第 3 位')).toBeAttached()

  await choose('充电桩', '固定')
  expect(await names()).toEqual(['充电桩', '充电站', '日账单', '运营价格'])
  await choose('日账单', '关闭右侧')
  await choose('日账单', '关闭左侧')
  expect(await names()).toEqual(['充电桩', '日账单'])
  await tab(page, '充电桩').focus()
  await page.keyboard.press('Delete')
  expect(await names()).toEqual(['充电桩', '日账单'])

  await tab(page, '充电桩').click()
  await page.goto(`${productUrl()}/jkweb/device/devicePole?sort=-code`)
  const list = page.locator('.s-pane[data-path="/device/devicePole"] .w-list-body')
  await expect(list.getByText('SZ001-01').first()).toBeVisible()
  await list.evaluate(element => element.scrollTo(0, 150))
  await page.waitForTimeout(50) // the news of scrolling come with the next frame
  await page.reload()
  await expect(list.getByText('SZ001-01').first()).toBeVisible()
  await expect.poll(async () => list.evaluate(element => element.scrollTop)).toBe(150)
  expect(await names()).toEqual(['充电桩', '日账单'])
  await expect(page).toHaveURL(/sort=-code/)

  const other = page.waitForEvent('popup')
  await choose('充电桩', '在新窗口打开')
  const window = await other
  await expect(window).toHaveURL(/devicePole\?sort=-code/)
  await expect(window.getByRole('tab')).toHaveCount(1)
  await window.close()
  expect(errors).toEqual([])
})

/** More pages than a line of 1440 px has room for, the last one shown. */
const MANY = [
  '/console/log',
  '/home',
  '/device/deviceView',
  '/device/devicePole',
  '/pricePollcy/operPrice',
  '/pricePollcy/polePrice',
  '/activity/notice',
  '/fwgl/notify',
  '/cwdata2/errOrderDetail',
  '/cwdata4/dailyBill',
  '/console/org',
  '/console/role',
  '/console/dict',
  '/device/station',
]

/** Runs in the page: tabs that are drawn and stand partly outside their line. */
function cutTabs(): string[] {
  const line = document.querySelector('.s-tab-line')?.getBoundingClientRect()
  return [...document.querySelectorAll<HTMLElement>('[role="tab"]:not([data-over])')].flatMap(element => {
    const { left, right } = element.getBoundingClientRect()
    return line && left >= line.left - 1 && right <= line.right + 1 ? [] : [element.innerText]
  })
}

test('more tabs than have room: none is cut off, the pinned one stays, the list has them all', async ({ page }) => {
  const errors = watchErrors(page)
  await signIn(page)
  await openPage(page, '/device/station')
  await page.evaluate(paths => {
    const tabs = paths.map((path, visit) => ({ path, search: '', noCache: false, pinned: visit === 0, visit }))
    sessionStorage.setItem('wattyard.tabs', JSON.stringify(tabs))
  }, MANY)
  await page.reload()
  const tabs = page.getByRole('tab')
  const list = page.getByRole('button', { name: `全部标签（${MANY.length}）` })
  const drawnAt = async (width: number): Promise<number> => {
    await widen(page, width, 900)
    await expect.poll(async () => page.evaluate(cutTabs)).toEqual([])
    const drawn = await tabs.count()
    await expect(list.locator('.w-num')).toHaveText(drawn === 0 ? String(MANY.length) : `+${MANY.length - drawn}`)
    return drawn
  }
  const wide = await drawnAt(1440)
  expect(wide).toBeGreaterThan(4)
  await expect(tab(page, '日志')).toBeVisible()
  await expect(tab(page, '充电站')).toHaveAttribute('aria-selected', 'true')
  expect(await drawnAt(1100)).toBeLessThan(wide)
  expect(await drawnAt(390)).toBe(0)
  await drawnAt(1440)

  await expect(tab(page, '设备总览')).toHaveCount(0)
  await list.click()
  const search = page.getByRole('searchbox', { name: '搜索已打开的页面' })
  await expect(search).toBeFocused()
  const rows = page.locator('.s-list-row')
  await expect(rows).toHaveCount(MANY.length)
  await search.fill('shebei')
  await expect(rows).toHaveText(['设备总览'])
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/deviceView/)
  await expect(tab(page, '设备总览')).toHaveAttribute('aria-selected', 'true')
  await expect.poll(async () => page.evaluate(cutTabs)).toEqual([])

  await list.click()
  await search.fill('异常')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Delete')
  await expect(page.getByText('没有匹配的结果')).toBeVisible()
  await expect(search).toBeFocused()
  await search.fill('日志')
  await expect(rows.getByRole('button')).toHaveCount(1)
  // The first one empties the search, as in every field of its kind.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: `全部标签（${MANY.length - 1}）` })).toBeFocused()
  expect(errors).toEqual([])
})

test('closing leads to the tab shown before, for who prefers it', async ({ page }) => {
  await signInByTyping(page)
  await expect(tab(page, '首页')).toBeVisible()
  await openPage(page, '/device/station')
  for (const name of ['充电桩', '日账单']) {
    await follow(page, name)
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  }
  await tab(page, '充电站').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '关闭后回到之前的标签' }).click()
  await tab(page, '充电桩').click()
  await expect(page).toHaveURL(/devicePole/)
  await tab(page, '充电站').click()
  await expect(page).toHaveURL(/station/)
  await tab(page, '充电站').click({ button: 'middle' })
  await expect(page).toHaveURL(/devicePole/)
})

test('a hidden tab with something unsaved: refreshing it, closing the others and the window ask', async ({ page }) => {
  await signIn(page)
  await openPage(page, '/device/station')
  await follow(page, '充电桩')
  await tab(page, '充电站').click()
  await page.getByRole('button', { name: '新建充电站' }).click()
  await page.locator('[data-field="name"] input').fill('还没保存')
  await page.goBack()
  await expect(page.getByRole('heading', { name: '充电桩', level: 1 })).toBeVisible()
  for (const [at, what] of [
    ['充电站', '刷新'],
    ['充电桩', '关闭其他'],
    ['充电桩', '关闭左侧'],
  ] as const) {
    await tab(page, at).click({ button: 'right' })
    await page.getByRole('menuitem', { name: what, exact: true }).click()
    await expect(page.getByText('“充电站”有未保存的内容')).toBeVisible()
    await page.locator('dialog[open]').getByRole('button', { name: '取消' }).click()
  }
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  expect((await asked).type()).toBe('beforeunload')
})

test('the language changes without a reload, open tabs included', async ({ page }) => {
  await signIn(page)
  await openPage(page, '/device/station')
  await page.getByRole('button', { name: '语言' }).click()
  await page.getByRole('menuitem', { name: 'Español' }).click()
  await expect(page.getByRole('tab', { name: 'Estaciones de carga' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Nombre', exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
})

test('a lost session says so and comes back to the same address after signing in', async ({ page, context }) => {
  await signIn(page)
  await openPage(page, '/device/station?sort=-name')
  await context.clearCookies({ name: /^(?!Admin-Token)/ })
  await page.getByRole('button', { name: '刷新' }).first().click()
  await expect(page.getByText('会话失效，请重新登录')).toBeVisible()
  await expect(page).toHaveURL(/login\?redirect=%2Fdevice%2Fstation%3Fsort%3D-name/)
})

test('an address that is no page, and old links that refresh one', async ({ page }) => {
  await signIn(page)
  await page.goto(`${productUrl()}/jkweb/device/stations`)
  await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible()
  await expect(page).toHaveURL(/jkweb\/404$/)
  const main = page.getByRole('main')
  await expect(main).toContainText('/device/stations')
  await expect(main.getByRole('link', { name: '充电站' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await main.getByRole('searchbox').fill('rizhangdan')
  await main.getByRole('link', { name: '日账单' }).click()
  await expect(page).toHaveURL(/dailyBill/)
  // A page of the contract that is not built is unknown too.
  await page.goto(`${productUrl()}/jkweb/partner/goods`)
  await expect(page).toHaveURL(/jkweb\/404$/)
  await page.goto(`${productUrl()}/jkweb/redirect/device/station?sort=-name`)
  await expect(page).toHaveURL(/jkweb\/device\/station\?sort=-name/)
  await expect(page.getByRole('heading', { name: '充电站', level: 1 })).toBeVisible()
})

test('the menu by keyboard: skip link, search, enter', async ({ page }) => {
  await signIn(page)
  await openPage(page, '/device/station')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: '跳到主要内容' })).toBeFocused()
  await page.getByRole('searchbox', { name: '搜索菜单' }).fill('价格')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/pricePollcy/)
})

test('pages that may come next are fetched ahead, once the shown page stands; not for who saves data', async ({
  page,
}) => {
  const scripts: string[] = []
  page.on('request', request => {
    if (request.url().includes('-page-')) scripts.push(request.url().replace(/.*\/([a-z-]+)-[\w-]{7}\..*/, '$1'))
  })
  await signIn(page, { fetchesAhead: true })
  await openPage(page, '/console/role')
  await expect.poll(() => new Set(scripts)).toContain('station-page')
  expect(await page.locator('.s-pane').count()).toBe(1)

  scripts.length = 0
  await signIn(page)
  await openPage(page, '/console/role')
  expect(scripts).toContain('role-page')
  await page.waitForTimeout(2_500)
  expect(scripts).not.toContain('station-page')
})
