import { expect, type Locator, type Page, test } from '../test.ts'
import { openPage, signIn, untranslated, violations, watchErrors } from '../console.ts'
import { freshName } from '../people.ts'

const ORG = '/console/org'
const drawer = (page: Page): Locator => page.locator('dialog[open]').last()
const control = (page: Page, field: string): Locator => drawer(page).locator(`[data-field="${field}"] input`).first()
const line = (page: Page, name: string): Locator => page.getByRole('row', { name })
const level = async (page: Page, name: string): Promise<string | null> => line(page, name).getAttribute('aria-level')

async function chooseIn(page: Page, id: string, name: string): Promise<void> {
  await drawer(page).locator(id).click()
  await page.keyboard.type(name)
  await page.locator('.ant-select-item-option').filter({ hasText: name }).first().click()
}

async function newBelow(page: Page, above: string, name: string): Promise<void> {
  await line(page, above).click()
  await page.getByRole('button', { name: '新建下级' }).click()
  await control(page, 'code').fill(freshName('O'))
  await control(page, 'name').fill(name)
  await expect(drawer(page).locator('[data-field="parent"]')).toContainText(above)
  await drawer(page).getByRole('button', { name: '保存' }).click()
  await expect(page.locator('.id-org-head h2')).toHaveText(name)
}

test('an office is made, renamed, moved after being told what moves, disabled, and deleted when empty', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await signIn(page)
  await openPage(page, ORG)
  const [team, shift] = [freshName('巡检'), freshName('夜班')]
  await newBelow(page, '绿途南山运营中心', team)
  await newBelow(page, team, shift)
  expect(await level(page, shift)).toBe('3')

  const renamed = freshName('巡检')
  await line(page, team).focus()
  await page.keyboard.press('F2')
  await page.getByLabel('新的机构名称').fill(renamed)
  await page.keyboard.press('Enter')
  await expect(line(page, renamed)).toBeFocused()

  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '移动到…' }).click()
  await expect(drawer(page).locator('.id-org-moves')).toContainText('可查看的人员不变')
  expect(await violations(page, 'dialog[open]')).toEqual([])
  await chooseIn(page, '#move-parent', '绿途宝安运营中心')
  const what = drawer(page).locator('.id-org-moves')
  await expect(what).toContainText('一同移动：1 个下级机构')
  await expect(what).toContainText('2 个机构和 0 名人员由“绿途南山运营中心”改属“绿途宝安运营中心”')
  await expect(what).toContainText('将无法再查看：')
  await drawer(page).getByRole('button', { name: '移动' }).click()
  await expect(page.locator('.w-facts')).toContainText('绿途宝安运营中心')

  const more = page.getByRole('button', { name: `${renamed} 的操作` })
  await more.click()
  await page.getByRole('menuitem', { name: '变更记录' }).click()
  await expect(drawer(page)).toContainText('绿途南山运营中心 → 绿途宝安运营中心')
  await page.keyboard.press('Escape')

  await more.click()
  await page.getByRole('menuitem', { name: '停用' }).click()
  await expect(drawer(page)).toContainText('及其全部下级机构')
  await drawer(page).getByRole('button', { name: '停用' }).click()
  await expect(line(page, shift)).toContainText('停用')

  const remove = async (): Promise<void> => {
    await more.click()
    await page.getByRole('menuitem', { name: '删除' }).click()
    await drawer(page).getByRole('button', { name: '删除' }).click()
  }
  await remove()
  await expect(page.getByText('机构内还有 1 个下级机构、0 名人员、0 个岗位').first()).toBeVisible()
  await line(page, shift).click()
  await page.getByRole('button', { name: `${shift} 的操作` }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await drawer(page).getByRole('button', { name: '删除' }).click()
  await expect(line(page, shift)).toHaveCount(0)
  await remove()
  await expect(line(page, renamed)).toHaveCount(0)
  expect(await untranslated(page)).toEqual([])
  expect(errors).toEqual([])
})

test('offices are carried by a mouse and put in order by keyboard; a search shows the way to what fits', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await signIn(page)
  await openPage(page, ORG)
  const [first, second] = [freshName('甲'), freshName('乙')]
  await newBelow(page, '绿途龙岗运营中心', first)
  await newBelow(page, '绿途龙岗运营中心', second)
  const order = async (): Promise<boolean> => {
    const names = await page.getByRole('row').allInnerTexts()
    return names.findIndex(name => name.includes(second)) < names.findIndex(name => name.includes(first))
  }
  expect(await order()).toBe(false)
  await line(page, second).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(order).toBe(true)
  await expect(line(page, second)).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(order).toBe(false)

  const centre = async (name: string): Promise<{ x: number; y: number }> => {
    const box = await line(page, name).boundingBox()
    if (!box) throw new Error(`${name} is not in sight`)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const [from, to] = [await centre(second), await centre(first)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x, from.y - 8, { steps: 2 })
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
  await expect(drawer(page)).toContainText(`移动“${second}”`)
  await expect(drawer(page)).toContainText('可查看的人员不变')
  await drawer(page).getByRole('button', { name: '移动' }).click()
  await expect.poll(() => level(page, second)).toBe('3')
  // A dialog that closes gives the focus back to the tree, in the midst of what is typed elsewhere.
  await expect(page.locator('dialog[open]')).toHaveCount(0)

  await page.getByPlaceholder('搜索名称、编码').fill(second)
  await expect(page.locator('[role=row][data-node]')).toHaveCount(3)
  await page.getByPlaceholder('搜索名称、编码').fill('没有这样的机构')
  await expect(page.getByText('没有匹配').first()).toBeVisible()
  expect(errors).toEqual([])
})

test('on a phone the tree and the office are two levels', async ({ page }) => {
  const errors = watchErrors(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  await openPage(page, ORG)
  await line(page, '财务部').click()
  await expect(page.locator('.id-org-head h2')).toHaveText('财务部')
  await expect(page.getByRole('treegrid')).toHaveCount(0)
  expect(await violations(page, '.id-org')).toEqual([])
  await page.getByRole('button', { name: '机构树' }).click()
  await expect(page.getByRole('treegrid')).toBeVisible()
  expect(errors).toEqual([])
})
