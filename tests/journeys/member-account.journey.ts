import { aPayingMember } from '@wattyard/payments/testing'
import { col } from '@wattyard/server-kit'
import { openPage, signIn, untranslated, violations, watchErrors } from './console.ts'
import { inDatabase } from './people.ts'
import { expect, test } from './test.ts'

test('customer service finds a member by a card, freezes money, and reads what happened to the wallet', async ({
  page,
}) => {
  const errors = watchErrors(page)
  const { code, card } = await inDatabase(db =>
    db.platform(async tx => {
      const [home] = await tx.query({ tenant_id: col.uuid }, 'select tenant_id from identity_tenant where is_home')
      if (!home) throw new Error('nobody runs the installation')
      const { memberId, tag } = await aPayingMember(tx, home.tenant_id, { principal: 8_800n, gift: 500n })
      const [row] = await tx.query({ code: col.text }, 'select code from members_member where id = $1', [memberId])
      return { code: row?.code ?? '', card: tag }
    }),
  )
  await signIn(page)
  await openPage(page, '/wallet/VipAccount')
  await page.getByPlaceholder('搜索会员号 / 姓名').fill(card)
  const row = page.getByRole('row').filter({ hasText: code })
  await expect(row).toContainText('88.00')
  await expect(page.getByRole('row').filter({ hasText: 'M0' })).toHaveCount(0)
  await row.getByRole('button').first().click()
  const detail = page.locator('dialog[open]').last()
  await expect(detail).toContainText('没有冻结中的金额')

  await test.step('money is frozen, with what holds it', async () => {
    await detail.getByRole('button', { name: '冻结金额', exact: true }).click()
    const form = page.getByRole('dialog', { name: '冻结金额' })
    await form.getByLabel('金额').fill('30')
    await form.getByRole('combobox', { name: '冻结原因' }).click()
    await page.locator('.ant-select-item-option', { hasText: '争议' }).first().click()
    await form.getByLabel('冻结至').fill('2099-12-31')
    await form.getByLabel('冻结至').press('Enter')
    await form.getByLabel('说明').fill('核实订单')
    expect(await violations(page, 'dialog[open]')).toEqual([])
    expect(await untranslated(page)).toEqual([])
    await form.getByRole('button', { name: '冻结金额', exact: true }).click()
    await expect(form).toHaveCount(0)
    await expect(detail).toContainText('58.00')
    await expect(detail).toContainText('¥30.00')
  })

  await test.step('the statement has both movements with the balances after each', async () => {
    await detail.getByRole('tab', { name: '资金流水' }).click()
    await expect(detail.getByRole('row').filter({ hasText: '-30.00' })).toContainText('58.00')
    await expect(detail).toContainText('期末余额')
    expect(await violations(page, 'dialog[open]')).toEqual([])
    expect(await untranslated(page)).toEqual([])
  })
  expect(errors).toEqual([])
})
