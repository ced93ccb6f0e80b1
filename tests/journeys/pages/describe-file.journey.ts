import { gbk } from '@wattyard/payment-files/testing'
import { expect, type Locator, type Page, test } from '../test.ts'
import { openPage, sayIn, signIn, untranslated, violationsIn, watchErrors } from '../console.ts'
import { aDayOfChannel } from '../reconciliation-day.ts'
import { misfits, widen } from './misfits.ts'

const say = sayIn('zh')
const PAGE = '/cwdata4/TradeNBill'
/** The first call that sends a file, with the query that tells one call from another. */
const BEGIN = /\/api\/file\/begin/
const dialog = (page: Page): Locator => page.locator('dialog[open]').last()

/** What an acquirer writes of two payments: GBK, pipes, a title, a line of totals. Files of other heads are not recognised by it. */
const acquirerFile = (numbers: readonly [string, string], day: string, remark: string): Buffer => {
  const compact = day.replaceAll('-', '')
  const lines = [
    '某收单机构 交易明细',
    `交易日期|交易时间|商户订单号|交易类型|交易金额|手续费|${remark}`,
    `${compact}|000001|${numbers[0]}|消费|66.60|0.40|充电`,
    `${compact}|000002|${numbers[1]}|消费|200.00|1.20|充电`,
    '合计：2笔||||266.60|1.60|',
  ]
  return Buffer.from(gbk(lines.map(line => `${line}\r\n`)))
}

test('a file that no format knows is described from itself, and read with what was described', async ({ page }, {
  retry,
}) => {
  test.setTimeout(120_000)
  const errors = watchErrors(page)
  const made = await aDayOfChannel()
  await signIn(page, { scheme: 'system' })
  await openPage(page, `${PAGE}?part=files&do=upload&f.channel=${made.channel}`)
  const form = dialog(page)
  await expect(form.getByTitle(made.name)).toBeVisible()
  const buffer = acquirerFile([made.missing, made.otherAmount], made.day, `备注${retry}`)
  const save = form.getByRole('button', { name: say('kit.save'), exact: true })
  // Saved while its file is being sent, a form waits; a file that is refused ends the wait, and one that arrives saves it.
  let held = Promise.withResolvers<void>()
  await page.route(BEGIN, async route => {
    await held.promise
    await route.continue()
  })
  for (const content of [Buffer.from('GIF89a'), buffer]) {
    held = Promise.withResolvers()
    await form.locator('input[type=file]').setInputFiles({ name: '收单.txt', mimeType: 'text/plain', buffer: content })
    await expect(form.locator('[data-sending]')).toHaveCount(1)
    await save.click()
    await expect(form.getByText(say('kit.waitsForFiles'))).toBeVisible()
    await expect(save).toBeDisabled()
    held.resolve()
    if (content === buffer) break
    await expect(form.locator('[data-field=content] [data-invalid]')).toBeVisible()
    await expect(save).toBeEnabled()
  }
  await expect(dialog(page).getByRole('alert')).toContainText(say('reconciliation.file.faultValue.format-unknown'))
  await dialog(page)
    .getByRole('link', { name: say('reconciliation.describe.describeThis') })
    .click()

  const editor = dialog(page)
  await expect(editor.getByText(say('reconciliation.describe.agrees'))).toBeVisible()
  // The first rows stand as they will be read, with our numbers told as ours.
  const trial = editor.getByRole('region', { name: say('reconciliation.describe.preview') })
  await expect(trial).toContainText(made.missing)
  await expect(trial.getByText(say('reconciliation.describe.ours')).first()).toBeVisible()
  await expect(trial).toContainText(say('reconciliation.describe.noFlaws'))
  for (const width of [390, 1440]) {
    await widen(page, width)
    expect(await misfits(page)).toEqual([])
  }
  expect(await violationsIn(page, 'zh', { part: 'dialog[open]' })).toEqual([])
  expect(await untranslated(page)).toEqual([])
  // A wrong unit shows at once in the rows that are not read.
  const unit = editor.getByRole('combobox', { name: say('reconciliation.describe.unit') })
  await unit.click()
  await page.locator('.ant-select-item-option', { hasText: say('reconciliation.describe.unitValue.minor') }).click()
  // Amounts and fees of two rows, and both sums.
  await expect(trial.getByRole('row').filter({ hasText: say('reconciliation.finding.amount-decimals') })).toHaveCount(6)
  await unit.click()
  await page.locator('.ant-select-item-option', { hasText: say('reconciliation.describe.unitValue.major') }).click()
  await expect(trial).toContainText(say('reconciliation.describe.noFlaws'))
  await editor.getByRole('button', { name: say('kit.save'), exact: true }).click()

  // It leads back to the file, which is read with it.
  await expect(dialog(page).getByText(say('reconciliation.file.stateValue.sound'))).toBeVisible()
  expect(errors).toEqual([])
})
