import { expect, type Locator, type Page, test } from './test.ts'
import { openPage, sayIn, signIn, untranslated, violations, watchErrors } from './console.ts'
import { ask, freshName } from './people.ts'

const say = sayIn('zh')
const dialog = (page: Page): Locator => page.locator('dialog[open]').last()
const button = (page: Page, key: string): Locator => dialog(page).getByRole('button', { name: say(key), exact: true })

/** An export of a Spanish system as its spreadsheet program writes it: windows-1252, semicolons, a title above. */
function exportOf(key: string): Buffer {
  const lines = [
    'Informe de sesiones;;;;;',
    'Id sesión;Punto de carga;Fecha inicio;Fecha fin;Energía (kWh);Importe (EUR)',
    `${key}-1;P-1;31/12/2025 22:15;31/12/2025 23:40;12,5;4,20`,
    `${key}-2;P-2;05/01/2026 07:00;05/01/2026 08:00;3,25;1,10`,
    `${key}-3;P-2;06/01/2026 07:00;;2;0,90`,
  ]
  return Buffer.from(lines.join('\r\n'), 'latin1')
}

async function drop(page: Page, name: string, buffer: Buffer): Promise<void> {
  await openPage(page, '/cwdata2/orderDeatil')
  await page.getByRole('button', { name: say('charging.importPage.button') }).click()
  await dialog(page).locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
}

test('a file nobody has described is matched, looked at, imported, and known by its template the next time', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await signIn(page)
  const key = freshName('S')
  await drop(page, 'informe.csv', exportOf(key))

  await expect(dialog(page)).toContainText('windows-1252')
  await expect(dialog(page).locator('#import-header')).toHaveValue('2')
  await expect(dialog(page).locator('.ch-file-rows').first()).toContainText('Energía (kWh)')
  await expect(dialog(page).locator('.ch-map')).toContainText('Punto de carga')
  await expect(dialog(page).locator('#import-instant')).toHaveValue('D/M/YYYY H:mm')
  expect(await violations(page, 'dialog[open]')).toEqual([])

  await button(page, 'kit.check').click()
  const stored = dialog(page).locator('.ch-stored')
  await expect(stored).toContainText('12.5')
  await expect(stored).toContainText(say('charging.importRefusal.no-end'))
  expect(await violations(page, 'dialog[open]')).toEqual([])
  expect(await untranslated(page)).toEqual([])

  const name = freshName('Madrid')
  await dialog(page).locator('#import-template').fill(name)
  await button(page, 'charging.importMap.keep').click()
  await expect(button(page, 'charging.importMap.drop')).toBeVisible()
  await dialog(page)
    .getByRole('button', { name: /2/ })
    .filter({ hasText: say('kit.importRows', { count: '2' }) })
    .click()
  await expect(dialog(page)).toContainText(say('charging.importPage.imported'))

  await drop(page, 'informe-2.csv', exportOf(key))
  await expect(dialog(page)).toContainText(say('charging.importMap.hint.template'))
  await expect(dialog(page).locator('#import-template')).toHaveValue(name)
  await button(page, 'kit.check').click()
  await expect(dialog(page)).toContainText(say('charging.importPage.nothingNew'))

  await button(page, 'charging.importMap.drop').click()
  await dialog(page)
    .getByRole('button', { name: say('kit.ok') })
    .click()
  await expect(dialog(page)).toContainText(say('charging.importMap.hint.match'))
  expect(
    (await ask<{ list: { name: string }[] }>(page, '/api/charging/importTemplate/list', {})).list,
  ).not.toContainEqual(expect.objectContaining({ name }))
  expect(errors).toEqual([])
})
