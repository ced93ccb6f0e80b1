import { expect, type Locator, type Page, test } from '../test.ts'
import { aRole, aTenant, aUser } from '@wattyard/identity/testing'
import { openPage, sayIn, signIn, untranslated, violations, watchErrors } from '../console.ts'
import { ask, freshName, inDatabase, KNOWN_PASSWORD } from '../people.ts'
import { lendPage } from '../kept-page.ts'

const dialog = (page: Page): Locator => page.locator('dialog[open]').last()

interface Settings {
  list: { key: string; value: unknown }[]
}

/** Somebody of a tenant of their own: what is set there concerns no other journey. */
async function somebody(role?: { permissions: string[]; rowScope: 'assigned' }): Promise<string> {
  return inDatabase(async db => {
    const code = freshName('l').toLowerCase()
    const { tenantId, roleIds } = await aTenant(db, { code, name: code })
    const roleId = role ? await aRole(db, tenantId, role) : roleIds.admin
    const { loginName } = await aUser(db, tenantId, { password: KNOWN_PASSWORD, roleIds: [roleId] })
    return `${loginName}@${code}`
  })
}

for (const language of ['zh', 'en', 'es'] as const)
  test(`how far one person’s word goes is set beside the roles, which are named for their reader: ${language}`, async ({
    browser,
  }) => {
    const say = sayIn(language)
    const locale = { zh: 'zh-CN', en: 'en-US', es: 'es-ES' }[language]
    const page = await lendPage(browser, locale)
    const errors = watchErrors(page)
    await signIn(page, { user: await somebody(), password: KNOWN_PASSWORD, language })
    await openPage(page, '/console/role')
    const name = { zh: '管理员', en: 'Administrator', es: 'Administrador' }[language]
    await expect(
      page
        .getByRole('button', { name, exact: true })
        .or(page.getByText(name, { exact: true }))
        .first(),
    ).toBeVisible()
    await page.getByRole('button', { name: say('platform.limits.open'), exact: true }).click()
    const day = dialog(page).getByLabel(say('platform.limits.personDay'), { exact: true })
    await expect(day).toHaveValue(language === 'es' ? '1.000,00' : '1,000.00')
    const typed = (amount: string): string => (language === 'es' ? amount.replace('.', ',') : amount)
    await day.fill(typed('12.345'))
    await expect(dialog(page).getByText(say('platform.limits.wrong'))).toBeVisible()
    await day.fill(typed('2500.5'))
    await dialog(page).getByLabel(say('platform.limits.memberMonth'), { exact: true }).fill('')
    await dialog(page).getByLabel(say('platform.limits.codesPerPerson'), { exact: true }).fill('3')
    // What strangers may ask for is the installation's, not this tenant's.
    await expect(dialog(page).getByLabel(say('platform.limits.codesPerAddress'), { exact: true })).toBeHidden()
    // What waits whatever it comes to is a switch, and says when it waits.
    const beyond = dialog(page).getByRole('switch', { name: say('payments.refundPart.payOutWaits') })
    await expect(beyond).toBeChecked()
    expect(await violations(page)).toEqual([])
    expect(await untranslated(page)).toEqual([])
    if (process.env.WATTYARD_SHOTS)
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await page.screenshot({ path: `${process.env.WATTYARD_SHOTS}/limits-${language}-${width}.png` })
      }
    await page.setViewportSize({ width: 1440, height: 900 })
    await dialog(page)
      .getByRole('button', { name: say('kit.save'), exact: true })
      .click()
    await expect(dialog(page)).toBeHidden()
    const { list } = await ask<Settings>(page, '/api/platform/setting/list')
    const stored = (key: string) => list.find(one => one.key === key)?.value
    expect(stored('platform.wordCaps')).toEqual({
      memberMonth: null,
      personDay: 250_050,
      personMonth: 1_000_000,
      paidInMember: 1_000_000,
      paidInPerson: 5_000_000,
    })
    expect(stored('platform.resetCodesPerPerson')).toBe(3)
    expect(errors).toEqual([])
  })

test('who sees a part of the company is offered nothing that is for who sees all of it', async ({ page }) => {
  const say = sayIn('zh')
  const permissions = ['platform.schedule:read', 'platform.audit:read', 'platform.setting:read', 'identity.role:read']
  const user = await somebody({ permissions: [...permissions, 'platform.setting:update'], rowScope: 'assigned' })
  const errors = watchErrors(page)
  await signIn(page, { user, password: KNOWN_PASSWORD })
  await openPage(page, '/console/role')
  const menu = page.getByRole('navigation').first()
  await expect(menu).not.toContainText(say('route./sysconfig/cfgSchedule'))
  await expect(menu).not.toContainText(say('route./console/log'))
  // They may read how far a word goes, and not change it.
  await page.getByRole('button', { name: say('platform.limits.open'), exact: true }).click()
  await expect(dialog(page).getByLabel(say('platform.limits.personDay'), { exact: true })).toBeDisabled()
  await expect(dialog(page).getByRole('button', { name: say('kit.save'), exact: true })).toBeHidden()
  await page.keyboard.press('Escape')
  for (const path of ['/sysconfig/cfgSchedule', '/console/log']) {
    await openPage(page, path)
    await expect(page.getByText(say('shell.noPermission.title'))).toBeVisible()
  }
  expect(errors).toEqual([])
})
