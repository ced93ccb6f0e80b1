import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page, test } from './test.ts'
import { openPage, sayIn, signIn, untranslated, violations, watchErrors } from './console.ts'
import { anotherBrowser, aPersonOfOwnRole, ask, freshName, KNOWN_PASSWORD, roleId } from './people.ts'

const say = sayIn('zh')
const dialog = (page: Page): Locator => page.locator('dialog[open]').last()
const PDF = Buffer.from(`%PDF-1.7 ${'a'.repeat(50_000)}`)

test('files are added to a notice, a disguised program is refused, and readers fetch what was added', async ({
  page,
  browser,
}) => {
  const errors = watchErrors(page)
  await signIn(page)
  await openPage(page, '/activity/notice')
  await page.getByRole('button', { name: say('notifications.notice.fileLimits') }).click()
  await dialog(page).getByLabel(say('notifications.notice.limit.files')).fill('3')
  await dialog(page).getByRole('checkbox', { name: '.gif' }).uncheck()
  expect(await violations(page, 'dialog[open]')).toEqual([])
  await dialog(page)
    .getByRole('button', { name: say('kit.save') })
    .click()
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  // For one person alone: pinned, it would be the newest message of everybody's inbox, and other journeys count theirs.
  const { loginName, roleName } = await aPersonOfOwnRole(page, 'viewer')
  const title = freshName('停电范围')
  const { id } = await ask<{ id: string }>(page, '/api/activity/notice/save', {
    title,
    body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '见附件' }] }] },
    isPinned: true,
    mustConfirm: false,
    roleIds: [await roleId(page, roleName)],
  })
  await openPage(page, `/activity/notice?open=${id}`)
  await dialog(page)
    .getByRole('button', { name: say('kit.edit'), exact: true })
    .click()
  const control = dialog(page).locator('[data-field=attachments]')
  await expect(control).toContainText('0 / 3')
  await expect(control).not.toContainText('.gif')
  await control.locator('input[type=file]').setInputFiles([
    { name: '停电范围.pdf', mimeType: 'application/pdf', buffer: PDF },
    { name: '假日.pdf', mimeType: 'application/pdf', buffer: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(400)]) },
  ])
  await expect(control.locator('li').filter({ hasText: '停电范围.pdf' })).toContainText('49 KB')
  await expect(control.locator('li').filter({ hasText: '假日.pdf' })).toContainText('按内容判断')
  expect(await violations(page, 'dialog[open]')).toEqual([])
  expect(await untranslated(page)).toEqual([])
  await dialog(page)
    .getByRole('button', { name: say('kit.save'), exact: true })
    .click()
  // The form has closed; the notice it was opened from is still open.
  await expect(page.locator('dialog[open]')).toHaveCount(1)
  await ask(page, '/api/activity/notice/publish', { id })

  const reader = await anotherBrowser(browser)
  await signIn(reader, { user: loginName, password: KNOWN_PASSWORD })
  await openPage(reader, `/home?notice=${id}`)
  const waiting = reader.waitForEvent('download')
  await dialog(reader).getByRole('button', { name: '下载 停电范围.pdf' }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toBe('停电范围.pdf')
  expect(readFileSync(await download.path()).equals(PDF)).toBe(true)
  expect(await violations(reader, 'dialog[open]')).toEqual([])
  await openPage(reader, '/fwgl/notify')
  await reader.locator('.n-row').filter({ hasText: title }).locator('.n-open').click()
  await expect(reader.locator('.n-reading .w-files')).toContainText('停电范围.pdf')

  await ask(page, '/api/activity/notice/withdraw', { id })
  await ask(page, '/api/activity/notice/del', { id })
  await ask(page, '/api/platform/setting/reset', { key: 'notifications.noticeFiles' })
  expect(errors.filter(text => !/status of 4\d\d/.test(text))).toEqual([])
})
