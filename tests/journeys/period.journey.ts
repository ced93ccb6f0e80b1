import { expect, type Locator, type Page, test } from './test.ts'
import { openPage, sayIn, signIn, standsStill, violations, watchErrors } from './console.ts'

const BILLS = '/cwdata4/dailyBill'
const query = (page: Page) => new URL(page.url()).searchParams
/** How many colours a chart is drawn in; one that stands empty has one. */
const colours = (canvas: Locator): Promise<number> =>
  canvas.evaluate(element => {
    if (!(element instanceof HTMLCanvasElement)) return 0
    const pixels = element.getContext('2d')?.getImageData(0, 0, element.width, element.height).data ?? []
    const found = new Set<string>()
    for (let at = 0; at < pixels.length; at += 4) found.add(pixels.slice(at, at + 4).join())
    return found.size
  })
/** Types a day as a person does: nobody writes ten characters before the calendar of the field has opened. */
async function typeDay(page: Page, field: Locator, day: string): Promise<void> {
  await field.click()
  await expect(page.locator('.ant-picker-dropdown:visible')).toHaveCount(1)
  await field.fill(day)
  await field.press('Enter')
}
const said = (page: Page) => page.locator('.w-period-said')

test('a period is chosen, stepped and compared by keyboard, and the address keeps it', async ({ page }) => {
  const errors = watchErrors(page)
  const say = sayIn('en')
  const button = (word: string) => page.getByRole('button', { name: say(`kit.period.${word}`), exact: true })
  await signIn(page, { language: 'en' })
  // An address from before there were units: two days, and nothing else.
  await openPage(page, `${BILLS}?f.day.from=2026-10-01&f.day.to=2026-10-31`)
  await expect(button('unit.month')).toHaveAttribute('aria-pressed', 'true')
  await button('earlier').focus()
  await page.keyboard.press('Enter')
  await expect(said(page)).toContainText('2026-09-01 – 2026-09-30, 30 days')
  expect(Object.fromEntries(query(page))).toMatchObject({ 'f.day.from': '2026-09-01', 'f.day.to': '2026-09-30' })
  await button('unit.week').focus()
  await page.keyboard.press('Enter')
  await expect(said(page)).toContainText('2026-08-31 – 2026-09-06, 7 days')
  await page.getByRole('combobox', { name: say('kit.period.compareWith') }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(said(page)).toContainText('Compared with 2026-08-24 – 2026-08-30, 7 days')
  // The demonstration has no bill of that week: a comparison with nothing says so, rather than 0.00.
  await expect(page.locator('.fb-sums')).toContainText(say('kit.stat.noBase'))
  expect(await violations(page)).toEqual([])
  await page.reload()
  await standsStill(page)
  await expect(said(page)).toContainText('Compared with 2026-08-24 – 2026-08-30, 7 days')
  const address = page.url()
  await openPage(page, '/home')
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(said(page)).toContainText('Compared with 2026-08-24 – 2026-08-30, 7 days')
  expect(errors).toEqual([])
})

test('ends too far apart wait with a message; a long or senseless address shows something sensible', async ({
  page,
}) => {
  const say = sayIn('en')
  await signIn(page, { language: 'en' })
  await openPage(page, `${BILLS}?period=range&f.day.from=2026-08-01&f.day.to=2026-08-10`)
  const from = page.locator('.w-period-ends input').first()
  await typeDay(page, from, '2026-01-01')
  await expect(page.getByRole('alert')).toHaveText(say('kit.period.tooLong', { max: '92' }))
  expect(query(page).get('f.day.from')).toBe('2026-08-01')
  const to = page.locator('.w-period-ends input').last()
  await typeDay(page, to, '2026-02-01')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(said(page)).toContainText('2026-01-01 – 2026-02-01, 32 days')

  // A day that has not come goes back where it was, and says why.
  await to.click()
  await expect(page.locator('.ant-picker-dropdown:visible')).toHaveCount(1)
  await to.fill('2190-01-01')
  await to.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(`2190-01-01 · ${say('kit.period.ahead')}`)
  await expect(said(page)).toContainText('2026-01-01 – 2026-02-01, 32 days')
  await typeDay(page, to, '2026-02-02')
  await expect(page.getByRole('alert')).toHaveCount(0)

  await openPage(page, `${BILLS}?f.day.from=2026-01-01&f.day.to=2026-06-30`)
  await expect(said(page)).toContainText(say('kit.period.cut', { max: '92' }))
  await openPage(page, `${BILLS}?f.day.from=2026-02-30&f.day.to=never&period=age&compare=all`)
  await expect(page.getByRole('button', { name: say('kit.period.unit.month'), exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})

test('the bills as pictures: the course, the way of the money, and the table behind each', async ({ page }) => {
  const errors = watchErrors(page)
  await signIn(page)
  await openPage(page, `${BILLS}?view=charts&compare=previous`)
  const figure = page.getByRole('figure').first()
  await expect(page.locator('canvas')).toHaveCount(3)
  // A kind of chart that the library does not know leaves its place empty, and says nothing.
  for (const canvas of await page.locator('canvas').all()) await expect.poll(() => colours(canvas)).toBeGreaterThan(3)
  expect(await violations(page)).toEqual([])
  await figure.getByRole('button', { name: sayIn('zh')('kit.showTable') }).click()
  const head = figure.locator('thead th').nth(1)
  await head.getByRole('button').press('Enter')
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  // A line of the table leads to its day in the list.
  await figure.locator('tbody th button').first().press('Enter')
  await expect(page).toHaveURL(/[?&]day=\d{4}-\d\d-\d\d/)
  await expect(page.locator('.w-report-box')).toBeVisible()
  expect(errors).toEqual([])
})
