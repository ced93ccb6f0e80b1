import { expect, type Page, test } from '../test.ts'
import {
  type Language,
  openPage,
  PAGE_CHUNKS,
  signIn,
  standsStill,
  untranslated,
  watchErrors,
  watchPolicy,
} from '../console.ts'
import { NAUGHTY, poisonAnswers } from './poison.ts'

const ROUND = ['zh', 'es', 'en'] as const satisfies Language[]

// Tests of a file take turns unless they say otherwise; pages are many, and no test of them changes what another sees.
test.describe.configure({ mode: 'parallel' })

async function mustBeHarmless(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => ({
    ran: (window as { naughty?: number }).naughty,
    elements: document.querySelectorAll('img[src="x"], svg[onload], body script:not([src])').length,
  }))
  expect(found, where).toEqual({ ran: undefined, elements: 0 })
}

/**
 * Loads a page, and looks at it, at the first record over it, and at it on paper. Every page is loaded by itself here, without
 * the words and scripts of pages before it: words are asked for as well.
 */
async function mustStayText(page: Page, path: string): Promise<void> {
  await openPage(page, path)
  expect(await untranslated(page), path).toEqual([])
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
    await signIn(page, { language: ROUND[at % ROUND.length] ?? 'zh' })
    const allWerePoisoned = await poisonAnswers(page)
    for (const path of paths) {
      await mustStayText(page, path)
      await allWerePoisoned()
    }
    expect(stopped).toEqual([])
    expect(errors.filter(text => !text.includes('Failed to load resource'))).toEqual([])
  })

test('stored texts stay text in the selector and in messages', async ({ page }) => {
  const errors = watchErrors(page)
  const stopped = await watchPolicy(page)
  await signIn(page)
  const allWerePoisoned = await poisonAnswers(page)

  // Seen as it is written, in a list and in the selector; figures and axes of charts are drawn, not made of elements.
  await openPage(page, '/device/station')
  await expect(page.locator('.w-table tbody').getByText(NAUGHTY, { exact: false }).first()).toBeVisible()
  await page.locator('.s-station').click()
  await expect(page.locator('.w-popover:popover-open').getByText(NAUGHTY, { exact: false }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await allWerePoisoned()

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
