import { expect, test } from '../test.ts'
import { openPage, signIn, watchErrors } from '../console.ts'
import { ask } from '../people.ts'
import { aStationInOperation } from '../stations.ts'

interface Station {
  readonly version: number
  readonly servicePhone: string | null
  readonly parkingBays: number | null
}

test('a record saved in another window: what was not edited follows, what both changed is asked, nothing is lost', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await signIn(page)
  const { id, name } = await aStationInOperation(page, '双窗站')
  const now = () => ask<Station>(page, '/api/device/station/get', { id })
  const elsewhere = async (values: Partial<Station>) =>
    ask(page, '/api/device/station/save', { id, version: (await now()).version, ...values })

  await openPage(page, `/device/station?open=${id}`)
  await page.getByRole('dialog').getByRole('button', { name: '编辑' }).click()
  const form = page.getByRole('dialog', { name: `编辑 ${name}` })
  const field = (key: string) => form.locator(`[data-field="${key}"]`)
  const save = form.getByRole('button', { name: '保存' })
  await field('servicePhone').locator('input').fill('400-222-2222')

  await elsewhere({ parkingBays: 21 })
  await expect(field('parkingBays').locator('input')).toHaveValue('21')
  await expect(form.getByText('其他人已保存，更新了：车位数')).toBeVisible()
  await expect(field('servicePhone').locator('input')).toHaveValue('400-222-2222')

  await elsewhere({ servicePhone: '400-111-1111' })
  const rival = field('servicePhone').getByRole('alert')
  await expect(rival).toContainText('其他人已改为“400-111-1111”')
  await expect(save).toBeDisabled()
  // Enter in a field saves no more than the button does.
  await field('servicePhone').locator('input').press('Enter')
  await expect(form).toBeVisible()
  expect((await now()).servicePhone).toBe('400-111-1111')

  await rival.getByRole('button', { name: '采用对方的' }).click()
  await expect(field('servicePhone').locator('input')).toHaveValue('400-111-1111')
  await expect(save).toBeDisabled()

  await field('servicePhone').locator('input').fill('400-333-3333')
  await elsewhere({ servicePhone: '400-444-4444' })
  await rival.getByRole('button', { name: '保留我的' }).click()
  await expect(rival).toHaveCount(0)
  await save.click()
  await expect(page.getByText(`已保存 ${name}`)).toBeVisible()
  expect(await now()).toMatchObject({ servicePhone: '400-333-3333', parkingBays: 21 })
  expect(errors).toEqual([])
})
