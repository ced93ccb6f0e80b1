import { expect, type Page, test } from '@playwright/test'
import { PAGE_CHUNKS, productUrl, signIn, standsStill, watchErrors, watchPolicy } from '../console.ts'

/** Would run, load, nest or turn round, were it ever more than text. */
const NAUGHTY =
  '<img src=x onerror="window.naughty=1">"\'><svg onload=window.naughty=2></title><script>window.naughty=3</script>&lt;b&gt;{{code}}$t(kit.ok)${7*7}\u202e'

/** Texts that people have stored, wherever they stand in an answer, begin with it from now on. */
function poisoned(value: unknown): unknown {
  if (typeof value === 'string') return /[\u4e00-\u9fff]/.test(value) ? NAUGHTY + value : value
  if (Array.isArray(value)) return value.map(poisoned)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, poisoned(inner)]))
}

/** Every answer of the API that is JSON comes with naughty texts. */
async function poisonAnswers(page: Page): Promise<void> {
  await page.route('**/chg/api/**', async route => {
    if (route.request().url().includes('/api/live')) return route.continue()
    // The page may have moved on before the answer is here, or before its body is.
    const response = await route.fetch().catch(() => null)
    const text = await response?.text().catch(() => null)
    if (!response || typeof text !== 'string') return
    const isJson = (response.headers()['content-type'] ?? '').includes('json')
    await route
      .fulfill({ response, ...(isJson ? { json: poisoned(JSON.parse(text)) } : { body: text }) })
      .catch(() => undefined)
  })
}

// Tests of a file take turns unless they say otherwise; pages are many, and no test of them changes what another sees.
test.describe.configure({ mode: 'parallel' })

async function mustBeHarmless(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => ({
    ran: (window as { naughty?: number }).naughty,
    elements: document.querySelectorAll('img[src="x"], svg[onload], body script:not([src])').length,
  }))
  expect(found, where).toEqual({ ran: undefined, elements: 0 })
}

/** Looks at a page, at the first record over it, and at it on paper. */
async function mustStayText(page: Page, path: string): Promise<void> {
  await page.goto(`${productUrl()}/jkweb${path}`)
  await expect(page.locator('h1').first()).toBeVisible()
  await standsStill(page)
  await mustBeHarmless(page, path)
  const row = page.locator('main .w-table tbody .w-link-button:visible').first()
  if ((await row.count()) > 0) {
    await row.click()
    await expect(page.locator('dialog[open]').last()).toBeVisible()
    await standsStill(page)
    await mustBeHarmless(page, `${path} opened`)
    await page.keyboard.press('Escape')
  }
  await page.emulateMedia({ media: 'print' })
  await mustBeHarmless(page, `${path} on paper`)
  await page.emulateMedia({ media: 'screen' })
}

for (const [at, paths] of PAGE_CHUNKS.entries())
  test(`stored texts stay text in lists, details, charts, menus and paper: pages, part ${at + 1} of ${PAGE_CHUNKS.length}`, async ({
    page,
  }) => {
    test.setTimeout(120_000)
    const errors = watchErrors(page)
    const stopped = await watchPolicy(page)
    await signIn(page)
    await poisonAnswers(page)
    for (const path of paths) await mustStayText(page, path)
    expect(stopped).toEqual([])
    expect(errors.filter(text => !text.includes('Failed to load resource'))).toEqual([])
  })

test('stored texts stay text in the selector and in messages', async ({ page }) => {
  const errors = watchErrors(page)
  const stopped = await watchPolicy(page)
  await signIn(page)
  await poisonAnswers(page)

  // Seen as it is written, in a list and in the selector; figures and axes of charts are drawn, not made of elements.
  await page.goto(`${productUrl()}/jkweb/device/station`)
  await expect(page.locator('.w-table tbody').getByText(NAUGHTY, { exact: false }).first()).toBeVisible()
  await page.locator('.s-station').click()
  await expect(page.locator('.w-popover:popover-open').getByText(NAUGHTY, { exact: false }).first()).toBeVisible()
  await page.keyboard.press('Escape')

  // What the server says stands in a message as text.
  await page.route('**/chg/api/device/station/save**', async route =>
    route.fulfill({ json: { success: false, msg: NAUGHTY, code: 'kernel.odd', data: null, requestId: NAUGHTY } }),
  )
  await page.locator('.w-page-head .ant-btn-primary').click()
  const drawer = page.locator('dialog[open]').last()
  for (const [field, text] of [
    ['code', 'N-1'],
    ['name', 'N-1'],
    ['address', 'N 1'],
    ['location', '113.95, 22.54'],
  ])
    await drawer
      .locator(`[data-field="${field}"] input`)
      .first()
      .fill(text ?? '')
  await drawer.locator('[data-field="operator"] input').click()
  await page.locator('.ant-select-item-option').first().click()
  await drawer.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit())
  await expect(page.locator('.w-toasts').getByText(NAUGHTY).first()).toBeVisible()
  await mustBeHarmless(page, 'a message')
  expect(stopped).toEqual([])
  expect(errors.filter(text => !text.includes('Failed to load resource'))).toEqual([])
})
