import { expect, type Page, test } from './test.ts'
import { openPage, signIn, watchErrors } from './console.ts'

// The browser speaks English, the console Spanish: the console's word counts.
test.use({ locale: 'en-US' })

const BROWSERS_OWN = 'input[type="date"], input[type="datetime-local"], input[type="time"]'
const calendar = (page: Page) => page.locator('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)')

test('a day is typed as the reader writes it, or chosen, and the keyboard is enough', async ({ page }) => {
  const errors = watchErrors(page)
  await signIn(page, { language: 'es' })
  await openPage(page, '/cwdata2/orderDeatil')
  const pill = page.locator('.w-pill-button').filter({ hasText: 'Hora de inicio' })
  await pill.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Hora de inicio' })
  await expect(panel.getByRole('button', { name: 'Hoy' }).first()).toBeFocused()
  const from = panel.getByLabel('Desde')
  await from.focus()
  await page.keyboard.type('1/11/2026')
  await expect(calendar(page)).toContainText('Lun')
  await page.keyboard.press('Tab')
  await expect(from).toHaveValue('2026-11-01')
  // The first Escape closes the calendar, not the panel it stands in.
  await from.click()
  await expect(calendar(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(calendar(page)).toHaveCount(0)
  await expect(panel).toBeVisible()
  await expect(from).toHaveValue('2026-11-01')
  await panel.getByLabel('Hasta').focus()
  await page.keyboard.type('2026-11-22')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/f\.startedAt\.from=2026-11-01&f\.startedAt\.to=2026-11-22/)
  expect(errors).toEqual([])
})

test('no page shows the browser’s own date field', async ({ page }) => {
  await signIn(page, { language: 'es' })
  await openPage(page, '/cwdata4/dailyBill')
  await page.getByRole('button', { name: 'Libre' }).click()
  await expect(page.locator('.w-period-ends input').first()).toHaveValue(/^\d{4}-\d\d-\d\d$/)
  await expect(page.locator(BROWSERS_OWN)).toHaveCount(0)
  await openPage(page, '/cwdata2/orderDeatil')
  await page.locator('.w-pill-button').filter({ hasText: 'Hora de inicio' }).click()
  await expect(page.getByLabel('Desde')).toBeVisible()
  await expect(page.locator(BROWSERS_OWN)).toHaveCount(0)
})
