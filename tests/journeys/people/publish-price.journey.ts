import { expect, test } from '../test.ts'
import { col } from '@wattyard/server-kit'
import { openPage, signIn, untranslated, violations, watchErrors } from '../console.ts'
import { anotherBrowser, aPerson, ask, freshName, inDatabase, KNOWN_PASSWORD } from '../people.ts'

const WHOLE_DAY = { fromQuarter: 0, toQuarter: 96, period: 'P', service: '0.5' }
const plans = (electricity: string) => [{ key: 'default', intervals: [{ ...WHOLE_DAY, electricity }] }]

test('a price waits for another person, is withdrawn, asked for again, agreed to, and restored', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  const errors = watchErrors(page)
  await signIn(page)
  // The same as the journey of refunds sets: both go on at once, on one product.
  await ask(page, '/api/platform/setting/save', {
    key: 'platform.fourEyesLimits',
    value: { 'charging.order:refund': 0, 'pricing.version:publish': 0 },
  })
  const name = freshName('夜间快充')
  const { id: policy } = await ask<{ id: string }>(page, '/api/pricing/policy/save', { code: freshName('N'), name })
  const { id } = await ask<{ id: string }>(page, '/api/pricing/version/createDraft', { policy })
  await ask(page, '/api/pricing/version/saveDraft', { id, seen: 1, plans: plans('0.8') })

  await openPage(page, `/pricePollcy/operPrice?policy=${policy}&version=${id}`)
  const askToPublish = async (): Promise<void> => {
    await page.getByRole('button', { name: '发布…' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('草稿最后由您编辑')).toBeVisible()
    await dialog.getByRole('button', { name: '申请发布' }).click()
    await expect(page.getByText(/申请“.*”，等待另一人审批/)).toBeVisible()
  }
  await askToPublish()
  expect(await violations(page, 'main')).toEqual([])
  await page.getByRole('button', { name: '撤回审批' }).click()
  await page.getByRole('dialog', { name: '撤回审批' }).getByRole('button', { name: '撤回审批' }).click()
  await expect(page.getByText(/申请“.*”，等待另一人审批/)).toHaveCount(0)
  await askToPublish()

  const person = await aPerson('admin')
  const other = await anotherBrowser(browser)
  const otherErrors = watchErrors(other)
  await signIn(other, { user: person.loginName, password: KNOWN_PASSWORD })
  await openPage(other, '/home?approvals=1')
  const card = other.getByRole('article').filter({ hasText: name })
  await expect(card.getByText('此前没有生效的版本')).toBeVisible()
  expect(await untranslated(other)).toEqual([])
  expect(await violations(other, 'dialog')).toEqual([])
  await card.getByRole('button', { name: '通过' }).click()
  await other.getByRole('dialog', { name: '通过', exact: true }).getByRole('button', { name: '通过' }).click()
  await expect(card).toHaveCount(0)
  await other.context().close()

  // The editor's screen hears of it; then the version is the beginning of a draft, which is compared with it.
  await expect(page.getByText('生效中').first()).toBeVisible()
  await page
    .getByRole('button', { name: '的操作' })
    .or(page.getByRole('button', { name: '操作' }))
    .last()
    .click()
  await page.getByRole('menuitem', { name: '恢复版本 1 为新草稿' }).click()
  await expect(page.getByRole('link', { name: /版本 2/ })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: '对比' }).click()
  const drawer = page.getByRole('dialog', { name: '版本 2 对比' })
  await expect(drawer.getByText('没有变化')).toBeVisible()
  expect(await violations(page, 'dialog')).toEqual([])
  expect([...errors, ...otherErrors]).toEqual([])
})

test('a new policy opens in its editor, and is published and assigned in one go', async ({ page, browser }) => {
  const errors = watchErrors(page)
  await signIn(page)
  await openPage(page, '/pricePollcy/operPrice')
  await page.getByRole('button', { name: '新建价格策略' }).click()
  const form = page.locator('dialog[open]').last()
  const name = freshName('一步到位')
  await form.locator('[data-field="code"] input').first().fill(freshName('P'))
  await form.locator('[data-field="name"] input').first().fill(name)
  await form.getByRole('button', { name: '保存' }).click()
  // Its first draft comes next, without another click.
  await expect(page.getByRole('dialog', { name: '新建草稿' })).toBeVisible()
  await expect(page).toHaveURL(/policy=[0-9a-f-]{36}/)
  expect(await violations(page, 'dialog[open]')).toEqual([])
  const policy = /policy=([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
  const { id } = await ask<{ id: string }>(page, '/api/pricing/version/createDraft', { policy })
  await ask(page, '/api/pricing/version/saveDraft', { id, seen: 1, plans: plans('0.7') })

  // Somebody else publishes, so that no approval stands between, whatever the limits are meanwhile.
  const person = await aPerson('admin')
  const other = await anotherBrowser(browser)
  const otherErrors = watchErrors(other)
  await signIn(other, { user: person.loginName, password: KNOWN_PASSWORD })
  await openPage(other, `/pricePollcy/operPrice?policy=${policy}&version=${id}`)
  await other.getByRole('button', { name: '发布…' }).click()
  const dialog = other.getByRole('dialog')
  await expect(dialog.getByText('请选择充电站，或选择暂不分配')).toBeVisible()
  await dialog.getByLabel('选择充电站').last().click()
  await other.keyboard.type('龙城')
  await expect(other.locator('.ant-select-item-option')).toHaveText(['龙城湖畔充电站'])
  await other.keyboard.press('Enter')
  await expect(dialog.locator('.ant-select-selection-item')).toHaveText('龙城湖畔充电站')
  await other.keyboard.press('Escape')
  await expect(dialog.getByText(/1 个充电站/)).toBeVisible()
  expect(await untranslated(other)).toEqual([])
  expect(await violations(other, 'dialog[open]')).toEqual([])
  // The assignment is held: the dialog stays until it is stored, though the version is published and its editor read-only by then.
  const asked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  // Every call carries its token behind the path.
  await other.route('**/api/pricing/assignment/assign?*', async route => {
    asked.resolve()
    await held.promise
    await route.continue()
  })
  // The policy is read again when its version is published. What is shown of it stays when that fails, with the dialog.
  await other.route('**/api/pricing/policy/get?*', route =>
    route.fulfill({ json: { success: false, code: 'kernel.busy', msg: '稍后再试', data: null } }),
  )
  await dialog.getByRole('button', { name: '发布并分配' }).click()
  await asked.promise
  await expect(other.getByText('版本 1 已发布')).toBeVisible()
  await expect(other.getByText('生效中').first()).toBeVisible()
  await expect(other.getByRole('dialog')).toHaveCount(1)
  held.resolve()
  await expect(other.getByRole('dialog')).toHaveCount(0)
  const used = await inDatabase(db =>
    db.platform(tx =>
      tx.query({ level: col.text }, 'select level from pricing_assignment where policy_id = $1', [policy]),
    ),
  )
  expect(used).toEqual([{ level: 'station' }])
  expect([...errors, ...otherErrors]).toEqual([])
})
