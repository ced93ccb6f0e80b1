import { readFile } from 'node:fs/promises'
import { expect, test } from './test.ts'
import { openPage, signIn, untranslated, violations, watchErrors, watchPolicy } from './console.ts'

test('the question mark of a page leads to its help; search finds by words and initials, by keys alone', async ({
  page,
}) => {
  const errors = watchErrors(page)
  const stopped = await watchPolicy(page)
  await signIn(page)
  await openPage(page, '/cwdata4/dailyBill')
  await page.getByRole('link', { name: '本页帮助' }).click()
  await expect(page).toHaveURL(/\/help\/index\?page=cwfx&at=dailyBill/)
  const article = page.locator('article.help-article')
  await expect(article.getByRole('heading', { name: '日账单', exact: true })).toBeFocused()
  await expect(article.getByRole('heading', { name: '日账单', exact: true })).toBeInViewport()
  expect(await violations(page)).toEqual([])

  const search = page.getByRole('searchbox', { name: '搜索帮助' })
  await search.fill('zlx')
  const nav = page.getByRole('navigation', { name: '帮助目录' })
  await expect(nav.getByRole('link').first()).toContainText('充电桩离线')
  await search.fill('更换密钥')
  await expect(nav.locator('mark').first()).toBeVisible()
  await search.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(article.locator('mark', { hasText: '更换密钥' }).first()).toBeVisible()
  const there = page.url()
  expect(decodeURIComponent(there)).toMatch(/page=zcgl&at=\w[\w-]*&q=更换密钥/)
  await page.reload()
  await expect(article.locator('mark').first()).toBeVisible()
  expect(page.url()).toBe(there)
  await search.fill('没有这样的词语')
  await expect(page.getByText('没有找到')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await search.press('Escape')
  await expect(nav.getByRole('link', { name: '财务中心' })).toBeVisible()
  expect([errors, stopped]).toEqual([[], []])
})

for (const language of ['en', 'es'] as const)
  test(`help and about in ${language}: nothing is left untranslated`, async ({ page }) => {
    await signIn(page, { language })
    for (const path of ['/help/index', '/help/about']) {
      await openPage(page, path)
      expect(await untranslated(page)).toEqual([])
      expect(await page.locator('main').innerText()).not.toMatch(/\p{Script=Han}/u)
    }
  })

test('about: versions, components with their licences, and the list to take away', async ({ page }) => {
  await signIn(page)
  await openPage(page, '/help/about')
  await expect(page.getByText(/^PostgreSQL \d+/)).toBeVisible()
  await page.getByRole('searchbox', { name: '搜索名称或许可证' }).fill('zod')
  await page.getByRole('button', { name: /^zod 的许可证/ }).click()
  await expect(page.getByRole('dialog')).toContainText('WITHOUT WARRANTY')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载组件清单（CycloneDX）' }).click(),
  ])
  const bill = JSON.parse(await readFile(await download.path(), 'utf8')) as { bomFormat: string; components: object[] } // just downloaded
  expect(bill.bomFormat).toBe('CycloneDX')
  expect(bill.components.length).toBeGreaterThan(100)
})

test('the assistant is off until it is set up, and takes no address of a private network', async ({ page }) => {
  const stopped = await watchPolicy(page)
  await signIn(page)
  await openPage(page, '/help/index')
  await page.getByRole('button', { name: '问助手' }).click()
  await page.getByRole('textbox', { name: '输入问题，回车发送' }).fill('怎样日结？')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('助手未启用，请联系管理员')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: '设置', exact: true }).click()
  const form = page.getByRole('dialog', { name: '助手设置' })
  await form.getByRole('switch').click()
  await form.getByLabel('服务地址').fill('https://127.0.0.1/v1')
  await form.getByLabel('模型').fill('small')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form.getByRole('alert')).toHaveText('该地址不在公网')
  expect(await violations(page)).toEqual([])
  expect(stopped).toEqual([])
})
