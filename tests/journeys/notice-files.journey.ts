import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { openPage, sayIn, signIn, untranslated, violations, watchErrors } from './console.ts'
import { anotherBrowser, aPerson, ask, freshName, KNOWN_PASSWORD } from './people.ts'

const say = sayIn('zh')
const dialog = (page: Page): Locator => page.locator('dialog[open]').last()
const PNG = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(50_000, 3)])

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
  const title = freshName('停电范围')
  const { id } = await ask<{ id: string }>(page, '/api/activity/notice/save', {
    title,
    body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '见附件' }] }] },
    isPinned: true,
    mustConfirm: false,
  })
  await openPage(page, `/activity/notice?open=${id}`)
  await expect(dialog(page)).toContainText(say('notifications.notice.noFiles'))
  await expect(dialog(page)).toContainText('最多 3 个')
  await expect(dialog(page)).not.toContainText('.gif')
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles([
      { name: '停电范围.png', mimeType: 'image/png', buffer: PNG },
      { name: '假日.png', mimeType: 'image/png', buffer: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(400)]) },
    ])
  await expect(dialog(page).locator('.n-files')).toContainText('停电范围.png')
  await expect(dialog(page).locator('.n-files')).toContainText('49 KB')
  await expect(dialog(page)).toContainText(`假日.png: ${say('notifications.field.fileKind')}`)
  await expect(dialog(page).locator('.n-files li')).toHaveCount(1)
  expect(await violations(page, 'dialog[open]')).toEqual([])
  expect(await untranslated(page)).toEqual([])
  await ask(page, '/api/activity/notice/publish', { id })
  await page.reload()
  await expect(dialog(page)).toContainText(say('notifications.notice.filesFixed'))
  await expect(dialog(page).getByRole('button', { name: say('notifications.notice.addFile') })).toHaveCount(0)

  const { loginName } = await aPerson('viewer')
  const reader = await anotherBrowser(browser)
  await signIn(reader, { user: loginName, password: KNOWN_PASSWORD })
  await openPage(reader, `/home?notice=${id}`)
  const waiting = reader.waitForEvent('download')
  await dialog(reader).getByRole('button', { name: '停电范围.png' }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toBe('停电范围.png')
  expect(readFileSync(await download.path()).equals(PNG)).toBe(true)
  expect(await violations(reader, 'dialog[open]')).toEqual([])
  await openPage(page, '/fwgl/notify')
  await page.locator('.n-row').filter({ hasText: title }).locator('.n-open').click()
  await expect(page.locator('.n-reading .n-files')).toContainText('停电范围.png')

  await ask(page, '/api/activity/notice/withdraw', { id })
  await ask(page, '/api/activity/notice/del', { id })
  await ask(page, '/api/platform/setting/reset', { key: 'notifications.noticeFiles' })
  expect(errors.filter(text => !/status of 4\d\d/.test(text))).toEqual([])
})
