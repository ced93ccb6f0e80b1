import { execFileSync } from 'node:child_process'
import { expect, type Page, test } from './test.ts'
import { openPage, signIn, standsStill } from './console.ts'
import { ask } from './people.ts'

test('a list and a detail on paper: dark text on white, without menu, tabs and buttons', async ({ page }) => {
  await signIn(page, { scheme: 'dark' })
  await openPage(page, '/device/station')
  await expect(page.getByText('SZ001').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  for (const hidden of ['.s-side', '.s-top', '.s-tabs']) await expect(page.locator(hidden)).toBeHidden()
  const colours = await page
    .locator('td')
    .nth(2)
    .evaluate(cell => [getComputedStyle(cell).color, getComputedStyle(document.documentElement).backgroundColor])
  expect(colours).toEqual(['rgb(24, 32, 43)', 'rgb(255, 255, 255)'])
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'SZ001', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('dialog').locator('dd').first()).toHaveCSS('color', 'rgb(24, 32, 43)')
  // Nothing is pressed on paper.
  const pressed = page.locator('dialog[open] :is(.ant-btn, [role="tablist"])')
  await expect(pressed).not.toHaveCount(0)
  await expect(pressed.filter({ visible: true })).toHaveCount(0)
})

/** Returns the texts of the sheets of paper that the page prints on. */
async function printed(page: Page): Promise<string[]> {
  const bytes = await page.pdf({ preferCSSPageSize: true })
  return execFileSync('pdftotext', ['-layout', '-', '-'], { input: bytes, encoding: 'utf8' })
    .split('\f')
    .filter(sheet => sheet.trim() !== '')
}

test('what is folded on screen is unfolded on paper', async ({ page }) => {
  await signIn(page)
  await openPage(page, '/help/about')
  const notes = page.locator('.help-about details')
  await expect(notes.first()).toBeVisible()
  // As if there were a version before this one.
  const text = '以前的版本里写的内容'
  await notes.first().evaluate((part, said) => {
    const folded = document.createElement('details')
    folded.append(Object.assign(document.createElement('summary'), { textContent: '0.0.9' }))
    folded.append(Object.assign(document.createElement('p'), { textContent: said }))
    part.after(folded)
  }, text)
  await expect(page.getByText(text)).toBeHidden()
  expect((await printed(page)).join('')).toContain(text)
})

test('prices of piles are printed whole, although they are folded below their stations', async ({ page }) => {
  await signIn(page)
  const { list } = await ask<{ list: { code: string }[] }>(page, '/api/device/devicePole/list', { pageSize: 40 })
  const read = page.waitForResponse(
    answer => answer.url().includes('/api/pricing/effective') && !!answer.request().postData()?.includes('connector'),
  )
  await openPage(page, '/pricePollcy/polePrice')
  await read
  await standsStill(page)
  const code = list[0]?.code ?? ''
  await expect(page.getByText(code, { exact: true })).toHaveCount(0)
  const sheets = (await printed(page)).join('')
  expect(list.map(one => one.code).filter(one => !sheets.includes(one))).toEqual([])
  // Nothing is searched or chosen there.
  expect(sheets).not.toContain('搜索充电站')
  await expect(page.getByText(code, { exact: true })).toHaveCount(0)
})

test('the daily bill is printed with its last amounts on a sheet that is wider than high', async ({ page }) => {
  await signIn(page, { language: 'en' })
  await openPage(page, '/cwdata4/dailyBill')
  await expect(page.locator('.w-report-frame')).toBeVisible()
  const [sheet = ''] = await printed(page)
  for (const head of ['Owed', 'Refunded', 'Abnormal']) expect(sheet).toContain(head)
})

test('every sheet of a printed list names its columns, and a wide window prints those that fit', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await signIn(page, { language: 'en' })
  await openPage(page, '/cwdata2/orderDeatil?size=50')
  await expect(page.locator('.w-table tbody tr').nth(40)).toBeVisible()
  await expect(page.getByText(/total of/i).first()).toBeVisible()
  const sheets = await printed(page)
  expect(sheets.length).toBeGreaterThan(1)
  // Before, each order took a fifth of a sheet: its words stood below each other, a character a line.
  expect(sheets.length).toBeLessThan(5)
  for (const sheet of sheets.slice(0, -1))
    for (const head of ['Order no.', 'Start time', 'Energy', 'Order amount']) expect(sheet).toContain(head)
  expect(sheets.join('')).toContain('Columns not printed')
  // Sums stand once, below the last row.
  expect(sheets.filter(sheet => /\btotal of\b|Total of/i.test(sheet))).toHaveLength(1)
})
