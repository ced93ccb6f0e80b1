import { readFileSync } from 'node:fs'
import { expect, type Page, test } from './test.ts'
import { ADMIN_PASSWORD } from '../support/running-server.ts'
import { openPage, sayIn, signIn, untranslated, violations, watchErrors } from './console.ts'
import { aPerson, ask, freshName, KNOWN_PASSWORD } from './people.ts'

const say = sayIn('zh')
const step = (page: Page, name: string) => page.getByRole('heading', { name })
const next = (page: Page) => page.getByRole('button', { name: say('kit.wizard.next') })
const message = (page: Page, key: string) => page.locator(`dialog[open] [data-field="${key}"] [role="alert"]`)
const field = (page: Page, key: string) =>
  page.locator(`dialog[open] [data-field="${key}"]`).locator('input, textarea').first()

async function openWizard(page: Page): Promise<void> {
  await page.getByRole('button', { name: say('assets.newStation.title') }).click()
}

async function fillPlace(page: Page, code: string): Promise<void> {
  await field(page, 'code').fill(code)
  await field(page, 'name').fill(`向导站 ${code}`)
  await field(page, 'address').fill('测试路 1 号')
  await page.getByLabel(say('kit.lng')).fill('121.5')
  await page.locator('dialog[open] [data-field="location"] input').nth(1).fill('31.2')
  await page.locator('dialog[open] [data-field="operator"] .ant-select').click()
  await page.locator('.ant-select-item-option').filter({ hasText: '运营中心' }).first().click()
  // Escape is for a list of choices first, as long as it is open.
  await expect(page.locator('.ant-select-open')).toHaveCount(0)
}

test('a station with its piles: steps, a draft that stays, errors led back, one call', async ({ page, context }) => {
  const errors = watchErrors(page)
  const code = freshName('W').slice(0, 14)
  await signIn(page)
  const { list: known } = await ask<{ list: { identity: string }[] }>(page, '/api/device/devicePole/list', {
    pageSize: 1,
  })
  const { list: models } = await ask<{ list: { name: string; power: number | null }[] }>(
    page,
    '/api/basedata/model/list',
    { pageSize: 50 },
  )
  // Other journeys make models of meters, which have no power.
  const model = models.find(({ power }) => power !== null)?.name ?? ''
  await openPage(page, '/device/station')
  await openWizard(page)
  await expect(step(page, say('assets.newStation.place'))).toBeFocused()
  expect(await violations(page, 'dialog[open]')).toEqual([])
  expect(await untranslated(page)).toEqual([])

  // Nobody gets past a step that lacks something: the first empty field has the focus.
  await next(page).click()
  await expect(field(page, 'code')).toBeFocused()
  // Nor past one with values that the last step would refuse: all of them are told, by the server's rules.
  await fillPlace(page, code)
  await field(page, 'code').fill('a b')
  await page.getByLabel(say('kit.lng')).fill('222')
  await next(page).click()
  await expect(message(page, 'code')).toContainText('SZ-001')
  await expect(message(page, 'location')).toContainText('不能大于 180')
  await expect(step(page, say('assets.newStation.place'))).toBeVisible()
  await field(page, 'code').fill(code)
  await page.getByLabel(say('kit.lng')).fill('121.5')

  // Leaving asks nothing, a reload takes nothing, and another tab finds the same draft.
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await page.reload()
  await openWizard(page)
  await expect(page.getByText(say('kit.wizard.draftOf'))).toBeVisible()
  const other = await context.newPage()
  await openPage(other, '/device/station?new=withPiles')
  await other.getByRole('button', { name: say('kit.wizard.continue') }).click()
  await expect(field(other, 'code')).toHaveValue(code)
  // Of two tabs the last change counts, and the other one is told.
  await page.getByRole('button', { name: say('kit.wizard.continue') }).click()
  await expect(field(page, 'address')).toHaveValue('测试路 1 号')
  await field(other, 'address').fill('测试路 9 号')
  await expect(page.getByText(say('kit.wizard.elsewhere'))).toBeVisible()
  await page.getByRole('button', { name: say('kit.wizard.load') }).click()
  await expect(field(page, 'address')).toHaveValue('测试路 9 号')
  await expect(page.getByText(say('kit.wizard.elsewhere'))).toHaveCount(0)
  await other.close()

  // Somebody else at the same browser is offered nothing; who comes back finds it.
  expect(errors).toEqual([])
  const person = await aPerson('admin')
  await context.clearCookies()
  await signIn(page, { user: person.loginName, password: KNOWN_PASSWORD })
  await openPage(page, '/device/station?new=withPiles')
  await expect(step(page, say('assets.newStation.place'))).toBeFocused()
  await expect(field(page, 'code')).toHaveValue('')
  await context.clearCookies()
  await signIn(page)
  await openPage(page, '/device/station?new=withPiles')
  // Between two people the page asked without a session.
  errors.length = 0
  await page.getByRole('button', { name: say('kit.wizard.continue') }).click()
  await expect(field(page, 'name')).toHaveValue(`向导站 ${code}`)

  await next(page).click()
  await expect(step(page, say('assets.newStation.drivers'))).toBeFocused()
  await field(page, 'parkingBays').fill('-3')
  await next(page).click()
  await expect(message(page, 'parkingBays')).toBeVisible()
  await field(page, 'parkingBays').fill('3')
  await next(page).click()
  await expect(step(page, say('assets.newStation.output'))).toBeFocused()
  await field(page, 'power').fill('abc')
  await field(page, 'connectorCount').fill('17')
  await next(page).click()
  await expect(message(page, 'power')).toHaveText('不是有效的数值')
  await expect(message(page, 'connectorCount')).toHaveText('不能大于 16')
  await field(page, 'power').fill('')
  // A model says what its piles have.
  await page.locator('dialog[open] [data-field="model"] .ant-select').click()
  await page.locator('.ant-select-item-option').filter({ hasText: model }).first().click()
  await expect(field(page, 'power')).not.toHaveValue('')
  await field(page, 'connectorCount').fill('2')
  await next(page).click()
  await expect(step(page, say('assets.newStation.piles'))).toBeFocused()
  // A number that cannot be meant stays as typed, and makes nothing.
  const make = page.getByRole('button', { name: say('assets.newStation.number'), exact: true })
  const count = page.getByLabel(say('assets.newStation.count'))
  // The steps of a number are named in the reader's language, also after it has changed.
  const steps = page.locator('dialog[open] .ant-input-number-action')
  const namesOfSteps = () => steps.evaluateAll(all => [...new Set(all.map(one => one.getAttribute('aria-label')))])
  expect(await namesOfSteps()).toEqual(['增加', '减少'])
  await count.fill('-3')
  await count.blur()
  expect(await namesOfSteps()).toEqual(['增加', '减少'])
  await expect(count).toHaveValue('-3')
  await expect(count).toHaveAccessibleDescription('须为 1 到 50')
  await expect(make).toBeDisabled()
  await count.fill('3')
  await make.click()
  const identities = page.getByLabel(say('assets.pile.identity'))
  await expect(identities).toHaveCount(3)
  await identities.nth(1).fill(known[0]?.identity ?? '')
  expect(await violations(page, 'dialog[open]')).toEqual([])
  await next(page).click()
  await expect(page.getByText(say('kernel.field.taken'))).toBeVisible()
  await identities.nth(1).fill(`${code}-02`)
  await next(page).click()
  await expect(step(page, say('kit.wizard.summary'))).toBeFocused()
  await expect(page.getByText(`${code}-03`)).toBeVisible()
  const guns = page
    .locator('dialog[open] .w-facts > div')
    .filter({ has: page.getByText(say('assets.pile.connectorCount'), { exact: true }) })
  await expect(guns.locator('dd')).toHaveText('2')
  expect(await untranslated(page)).toEqual([])
  expect(await violations(page, 'dialog[open]')).toEqual([])

  // Somebody else takes an identity meanwhile: back to its row, with nothing made.
  const { list: stations } = await ask<{ list: { id: string }[] }>(page, '/api/device/station/list', { pageSize: 1 })
  const rival = { code: `${code}R`, name: code, identity: `${code}-02`, station: stations[0]?.id ?? '', power: 60_000 }
  await ask(page, '/api/device/devicePole/save', rival)
  await page.getByRole('button', { name: say('assets.newStation.create') }).click()
  await expect(identities.nth(1)).toBeFocused()
  await expect(page.getByText(say('kernel.field.taken'))).toBeVisible()
  const { list: none } = await ask<{ list: unknown[] }>(page, '/api/device/station/list', { q: code })
  expect(none).toEqual([])
  await identities.nth(1).fill(`${code}-12`)
  await next(page).click()
  await page.getByRole('button', { name: say('assets.newStation.create') }).click()
  const piles = async () => {
    const { list: made } = await ask<{ list: { counters: { piles: number } }[] }>(page, '/api/device/station/list', {
      q: code,
    })
    return made.map(one => one.counters.piles)
  }
  await expect.poll(piles).toEqual([3])
  // The wizard gives way to the keys of the new piles, without which none of them can connect.
  const keyless = page.getByRole('dialog', { name: say('gateway.firstKey.without') })
  await expect(keyless.getByText(`${code}-03`).first()).toBeVisible()
  await expect(keyless.getByRole('listitem')).toHaveCount(3)
  await keyless.getByRole('button', { name: '为 3 台生成密钥' }).click()
  await page.locator('input[type=password]').last().fill(ADMIN_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: '3 台充电桩的接入信息' })).toBeVisible()
  expect(await violations(page, 'dialog[open]')).toEqual([])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: say('gateway.firstKey.download') }).click()
  const sheet = readFileSync(await (await download).path(), 'utf8')
  expect(sheet.match(/\b[0-9a-f]{40}\b/g)).toHaveLength(3)
  expect(sheet).toContain(`/ocpp/${code}-12,`)
  await page.getByRole('button', { name: say('gateway.firstKey.kept') }).click()
  await openPage(page, '/device/station')

  // What was sent is no draft any more.
  await openWizard(page)
  await expect(step(page, say('assets.newStation.place'))).toBeFocused()
  await expect(field(page, 'code')).toHaveValue('')
  expect(errors).toEqual([])
})
