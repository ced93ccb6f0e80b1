import { aPayingMember } from '@wattyard/payments/testing'
import { col } from '@wattyard/server-kit'
import { openPage, signIn, untranslated, violations, watchErrors } from './console.ts'
import { freshName, inDatabase } from './people.ts'
import { expect, test } from './test.ts'

test('a top-up is recorded from its page, with member and channel chosen there', async ({ page }) => {
  const errors = watchErrors(page)
  const receipt = freshName('R')
  const { code } = await inDatabase(db =>
    db.platform(async tx => {
      const [home] = await tx.query({ tenant_id: col.uuid }, 'select tenant_id from identity_tenant where is_home')
      if (!home) throw new Error('nobody runs the installation')
      // The money it has comes by an open channel.
      const { memberId } = await aPayingMember(tx, home.tenant_id, { principal: 1_000n })
      const [row] = await tx.query({ code: col.text }, 'select code from members_member where id = $1', [memberId])
      return { code: row?.code ?? '' }
    }),
  )
  await signIn(page)
  await openPage(page, '/wallet/buyBill')
  await page.getByRole('button', { name: '登记充值' }).click()
  const form = page.getByRole('dialog', { name: '充值' })

  await test.step('what cannot be read is not called missing', async () => {
    await page.route('**/topUpChoices*', route => route.fulfill({ status: 503, body: '' }))
    await form.getByRole('combobox', { name: '会员' }).click()
    await expect(page.getByRole('button', { name: '重试' })).toBeVisible()
    await expect(form.getByText('还没有')).toHaveCount(0)
    await page.unroute('**/topUpChoices*')
    await page.getByRole('button', { name: '重试' }).click()
    // The browser tells of each answer that was refused on purpose.
    errors.length = 0
  })

  await test.step('member and channel are offered, and the payment stands in the list', async () => {
    await form.getByRole('combobox', { name: '会员' }).fill(code)
    await page.locator('.ant-select-item-option').first().click()
    await form.getByLabel('充值金额').fill('0')
    await form.getByRole('combobox', { name: '支付渠道' }).click()
    await page.locator('.ant-select-item-option', { hasText: '测试渠道' }).first().click()
    // No money at all is told at both amounts, before anything is sent.
    for (const amount of ['principal', 'gift'])
      await expect(form.locator(`[data-field="${amount}"]`).getByRole('alert')).toContainText('大于零')
    await form.getByLabel('充值金额').fill('88.5')
    await form.getByLabel('收据号').fill(receipt)
    expect(await violations(page, 'dialog[open]')).toEqual([])
    expect(await untranslated(page)).toEqual([])
    await form.getByRole('button', { name: '充值', exact: true }).click()
    await expect(form).toHaveCount(0)
  })
  await page.getByPlaceholder('搜索充值单号 / 收据号').fill(receipt)
  const row = page.getByRole('row').filter({ hasText: '测试渠道' }).filter({ hasText: '88.50' })
  await expect(row).toHaveCount(1)
  await row.getByRole('button').first().click()
  const detail = page.locator('dialog[open]').last()
  await expect(detail).toContainText('尚未使用')
  await detail.getByRole('tab', { name: '资料' }).click()
  await expect(detail.getByText(receipt)).toBeVisible()
  expect(errors).toEqual([])
})
