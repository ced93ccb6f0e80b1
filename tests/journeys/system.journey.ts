import { readFile, rm } from 'node:fs/promises'
import { expect, test } from './test.ts'
import { ADMIN_PASSWORD } from '../support/running-server.ts'
import { ask } from './people.ts'
import { openPage, productUrl, sayIn, signIn, violations, watchErrors, ROOM_FOR_ALL } from './console.ts'

const JOB = '清理定时任务的执行记录'

test('a job is run by hand and seen to end, gets other times, rests and goes on', async ({ page }) => {
  await page.setViewportSize(ROOM_FOR_ALL)
  const errors = watchErrors(page)
  await signIn(page)
  await openPage(page, '/sysconfig/cfgSchedule')
  const row = page.getByRole('row').filter({ hasText: JOB })
  const command = async (name: string): Promise<void> => {
    await row.getByRole('button', { name: '的操作' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await expect(row.getByText('每天 03:40')).toBeVisible()

  await command('立即执行')
  await row.getByText(JOB).click()
  const drawer = page.getByRole('dialog', { name: JOB })
  // Nobody reloads: the end of the run is told to the page.
  await expect(drawer.locator('.platform-runs li').first()).toContainText('成功', { timeout: 15_000 })
  await expect(drawer.locator('.platform-runs li').first()).toContainText('由 系统管理员 发起')
  await expect(drawer.getByText(/^已清理的执行记录 \d+$/).first()).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')

  await command('修改执行时间')
  const form = page.getByRole('dialog', { name: '修改执行时间' })
  const cron = form.getByLabel('Cron 表达式')
  await expect(cron).toHaveValue('40 3 * * *')
  await cron.fill('0 0 31 2 *')
  await expect(form.getByText('没有任何一天符合这个表达式')).toBeVisible()
  await form.getByRole('button', { name: '修改执行时间' }).click()
  await expect(form.getByRole('alert')).toHaveText('没有任何一天符合这个表达式')
  await cron.fill('15 2 * * 1,5')
  await expect(form.getByText('每星期一和星期五 02:15')).toBeVisible()
  const preview = form.locator('.platform-preview li')
  await expect(preview).toHaveCount(5)
  for (const text of await preview.allTextContents()) expect(text).toMatch(/^\d{4}-\d{2}-\d{2} 02:15:00$/)
  await form.getByRole('button', { name: '修改执行时间' }).click()
  await expect(row.getByText('每星期一和星期五 02:15')).toBeVisible()

  await command('暂停')
  await page.getByRole('dialog', { name: '暂停' }).getByRole('button', { name: '暂停' }).click()
  await expect(row.getByText('已暂停')).toBeVisible()
  await command('恢复')
  await expect(row.getByText('启用')).toBeVisible()
  await command('修改执行时间')
  await cron.fill('')
  await form.getByRole('button', { name: '修改执行时间' }).click()
  await expect(row.getByText('每天 03:40')).toBeVisible()
  expect(errors).toEqual([])
})

test('the log tells what was done and how people signed in, in the address and as a file', async ({ page }) => {
  await page.setViewportSize(ROOM_FOR_ALL)
  const errors = watchErrors(page)
  await signIn(page, { language: 'es' })
  const say = sayIn('es')
  await openPage(page, '/console/log?resource=platform.schedule&action=reschedule')
  await page
    .getByRole('button', { name: say('platform.schedule.reschedule') })
    .first()
    .click()
  const entry = page.getByRole('dialog')
  await expect(entry.getByRole('row', { name: say('platform.schedule.rescheduleInput.zone') })).toContainText(
    'Asia/Shanghai',
  )
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')

  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: say('platform.audit.export') }).click()
  const file = await readFile(await (await waiting).path(), 'utf8')
  expect(file.split('\n')[0]).toContain(say('platform.audit.actorName'))
  // In words, as the page has them.
  expect(file).toContain(say('platform.schedule.noun'))
  expect(file).not.toContain('platform.schedule')
  expect(file).not.toContain(say('platform.audit.did.sign-in'))

  await page.getByText(say('platform.audit.parts.sign-in')).click()
  await expect(page).toHaveURL(/part=sign-in$/)
  const signedIn = page.getByRole('row').filter({ hasText: say('platform.audit.resultValue.signed-in') })
  await expect(signedIn.first()).toBeVisible()
  await page.getByRole('textbox', { name: say('platform.audit.ip') }).fill('192.0.2.1')
  await page.keyboard.press('Enter')
  await expect(page.getByText(say('platform.audit.none'))).toBeVisible()
  await expect(page).toHaveURL(/ip=192\.0\.2\.1/)
  await page.reload()
  await expect(page.getByText(say('platform.audit.none'))).toBeVisible()
  expect(errors).toEqual([])
})

test('a backup is made and proved by hand, and taken away with the password once more', async ({ page }) => {
  await page.setViewportSize(ROOM_FOR_ALL)
  const errors = watchErrors(page)
  await signIn(page)
  await openPage(page, '/sysconfig/cfgSchedule')
  await page.getByText('备份', { exact: true }).click()
  await expect(page).toHaveURL(/part=backups$/)
  await expect(page.getByText('最近验证可用的备份')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: '立即备份' }).click()
  const row = page.getByRole('row').filter({ hasText: '.tar.zst' }).first()
  // Nobody reloads: the end of the job is told to the page.
  await expect(row).toContainText('手动', { timeout: 30_000 })
  await expect(row).toContainText('未验证')
  await row.getByRole('button', { name: '的操作' }).click()
  await page.getByRole('menuitem', { name: '立即验证' }).click()
  await expect(row).toContainText('可用', { timeout: 60_000 })

  await row.getByRole('link').or(row.getByRole('button')).first().click()
  const drawer = page.getByRole('dialog').filter({ hasText: '所在目录' })
  await expect(drawer.getByText('账务核对通过')).toBeVisible()
  await expect(drawer.getByText('everything adds up')).toBeHidden()
  await drawer.getByRole('button', { name: '下载' }).click()
  const dialog = page.getByRole('dialog', { name: '下载' })
  await dialog.getByLabel('当前密码').fill('not the password')
  await dialog.getByRole('button', { name: '下载' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('密码不正确')
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('当前密码').fill(ADMIN_PASSWORD)
  const waiting = page.waitForEvent('download')
  await dialog.getByRole('button', { name: '下载' }).click()
  const file = await readFile(await (await waiting).path())
  // The magic number of zstd: the file itself, and not a page about it.
  expect(file.subarray(0, 4).toString('hex')).toBe('28b52ffd')

  // Somebody has removed the file: the download says so, and is offered no longer once a verification has seen it.
  await expect(dialog).toBeHidden()
  await rm((await drawer.locator('.platform-backup-path').innerText()).trim())
  await drawer.getByRole('button', { name: '下载' }).click()
  await dialog.getByLabel('当前密码').fill(ADMIN_PASSWORD)
  await dialog.getByRole('button', { name: '下载' }).click()
  await expect(dialog).toContainText('备份文件已不在')
  await dialog.getByRole('button', { name: '取消' }).click()
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: '的操作' }).click()
  await page.getByRole('menuitem', { name: '立即验证' }).click()
  await expect(row).toContainText('有问题', { timeout: 30_000 })
  await row.getByRole('link').or(row.getByRole('button')).first().click()
  await expect(drawer).toContainText('文件不存在，无法验证')
  await expect(drawer.getByRole('button', { name: '下载' })).toHaveCount(0)
  expect(errors.filter(error => !/\b(?:400|404|422)\b/.test(error))).toEqual([])
})

test('how many backups stay, and where, is set on the page', async ({ page }) => {
  await signIn(page, { language: 'en' })
  const say = sayIn('en')
  await openPage(page, '/sysconfig/cfgSchedule?part=backups')
  await page.getByRole('button', { name: say('platform.backup.settings') }).click()
  const dialog = page.getByRole('dialog', { name: say('platform.backup.settings') })
  await dialog.getByLabel(say('platform.backup.daily')).fill('5')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: say('kit.save') }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: say('platform.backup.settings') }).click()
  await expect(dialog.getByLabel(say('platform.backup.daily'))).toHaveValue('5')
})

test('what devices did leads to the message that told it; calls of partners have their own part', async ({ page }) => {
  const errors = watchErrors(page)
  await signIn(page)
  await openPage(page, '/console/log')
  await page.getByText('设备日志').click()
  await expect(page).toHaveURL(/part=device$/)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await openPage(page, '/console/log?part=device&group=boot')
  await expect(page.getByRole('row').nth(1)).toContainText('启动')
  const kinds = await page.locator('tbody tr td:nth-child(3)').allTextContents()
  expect(new Set(kinds)).toEqual(new Set(['启动']))
  await page.getByRole('link', { name: '逐字段解析' }).first().click()
  await expect(page).toHaveURL(/MessageParsing\?frame=/)
  await expect(page.getByText('BootNotification').first()).toBeVisible()

  await openPage(page, '/console/log?part=device&q=no-such-text-anywhere')
  await expect(page.getByText('没有符合条件的记录')).toBeVisible()
  await openPage(page, '/console/log?part=interface')
  // Other journeys may have tried a channel before.
  await expect(page.getByText('暂无接口调用').or(page.getByRole('row').nth(1))).toBeVisible()
  await expect(page.getByText('BootNotification')).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  expect(errors).toEqual([])
})

test('test pages are no pages of this profile', async ({ page }) => {
  await signIn(page)
  for (const path of ['/mqtt', '/test/icon']) {
    await page.goto(`${productUrl()}/jkweb${path}`)
    await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible()
  }
})

test('how long lines of devices are kept is changed where they are read', async ({ page }) => {
  const say = sayIn('zh')
  const errors = watchErrors(page)
  await signIn(page)
  await openPage(page, '/console/log?part=device')
  await page.getByRole('button', { name: say('platform.audit.changeKept') }).click()
  const dialog = page.getByRole('dialog', { name: say('platform.audit.changeKept') })
  await dialog.getByRole('spinbutton').first().fill('200')
  await dialog.getByRole('button', { name: say('kit.save') }).click()
  await expect(page.getByText(say('platform.audit.keptSaved'))).toBeVisible()
  await expect(page.locator('.platform-log-kept')).toContainText('200')
  for (const key of ['gateway.eventKeepDays', 'gateway.commandKeepDays'])
    await ask(page, '/api/platform/setting/reset', { key })
  expect(errors).toEqual([])
})
