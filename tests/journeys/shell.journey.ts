import { expect, type Locator, test } from './test.ts'
import { openPage, signIn, standsStill, untranslated, violations, watchErrors } from './console.ts'
import { anotherBrowser, aPerson, KNOWN_PASSWORD } from './people.ts'

test('the error log: a button only when something failed, with ids and without queries or tokens', async ({ page }) => {
  await signIn(page, { language: 'en', scheme: 'dark' })
  await openPage(page, '/device/station')
  const button = page.getByRole('button', { name: /^Error log/ })
  await expect(button).toHaveCount(0)
  await page.evaluate(() => {
    void Promise.reject(new Error('lost at https://h/jkweb/x?token=abcdef for 13812345678'))
  })
  await page.route('**/chg/api/device/station/list**', async route =>
    route.fulfill({
      status: 503,
      json: { success: false, msg: 'resting', code: 'kernel.busy', requestId: 'id-of-it' },
    }),
  )
  await page.getByRole('searchbox').last().fill('secret words')
  await expect(page.getByRole('button', { name: 'Error log (2)' })).toBeVisible()
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Error log' })
  await expect(dialog.getByText('id-of-it')).toBeVisible()
  await expect(dialog.getByText('GET /chg/api/device/station/list kernel.busy')).toBeVisible()
  await expect(dialog.getByText('lost at https://h/jkweb/x?… for …').first()).toBeVisible()
  const text = await dialog.innerText()
  for (const secret of ['abcdef', '13812345678', 'secret words', 'mobileLogin']) expect(text).not.toContain(secret)
  expect(await untranslated(page)).toEqual([])
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Clear' }).click()
  await page.keyboard.press('Escape')
  await expect(button).toHaveCount(0)
})

test('what is typed while the command palette is still on its way stands in it', async ({ page }) => {
  await signIn(page, { language: 'en' })
  await openPage(page, '/device/station')
  await page.route(/\/assets\/palette[^/]*\.js/, async route => {
    await new Promise(done => setTimeout(done, 1_500))
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('dailyx')
  await page.keyboard.press('Backspace')
  const box = page.getByRole('combobox', { name: 'Page, action, charging pile or order number' })
  await expect(box).toHaveCount(0)
  await expect(box).toHaveValue('daily')
  await expect(box).toBeFocused()
  await page.keyboard.type(' b')
  await expect(box).toHaveValue('daily b')
  // Only what is typed for it: afterwards keys are everybody's again.
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
  await page.getByRole('searchbox').first().fill('')
  await page.keyboard.type('south')
  await expect(page.getByRole('searchbox').first()).toHaveValue('south')
})

test('the command palette: pages, a pile and an order by number, the stop of an order, the closing of the day', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await signIn(page, { language: 'en' })
  await openPage(page, '/device/station')
  const open = async (): Promise<Locator> => {
    await page.keyboard.press('Control+k')
    const box = page.getByRole('combobox', { name: 'Page, action, charging pile or order number' })
    await expect(box).toBeFocused()
    return box
  }
  await (await open()).fill('daily')
  expect(await violations(page)).toEqual([])
  expect(await untranslated(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/dailyBill/)

  await (await open()).fill('SZ001-02')
  await page.getByRole('option', { name: /^SZ001-02/ }).click()
  await expect(page).toHaveURL(/devicePole\?.*open=/)
  await expect(page.getByRole('dialog').getByText('SZ001-02').first()).toBeVisible()

  await (await open()).fill('stop a running')
  await page.keyboard.press('Enter')
  const options = page.getByRole('option')
  await expect(options.first()).toBeVisible()
  const number = (await options.first().innerText()).split('\n')[0] ?? ''
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/orderDeatil\?open=[\w-]+$/)
  await expect(page.getByRole('dialog').getByText(number).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()

  await (await open()).fill('close the day')
  await expect(page.getByRole('option', { name: 'Close the day Daily bill' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /Close \d{4}-/ })).toBeVisible()
  await expect(page).not.toHaveURL(/do=/)
  expect(errors).toEqual([])
})

test('the list of keys: by question mark, which can be switched off', async ({ page }) => {
  await signIn(page, { language: 'es', scheme: 'dark' })
  await openPage(page, '/device/station')
  const help = page.getByRole('dialog', { name: 'Atajos de teclado' })
  await page.getByRole('searchbox').last().press('?')
  await expect(help).toBeHidden()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  await expect(help).toBeVisible()
  expect(await violations(page)).toEqual([])
  expect(await untranslated(page)).toEqual([])
  await help.getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(help).toBeHidden()
  await page.keyboard.press('Control+/')
  await expect(help).toBeVisible()
})

test('the menu is searched by pinyin: initials and whole', async ({ page }) => {
  await signIn(page)
  await openPage(page, '/device/station')
  const links = page.getByRole('navigation', { name: '菜单' }).getByRole('link')
  for (const sought of ['ddjk', 'dingdanjiankong', 'jiankong']) {
    await page.getByRole('searchbox', { name: '搜索菜单' }).fill(sought)
    await expect(links).toHaveText(['订单监控'])
  }
})

test('the menu: groups fold and stay so, sections, favourites and recent pages, nothing that leads nowhere', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await signIn(page)
  await openPage(page, '/console/role')
  const menu = page.getByRole('navigation', { name: '菜单' })
  const group = (name: string): Locator => menu.getByRole('button', { name, exact: true })
  await expect(group('系统管理')).toHaveAttribute('aria-expanded', 'true')
  await expect(group('资产管理')).toHaveAttribute('aria-expanded', 'false')
  await expect(menu.locator('.s-section')).toHaveText(['人员与权限', '系统设置', '基础数据'])
  await expect(menu.getByRole('list', { name: '人员与权限' }).getByRole('link')).toHaveText([
    '租户',
    '组织机构',
    '员工',
    '角色',
  ])
  for (const gone of ['运维管理', '帮助', '关于', '个人中心']) await expect(menu.getByText(gone)).toHaveCount(0)

  // Folded or opened by hand, a group is so after a reload.
  await group('系统管理').click()
  await group('资产管理').click()
  await page.reload()
  await expect(group('系统管理')).toHaveAttribute('aria-expanded', 'false')
  await menu.getByRole('link', { name: '充电桩' }).click()
  await expect(page).toHaveURL(/devicePole/)

  // Marked by the mouse in the menu, and by the keyboard in the menu of the tab.
  const quick = page.getByRole('navigation', { name: '常用页面' })
  await expect(quick.getByRole('list', { name: '最近使用' }).getByRole('link')).toHaveText(['充电桩', '角色'])
  await menu.getByRole('link', { name: '充电站' }).hover()
  await menu.getByRole('button', { name: '收藏 充电站' }).click()
  await page.getByRole('tab', { name: '角色' }).focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: '加入收藏' }).click()
  const favourites = quick.getByRole('list', { name: '收藏' })
  await expect(favourites.getByRole('link')).toHaveText(['充电站', '角色'])
  await page.reload()
  await expect(favourites.getByRole('link')).toHaveText(['充电站', '角色'])
  expect(await violations(page)).toEqual([])
  await favourites.getByRole('button', { name: '收藏 角色' }).click()
  await expect(favourites.getByRole('link')).toHaveText(['充电站'])

  await page.getByRole('button', { name: /的菜单/ }).click()
  await page.getByRole('menuitem', { name: '帮助' }).click()
  await expect(page).toHaveURL(/help\/index/)
  expect(errors).toEqual([])
})

test('the station: sought, marked, chosen by keyboard, kept over a reload; one that is gone gives way to all', async ({
  page,
}) => {
  await signIn(page)
  await openPage(page, '/device/deviceView')
  const button = page.getByRole('button', { name: /^充电站: / })
  await button.click()
  const search = page.getByRole('searchbox', { name: '请选择充电站' })
  await expect(search).toBeFocused()
  await search.fill('kyyf')
  await expect(page.getByRole('button', { name: /^科苑云帆充电站/ })).toBeVisible()
  await page.getByRole('button', { name: '收藏 科苑云帆充电站' }).click()
  await search.fill('中心公园')
  await expect(page.getByRole('button', { name: /^科苑云帆充电站/ })).toBeHidden()
  await expect(page.getByRole('button', { name: /^中心公园北超充站/ })).toBeVisible()
  await search.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(button).toHaveText(/中心公园北超充站/)
  await expect(button).toBeFocused()

  await page.reload()
  await expect(button).toHaveText(/中心公园北超充站/)
  await button.click()
  const favourites = page.getByRole('region', { name: '收藏' })
  await expect(favourites.getByRole('button', { name: /^科苑云帆充电站/ })).toBeVisible()
  await expect(page.getByRole('region', { name: '最近使用' }).getByText('中心公园北超充站')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.evaluate(() => sessionStorage.setItem('wattyard.station', '01890000-0000-7000-8000-000000000000'))
  await page.reload()
  await expect(button).toHaveText(/全部充电站/)
  expect(await page.evaluate(() => localStorage.getItem('wattyard.station'))).toBe('')
})

test('the sidebar: folded on a desktop it stays so over a visit to a phone; on the phone a followed link closes it', async ({
  page,
}) => {
  await signIn(page, { language: 'en' })
  await openPage(page, '/device/station')
  const side = page.locator('.s-side')
  await page.getByRole('button', { name: 'Collapse menu' }).click()
  await expect(page.locator('.s-shell')).toHaveAttribute('data-collapsed', '')
  await page.setViewportSize({ width: 1026, height: 800 })
  await expect(side).toBeHidden()
  await page.getByRole('button', { name: 'Expand menu' }).click()
  await expect(side).toBeVisible()
  await side.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Charging piles' }).click()
  await expect(page).toHaveURL(/devicePole/)
  await expect(side).toBeHidden()
  await page.getByRole('button', { name: 'Expand menu' }).click()
  await page.setViewportSize({ width: 1027, height: 800 })
  await expect(page.locator('.s-shell')).toHaveAttribute('data-collapsed', '')
  await page.reload()
  await expect(page.locator('.s-shell')).toHaveAttribute('data-collapsed', '')
  await page.setViewportSize({ width: 1440, height: 800 })
  await page.getByRole('navigation', { name: 'Top navigation' }).getByRole('link', { name: 'Live' }).click()
  await expect(page).toHaveURL(/orderMonitoring/)
})

test('size, language and colour say that they changed; full screen says when it cannot', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Element.prototype, 'requestFullscreen', { value: undefined })
  })
  await signIn(page, { language: 'en' })
  await openPage(page, '/device/station')
  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect(page.getByText('Your browser does not support full screen')).toBeVisible()
  const measured = ['.s-nav .s-link', '.s-tab', 'td .w-tag', '.w-pill-button', '.w-table tbody td']
  const measures = async (): Promise<number[]> =>
    page.evaluate(
      selectors =>
        selectors.flatMap(selector => {
          const element = document.querySelector(selector)
          if (!element) throw new Error(`no ${selector}`)
          return [element.getBoundingClientRect().height, Number.parseFloat(getComputedStyle(element).fontSize)]
        }),
      measured,
    )
  const before = await measures()
  await page.getByRole('button', { name: 'Appearance' }).click()
  await page.getByText('Mini', { exact: true }).click()
  await expect(page.getByText('Switch Size Success')).toBeVisible()
  // Menu, tabs, chips, filters and rows are lower, and their type is smaller.
  const after = await measures()
  expect(after.filter((size, at) => size >= (before[at] ?? 0))).toEqual([])
  await page.getByRole('button', { name: '#12B886' }).click()
  await expect(page.getByText('Theme colour changed')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('a message is beside the drawer or dialog it belongs to, and over no title', async ({ page }) => {
  await signIn(page)
  const busy = { success: false, msg: '稍后再试', code: 'kernel.busy', requestId: 'x' }
  const wrong = (fields: Record<string, string>) => ({
    ...busy,
    msg: '请检查',
    code: 'kernel.invalid',
    data: { fields },
  })
  let refusal: { code: string } = busy
  await page.route('**/chg/api/device/station/save**', async route =>
    route.fulfill({ status: refusal.code === 'kernel.busy' ? 503 : 400, json: refusal }),
  )
  const covered = async (): Promise<string[]> =>
    page.evaluate(() => {
      const toast = document.querySelector('.w-toast')?.getBoundingClientRect()
      if (!toast || toast.width < 40 || toast.bottom > innerHeight) throw new Error('no message is seen')
      const titles = [
        ...document.querySelectorAll(
          'dialog[open] :is(.w-dialog-head, .w-dialog-foot), h1, dialog[open] .w-field:has(:focus)',
        ),
      ]
      return titles
        .filter(title => title.checkVisibility())
        .filter(title => {
          const { left, right, top, bottom } = title.getBoundingClientRect()
          return left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top
        })
        .map(title => title.textContent)
    })
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await openPage(page, '/device/station')
    await page
      .getByRole('button', { name: '科苑云帆充电站' })
      .or(page.getByRole('button', { name: 'SZ001' }))
      .first()
      .click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: '编辑' }).first().click()
    await page.locator('[data-field="name"] input').fill('另一个名字')
    await drawer.getByRole('button', { name: '保存' }).click()
    await expect(page.locator('.w-toast').first()).toBeVisible()
    await standsStill(page)
    expect(await covered(), `${width}`).toEqual([])
    // Neither over the field that it sends the reader to, in the middle of the form or at its end.
    for (const key of ['parkingNote', 'note']) {
      refusal = wrong({ [key]: '太长' })
      await drawer.getByRole('button', { name: '保存' }).click()
      await expect(page.locator(`[data-field="${key}"] :focus`)).toBeVisible()
      await expect(page.locator('.w-toast').first()).toBeVisible()
      await standsStill(page)
      expect(await covered(), `${width} ${key}`).toEqual([])
    }
    refusal = busy
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '放弃' }).click()
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await openPage(page, '/device/station')
  await page.getByRole('button', { name: '外观设置' }).click()
  await page.getByText('迷你', { exact: true }).click()
  await expect(page.locator('.w-toast').first()).toBeVisible()
  await standsStill(page)
  expect(await covered()).toEqual([])
})

test('a page without a right: who asks for it reaches the people who may grant it, once', async ({ page, browser }) => {
  const errors = watchErrors(page)
  const { loginName } = await aPerson('finance')
  await signIn(page, { user: loginName, password: KNOWN_PASSWORD })
  await openPage(page, '/console/employee')
  await expect(page.getByRole('heading', { name: '没有权限访问此页面' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: '申请开通' }).click()
  await expect(page.getByText('已通知可以开通此页面的同事')).toBeVisible()
  await expect(page.getByRole('button', { name: '申请开通' })).toHaveCount(0)
  // Asked again after a reload, it is no second message.
  await page.reload()
  await page.getByRole('button', { name: '申请开通' }).click()
  await expect(page.getByText('已通知可以开通此页面的同事')).toBeVisible()

  const granter = await anotherBrowser(browser)
  await signIn(granter)
  await openPage(granter, '/fwgl/notify')
  await expect(granter.getByRole('main').getByText(`（${loginName}）申请使用页面“员工”`)).toHaveCount(1)
  await granter.context().close()
  expect(errors).toEqual([])
})

test('a server that does not answer is told about while the network is there, until it is back', async ({ page }) => {
  await signIn(page, { language: 'en' })
  // The page comes; then its stream of events fails, and the server does not answer when it is asked.
  const isAsked = (url: URL): boolean => url.pathname === '/jkweb/' || url.pathname === '/chg/api/live'
  await page.route(isAsked, async route => route.abort('connectionrefused'))
  await openPage(page, '/device/station')
  const told = page.getByText('The server is not answering')
  await expect(told).toBeVisible()
  await page.unroute(isAsked)
  await expect(told).toBeHidden()
})

test('without a network, and when a newer version is served, a line says so', async ({ page, context }) => {
  await page.clock.install()
  await signIn(page, { language: 'en', scheme: 'dark' })
  await openPage(page, '/device/station')
  await context.setOffline(true)
  await expect(page.getByText('You are offline')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('You are offline')).toBeHidden()

  await page.route(
    url => url.pathname === '/jkweb/',
    async route =>
      route.fulfill({
        contentType: 'text/html',
        body: '<script type="module" src="/jkweb/assets/index-newer.js"></script>',
      }),
  )
  await page.clock.fastForward('07:00')
  await expect(page.getByText('A new version is available')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Later' }).click()
  await expect(page.getByText('A new version is available')).toBeHidden()
})
