import { expect, type Page, test } from '../test.ts'
import { openPage, productUrl, signIn, untranslated, violations, watchErrors } from '../console.ts'
import { anotherBrowser, aPerson, ask, freshName, KNOWN_PASSWORD } from '../people.ts'

const WHOLE_DAY = { fromQuarter: 0, toQuarter: 96, period: 'P' }
const plans = [{ key: 'default', intervals: [{ ...WHOLE_DAY, electricity: '0.8', service: '0.5' }] }]

interface Detail {
  plans: { intervals: { electricity: string | null; service: string | null }[] }[]
}

const electricity = (page: Page) => page.getByRole('table').getByLabel('平 电费', { exact: true })
const service = (page: Page) => page.getByRole('table').getByLabel('平 服务费', { exact: true })
const save = (page: Page) => page.getByRole('button', { name: '保存草稿' })
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: '保存了此草稿' })

test('two people edit one price draft, and no change of either is lost', async ({ page, browser }) => {
  test.setTimeout(180_000)
  const errors = watchErrors(page)
  await signIn(page)
  const name = freshName('两人同改')
  const { id: policy } = await ask<{ id: string }>(page, '/api/pricing/policy/save', { code: freshName('W'), name })
  const { id } = await ask<{ id: string }>(page, '/api/pricing/version/createDraft', { policy })
  await ask(page, '/api/pricing/version/saveDraft', { id, seen: 1, plans })
  const stored = async () => {
    const cookies = await page.context().cookies()
    const token = cookies.find(cookie => cookie.name === 'Admin-Token')?.value ?? ''
    const answer = await page.request.get(`${productUrl()}/chg/api/pricing/version/detail?id=${id}&token=${token}`)
    const { plans: days } = ((await answer.json()) as { data: Detail }).data // the product's own
    const [first] = days[0]?.intervals ?? []
    return { electricity: Number(first?.electricity), service: Number(first?.service) }
  }

  const person = await aPerson('admin')
  const other = await anotherBrowser(browser)
  const otherErrors = watchErrors(other)
  await signIn(other, { user: person.loginName, password: KNOWN_PASSWORD })
  const address = `/pricePollcy/operPrice?policy=${policy}&version=${id}`
  await openPage(page, address)
  await openPage(other, address)

  // Different prices: both stay.
  await service(other).fill('0.3')
  await electricity(page).fill('0.9')
  await save(page).click()
  await expect(notice(other)).toBeVisible()
  expect(await untranslated(other)).toEqual([])
  expect(await violations(other, 'main')).toEqual([])
  await save(other).click()
  await expect(other.getByText('请先采用或合并')).toBeVisible()
  await other.getByRole('button', { name: '查看差异' }).click()
  const drawer = other.getByRole('dialog')
  await expect(drawer.getByText('没有冲突')).toBeVisible()
  await drawer.getByRole('button', { name: '合并我的改动' }).click()
  await expect(notice(other)).toHaveCount(0)
  await expect(electricity(other)).toHaveValue(/^0\.90*$/)
  await expect(service(other)).toHaveValue(/^0\.30*$/)
  await save(other).click()
  await expect(other.getByText('草稿已保存')).toBeVisible()
  expect(await stored()).toEqual({ electricity: 0.9, service: 0.3 })

  // An editor in which nothing was changed follows.
  await expect(service(page)).toHaveValue(/^0\.30*$/)

  // The same price: side by side, to choose from; taking theirs can be undone.
  await electricity(other).fill('1.1')
  await electricity(page).fill('1')
  await save(page).click()
  await expect(notice(other)).toBeVisible()
  await other.getByRole('button', { name: '合并我的改动' }).click()
  const choice = other.getByRole('group', { name: '平 电费' })
  await expect(choice.getByText(/^1\.10* /)).toBeVisible()
  await expect(choice.getByText(/^1\.0+ /)).toBeVisible()
  expect(await violations(other, 'dialog[open]')).toEqual([])
  await choice.getByRole('radio', { name: '我的' }).check()
  await other.getByRole('dialog').getByRole('button', { name: '合并我的改动' }).click()
  await save(other).click()
  await expect.poll(stored).toEqual({ electricity: 1.1, service: 0.3 })

  await electricity(other).fill('1.3')
  await expect(electricity(page)).toHaveValue(/^1\.10*$/)
  await electricity(page).fill('1.2')
  await save(page).click()
  await other.getByRole('button', { name: '采用对方的内容' }).click()
  await expect(electricity(other)).toHaveValue(/^1\.20*$/)
  await other.keyboard.press('Escape')
  await other.getByRole('button', { name: '撤销' }).click()
  await expect(electricity(other)).toHaveValue(/^1\.30*$/)

  // Published meanwhile: what was not saved becomes a new draft.
  // By a third person, who has not edited it: whatever the limits are meanwhile, nobody has to agree.
  const publisher = await aPerson('admin')
  const third = await anotherBrowser(browser)
  await signIn(third, { user: publisher.loginName, password: KNOWN_PASSWORD })
  await openPage(third, address)
  await third.getByRole('button', { name: '发布…' }).click()
  const dialog = third.getByRole('dialog')
  await dialog.getByRole('radio', { name: '暂不分配' }).check()
  await dialog.getByRole('button', { name: '发布', exact: true }).click()
  // Published and used nowhere: the way on stands there.
  await expect(third.getByText('已发布，但目前没有充电站使用')).toBeVisible()
  await third.getByRole('button', { name: '分配策略', exact: true }).click()
  await expect(third.getByRole('dialog').getByText('请选择充电站', { exact: true })).toBeVisible()
  expect(await violations(third, 'dialog[open]')).toEqual([])
  expect(await untranslated(third)).toEqual([])
  await third.context().close()
  await expect(other.getByText('您未保存的改动仍在，可以作为新草稿继续')).toBeVisible()
  await other.getByRole('button', { name: '以我的改动新建草稿' }).click()
  await expect(other.getByRole('link', { name: /版本 2/ })).toHaveAttribute('aria-current', 'page')
  await expect(electricity(other)).toHaveValue(/^1\.30*$/)
  expect([...errors, ...otherErrors]).toEqual([])
  await other.context().close()
})

test('a price that is none is told by its rule, and apart from those not filled', async ({ page }) => {
  await signIn(page)
  const { id: policy } = await ask<{ id: string }>(page, '/api/pricing/policy/save', {
    code: freshName('R'),
    name: freshName('错价'),
  })
  const { id } = await ask<{ id: string }>(page, '/api/pricing/version/createDraft', { policy })
  await ask(page, '/api/pricing/version/saveDraft', { id, seen: 1, plans })
  await openPage(page, `/pricePollcy/operPrice?policy=${policy}&version=${id}`)
  for (const [typed, rule] of [
    ['-1', '价格不能小于 0'],
    ['99999', '价格不能大于 10000'],
    ['abc', '请填写 0 至 10000 的数字'],
    ['0.123456789', '最多 6 位小数'],
  ] as const) {
    await electricity(page).fill(typed)
    await expect(electricity(page)).toHaveAccessibleDescription(new RegExp(rule))
  }
  await expect(page.getByLabel('完整性').getByText('1 个价格填写有误')).toBeVisible()
  await expect(page.getByLabel('完整性').getByText('处问题')).toHaveCount(0)
  const publish = page.getByRole('button', { name: '发布…' })
  await expect(publish).toBeDisabled()
  // Playwright reads no description from an `output`; browsers do.
  const why = await publish.getAttribute('aria-describedby')
  await expect(page.locator(`[id="${why}"]`)).toHaveText('1 个价格填写有误')
  expect(await untranslated(page)).toEqual([])
  expect(await violations(page, 'main')).toEqual([])
  await electricity(page).fill('0.7')
  await expect(publish).toBeEnabled()
})
