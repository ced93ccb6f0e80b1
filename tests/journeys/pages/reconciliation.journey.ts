import { expect, type Locator, type Page, test } from '../test.ts'
import { openPage, sayIn, signIn, untranslated, violations, violationsIn, watchErrors } from '../console.ts'
import { anotherBrowser, aPerson, ask, KNOWN_PASSWORD } from '../people.ts'
import { aDayOfChannel, type DayOfChannel } from '../reconciliation-day.ts'
import { misfits, widen } from './misfits.ts'

const say = sayIn('zh')
const PAGE = '/cwdata4/TradeNBill'
const dialog = (page: Page): Locator => page.locator('dialog[open]').last()
/** The figure that has to reach zero. */
const left = (page: Page): Locator =>
  page
    .locator('.w-stat')
    .filter({ hasText: say('reconciliation.figure.left') })
    .locator('.w-stat-value')

/** Sends a file through the form, which takes the channel from the list that one comes from. */
async function upload(page: Page, { channel, name }: DayOfChannel, file: string, buffer: Buffer): Promise<void> {
  await openPage(page, `${PAGE}?part=files&do=upload&f.channel=${channel}`)
  const form = dialog(page)
  await expect(form.getByTitle(name)).toBeVisible()
  await form.locator('input[type=file]').setInputFiles({ name: file, mimeType: 'text/csv', buffer })
  await expect(form.locator('[data-field=content]').getByText(file)).toBeVisible()
  // Its name stands there before all of it has arrived, and until then nothing is saved.
  await expect(form.locator('[data-sending]')).toHaveCount(0)
  expect(await violations(page, 'dialog[open]')).toEqual([])
  await form.getByRole('button', { name: say('kit.save'), exact: true }).click()
}

test('a bill is uploaded, its differences are matched, taken over and settled by two people, and nothing is left', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000)
  const errors = watchErrors(page)
  const made = await aDayOfChannel()
  await signIn(page, { scheme: 'system' })

  await test.step('the file is read while one looks, and its rows are there', async () => {
    await upload(page, made, '账单.csv', made.bill)
    await expect(dialog(page).getByText(say('reconciliation.file.stateValue.sound'))).toBeVisible()
    await dialog(page)
      .getByRole('tab', { name: say('reconciliation.file.tab.rows') })
      .click()
    const rows = dialog(page).locator('tbody').getByRole('row')
    await expect(rows).toHaveCount(6)
    await dialog(page)
      .getByRole('searchbox', { name: say('reconciliation.row.number') })
      .fill(made.alien)
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(made.alien)
    expect(await violations(page, 'dialog[open]')).toEqual([])
  })

  await test.step('the day differs, and what is left to explain adds up without cancelling', async () => {
    await dialog(page)
      .getByRole('link', { name: say('reconciliation.file.toResults') })
      .click()
    await expect(left(page)).toHaveText('¥134.20')
    const day = page.getByRole('button', { name: say('reconciliation.days.state.open') }).last()
    await expect(day).toHaveAttribute('aria-pressed', 'true')
    // The days are walked with the arrows; the same day again is all days.
    await day.focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(day).toHaveAttribute('aria-pressed', 'false')
    await expect(left(page)).toHaveText('¥134.20')
    for (const width of [390, 1440]) {
      await widen(page, width)
      expect(await misfits(page)).toEqual([])
    }
    expect(await violationsIn(page, 'zh')).toEqual([])
    expect(await untranslated(page)).toEqual([])
  })

  await test.step('by keys alone two records become one', async () => {
    await openPage(page, `${PAGE}?f.channel=${made.channel}&as=match`)
    const pair = page.getByRole('article').filter({ hasText: made.missing })
    await expect(pair).toContainText(made.alien)
    await expect(pair.locator('[data-todo-main]')).toBeFocused()
    expect(await violationsIn(page, 'zh', { part: '.rc-match' })).toEqual([])
    await page.keyboard.press('m')
    // What speaks for it is there already as the evidence, and can be changed.
    await expect(dialog(page).getByRole('textbox')).toHaveValue(new RegExp(say('reconciliation.signal.channelNo')))
    await page.keyboard.press('Enter')
    await expect(page.locator('dialog[open]')).toHaveCount(0)
    await expect(page.getByText(say('reconciliation.matching.none'))).toBeVisible()
    await expect(left(page)).toHaveText('¥1.00')
  })

  await test.step('taken apart, the result makes room for others, and its detail closes and says so', async () => {
    await openPage(page, `${PAGE}?f.channel=${made.channel}&f.standing=matched`)
    await page
      .getByRole('row')
      .filter({ hasText: say('reconciliation.outcome.kindValue.byHand') })
      .getByRole('button')
      .first()
      .click()
    await dialog(page)
      .getByRole('button', { name: say('reconciliation.outcome.reopen') })
      .click()
    await dialog(page).getByRole('textbox').fill('再看一次')
    await dialog(page)
      .getByRole('button', { name: say('reconciliation.outcome.reopen') })
      .click()
    await expect(page.getByText(say('reconciliation.matching.gone'))).toBeVisible()
    await expect(page.locator('dialog[open]')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^错误日志/ })).toHaveCount(0)
    // The detail asked once more for what is gone; the browser notes that itself.
    expect(errors.splice(0).filter(text => !text.includes('404'))).toEqual([])
    await openPage(page, `${PAGE}?f.channel=${made.channel}&as=match`)
    const pair = page.getByRole('article').filter({ hasText: made.missing })
    await expect(pair.locator('[data-todo-main]')).toBeFocused()
    await page.keyboard.press('m')
    await expect(dialog(page).getByRole('textbox')).toHaveValue(/./)
    await page.keyboard.press('Enter')
    await expect(left(page)).toHaveText('¥1.00')
  })

  await test.step('the other difference says what it means, where the sides differ, and what would be booked', async () => {
    await openPage(page, PAGE)
    // Differences of the first channel are shown without being asked for; other journeys have channels, too.
    await expect(page).toHaveURL(/f\.standing=difference/)
    await openPage(page, `${PAGE}?f.channel=${made.channel}&f.standing=difference`)
    await page
      .getByRole('row')
      .filter({ hasText: say('reconciliation.outcome.kindValue.amountDiffers') })
      .getByRole('button')
      .first()
      .click()
    const detail = dialog(page)
    await expect(detail.getByText(say('reconciliation.caseHint.amountDiffers'))).toBeVisible()
    await expect(detail.locator('.rc-item [data-differs]')).toHaveText(/≠.*199\.00/)
    await detail.getByRole('button', { name: say('reconciliation.outcome.take') }).click()
    await expect(detail.getByText(`${say('reconciliation.outcome.owner')} 系统管理员`)).toBeVisible()
    await widen(page, 390)
    expect(await misfits(page)).toEqual([])
    await widen(page, 1440)
    expect(await violationsIn(page, 'zh', { part: 'dialog[open]' })).toEqual([])
    expect(await untranslated(page)).toEqual([])
    await detail.getByRole('button', { name: say('reconciliation.outcome.remedy') }).click()
    const form = dialog(page)
    await expect(form).toContainText(say('reconciliation.outcome.accountValue.shortage_loss'))
    await form.getByRole('combobox').click()
    await page
      .locator('.ant-select-item-option', { hasText: say('reconciliation.outcome.accountValue.other_income') })
      .click()
    // It takes surpluses only, which is said before anything is sent.
    await expect(form.getByText(say('reconciliation.field.otherSide'))).toBeVisible()
    await form.getByRole('combobox').click()
    await page
      .locator('.ant-select-item-option', { hasText: say('reconciliation.outcome.accountValue.shortage_loss') })
      .click()
    await expect(form.locator('output.w-banner')).toContainText('，¥1.00')
    await form.getByRole('textbox').fill('优惠券由渠道扣减')
    expect(await violations(page, 'dialog[open]')).toEqual([])
    await form.getByRole('button', { name: say('reconciliation.outcome.remedy'), exact: true }).click()
    await expect(page.locator('dialog[open]')).toHaveCount(1)
  })

  await test.step('another person approves, and nothing is left to explain', async () => {
    const { loginName } = await aPerson('admin')
    const other = await anotherBrowser(browser)
    await signIn(other, { user: loginName, password: KNOWN_PASSWORD })
    const { list } = await ask<{ list: { id: string; command: string; subject: string }[] }>(
      other,
      '/api/platform/approval/list',
      { filter: { state: 'waiting' }, pageSize: 100 },
    )
    const waiting = list.filter(one => one.command === 'remedy' && one.subject.includes(made.otherAmount))
    expect(waiting).toHaveLength(1)
    await ask(other, '/api/platform/approval/approve', { id: waiting[0]?.id })
    await other.context().close()
    await openPage(page, `${PAGE}?f.channel=${made.channel}&f.standing=difference`)
    await expect(left(page)).toHaveText('¥0.00')
    await expect(page.getByText(say('reconciliation.figure.allExplained'))).toBeVisible()
    await expect(page.getByRole('button', { name: say('reconciliation.days.state.even') })).toBeVisible()
  })

  await test.step('a file that was cut off says why it is left out, and at which line', async () => {
    await upload(page, made, '截断.csv', made.bill.subarray(0, made.bill.length - 200))
    const detail = dialog(page)
    await expect(detail.getByText(say('reconciliation.file.stateValue.faulty'))).toBeVisible()
    await expect(detail.getByRole('alert')).toContainText(say('reconciliation.file.faultValue.rows-unread'))
    await expect(
      detail.getByRole('row').filter({ hasText: say('reconciliation.finding.trailer-missing') }),
    ).toHaveCount(1)
    expect(await violationsIn(page, 'zh', { part: 'dialog[open]' })).toEqual([])
    expect(await untranslated(page)).toEqual([])
  })
  expect(errors).toEqual([])
})
