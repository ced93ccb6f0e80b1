import { expect, type Page, test } from '../test.ts'
import { type Language, openPage, sayIn, signIn } from '../console.ts'
import { ask, freshName } from '../people.ts'
import { misfits } from './misfits.ts'
import { moveTo } from './moving.ts'

/** Texts of elements that are wider, or higher, than what shows of them. */
async function cutOff(page: Page, selector: string): Promise<string[]> {
  await expect(page.locator(selector).first()).toBeVisible()
  return page.locator(selector).evaluateAll(elements =>
    elements.flatMap(element => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
      return scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1 ? [element.textContent] : []
    }),
  )
}

for (const language of ['en', 'es'] satisfies Language[])
  test(`order numbers and reasons of abnormal orders are readable in ${language}`, async ({ page }) => {
    await signIn(page, { language })
    await openPage(page, '/cwdata2/errOrderDetail')
    expect(await cutOff(page, '.w-table tbody td[data-pinned]')).toEqual([])
    expect(await cutOff(page, '.w-table tbody td:has(.ch-reason), .ch-reason')).toEqual([])
  })

for (const language of ['en', 'es'] satisfies Language[])
  test(`filters of the order list stand in one line in ${language}, the others one step away`, async ({ page }) => {
    await signIn(page, { language })
    await openPage(page, '/cwdata2/orderDeatil')
    const bar = page.locator('search')
    const height = async () => (await bar.boundingBox())?.height ?? 0
    const shown = () => bar.locator('.w-pill:not([data-hidden])').count()
    expect(await height()).toBeLessThan(40)
    const before = await shown()
    await bar.getByRole('button', { expanded: false, name: /\d/ }).click()
    expect(await shown()).toBeGreaterThan(before)
    // A filter in use stays in sight, wherever it stands.
    await bar.locator('.w-pill-button').last().click()
    await page.locator('.w-popover-form .w-presets button').first().click()
    await expect(bar.locator('.w-pill[data-active]')).toBeVisible()
  })

/** Column that says what is left of a top-up, by language. */
const LEFT = { zh: '剩余本金', en: 'Principal left', es: 'Principal restante' } as const

for (const language of ['zh', 'en', 'es'] satisfies Language[])
  test(`top-ups show what is left of them on a desktop, and stations their state in one line, in ${language}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await signIn(page, { language })
    await openPage(page, '/wallet/buyBill')
    await expect(page.locator('.w-table thead')).toContainText(LEFT[language])
    await openPage(page, '/home')
    const chips = page.locator('.fh-stations .as-live > .w-tag')
    await expect(chips.first()).toBeVisible()
    for (const height of await chips.evaluateAll(all => all.map(chip => chip.clientHeight)))
      expect(height).toBeLessThan(28)
  })

for (const [language, width] of [
  ['es', 1440],
  ['zh', 390],
] satisfies [Language, number][])
  test(`what a price lacks stands below its buttons and is told with the main one, in ${language} at ${width} pixels`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await signIn(page, { language })
    const { id: policy } = await ask<{ id: string }>(page, '/api/pricing/policy/save', {
      code: freshName('F'),
      name: freshName('F'),
    })
    const { id } = await ask<{ id: string }>(page, '/api/pricing/version/createDraft', { policy })
    await openPage(page, `/pricePollcy/operPrice?policy=${policy}&version=${id}`)
    const [save, publish, why] = ['.ant-btn-default', '.ant-btn-primary', '.w-why'].map(part =>
      page.locator(`.w-version-tools > ${part}`).first(),
    )
    const top = async (part: typeof save) => (await part?.boundingBox())?.y ?? Number.NaN
    expect(await top(publish)).toBe(await top(save))
    expect(await top(why)).toBeGreaterThan(await top(publish))
    if (!publish) throw new Error('no main button')
    await expect(publish).toHaveAccessibleDescription(/\d/)
  })

test('on a phone the menu of a page stands beside its title, not alone in a line', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, { language: 'es' })
  await openPage(page, '/cwdata2/orderDeatil')
  const [title, menu] = [page.locator('.w-page-head h1'), page.locator('.w-page-head').getByLabel('Acciones')]
  const middle = async (part: typeof title) => {
    const box = await part.boundingBox()
    return box ? box.y + box.height / 2 : Number.NaN
  }
  expect(Math.abs((await middle(title)) - (await middle(menu)))).toBeLessThan(12)
})

/** Names, choices and titles that a phone has to show whole, by page. */
const WHOLE_ON_A_PHONE = {
  '/console/dict': '.platform-dict-find .ant-segmented-item-label, .platform-dict-item > span',
  '/pricePollcy/operPrice': '.pr-policy-name > a',
  '/fwgl/notify': '.n-title',
  '/home': '.w-page-head h1',
} as const

for (const language of ['en', 'es'] satisfies Language[])
  test(`on a phone names, choices and titles are whole in ${language}, and a search says what it looks into`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, { language })
    for (const [path, parts] of Object.entries(WHOLE_ON_A_PHONE)) {
      await openPage(page, path)
      expect(await cutOff(page, `:is(${parts}), .s-station`), path).toEqual([])
      expect(await misfits(page), path).toEqual([])
    }
    await openPage(page, '/device/station')
    const search = page.locator('.w-search input')
    const room = await search.evaluate((input: HTMLInputElement) => {
      const pen = document.createElement('canvas').getContext('2d')
      if (!pen) return Number.NaN
      pen.font = getComputedStyle(input).font
      return input.clientWidth - pen.measureText(input.placeholder).width
    })
    expect(room).toBeGreaterThan(0)
  })

test('orders have one search for number, member, card and pile; what it found is in the address', async ({ page }) => {
  const say = sayIn('en')
  await signIn(page, { language: 'en' })
  await openPage(page, '/cwdata2/orderDeatil')
  const search = page.locator('.w-search')
  for (const key of ['orderNo', 'tag', 'member', 'pile'])
    await expect(search).toHaveAttribute('title', new RegExp(say(`charging.order.${key}`)))
  const row = page.locator('.w-table tbody tr:has(.w-link-button)')
  const orderNo = await row.nth(2).locator('.w-link-button').first().textContent()
  await search.getByRole('searchbox').fill(orderNo?.slice(0, -1) ?? '')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(orderNo ?? '')
  await expect(page).toHaveURL(/[?&]q=/)
})

test('a question over a drawer is a dialog of its own, its first field ready to be typed in', async ({ page }) => {
  await signIn(page, { language: 'es' })
  await openPage(page, '/cwdata2/errOrderDetail?f.code=energy-doubtful&f.state=open')
  await page.locator('.w-table tbody .w-link-button').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Liquidar manualmente' }).click()
  const question = page.getByRole('dialog', { name: 'Liquidar manualmente', exact: true })
  await expect(question.locator('.w-dialog-box')).toHaveCSS('border-top-left-radius', '10px')
  await expect(question.locator('input').first()).toBeFocused()
  await expect(question.getByText('Energía determinada hasta ahora:')).toBeVisible()
})

test('the reason of abnormal orders is chosen by its words, the number of its rule or pinyin', async ({ page }) => {
  await signIn(page, { language: 'zh' })
  const say = sayIn('zh')
  const reason = say('charging.abnormalRule.energy-doubtful')
  await openPage(page, '/cwdata2/errOrderDetail?f.state=open')
  const pill = page.locator('.w-pill-button').filter({ hasText: say('charging.abnormal.code') })
  for (const typed of [reason, 'A-11', 'dlycdh']) {
    await pill.click()
    const search = page.locator('.w-codes').getByRole('searchbox')
    await search.fill(typed)
    // The only one that is left needs no pointing.
    if (typed === 'A-11') await search.press('Enter')
    else await page.locator('.w-codes').getByRole('checkbox', { name: reason }).click()
    await expect(pill).toContainText(reason)
    await expect(page).toHaveURL(/f\.code=energy-doubtful/)
    await expect(page.locator('.w-table tbody .ch-reason').first()).toContainText(reason)
    await page.getByRole('button', { name: say('kit.clearFilter', { name: say('charging.abnormal.code') }) }).click()
    await expect(page).not.toHaveURL(/f\.code/)
  }
})

test('a station counts the orders that wait for a decision as their page does, and notices apart', async ({ page }) => {
  await signIn(page, { language: 'zh' })
  const { list } = await ask<{ list: { station: string; severity: string }[] }>(page, '/api/charging/abnormal/list', {
    pageSize: 100,
    filter: { state: ['open'] },
  })
  const [station, own] = [...Map.groupBy(list, one => one.station)].find(([, all]) =>
    all.some(one => one.severity === 'notice'),
  ) ?? ['', []]
  const notices = own.filter(one => one.severity === 'notice').length
  await openPage(page, `/device/station?open=${station}`)
  const drawer = page.locator('dialog[open]')
  await expect(drawer.getByRole('link', { name: `${notices} 条提示` })).toBeVisible()
  const waiting = drawer.getByText('没有待处理的异常订单').or(drawer.getByRole('link', { name: '笔异常订单待处理' }))
  await expect(waiting).toHaveText(
    notices === own.length ? '没有待处理的异常订单' : `${own.length - notices} 笔异常订单待处理`,
  )
  await drawer.getByRole('link', { name: '条提示' }).click()
  await expect(page.locator('.ch-groups .ant-segmented-item-selected')).toContainText('提示')
  await expect(page.locator('.w-table tbody .ch-reason')).toHaveCount(notices)
})

/** What a person comes to these lists for, by the key of its head. */
const DECIDING = {
  // All amounts of a bill: who reads how it was paid must not have to look for a column.
  '/cwdata4/dailyBill': [
    'finance.bill.head.electricity',
    'finance.bill.head.service',
    'finance.bill.head.discount',
    'finance.bill.head.total',
    'finance.bill.head.paidPrincipal',
    'finance.bill.head.paidGift',
    'finance.bill.head.receivable',
    'finance.bill.head.refunded',
    'finance.bill.head.reversed',
    'finance.bill.head.abnormalOpen',
  ],
  '/sysconfig/cfgSchedule': ['platform.schedule.lastOutcome'],
  '/device/devicePole': ['assets.pile.live', 'assets.pile.status'],
  '/basedata/model': ['assets.model.connectorKind'],
} as const

for (const language of ['zh', 'en', 'es'] satisfies Language[])
  test(`at 1440 px no column is cut in ${language}, the deciding ones are there, and the edge tells of the others`, async ({
    page,
  }) => {
    const say = sayIn(language)
    await signIn(page, { language })
    for (const [at, [path, heads]] of Object.entries(DECIDING).entries()) {
      await (at === 0 ? openPage : moveTo)(page, path)
      expect(await misfits(page), path).toEqual([])
      for (const head of heads)
        await expect(
          page
            .locator('main thead th[scope="col"]')
            .filter({ hasText: say(head) })
            .last(),
          `${head} of ${path}`,
        ).toBeVisible()
      const shown = await page.locator('main thead th[scope="col"]:not(.w-check, .w-actions)').count()
      await page.locator('.w-column-edge').click()
      const ticks = page.getByRole('dialog', { name: say('kit.columns') }).getByRole('checkbox')
      await expect(ticks.and(page.locator(':checked')), path).toHaveCount(shown)
      const told = Number(/\d+/.exec((await page.locator('.w-column-edge').textContent()) ?? '')?.[0])
      expect(told, path).toBe((await ticks.count()) - shown)
      await page.keyboard.press('Escape')
    }
  })

test('a column that a person ticks has room before all others, also after the next visit', async ({ page }) => {
  await signIn(page, { language: 'zh' })
  const say = sayIn('zh')
  const head = page.locator('main thead th').filter({ hasText: say('assets.pile.firmware') })
  await openPage(page, '/device/devicePole')
  await expect(head).toHaveCount(0)
  await page.locator('.w-column-edge').click()
  await page
    .getByRole('dialog')
    .getByLabel(new RegExp(`^${say('assets.pile.firmware')}`))
    .first()
    .check()
  await page.keyboard.press('Escape')
  await expect(head).toBeVisible()
  await openPage(page, '/device/devicePole')
  await expect(head).toBeVisible()
  expect(await misfits(page)).toEqual([])
})
