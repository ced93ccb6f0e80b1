import { openPage, signIn, untranslated, violations, watchErrors } from './console.ts'
import { anotherBrowser, aPerson, ask, freshName, KNOWN_PASSWORD } from './people.ts'
import { expect, type Page, test } from './test.ts'

interface Listed<R> {
  list: R[]
}

/** A member with 500.00 paid in by bank and a gift of 100.00. */
async function aPayingDriver(page: Page): Promise<{ id: string; name: string; bank: string }> {
  const name = freshName('退款')
  const { id } = await ask<{ id: string }>(page, '/api/member/member/save', { name })
  const channels = await ask<Listed<{ id: string; kind: string }>>(page, '/api/payments/channel/list', {
    filter: { state: 'open' },
  })
  const bank = channels.list.find(one => one.kind === 'bank')?.id ?? ''
  await ask(page, '/api/member/member/topUp', { id, principal: '500', gift: '100', channel: bank })
  return { id, name, bank }
}

test('money of a wallet goes back: asked for, granted by a second person, paid out with its receipt', async ({
  page,
  browser,
}) => {
  const errors = watchErrors(page)
  await signIn(page)
  const driver = await aPayingDriver(page)

  await openPage(page, '/wallet/refundBill')
  await page.getByRole('button', { name: '申请退款' }).first().click()
  const form = page.getByRole('dialog', { name: '申请退款' })
  await form.getByRole('combobox', { name: '会员' }).fill(driver.name)
  await page.locator('.ant-select-item-option', { hasText: driver.name }).first().click()
  // All three amounts stand beside each other before anything is asked for.
  await expect(form.getByText('按比例 · 现行')).toBeVisible()
  await expect(form.getByRole('row').filter({ hasText: '先扣本金' })).toContainText('500.00')
  // More than there is is told before it is sent.
  await form.getByRole('textbox', { name: '退款金额' }).fill('500.01')
  await expect(form.getByRole('alert')).toContainText('最多可退 ¥500.00')
  await form.getByRole('textbox', { name: '退款金额' }).fill('300')
  await expect(form.getByRole('row').filter({ hasText: '银行转账' })).toContainText('300.00')
  await form.getByRole('textbox', { name: '说明' }).fill('不再使用')
  expect(await violations(page, 'dialog[open]')).toEqual([])
  await form.getByRole('button', { name: '申请退款' }).click()
  await expect(form).toHaveCount(0)
  const { list } = await ask<Listed<{ id: string; state: string }>>(page, '/api/wallet/refundBill/list', {
    filter: { member: driver.id },
  })
  const id = list[0]?.id ?? ''
  expect(list).toMatchObject([{ state: 'requested', amount: '300.00', principal: '300.00', gift: '60.00' }])

  // Whoever asked for so much sees that their own word is not enough.
  await openPage(page, `/wallet/refundBill?open=${id}`)
  const own = page.getByRole('dialog').first()
  await own.getByRole('button', { name: '同意退款' }).click()
  await page.getByRole('dialog', { name: '同意退款' }).getByRole('button', { name: '同意退款' }).click()
  await expect(own.getByText(/同意退款.*等待/)).toBeVisible()

  const { loginName } = await aPerson('admin')
  const other = await anotherBrowser(browser)
  await signIn(other, { user: loginName, password: KNOWN_PASSWORD })
  const waiting = await ask<Listed<{ kind: string; link: { path: string } }>>(other, '/api/home/todo', {})
  expect(waiting.list.find(one => one.kind === 'refund')?.link.path).toBe('/wallet/refundBill')
  await openPage(other, `/wallet/refundBill?open=${id}`)
  const detail = other.getByRole('dialog').first()
  await expect(detail.getByText('按充值拆分')).toBeVisible()
  await detail.getByRole('button', { name: '同意退款' }).click()
  const question = other.getByRole('dialog', { name: '同意退款' })
  // Who agrees learns who pays: no channel returns it by itself.
  await expect(question).toContainText('¥300.00 由人工付款')
  await question.getByRole('button', { name: '同意退款' }).click()
  await expect(question).toHaveCount(0)
  await expect(detail.getByText('付款中').first()).toBeVisible()
  expect(await untranslated(other)).toEqual([])

  const parts = await ask<Listed<{ id: string; state: string }>>(page, '/api/payments/refundPart/list', {
    filter: { refund: id },
  })
  const part = parts.list[0]?.id ?? ''
  await openPage(page, `/wallet/refundBill?part=payouts&open=${part}`)
  const payout = page.getByRole('dialog').first()
  await payout.getByRole('button', { name: '登记付款' }).click()
  const receipt = page.getByRole('dialog', { name: '登记付款' })
  await receipt.getByRole('combobox', { name: '支付渠道' }).click()
  await page.locator('.ant-select-item-option').filter({ visible: true }).first().click()
  await receipt.getByRole('textbox', { name: '付款凭证号' }).fill(freshName('TK'))
  await receipt.getByRole('button', { name: '登记付款' }).click()
  await expect(receipt).toHaveCount(0)
  await expect(payout.getByText('已付款').first()).toBeVisible()

  // Wallet, top-up and refund say the same.
  const wallet = await ask<Record<string, unknown>>(page, '/api/member/member/get', { id: driver.id })
  expect(wallet).toMatchObject({ principal: '200.00', gift: '40.00', frozen: '0.00' })
  const topUps = await ask<Listed<unknown>>(page, '/api/wallet/buyBill/list', { filter: { member: driver.id } })
  expect(topUps.list).toMatchObject([{ refunded: '300.00', rest: '200.00', giftRest: '40.00' }])
  expect(await ask(page, '/api/wallet/refundBill/get', { id })).toMatchObject({ state: 'done', paidOut: '300.00' })

  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page, `/wallet/refundBill?open=${id}`)
  await expect(page.getByText('按充值拆分')).toBeVisible()
  expect(await violations(page)).toEqual([])
  expect(errors).toEqual([])
})
