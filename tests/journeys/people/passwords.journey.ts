import { expect, type Locator, type Page, test } from '../test.ts'
import { aTenant, aUser } from '@wattyard/identity/testing'
import { openPage, sayIn, signIn, signInByTyping, untranslated, violations, watchErrors } from '../console.ts'
import { anotherBrowser, ask, freshName, inDatabase, KNOWN_PASSWORD } from '../people.ts'

const say = sayIn('zh')
const SECOND = 'Second-Passphrase-2026!'
const THIRD = 'Third-Passphrase-2026!'
const dialog = (page: Page): Locator => page.locator('dialog[open]').last()

/** An administrator of a tenant of their own: what is set there concerns no other journey. */
async function anAdministrator(): Promise<{ tenantId: string; id: string; user: string }> {
  return inDatabase(async db => {
    const code = freshName('p').toLowerCase()
    const { tenantId, roleIds } = await aTenant(db, { code, name: code })
    const { id, loginName } = await aUser(db, tenantId, { password: KNOWN_PASSWORD, roleIds: [roleIds.admin] })
    return { tenantId, id, user: `${loginName}@${code}` }
  })
}

const chosenDaysAgo = (id: string, days: number): Promise<unknown> =>
  inDatabase(db =>
    db.platform(tx =>
      tx.execute("update identity_user set password_changed_at = now() - $2 * interval '1 day' where id = $1", [
        id,
        days,
      ]),
    ),
  )

/** Runs a job now and waits for its end: it has its turn after those that run already. */
async function runJob(admin: Page, name: string): Promise<void> {
  const read = async () => {
    const { list } = await ask<{ list: { id: string; name: string; lastRun: number | null; lastOutcome: string }[] }>(
      admin,
      '/api/sysconfig/cfgSchedule/list',
      { pageSize: 100 },
    )
    return list.find(one => one.name === name)
  }
  const before = await read()
  await ask(admin, '/api/sysconfig/cfgSchedule/runNow', { id: before?.id })
  await expect
    .poll(
      async () => {
        const now = await read()
        return now?.lastRun === before?.lastRun ? 'waits' : now?.lastOutcome
      },
      { timeout: 60_000 },
    )
    .toBe('done')
}

test('a password that ends is told of; once over, another one is chosen before anything else', async ({
  page,
  browser,
}) => {
  const { tenantId, id, user } = await anAdministrator()
  await inDatabase(db =>
    db.platform(tx =>
      tx.execute(
        'update identity_tenant set password_max_age_days = 90, password_remembered = 3 where tenant_id = $1',
        [tenantId],
      ),
    ),
  )
  await signIn(page, { user, password: KNOWN_PASSWORD })
  await ask(page, '/api/user/pwd/update', { oldPassword: KNOWN_PASSWORD, newPassword: SECOND, checkPass: SECOND })

  await chosenDaysAgo(id, 80)
  const admin = await anotherBrowser(browser)
  await signIn(admin)
  await runJob(admin, 'identity.passwordAges')
  await openPage(page, '/fwgl/notify')
  await expect(page.locator('.n-row').filter({ hasText: /您的密码将于 .+ 到期/ })).toBeVisible({ timeout: 20_000 })

  await chosenDaysAgo(id, 91)
  await page.context().clearCookies()
  const errors = watchErrors(page)
  await signInByTyping(page, { user, password: SECOND })
  await expect(dialog(page)).toContainText(say('identity.expiredPassword.title'))
  await expect(dialog(page)).toContainText(say('identity.password.ruleRemembered', { count: '3' }))
  expect(await violations(page, 'dialog[open]')).toEqual([])
  expect(await untranslated(page)).toEqual([])
  // It cannot be put away, and nothing stands behind it.
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeVisible()
  await expect(page.locator('nav')).toHaveCount(0)

  const send = async (oldPassword: string, newPassword: string): Promise<void> => {
    await dialog(page).locator('input[name=oldPassword]').fill(oldPassword)
    await dialog(page).locator('input[name=newPassword]').fill(newPassword)
    await dialog(page).locator('input[name=checkPass]').fill(newPassword)
    await dialog(page)
      .getByRole('button', { name: say('kit.ok'), exact: true })
      .click()
  }
  await send(KNOWN_PASSWORD, THIRD)
  await expect(dialog(page)).toContainText(say('identity.field.wrongPassword'))
  await send(SECOND, SECOND)
  await expect(dialog(page)).toContainText(say('identity.field.passwordSame'))
  await send(SECOND, KNOWN_PASSWORD)
  await expect(dialog(page)).toContainText('不能使用最近')
  await send(SECOND, THIRD)
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await openPage(page, '/console/personalCenter')
  await expect(page.locator('nav').first()).toBeVisible()
  // The four hundred and three refusals were meant.
  expect(errors.filter(text => !/status of 4\d\d/.test(text))).toEqual([])
})

test('a tenant’s administrator makes passwords longer, and every form says so', async ({ page }) => {
  const errors = watchErrors(page)
  const { user } = await anAdministrator()
  await signIn(page, { user, password: KNOWN_PASSWORD })
  await openPage(page, '/console/employee')
  await page
    .getByRole('main')
    .getByRole('button', { name: say('kit.actions'), exact: true })
    .click()
  await page.getByRole('menuitem', { name: say('identity.passwordPolicy.open') }).click()
  await dialog(page).getByLabel(say('identity.passwordPolicy.length')).fill('15')
  await dialog(page).getByLabel(say('identity.passwordPolicy.kinds')).click()
  await page.locator('.ant-select-item-option').filter({ hasText: '至少 3 种' }).click()
  expect(await violations(page, 'dialog[open]')).toEqual([])
  await dialog(page)
    .getByRole('button', { name: say('kit.save') })
    .click()
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await openPage(page, '/console/personalCenter')
  await expect(page.getByText('至少 15 位 · 至少包含小写字母')).toBeVisible()
  expect(await untranslated(page)).toEqual([])
  expect(errors).toEqual([])
})

test('the waiting time of deletions is set where tenants are', async ({ page }) => {
  await signIn(page)
  await openPage(page, '/console/tenant')
  await page.getByRole('button', { name: say('platform.deletionDays.change'), exact: true }).click()
  expect(await violations(page, 'dialog[open]')).toEqual([])
  await dialog(page).getByLabel(say('platform.deletionDays.label')).fill('45')
  await dialog(page)
    .getByRole('button', { name: say('kit.save') })
    .click()
  await expect(page.getByText(say('platform.deletionDays.now', { count: '45' }))).toBeVisible()
  await ask(page, '/api/platform/setting/reset', { key: 'platform.tenantDeletionDays' })
})
