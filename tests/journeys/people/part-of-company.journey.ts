import { col } from '@wattyard/server-kit'
import { expect, test } from '../test.ts'
import { openPage, PAGES, productUrl, signIn, violations, watchErrors } from '../console.ts'
import { anotherBrowser, aPerson, inDatabase, KNOWN_PASSWORD } from '../people.ts'

// Somebody of one operator: no page of theirs asks for anything that would be refused (decision 332).

const anOperator = () =>
  inDatabase(async db => {
    const [found] = await db.platform(tx =>
      tx.query(
        { id: col.uuid },
        `select s.operator_id as id from assets_station s join identity_tenant t on t.tenant_id = s.tenant_id where t.is_home
         group by s.operator_id order by count(*) desc limit 1`,
      ),
    )
    if (!found) throw new Error('the demonstration has no operator')
    return found.id
  })

test('no page of somebody of one operator asks for what is refused', async ({ page }) => {
  test.setTimeout(180_000)
  const errors = watchErrors(page)
  const refused: string[] = []
  page.on('response', answer => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${new URL(answer.url()).pathname}`)
  })
  const { loginName } = await aPerson('operations', { operatorIds: [await anOperator()] })
  await signIn(page, { user: loginName, password: KNOWN_PASSWORD })
  let opened = 0
  for (const path of PAGES) {
    await openPage(page, path)
    if ((await page.getByRole('heading', { name: '没有权限访问此页面' }).count()) === 0) opened++
    else await expect(page.getByText('或未对您的角色开放')).toBeVisible()
  }
  expect(opened, `pages of ${productUrl()} that are theirs`).toBeGreaterThan(8)
  expect(refused).toEqual([])
  expect(errors).toEqual([])
})

test('who is assigned nothing yet is told so at home, and not that the company has to be set up', async ({ page }) => {
  const { loginName } = await aPerson('operations')
  await signIn(page, { user: loginName, password: KNOWN_PASSWORD })
  await openPage(page, '/home')
  await expect(page.getByText('尚未给您分配运营商或充电站')).toBeVisible()
  await expect(page.getByText('开始使用')).toHaveCount(0)
})

test('an investor to whom stations are assigned finds their figures at home', async ({ page }) => {
  const { loginName } = await aPerson('vip', { operatorIds: [await anOperator()], userType: 'investor' })
  await signIn(page, { user: loginName, password: KNOWN_PASSWORD })
  await openPage(page, '/home')
  await expect(page.locator('main .w-stat-value').first()).toBeVisible()
  await expect(page.getByText('尚未给您分配运营商或充电站')).toHaveCount(0)
})

test('who is assigned a station alone sees it, as the form has said before saving', async ({ page, browser }) => {
  const errors = watchErrors(page)
  const { loginName } = await aPerson('operations')
  await signIn(page)
  await openPage(page, `/console/employee?q=${loginName}`)
  await page.locator('.w-table').getByRole('button', { name: loginName, exact: true }).click()
  const drawer = page.locator('dialog[open]').last()
  await expect(drawer.getByText('还没有分配充电站或运营商')).toBeVisible()
  await drawer.getByRole('button', { name: '编辑' }).click()
  await expect(drawer.locator('.id-reach')).toContainText('保存后可见： 看不到任何数据')
  await drawer.locator('[data-field="scopeStationIds"] input').first().click()
  await page.keyboard.type('科苑云帆')
  await page.locator('.ant-select-item-option').filter({ hasText: '科苑云帆充电站' }).click()
  await page.keyboard.press('Escape')
  await expect(drawer.locator('.id-reach')).toContainText(/1 座充电站、\d+ 台充电桩和近 30 天 \d+ 笔订单/)
  const [, piles = ''] = /(\d+) 台充电桩/.exec(await drawer.locator('.id-reach').innerText()) ?? []
  expect(await violations(page, 'dialog[open]')).toEqual([])
  await drawer.getByRole('button', { name: '保存' }).click()
  await expect(drawer.locator('.id-reach')).toContainText('1 座充电站')

  const theirs = await anotherBrowser(browser)
  await signIn(theirs, { user: loginName, password: KNOWN_PASSWORD })
  await openPage(theirs, '/device/station')
  await expect(theirs.locator('.w-table tbody tr')).toHaveCount(1)
  await expect(theirs.locator('.w-table tbody tr')).toContainText('科苑云帆充电站')
  await openPage(theirs, '/device/devicePole')
  await expect(theirs.getByText(`共 ${piles} 条`)).toBeVisible()
  expect(errors).toEqual([])
})
