import { expect, test } from './test.ts'
import { openPage, sayIn, signIn, standsStill, violations, watchErrors } from './console.ts'
import { anotherBrowser, ask } from './people.ts'

const say = sayIn('zh')

test('a receipt is shared from its order, read on a phone without script, and withdrawn', async ({ page, browser }) => {
  test.setTimeout(180_000)
  const errors = watchErrors(page)
  await signIn(page)
  await openPage(page, '/cwdata2/orderDeatil')
  await expect(page.getByText(say('charging.order.stateValue.settled')).first()).toBeVisible({ timeout: 90_000 })
  const { list } = await ask<{ list: { id: string; orderNo: string }[] }>(page, '/api/charging/order/list', {
    filter: { state: 'settled' },
  })
  const order = list[0]!
  await openPage(page, `/cwdata2/orderDeatil?open=${order.id}`)
  await page.locator('dialog[open]').getByTitle(say('kit.sheet.title')).click()
  await page.getByRole('menuitem', { name: say('kit.sheet.share') }).click()
  await page.getByRole('button', { name: say('kit.share.make') }).click()
  const address = await page.getByLabel(say('kit.share.address')).inputValue()
  expect(await violations(page, 'dialog[open]:last-of-type')).toEqual([])

  const phone = await anotherBrowser(browser, { isPhone: true })
  await phone.goto(address)
  await expect(phone.getByRole('heading', { name: say('charging.order.sheet.receipt') })).toBeVisible()
  await expect(phone.getByText(order.orderNo)).toBeVisible()
  expect(await phone.locator('body').evaluate(body => body.scrollWidth)).toBeLessThanOrEqual(390)
  // A driver reads the number to somebody: it stays on one line.
  const heightOfNumber = () => phone.getByText(order.orderNo).evaluate(one => one.getBoundingClientRect().height)
  expect(await heightOfNumber()).toBeLessThan(40)
  await phone.getByRole('link', { name: 'English' }).click()
  await expect(phone.locator('html')).toHaveAttribute('lang', 'en')
  expect(await heightOfNumber()).toBeLessThan(40)

  await page.getByRole('button', { name: new RegExp(`^${say('kit.share.withdraw')} `) }).click()
  await page
    .getByRole('button', { name: say('kit.share.withdraw'), exact: true })
    .last()
    .click()
  await expect(page.getByText(say('kit.share.withdrawDone'))).toBeVisible()
  await standsStill(page)
  await phone.reload()
  await expect(phone.getByRole('heading', { name: sayIn('en')('platform.shared.gone') })).toBeVisible()
  await phone.context().close()
  expect(errors).toEqual([])
})
