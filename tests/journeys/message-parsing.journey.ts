import { expect, type Page, test } from './test.ts'
import { type Language, openPage, signIn, untranslated, violations, watchErrors } from './console.ts'

const PAGE = '/console/MessageParsing'
/** A frame whose published checksum is right. */
const LOGIN_ANSWER = '68 0C 00 00 00 02 55 03 14 12 78 23 05 00 DA 4C'

const input = (page: Page) => page.locator('.gateway-input textarea').first()
const fields = (page: Page) => page.getByRole('tree').first().getByRole('treeitem')
const lit = (page: Page) =>
  page.locator('.gateway-bytes [data-lit]').evaluateAll(bytes => bytes.map(byte => byte.textContent).join(' '))

/** Chooses the sample at this place of the menu. */
async function sample(page: Page, index: number, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('menuitem').nth(index).click()
  await expect(page.locator('.gateway-frame')).toBeVisible()
}

test('a pasted frame: checksum, fields in step with bytes by pointer and by keys, what would come of it', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await signIn(page, { language: 'en' })
  await openPage(page, PAGE)
  await expect(page.getByRole('button', { name: 'Decode' })).toBeDisabled()
  await input(page).fill(`${LOGIN_ANSWER}\n${LOGIN_ANSWER.replace('DA 4C', '68 90')}`)
  await input(page).press('Control+Enter')
  await expect(page.getByRole('heading', { name: 'Sign-in: answer' })).toBeVisible()
  await expect(page.locator('.gateway-verdicts [data-tone="good"]')).toHaveText(
    'CRC-16/Modbus is right, low byte first · DA4C',
  )
  await fields(page).filter({ hasText: 'Pile number' }).hover()
  expect(await lit(page)).toBe('55 03 14 12 78 23 05')
  await page.locator('.gateway-bytes [data-at="13"]').hover()
  await expect(fields(page).and(page.locator('[aria-selected="true"]'))).toContainText('accepted')
  await page.mouse.move(0, 0)
  await page.getByRole('tree').focus()
  await page.keyboard.press('End')
  expect(await lit(page)).toBe('DA 4C')
  await page.keyboard.press('ArrowUp')
  expect(await lit(page)).toBe('00')
  // The second frame has the placeholder of the printed samples.
  await page.getByRole('navigation', { name: 'Messages' }).getByRole('button').nth(1).click()
  await expect(page.locator('.gateway-verdicts [data-tone="bad"]')).toHaveText(
    'CRC-16/Modbus is wrong · Actual 6890 · Expected DA4C',
  )
  await expect(page.locator('.gateway-effect')).toContainText('Drop it')
  expect(errors).toEqual([])
})

test('groups open and close, numbers have the language’s point', async ({ page }) => {
  await signIn(page, { language: 'es' })
  await openPage(page, PAGE)
  await sample(page, 3, 'Ejemplos')
  await expect(fields(page).filter({ hasText: 'Lectura inicial' })).toContainText('1234,5678 kWh')
  const rates = fields(page).filter({ hasText: 'Tarifas' })
  await expect(rates).toHaveAttribute('aria-expanded', 'true')
  const before = await fields(page).count()
  await rates.click()
  await expect(rates).toHaveAttribute('aria-expanded', 'false')
  expect(await fields(page).count()).toBeLessThan(before)
  await page.keyboard.press('ArrowRight')
  await expect(fields(page)).toHaveCount(before)
  // What the server said follows the language as the page does.
  await page.locator('header').getByText('Español').first().click()
  await page.getByText('English', { exact: true }).first().click()
  await expect(fields(page).filter({ hasText: 'Start register' })).toContainText('1234.5678 kWh')
})

test('keys of a partner open an envelope; they stand in no address and are not asked for elsewhere', async ({
  page,
}) => {
  await signIn(page, { language: 'en' })
  await openPage(page, PAGE)
  await expect(page.locator('.gateway-keys')).toHaveCount(0)
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  await sample(page, 7, 'Samples')
  await expect(page.getByRole('heading', { name: 'Data, opened' })).toBeVisible()
  const secret = page.getByLabel('Signing key')
  await expect(secret).toHaveAttribute('type', 'password')
  await secret.fill('another')
  await page.getByRole('button', { name: 'Decode' }).click()
  await expect(page.locator('.gateway-verdicts [data-tone="bad"]')).toContainText('The signature is wrong')
  expect(asked.filter(url => url.includes('wattyard-sample') || url.includes('another'))).toEqual([])
  expect(page.url()).not.toContain('sample')
})

test('from a pile’s message trace to the fields of the frame, and on to an editable text', async ({ page }) => {
  await signIn(page, { language: 'en' })
  await openPage(page, '/device/devicePole')
  await page.locator('.w-table tbody .w-link-button').first().click()
  await page.getByRole('dialog').getByRole('tab', { name: 'Messages' }).click()
  await page.getByRole('dialog').locator('details summary').first().click()
  await page.getByRole('dialog').getByRole('link', { name: 'Decode field by field' }).first().click()
  await expect(page).toHaveURL(/MessageParsing\?frame=\d+%3A\d+/)
  await expect(page.locator('.gateway-frame')).toBeVisible()
  await expect(page.locator('.gateway-frame')).toContainText('OCPP')
  await page.getByRole('button', { name: 'Edit as text' }).click()
  await expect(page).toHaveURL(/MessageParsing$/)
  await expect(input(page)).toHaveValue(/^\[[23],/)
})

test('a file of bytes becomes digits, nonsense is shown with its reason', async ({ page }) => {
  await signIn(page, { language: 'en' })
  await openPage(page, PAGE)
  const bytes = Buffer.from(LOGIN_ANSWER.replaceAll(' ', ''), 'hex')
  await page
    .locator('.gateway-input input[type="file"]')
    .setInputFiles({ name: 'a.bin', mimeType: 'x/y', buffer: bytes })
  await expect(input(page)).toHaveValue(LOGIN_ANSWER.replaceAll(' ', '').toLowerCase())
  await input(page).fill('good morning')
  await page.getByRole('button', { name: 'Decode' }).click()
  await expect(page.locator('.gateway-frame')).toContainText('Neither hexadecimal digits, base64 nor JSON')
})

for (const language of ['zh', 'en', 'es'] satisfies Language[])
  test(`every kind of frame in ${language}: no missing word, no accessibility violation, nothing wider than a phone`, async ({
    page,
  }) => {
    test.setTimeout(120_000)
    await page.setViewportSize({ width: 390, height: 844 })
    const errors = watchErrors(page)
    await signIn(page, { language })
    await openPage(page, PAGE)
    const name = { zh: '示例', en: 'Samples', es: 'Ejemplos' }[language]
    for (let index = 0; index < 8; index++) {
      await sample(page, index, name)
      expect(await untranslated(page), `sample ${index}`).toEqual([])
      expect(await page.locator('.gateway-frame').innerText()).not.toContain('frames.')
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(wide, `sample ${index} scrolls sideways`).toBeLessThanOrEqual(0)
      if (index % 3 !== 0) continue
      expect(await violations(page)).toEqual([])
    }
    expect(errors).toEqual([])
  })
