import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page, test } from '../test.ts'
import { openPage, signIn, standsStill, violations, watchErrors } from '../console.ts'
import { pushedSideways, widen } from './misfits.ts'

const REPORT = '/cwdata4/dailyBill?view=report'
const grid = (page: Page): Locator => page.getByRole('treegrid', { name: 'Daily bill' })
const groups = (page: Page): Locator => page.locator('.w-report tr[data-kind="group"]')

/** A figure of a line as a whole number of its smallest unit; nothing is zero. */
async function figureOf(line: Locator, column: number): Promise<bigint> {
  const text = await line.locator(`:scope > :nth-child(${column}) .w-num`).allInnerTexts()
  return BigInt(text.join('').replaceAll(/\D/g, '') || '0')
}

test('a report of bills: groups by keyboard, sums that add up, order, a cell copied, a file of what is seen', async ({
  page,
  context,
}) => {
  const errors = watchErrors(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, { language: 'en' })
  await openPage(page, REPORT)
  await expect(groups(page).first()).toBeVisible()
  const count = await groups(page).count()
  expect(count).toBeGreaterThan(1)
  // Station, state … orders: the column is found by its head.
  const heads = await page
    .locator('.w-report thead th[aria-colindex]')
    .evaluateAll(all => all.map(head => ({ name: head.textContent, at: Number(head.getAttribute('aria-colindex')) })))
  const orders = heads.find(({ name }) => name === 'Orders')?.at ?? 0
  let sum = 0n
  for (const group of await groups(page).all()) sum += await figureOf(group, orders)
  expect(sum).toBeGreaterThan(0n)
  expect(await figureOf(page.locator('.w-report tr[data-kind="total"]'), orders)).toBe(sum)

  const first = groups(page).first()
  await first.getByRole('button').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(first).toHaveAttribute('aria-expanded', 'false')
  await expect(first.getByRole('button')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(groups(page).nth(1).getByRole('button')).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('End')
  await page.keyboard.press('Control+c')
  // The last column is a price per kWh: the text of the wire, not that of the screen.
  expect(await page.evaluate(async () => navigator.clipboard.readText())).toMatch(/^\d+\.\d{6}$/)

  await page.getByRole('button', { name: 'Collapse all' }).click()
  await expect(page.locator('.w-report tr[data-line]')).toHaveCount(count)
  // The head's own button would export other rows than these.
  await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Export' }).click()
  const waiting = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const file = await readFile(await (await waiting).path(), 'utf8')
  // Heads, what is seen, the total.
  expect(file.trimEnd().split('\r\n')).toHaveLength(count + 2)

  await page.getByRole('button', { name: 'Expand all' }).click()
  const station = await groups(page).first().locator('.w-clip').first().innerText()
  const drawn = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'PDF' }).click()
  const paper = await drawn
  expect(paper.suggestedFilename()).toMatch(/^Daily bill .*\.pdf$/)
  const sheet = execFileSync('pdftotext', ['-layout', await paper.path(), '-'], { encoding: 'utf8' })
  expect(sheet).toMatch(new RegExp(`${station} · \\d+ rows? +\\d`))
  expect(sheet).toMatch(/Total · \d+ rows +\d/)
  expect(await violations(page)).toEqual([])
  expect(errors).toEqual([])
})

test('days across stations: a pivot in the address, its totals both ways, and on a phone only the table moves', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await signIn(page, { language: 'en' })
  await openPage(page, REPORT)
  await page.getByLabel('Columns by').selectOption({ label: 'Accounting day' })
  await page.getByLabel('Metric').selectOption({ label: 'Orders' })
  await standsStill(page)
  await expect(page).toHaveURL(/r\.across=day/)
  await page.reload()
  await expect(page.locator('.w-report tfoot')).toBeVisible()
  const rows = page.locator('.w-report tbody tr[data-line]')
  const last = await page.locator('.w-report thead th').count()
  const total = page.locator('.w-report tr[data-kind="total"]')
  let down = 0n
  for (const row of await rows.all()) down += await figureOf(row, last)
  let across = 0n
  for (let column = 2; column < last; column++) across += await figureOf(total, column)
  expect(down).toBeGreaterThan(0n)
  expect(across).toBe(down)
  expect(await figureOf(total, last)).toBe(down)
  await widen(page, 390)
  expect(await pushedSideways(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  const name = page.locator('.w-report tbody [data-stays]').first()
  const before = await name.boundingBox()
  await page.locator('.w-report-box').evaluate(box => box.scrollTo({ left: 200 }))
  expect((await name.boundingBox())?.x).toBe(before?.x)
  expect(errors).toEqual([])
  await expect(grid(page)).toHaveCount(0) // nothing of it opens: it is a plain table
})

test('the piles of a station: a list in its detail that leaves the address alone and makes piles of it', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await signIn(page, { language: 'en' })
  // Stations that other journeys make have no piles.
  await openPage(page, '/device/station?q=SZ001')
  await page.locator('.w-list .w-table tbody .w-link-button').first().click()
  await page.getByRole('dialog').getByRole('tab', { name: 'Charging piles' }).click()
  const list = page.getByRole('dialog').locator('.w-embedded')
  await expect(list.locator('tbody tr').first()).toBeVisible()
  const address = page.url()
  const codes = async (): Promise<string[]> => list.locator('tbody tr > :first-child').allInnerTexts()
  const before = await codes()
  await list.getByRole('button', { name: 'Charging pile number' }).click()
  await expect.poll(async () => (await codes()).join()).toBe(before.toReversed().join())
  expect(page.url()).toBe(address)
  await list.getByRole('button', { name: 'New charging pile' }).click()
  const form = page.getByRole('dialog').last()
  await expect(form.locator('[data-field="station"]')).toContainText(
    (await page.getByRole('dialog').first().getByRole('heading').first().innerText()).trim(),
  )
  expect(await violations(page)).toEqual([])
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.locator('dialog[open]')).toHaveCount(1)
  await list.locator('tbody .w-link-button').first().click()
  await expect(page).toHaveURL(/devicePole\?open=/)
  expect(errors).toEqual([])
})
