import { expect, type Locator, type Page, test } from '../test.ts'
import { ADMIN_PASSWORD } from '../../support/running-server.ts'
import { letMove, productUrl, standsStill, watchErrors } from '../console.ts'

/** No page of ours takes more steps from one end to the other. */
const MOST_STEPS = 160

/** What has the focus, and whether a person sees that it has it (WCAG 2.2: 2.4.7, 2.4.11). */
async function focusedPart(page: Page): Promise<{ what: string; isSeen: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return { what: 'nothing', isSeen: true }
    const { left, top, width, height } = element.getBoundingClientRect()
    const isInView =
      width > 0 && height > 0 && left + width > 0 && top + height > 0 && left < innerWidth && top < innerHeight
    // A ring of its own, or of the box around it that belongs to it.
    const around = [element.parentElement, element.parentElement?.parentElement, element.closest('.ant-select')]
    const ringed = [element, ...around].some(one => {
      if (!one) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
      // Dialogs and cards throw a shadow whatever has the focus.
      const isLifted = one.matches('.w-dialog-box, .w-popover, .w-card, form')
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || (boxShadow !== 'none' && !isLifted)
    })
    return { what: element.outerHTML.slice(0, 160), isSeen: isInView && ringed }
  })
}

/** Goes on with the Tab key until the part has the focus; every stop on the way must be visible. */
async function tabTo(page: Page, part: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const unseen: string[] = []
  for (let step = 0; step < MOST_STEPS; step++) {
    await page.keyboard.press(key)
    const { what, isSeen } = await focusedPart(page)
    if (!isSeen) unseen.push(what)
    if (await part.evaluate(element => element === document.activeElement)) {
      expect(unseen, 'stops without a visible focus').toEqual([])
      return
    }
  }
  throw new Error(`the keyboard does not come to ${part.toString()}`)
}

const dialog = (page: Page) => page.locator('dialog[open]').last()

test('a day without a mouse: sign in, menu, filter, detail, edit, tabs, palette, sign out', async ({ page }) => {
  test.setTimeout(180_000)
  await letMove(page)
  const errors = watchErrors(page)
  await page.addInitScript(() => localStorage.setItem('wattyard.settings', JSON.stringify({ language: 'en' })))
  await page.goto(`${productUrl()}/jkweb/login`)
  await expect(page.getByLabel('User name')).toBeVisible()
  if (!(await page.getByLabel('User name').evaluate(element => element === document.activeElement)))
    await tabTo(page, page.getByLabel('User name'))
  await page.keyboard.type('admin')
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(ADMIN_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/home/)
  await expect(page.locator('h1').first()).toBeVisible()

  // The first stop of a page is the way past its menu.
  await page.reload()
  await expect(page.locator('h1').first()).toBeVisible()
  const skip = page.getByRole('link', { name: 'Skip to main content' })
  await tabTo(page, skip)
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
  await tabTo(page, skip, 'Shift+Tab')

  await tabTo(page, page.getByRole('searchbox', { name: 'Search the menu' }))
  await page.keyboard.type('station')
  await tabTo(page, page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Stations' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/device\/station/)
  await expect(page.getByRole('heading', { level: 1, name: 'Stations' })).toBeVisible()

  // Filter by words, then by ticks; the panel takes the focus and gives it back.
  const search = page.locator('main').getByRole('searchbox')
  await tabTo(page, search)
  await page.keyboard.type('SZ002')
  const rows = page.locator('.w-table tbody tr')
  await expect(rows).toHaveCount(1)
  const pill = page.locator('.w-pill-button').first()
  await tabTo(page, pill)
  await page.keyboard.press('Enter')
  const panel = page.locator('.w-popover:popover-open')
  await expect(panel).toBeVisible()
  await expect.poll(async () => panel.evaluate(element => element.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(pill).toBeFocused()

  // Into the record and out again: the focus comes back to where it was.
  const name = rows.first().locator('.w-link-button')
  await tabTo(page, name)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await expect(name).toBeFocused()
  await page.keyboard.press('Enter')
  const edit = dialog(page).getByRole('button', { name: /Edit$/ })
  await expect(edit).toBeVisible()
  if (!(await edit.evaluate(element => element === document.activeElement))) await tabTo(page, edit)
  await page.keyboard.press('Enter')
  const note = page.locator('[data-field="note"] :is(input, textarea)')
  await expect(note).toBeVisible()
  await tabTo(page, note)
  const text = `by keys ${Date.now()}`
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
  await tabTo(page, dialog(page).getByRole('button', { name: 'Save', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/ saved$/)).toBeVisible()
  // The fields are behind their tab, before the history: keys move between tabs.
  await tabTo(page, dialog(page).getByRole('tab', { selected: true }))
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await expect(dialog(page).getByRole('tab', { selected: true })).toHaveText('Details')
  await expect(dialog(page).getByText(text).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog[open]')).toHaveCount(0)

  // Another page by the palette; then from tab to tab, and close one.
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Page, action, charging pile or order number' })).toBeFocused()
  await page.keyboard.type('daily bill')
  await expect(page.getByRole('option', { name: /^Daily bill/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/dailyBill/)
  await standsStill(page)
  const tab = (of: string) => page.getByRole('tab', { name: of })
  await tabTo(page, tab('Daily bill'), 'Shift+Tab')
  await page.keyboard.press('ArrowLeft')
  await expect(tab('Stations')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/device\/station/)
  await expect(tab('Stations')).toHaveAttribute('aria-selected', 'true')
  await expect(tab('Stations')).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(tab('Stations')).toHaveCount(0)
  await expect(page).toHaveURL(/dailyBill/)
  await expect(tab('Daily bill')).toBeFocused()

  const person = page.getByRole('button', { name: /^Menu of / })
  await page.locator('#main').focus()
  await tabTo(page, person, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login/)
  expect(errors).toEqual([])
})

for (const [what, open] of [
  ['the palette', async (page: Page) => page.keyboard.press('Control+k')],
  ['the list of keys', async (page: Page) => page.keyboard.press('Control+/')],
] as const)
  test(`${what} keeps the focus, and gives it back to where it was`, async ({ page }) => {
    await letMove(page)
    await page.addInitScript(() => localStorage.setItem('wattyard.settings', JSON.stringify({ language: 'en' })))
    await page.goto(`${productUrl()}/jkweb/login`)
    await page.getByLabel('User name').fill('admin')
    await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.locator('h1').first()).toBeVisible()
    const station = page.getByRole('button', { name: /^Station: / })
    await station.focus()
    await open(page)
    await expect(dialog(page)).toBeVisible()
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press('Tab')
      const isOutside = await page.evaluate(() => {
        const at = document.activeElement
        return at !== document.body && at?.closest('dialog') === null
      })
      expect(isOutside, `after ${step + 1} steps`).toBe(false)
    }
    await page.keyboard.press('Escape')
    await expect(page.locator('dialog[open]')).toHaveCount(0)
    await expect(station).toBeFocused()
  })
