import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { openPage, signIn, untranslated } from './console.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

async function violations(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page }).withTags(WCAG).analyze()
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`)
}

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
