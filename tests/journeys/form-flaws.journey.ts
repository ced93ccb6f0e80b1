import { openPage, signIn, violations, watchErrors } from './console.ts'
import { ask } from './people.ts'
import { expect, type Page, test } from './test.ts'

/** Opens the refund of an order of the fleet, as soon as it has settled one. */
async function openRefund(page: Page, refund: string) {
  let id = ''
  const filter = { state: 'settled', total: { from: '0.05' } }
  const settled = async () => {
    const { list } = await ask<{ list: { id: string; can: string[] }[] }>(page, '/api/charging/order/list', { filter })
    id = list.find(({ can }) => can.includes('refund'))?.id ?? ''
    return id !== ''
  }
  await expect.poll(settled, { timeout: 300_000 }).toBe(true)
  await openPage(page, `/cwdata2/orderDeatil?open=${id}&do=refund`)
  const form = page.getByRole('dialog', { name: refund, exact: true })
  const field = (key: string) => form.locator(`[data-field="${key}"]`)
  return {
    form,
    input: (key: string) => field(key).locator('input, textarea').first(),
    alert: (key: string) => field(key).getByRole('alert'),
    send: form.getByRole('button', { name: refund, exact: true }),
  }
}

test('a form marks all that is wrong at its fields: more than there is, nothing at all, and what is missing', async ({
  page,
}) => {
  test.setTimeout(420_000)
  const errors = watchErrors(page)
  await signIn(page)
  const { form, input, alert, send } = await openRefund(page, '退款')
  await input('amount').fill('99999')
  // The preview of the refund knows the most; it stands at the field, not below the form.
  await expect(alert('amount')).toHaveText(/^最多 ¥/)
  await expect(form.locator('.w-banner[data-tone="bad"]')).toHaveCount(0)
  await send.click()
  await expect(alert('amount')).toHaveText(/^最多 ¥/)
  await expect(alert('reason')).toHaveText('请填写此项')
  expect(await violations(page, 'dialog[open]')).toEqual([])
  await input('amount').fill('0')
  await send.click()
  await expect(alert('amount')).toHaveText('不能小于 0.01')
  await expect(alert('reason')).toHaveText('请填写此项')
  expect(errors.filter(line => !line.includes('422'))).toEqual([])
})

test('a new station that is not complete is told at once what else is wrong, what is taken among it', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await signIn(page)
  const { list } = await ask<{ list: { code: string }[] }>(page, '/api/device/station/list', { pageSize: 1 })
  await openPage(page, '/device/station')
  await page.getByRole('button', { name: '新建充电站', exact: true }).click()
  const form = page.getByRole('dialog').last()
  const field = (key: string) => form.locator(`[data-field="${key}"]`)
  const input = (key: string) => field(key).locator('input, textarea').first()
  await input('code').fill(list[0]?.code ?? '')
  await input('location').fill('222')
  await input('openingHours').fill('乱写')
  await input('parkingBays').fill('-3')
  await form.getByRole('button', { name: '保存' }).click()
  for (const [key, said] of [
    ['name', '请填写此项'],
    ['parkingBays', '不是有效的数值'],
    ['code', '已被占用'],
    ['openingHours', /08:00-22:00/],
    ['location', /经度/],
  ] as const)
    await expect(field(key).getByRole('alert').first(), key).toContainText(said)
  // What is mended while the server thinks is not marked again.
  const answered = page.waitForResponse('**/api/resource/check*')
  await page.route('**/api/resource/check*', async route => {
    const answer = await route.fetch()
    await input('code').fill('SZ-NEW')
    await route.fulfill({ response: answer })
  })
  await form.getByRole('button', { name: '保存' }).click()
  await answered
  await expect(field('code').getByRole('alert')).toHaveCount(0)
  await page.unroute('**/api/resource/check*')
  expect(await violations(page, 'dialog[open]')).toEqual([])
  expect(errors.filter(line => !line.includes('422'))).toEqual([])
})

test('a comma is the decimal mark of a Spanish reader, and three decimals are refused as typed', async ({ page }) => {
  test.setTimeout(420_000)
  await signIn(page, { language: 'es' })
  const { input, alert } = await openRefund(page, 'Reembolsar')
  await input('amount').fill('2,345')
  await expect(alert('amount')).toHaveText('2 decimales como máximo')
  await input('reason').fill('prueba')
  await expect(input('amount')).toHaveValue('2,345')
  await input('amount').fill('1,2')
  await input('reason').focus()
  await expect(input('amount')).toHaveValue('1,20')
  await expect(alert('amount')).toHaveCount(0)
})
