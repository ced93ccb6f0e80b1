import { expect, type Page, test } from './test.ts'
import { openPage, sayIn, signIn, untranslated, violationsIn } from './console.ts'
import { ask } from './people.ts'
import { aStationInOperation } from './stations.ts'

const say = sayIn('zh')
const column = (page: Page, status: string) => page.locator(`[data-column="${status}"]`)
const card = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })

const statusOf = async (page: Page, id: string) =>
  (await ask<{ status: string }>(page, '/api/device/station/get', { id })).status

test('stations move by keyboard and by mouse, and go back when it is refused', async ({ page }) => {
  await signIn(page, { scheme: 'system' })
  const { id, name } = await aStationInOperation(page, '看板站')
  await openPage(page, `/device/station?as=board&q=${encodeURIComponent(name)}`)
  await expect(column(page, 'open').getByText(name)).toBeVisible()
  expect(await untranslated(page)).toEqual([])
  expect(await violationsIn(page, 'zh')).toEqual([])

  // Picked up and put back: nothing happens.
  await card(page, name).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(column(page, 'maintenance')).toHaveAttribute('data-over', '')
  await page.keyboard.press('Escape')
  expect(await statusOf(page, id)).toBe('open')
  // Over the column of maintenance into that of closed ones, with the question that the command asks.
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: say('assets.station.close'), exact: true })
  await question.getByRole('button', { name: say('kit.cancel') }).click()
  await expect(column(page, 'open').getByText(name)).toBeVisible()
  await expect(card(page, name)).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: say('assets.station.close') }).click()
  // The card is there before the server has said yes.
  await expect(column(page, 'closed').getByText(name)).toBeVisible()
  await expect.poll(async () => statusOf(page, id)).toBe('closed')
  // What happened is said, not only that something did.
  await expect(page.getByText(say('assets.station.closeDone'))).toBeVisible()

  // A refusal takes the card back where it was.
  await page.route('**/api/device/station/open*', route =>
    route.fulfill({ json: { success: false, code: 'kernel.notAllowedNow', msg: '现在不能这样做', data: {} } }),
  )
  const drag = async (): Promise<void> => {
    // What is on its way cannot be taken.
    await expect(page.locator('[data-moving]')).toHaveCount(0)
    const from = await card(page, name).boundingBox()
    const to = await column(page, 'open').boundingBox()
    if (!from || !to) throw new Error('nothing to drag')
    await page.mouse.move(from.x + 20, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(to.x + 60, to.y + 80, { steps: 8 })
    await expect(column(page, 'open')).toHaveAttribute('data-over', '')
    await page.mouse.up()
  }
  await drag()
  await expect(page.getByText('现在不能这样做')).toBeVisible()
  await expect(column(page, 'closed').getByText(name)).toBeVisible()
  await page.unroute('**/api/device/station/open*')
  await drag()
  await expect(column(page, 'open').getByText(name)).toBeVisible()
  await expect.poll(async () => statusOf(page, id)).toBe('open')
  await expect(page.getByText(say('assets.station.openDone'))).toBeVisible()
  // What somebody else does comes by itself.
  await ask(page, '/api/device/station/maintain', { id })
  await expect(column(page, 'maintenance').getByText(name)).toBeVisible()

  // Enter opens the card.
  await card(page, name).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByText(name).first()).toBeVisible()
})
