import { openPage, sayIn, signIn, untranslated, violations, watchErrors } from './console.ts'
import { ask, freshName } from './people.ts'
import { expect, test } from './test.ts'

const say = sayIn('zh')
const PAGE = '/cwdata4/AccountPayable'

test('a bill is entered and confirmed, paid in two payments that are set off, and one of them is undone', async ({
  page,
}) => {
  test.setTimeout(90_000)
  const errors = watchErrors(page)
  await signIn(page)
  const name = freshName('旅程供应商')
  const company = await ask<{ id: string }>(page, '/api/pricePollcya/company/save', { name, kinds: ['supplier'] })
  const { list } = await ask<{ list: { id: string; kind: string; state: string }[] }>(
    page,
    '/api/payments/channel/list',
  )
  const bank = list.find(one => one.kind === 'bank' && one.state === 'open')?.id
  const today = new Date().toISOString().slice(0, 10)
  for (const amount of ['300', '150.5']) {
    const fields = { kind: 'advancePaid', company: company.id, amount, issued: today, channel: bank }
    const { id } = await ask<{ id: string }>(page, '/api/payables/document/save', fields)
    await ask(page, '/api/payables/document/confirm', { id })
  }

  await test.step('the bill is entered where bills are, without the fields of payments', async () => {
    await openPage(page, PAGE)
    await page.getByRole('button', { name: `新建${say('payables.document.noun')}` }).click()
    const form = page.getByRole('dialog', { name: `新建${say('payables.document.noun')}` })
    await expect(form.locator('[data-field=channel]')).toHaveCount(0)
    await form.getByRole('combobox', { name: say('payables.document.company') }).fill(name)
    await page.locator('.ant-select-item-option', { hasText: name }).first().click()
    await form.locator('[data-field=amount] input').fill('500')
    await form.locator('[data-field=issued] input').fill(today)
    await page.keyboard.press('Enter')
    await form.getByRole('combobox', { name: say('payables.document.purpose') }).click()
    await page.locator('.ant-select-item-option', { hasText: say('payables.document.purposeValue.rent') }).click()
    expect(await violations(page, 'dialog[open]')).toEqual([])
    await form.getByRole('button', { name: say('kit.save'), exact: true }).click()
    await expect(form).toHaveCount(0)
  })

  const detail = page.locator('dialog[open]').last()
  await test.step('confirmed, it is open', async () => {
    await expect(detail.getByText(say('payables.document.stateValue.draft'), { exact: true })).toBeVisible()
    await detail.getByRole('button', { name: say('payables.document.confirm'), exact: true }).click()
    const question = page.getByRole('dialog', { name: say('payables.document.confirm') }).last()
    await question.getByRole('button', { name: say('payables.document.confirm'), exact: true }).click()
    await expect(detail.getByText(say('payables.document.stateValue.open'), { exact: true })).toBeVisible()
  })

  await test.step('both payments are proposed and set off at once', async () => {
    await detail.getByRole('button', { name: say('payables.setOff.open'), exact: true }).click()
    const screen = page.getByRole('dialog', { name: name })
    await expect(screen.getByRole('listitem').filter({ hasText: '↔' })).toHaveCount(2)
    expect(await violations(page, 'dialog[open]')).toEqual([])
    expect(await untranslated(page)).toEqual([])
    await screen.getByRole('button', { name: '450.50' }).click()
    await expect(screen).toHaveCount(0)
    await expect(detail.getByText('49.50').first()).toBeVisible()
    await expect(detail.getByText(say('payables.document.stateValue.partSettled'), { exact: true })).toBeVisible()
  })

  await test.step('undoing one leaves the other', async () => {
    await detail.getByRole('tab', { name: say('payables.document.tab.settled') }).click()
    const rows = detail.locator('tbody').getByRole('row')
    await expect(rows).toHaveCount(2)
    const { list: made } = await ask<{ list: { id: string; amount: string }[] }>(
      page,
      '/api/payables/allocation/list',
      {
        filter: { company: company.id, amount: { from: '300', to: '300' } },
      },
    )
    await ask(page, '/api/payables/allocation/undo', { id: made[0]?.id, reason: '错配' })
    await expect(detail.getByText('349.50').first()).toBeVisible({ timeout: 10_000 })
    await expect(rows.filter({ hasText: say('payables.allocation.stateValue.undone') })).toHaveCount(1)
  })
  expect(errors).toEqual([])
})
