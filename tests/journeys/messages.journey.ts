import { expect, type Locator, type Page, test } from './test.ts'
import {
  openPage,
  sayIn,
  signIn,
  signInByTyping,
  standsStill,
  untranslated,
  violations,
  watchErrors,
  watchPolicy,
} from './console.ts'
import { anotherBrowser, aPerson, aPersonOfOwnRole, KNOWN_PASSWORD } from './people.ts'

const say = sayIn('zh')
/** What slides in or fades has arrived before it is judged. */
async function violationsOf(page: Page, part?: string): Promise<string[]> {
  await standsStill(page)
  return violations(page, part)
}
const dialog = (page: Page) => page.locator('dialog[open]').last()

test('a message to a colleague arrives live, is read by keys, answered, put away and found', async ({
  page,
  browser,
}) => {
  const errors = watchErrors(page)
  const stopped = await watchPolicy(page)
  const reader = await aPerson('viewer')
  await signIn(page)
  await openPage(page, '/fwgl/notify')
  const other = await anotherBrowser(browser)
  await signIn(other, { user: reader.loginName, password: KNOWN_PASSWORD })
  await openPage(other, '/fwgl/notify')
  await expect(other.getByText(say('notifications.inbox.none'))).toBeVisible()

  for (const text of ['今晚八点换班', '<img src=x onerror="window.naughty=1">第二条']) {
    await page.getByRole('button', { name: say('notifications.inbox.write') }).click()
    await dialog(page).getByLabel(say('notifications.colleague.to')).fill(reader.loginName)
    await page.locator('.ant-select-item-option').filter({ hasText: reader.loginName }).first().click()
    await dialog(page).getByLabel(say('notifications.colleague.text')).fill(text)
    expect(await violationsOf(page, 'dialog[open]')).toEqual([])
    await dialog(page)
      .getByRole('button', { name: say('notifications.colleague.send') })
      .click()
    await expect(page.locator('dialog[open]')).toHaveCount(0)
  }
  // Nobody reloads: the list follows the news while its reader is at its top.
  // Piles that go offline meanwhile are news as well: only the two are counted.
  const rows = other.locator('.n-row').filter({ hasText: /今晚八点换班|第二条/ })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('<img src=x')
  await rows.first().locator('.n-open').focus()
  await other.keyboard.press('j')
  await other.keyboard.press('Enter')
  const pane = other.getByRole('article', { name: say('notifications.inbox.reading') })
  await expect(pane).toContainText('今晚八点换班')
  await expect(rows.nth(1)).not.toHaveAttribute('data-unread', '')
  await other.keyboard.press('u')
  await expect(rows.nth(1)).toHaveAttribute('data-unread', '')
  await other.keyboard.press('k')
  await other.keyboard.press('Enter')
  await expect(pane).toContainText('第二条')
  expect(await other.evaluate(() => (window as { naughty?: number }).naughty)).toBeUndefined()
  expect(await violationsOf(other)).toEqual([])
  await pane.getByRole('button', { name: say('notifications.inbox.reply') }).click()
  await dialog(other).getByLabel(say('notifications.colleague.text')).fill('收到')
  await dialog(other)
    .getByRole('button', { name: say('notifications.colleague.send') })
    .click()
  await expect(page.locator('.n-row').filter({ hasText: reader.loginName }).first()).toContainText('收到')

  await pane.getByRole('button', { name: say('notifications.inbox.archive') }).click()
  await expect(rows).toHaveCount(1)
  await other.getByText(say('notifications.inbox.archived'), { exact: true }).click()
  await expect(rows).toHaveCount(1)
  await other.getByRole('searchbox', { name: say('notifications.inbox.search') }).fill('不存在的词')
  await expect(other.getByText(say('notifications.inbox.noneFound'))).toBeVisible()
  await expect(other).toHaveURL(/part=archive.*q=/)
  await other.context().close()
  expect(errors).toEqual([])
  expect(stopped).toEqual([])
})

test('a rule, the local outbox, a channel that is set and tested, and what one receives', async ({ page }) => {
  const errors = watchErrors(page)
  await signIn(page)
  await openPage(page, '/fwgl/notify?tab=rules')
  await page.locator('.w-page-head .ant-btn-primary').click()
  const form = dialog(page)
  await form.locator('[data-field="kind"] input').click()
  await page
    .locator('.ant-select-item-option')
    .filter({ hasText: say('platform.message.approvalAsked.name') })
    .click()
  await form.locator('[data-field="channels"] input').click()
  await page
    .locator('.ant-select-item-option')
    .filter({ hasText: say('notifications.way.mail') })
    .click()
  await page.keyboard.press('Escape')
  await form.locator('[data-field="quietFrom"] input').fill('25:00')
  await form.locator('form').evaluate((one: HTMLFormElement) => one.requestSubmit())
  await expect(form.getByText(say('kernel.field.notATime'))).toBeVisible()
  await form.locator('[data-field="quietFrom"] input').fill('')
  await form.locator('form').evaluate((one: HTMLFormElement) => one.requestSubmit())
  await expect(
    page.locator('.w-table tbody').getByText(say('platform.message.approvalAsked.name')).first(),
  ).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  // The inbox was chosen already: who asks for mail as well keeps it.
  await expect(page.locator('.w-table tbody').getByText(say('notifications.way.console')).first()).toBeVisible()

  await page.keyboard.press('Escape')
  await page.getByText(say('notifications.tabs.delivery'), { exact: true }).click()
  await expect(page).toHaveURL(/tab=delivery/)
  await expect(page.locator('h1').first()).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  await page.getByText(say('notifications.tabs.channels'), { exact: true }).click()
  const mail = page.getByRole('region', { name: say('notifications.way.mail') })
  await mail.getByLabel(say('notifications.channel.host')).fill('127.0.0.1')
  await mail.getByLabel(say('notifications.channel.from'), { exact: true }).fill('noreply@charge.example')
  await mail.getByLabel(say('notifications.channel.fromName')).fill('Wattyard')
  await mail.getByRole('button', { name: say('notifications.channel.save') }).click()
  await mail.getByLabel(say('notifications.channel.testAddress')).fill('a@example.cn')
  await mail.getByRole('button', { name: say('notifications.channel.test') }).click()
  // This machine is no address of the internet, so nothing leaves.
  await expect(mail.locator('output')).toContainText('127.0.0.1')
  expect(await violationsOf(page)).toEqual([])

  await page.getByText(say('notifications.tabs.inbox'), { exact: true }).click()
  await page.getByRole('button', { name: say('notifications.inbox.preferences') }).click()
  await expect(dialog(page).getByText(say('platform.message.approvalAsked.name'))).toBeVisible()
  expect(await violationsOf(page, 'dialog[open]')).toEqual([])
  await dialog(page)
    .getByRole('button', { name: say('notifications.preference.save') })
    .click()
  await expect(page.getByText(say('notifications.preference.saved'))).toBeVisible()
  expect(await untranslated(page)).toEqual([])
  expect(errors).toEqual([])
})

test('a notice is written, published, confirmed after signing in, counted and withdrawn; nothing of it runs', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  const errors = watchErrors(page)
  const stopped = await watchPolicy(page)
  await signIn(page)
  // For one person alone: what must be confirmed would stand before the pages of every other journey.
  const reader = await aPersonOfOwnRole(page, 'viewer')
  await openPage(page, '/activity/notice')
  await page.locator('.w-page-head .ant-btn-primary').click()
  const form = dialog(page)
  const title = `周三停电 ${Date.now()}`
  await form.locator('[data-field="title"] input').fill(title)
  const text = form.locator('[data-field="body"] .ProseMirror')
  await text.click()
  await page.keyboard.type('- 南山站')
  await page.keyboard.press('Enter')
  await page.keyboard.type('福田站')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await form
    .getByRole('button', { name: say('kit.richText.strong') })
    .first()
    .click()
  await page.keyboard.type('请提前通知司机')
  // What is pasted is words, whatever it was elsewhere.
  await text.evaluate(element => {
    const data = new DataTransfer()
    data.setData('text/html', '<img src=x onerror="window.naughty=1"><b style="position:fixed">坏</b>')
    data.setData('text/plain', '<img src=x onerror="window.naughty=1">坏')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await form
    .getByRole('button', { name: say('kit.richText.link') })
    .first()
    .click()
  await form.getByLabel(say('kit.richText.linkAddress')).fill('javascript:alert(1)')
  await form.getByRole('button', { name: say('kit.richText.apply') }).click()
  await expect(form.getByText(say('kit.richText.linkBad'))).toBeVisible()
  await form.getByLabel(say('kit.richText.linkAddress')).fill('https://charge.example/plan')
  await form.getByRole('button', { name: say('kit.richText.apply') }).click()
  await form.locator('[data-field="mustConfirm"] button').click()
  await form.locator('[data-field="roleIds"] input').fill(reader.roleName)
  await page.locator('.ant-select-item-option').filter({ hasText: reader.roleName }).click()
  await page.keyboard.press('Escape')
  expect(await violationsOf(page, 'dialog[open]')).toEqual([])
  await form.locator('form').evaluate((one: HTMLFormElement) => one.requestSubmit())
  const detail = dialog(page)
  await expect(detail.getByText('福田站')).toBeVisible()
  await expect(detail.locator('.w-rich a[href="https://charge.example/plan"]')).toBeVisible()
  const command = async (drawer: Locator, name: string): Promise<void> => {
    await drawer.getByRole('button', { name: say('kit.actionsOf', { name: title }) }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await command(detail, say('notifications.notice.publish'))
  // The head of the detail has the command, too.
  const question = page.locator('dialog[open][data-kind="modal"]')
  await question.getByRole('button', { name: say('notifications.notice.publish') }).click()

  try {
    const other = await anotherBrowser(browser)
    const theirs = await watchPolicy(other)
    await signInByTyping(other, { user: reader.loginName, password: KNOWN_PASSWORD })
    const gate = other.getByRole('dialog', { name: title })
    await expect(gate.locator('li').filter({ hasText: '南山站' })).toBeVisible()
    await expect(gate.locator('strong')).toContainText('请提前通知司机')
    await expect(gate).toContainText('<img src=x onerror=')
    expect(await violationsOf(other, 'dialog[open]')).toEqual([])
    await gate.getByRole('button', { name: say('notifications.notice.later') }).click()
    await openPage(other, '/fwgl/notify')
    await expect(gate).toBeVisible()
    await gate.getByRole('button', { name: say('notifications.notice.iHaveRead') }).click()
    await expect(gate).toHaveCount(0)
    await expect(other.locator('.n-row').filter({ hasText: title })).toBeVisible()
    await other.reload()
    await expect(other.locator('.n-row').filter({ hasText: title })).toBeVisible()
    await expect(gate).toHaveCount(0)
    expect(await other.evaluate(() => (window as { naughty?: number }).naughty)).toBeUndefined()
    expect(await other.locator('img[src="x"]').count()).toBe(0)
    expect(theirs).toEqual([])
    await other.context().close()
  } finally {
    await page.goto(page.url())
    const open = page.locator('dialog[open]').last()
    await open.getByRole('tab', { name: say('notifications.notice.tab.readers') }).click()
    await expect(open.getByText('1 / 1 已确认')).toBeVisible()
    await command(open, say('notifications.notice.withdraw'))
    await question.getByRole('button', { name: say('notifications.notice.withdraw') }).click()
    await expect(page.getByText(say('notifications.notice.stateValue.withdrawn')).first()).toBeVisible()
  }
  expect(errors).toEqual([])
  expect(stopped).toEqual([])
})
