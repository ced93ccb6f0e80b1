import { expect, test } from '../test.ts'
import { col } from '@wattyard/server-kit'
import { openPage, signIn, untranslated, violations, watchErrors } from '../console.ts'
import { inDatabase } from '../people.ts'
import { ADMIN_PASSWORD } from '../../support/running-server.ts'
import { aPile, connect } from '../piles.ts'

const SECRET = 'journey-wifi-7391'

/** Makes a pile that told of a secret setting, and returns its id. */
async function withSecret(identity: string): Promise<string> {
  return inDatabase(db =>
    db.platform(async tx => {
      const [pile] = await tx.query(
        { id: col.uuid, tenant_id: col.uuid },
        'select id, tenant_id from assets_pile where identity = $1',
        [identity],
      )
      if (!pile) throw new Error('the pile was just made')
      await tx.execute(
        `insert into gateway_configuration (tenant_id, pile_id, key, value, readonly, read_at)
         values ($1, $2, 'WifiPassword', '••••••', false, now())`,
        [pile.tenant_id, pile.id],
      )
      return pile.id
    }),
  )
}

test('a secret setting is written after the own password, and is not shown again', async ({ page }) => {
  const errors = watchErrors(page)
  const pile = await aPile()
  const id = await withSecret(pile.identity)
  const client = await connect(pile)
  await signIn(page)
  await openPage(page, `/device/devicePole?open=${id}&detail=configuration`)
  await page.getByRole('button', { name: '修改 WifiPassword' }).click()
  const dialog = page.getByRole('dialog', { name: '修改 WifiPassword' })
  const change = dialog.getByRole('button', { name: '修改', exact: true })
  await dialog.getByLabel('值', { exact: true }).fill(SECRET)
  await expect(change).toBeDisabled()
  expect(await untranslated(page)).toEqual([])
  expect(await violations(page, 'dialog[open]')).toEqual([])

  await dialog.locator('input[autocomplete="current-password"]').fill('not-the-password')
  await change.click()
  await expect(dialog.getByText('密码不正确').first()).toBeVisible()
  await dialog.locator('input[autocomplete="current-password"]').fill(ADMIN_PASSWORD)
  await change.click()
  await expect(dialog).toHaveCount(0)
  const asked = await client.asked()
  client.answer(asked.id, { status: 'Accepted' })
  expect(JSON.stringify(asked)).toContain(SECRET)
  await expect(page.getByRole('row', { name: /WifiPassword/ })).toContainText('••••••')
  expect(await page.content()).not.toContain(SECRET)
  await client.close()
  expect(errors).toEqual([])
})
