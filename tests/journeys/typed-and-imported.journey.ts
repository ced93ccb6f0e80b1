import { expect, type Locator, type Page, test } from './test.ts'
import { openPage, sayIn, signIn, untranslated, violations, watchErrors } from './console.ts'

const say = sayIn('zh')
const dialog = (page: Page): Locator => page.locator('dialog[open]').last()
const field = (page: Page, key: string): Locator =>
  dialog(page).locator(`[data-field="${key}"]`).locator('input, textarea').first()
const button = (page: Page, name: string | RegExp): Locator => dialog(page).getByRole('button', { name })

test('an import that is stopped finishes what was sent, says how far it got, and goes on', async ({ page }) => {
  const errors = watchErrors(page)
  const sizes: number[] = []
  await signIn(page)
  await openPage(page, '/device/station')
  // Answered here: the list of stations of the other journeys stays as it is.
  await page.route(/\/api\/device\/station\/import(\?|$)/, async route => {
    const { rows, dryRun } = route.request().postDataJSON() as { rows: unknown[]; dryRun: boolean }
    if (!dryRun) sizes.push(rows.length)
    await new Promise(resolve => {
      setTimeout(resolve, dryRun ? 0 : 1_200)
    })
    await route.fulfill({ json: { success: true, data: { accepted: rows.length, refused: 0, rows: [] } } })
  })
  await page.getByRole('button', { name: say('kit.import'), exact: true }).click()
  const lines = Array.from({ length: 1_500 }, (_, at) => `X${at},站 ${at}`)
  const buffer = Buffer.from(['充电站编号,充电站名称', ...lines].join('\n'))
  await dialog(page).locator('input[type=file]').setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer })
  await button(page, say('kit.check')).click()
  await button(page, say('kit.importRows', { count: '1500' })).click()
  await expect(dialog(page)).toContainText(/(?<!,)250 \/ 1,500/)
  await button(page, say('kit.importStop')).click()
  await expect(dialog(page).locator('output')).toContainText(/导入已停止：从第 \d+ 行起的 [\d,]+ 行未导入/)
  const sent = sizes.reduce((sum, size) => sum + size, 0)
  expect(sent).toBeLessThan(1_500)
  await expect(dialog(page).locator('output')).toContainText(`已导入 ${sent.toLocaleString('en')} 行`)
  expect(await violations(page, 'dialog[open]')).toEqual([])
  expect(await untranslated(page)).toEqual([])
  await button(page, say('kit.importRest', { count: String(1_500 - sent) })).click()
  await expect(dialog(page).locator('output')).toContainText('已导入 1,500 行')
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1_500)
  expect(errors).toEqual([])
})

test('a typed moment needs no seconds; one that cannot be read is said so and keeps the form', async ({ page }) => {
  const errors = watchErrors(page)
  await signIn(page)
  await openPage(page, '/activity/notice')
  await page.getByRole('button', { name: /新建/ }).first().click()
  await field(page, 'starts').click()
  await page.keyboard.type('2026-12-10 08:00')
  await page.keyboard.press('Tab')
  await expect(field(page, 'starts')).toHaveValue('2026-12-10 08:00:00')
  await field(page, 'ends').click()
  await page.keyboard.type('2026-13-45 99:00')
  await page.keyboard.press('Tab')
  const ends = dialog(page).locator('[data-field="ends"]')
  await expect(ends).toContainText('“2026-13-45 99:00”不是日期时间')
  await expect(field(page, 'ends')).toHaveValue('2026-13-45 99:00')

  // A pasted text is kept whole, and the field says how much is too much.
  await field(page, 'title').fill('公'.repeat(130))
  await expect(dialog(page).locator('[data-field="title"]')).toContainText('最多 100 个字符，超出 30 个')
  await field(page, 'title').fill('公'.repeat(90))
  await expect(dialog(page).locator('[data-field="title"]')).toContainText('90 / 100 个字符')
  expect(await violations(page, 'dialog[open]')).toEqual([])
  expect(errors).toEqual([])
})
